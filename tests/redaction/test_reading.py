"""Text as its readers see it: marks that are read away, and the way back to where a secret is written."""

from __future__ import annotations

import pytest

from tests.support.secrets import Maker
from trove_git.redaction.reading import read_plain
from trove_git.redaction.redact import Redactor
from trove_git.redaction.secrets import DOC, ENTRY, find_secrets
from trove_git.redaction.words import words_of

LABELS = [
    "**Password:** {}",
    "**Password**: {}",
    "__Password:__ {}",
    "_Password:_ {}",
    "***Password:*** `{}`",
    "- **Password:** `{}`",
    "<b>Password:</b> {}",
    "<strong>Password</strong>: <code>{}</code>",
    "<tr><td>Password</td><td>{}</td></tr>",
    "<dt>Password</dt>\n<dd>{}</dd>",
    "Password<br>{}",
    "Password&#58; {}",
    "Password&#x3a; {}",
    "Password&nbsp;= {}",
    "P&#97;ssword: {}",
    "Pass\u200bword: {}",
    "Pass\u00adword: {}",
    "Pass\U000e0041word: {}",
    "Password\u00a0:\u3000{}",
    "Password\uff1a{}",
    "Password \u2014 {}",
    "Password \u2013 `{}`",
    "\u201cPassword\u201d: \u201c{}\u201d",
    "Password:: {}",
    r"\*\*Password:\*\* {}",
    r"Password\u003a {}",
    r"Password\x3d{}",
    '{{"body": "**Password:** {}\\n"}}',
    "password%3D{}%26a=b",
    "[Password: {}](entries/a.md)",
    "| **Password** | `{}` |",
    "| User | **Password** |\n|---|---|\n| bob | **{}** |",
    "# Password\n\n{}",
    "## Admin password\n\n```\n{}\n```",
    "Password\n--------\n\n{}",
    "- Password\n  - {}",
    "1. Password:\n   1. `{}`",
    "**Password:**\n\n{}",
    "Password\n: {}",
]
KINDS = {
    "mixed": lambda maker: "Kx7-" + maker.alnum(12),
    "signs": lambda maker: maker.alnum(5) + "!" + maker.alnum(6) + "#" + maker.alnum(4),
    "token": lambda maker: maker.alnum(32),
}


@pytest.mark.parametrize("label", LABELS)
def test_a_label_in_any_markup_announces_its_value(label):
    for name, make in KINDS.items():
        found = 0
        for seed in range(100):
            value = make(Maker(seed))
            text = f"How to get in.\n\n{label.format(value)}\n\nAsk first.\n"
            found += any(value in text[finding.start : finding.end] for finding in find_secrets(text, ENTRY))
            assert value not in Redactor().redact(text) or not find_secrets(text, ENTRY)
        assert found >= 99 - (name != "token") * 4, name


@pytest.mark.parametrize(
    "written",
    [
        r"gh" + r"p\_{}",
        "gh" + "p&#95;{}",
        r"\x67h" + "p_{}",
        r"gh" + r"p\u005f{}",
        "g\u200bh" + "p_{}",
        "gh" + "p%5F{}",
    ],
)
def test_a_token_that_a_converter_wrote_blocks_a_doc(written):
    value = Maker().alnum(36)
    text = f"For staging we use {written.format(value)} for now.\n"
    (finding,) = find_secrets(text, DOC)
    assert finding.kind == "github-token"
    assert finding.blocks
    assert text[finding.start : finding.end] == written.format(value)


def test_what_is_found_as_it_is_written_stays_as_it_is():
    value = "Kx7-" + Maker().alnum(12)
    (finding,) = find_secrets(f"**Password**: `{value}`\n", ENTRY)
    assert finding.length == len(value)


def test_only_paragraphs_that_read_differently_are_read():
    text = "Plain text 12345678.\n\n**Bold** 12345678.\n\nPlain again 12345678, " + "word " * 100 + ".\n"
    reading = read_plain(text, words_of(text))
    assert reading is not None
    assert reading.text == "Bold 12345678.\n\n\n\n"
    assert text[slice(*reading.written(0, 4))] == "Bold"
    assert read_plain("Plain text 12345678.\n", words_of("Plain text 12345678.\n")) is None


def test_half_of_a_pair_and_control_characters_stay_as_they_are_written():
    text = r"a1 \ud83d\u0000\x07 b\*b 12345678"
    reading = read_plain(text, words_of(text))
    assert reading is not None
    assert reading.text.strip() == r"a1 \ud83d\u0000\x07 b*b 12345678"


@pytest.mark.parametrize("placeholder", ["<token>", "YOUR\\_API\\_KEY", "&lt;your-key&gt;", "**\\*\\*\\*\\***", "`…`"])
def test_placeholders_stay_placeholders(placeholder):
    assert find_secrets(f"**Password:** {placeholder}\n\n**Token:** {placeholder}\n", ENTRY) == []
