"""With the real redaction: no part of a secret is in what is sent, wherever the edge of an excerpt falls."""

from __future__ import annotations

import pytest

from tests.support.secrets import PRIVATE, Maker
from trove_git.answers.excerpts import EXCERPT_CHARACTERS, SourceText
from trove_git.answers.outgoing import Composer
from trove_git.redaction.redact import Redactor

PART = 10
"""Characters of a secret that must not be sent together."""
PROSE = "Writers wait for each other, and a second run of the job does no harm.\n"

MADE = Maker(7)
SECRETS = {
    "token": "gh" + "p_" + MADE.alnum(36),
    "url": f"postgres://app:{MADE.alnum(24)}@db.example.com/main",
    "key block": MADE.pem(PRIVATE, 12),
    "announced": f"password = {MADE.alnum(20)}",
    "web token": MADE.jwt(),
}
PUBLIC = ("postgres://app:", "@db.example.com/main", "password = ", "-----")


def parts(secret: str) -> set[str]:
    """Return every part of what is secret in a text."""
    for text in PUBLIC:
        secret = secret.replace(text, "\n")
    found = {line[at : at + PART] for line in secret.split("\n") for at in range(len(line) - PART + 1)}
    return {part for part in found if not part.replace(" ", "").isupper()}


def sent(text: str, cited: int, question: str = "how do writers wait") -> str:
    source = SourceText("docs/db.md:1", "Writers", text, cited)
    return Composer(question, [source], Redactor()).compose([0]).prompt.content


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_no_edge_of_an_excerpt_cuts_through_a_secret(secret):
    wanted = parts(secret)
    assert len(wanted) > 5
    for shift in range(0, len(secret) + 40, 1 + len(secret) // 4):
        before = EXCERPT_CHARACTERS - len(secret) - 20 + shift
        text = (PROSE * (1 + before // len(PROSE)))[-before:] + secret + "\n" + PROSE * 30
        # The edge behind the excerpt, and the one before it.
        for lines in (0, text.count("\n", 0, before) + 8):
            content = sent(text, lines)
            assert "Writers wait" in content
            assert [part for part in wanted if part in content] == []


def test_no_edge_cuts_through_a_token_where_there_is_no_blank_to_cut_at():
    token, filler = SECRETS["token"], '"writers":"wait",'
    for shift in range(0, len(token) + 8, 4):
        before = EXCERPT_CHARACTERS - len(token) - 12 + shift
        text = "{" + (filler * 200)[: before - 1] + f'"key":"{token}",' + filler * 40 + "}"
        content = sent(text, 0)
        assert [part for part in parts(token) if part in content] == [], shift


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_no_secret_of_a_question_or_title_is_sent(secret):
    flat = " ".join(secret.split())
    source = SourceText("docs/db.md:1", f"Writers {flat}", PROSE, 0)
    content = Composer(f"why {flat} fails", [source], Redactor()).compose([0]).prompt.content
    assert [part for part in parts(secret) if part in content] == []


def test_a_token_that_is_named_in_one_source_is_gone_from_all():
    value = MADE.alnum(20)
    sources = [
        SourceText(f"{n}.md:1", "T", text, 0) for n, text in enumerate((f"use {value} here", f"api_key: {value}"))
    ]
    content = Composer("how", sources, Redactor()).compose([0, 1]).prompt.content
    assert value not in content


def test_what_is_no_secret_is_sent_as_it_is():
    text = PROSE + "See `src/db.py:12`, version 1.20.3, and https://example.com/docs?page=2.\n"
    made = Composer("how", [SourceText("docs/db.md:1", "T", text, 0)], Redactor()).compose([0])
    assert all(f"> {line}" in made.prompt.content for line in text.splitlines())
    assert made.redacted == {}
