"""Light Markdown: fences, headings, first sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.entries.prose import first_heading, first_sentence, iter_lines, iter_prose_lines, shorten
from trove_git.markdown import plain


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("a\n```py\nb\n```\nc", [1, 5]),
        ("a\n~~~\n```\n~~~\nc", [1, 5]),
        ("````\n```\n````\nc", [4]),
        ("``` a`b\nc", [1, 2]),
        ("```\r\nb\r\n```\r\nc", [4]),
        ("    ```\nc", [1, 2]),
        ("```\nnever closed", []),
        ("```\n``` x\n```\nc", [4]),
    ],
)
def test_lines_in_code_fences_are_no_prose(text, prose):
    assert [number for number, _ in iter_prose_lines(text)] == prose


def test_each_line_has_its_number_and_state():
    assert list(iter_lines("a\n```\nb\n```", 7)) == [
        (7, "a", "text"),
        (8, "```", "open"),
        (9, "b", "inside"),
        (10, "```", "close"),
    ]


def test_only_a_line_feed_ends_a_line():
    assert list(iter_lines("a\u2028b\x0cc\rd")) == [(1, "a\u2028b\x0cc\rd", "text")]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("# A `b_c` ##\n", "A b_c"),
        ("text\n\n   ### [Link](x.md)\n", "Link"),
        ("#\n# #\n## B", "B"),
        ("#tag\n", ""),
        ("none", ""),
        ("C#\n# C#\n", "C#"),
    ],
)
def test_first_heading(text, heading):
    assert first_heading(text) == heading


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        pytest.param("One. Two.", "One.", id="two"),
        pytest.param("Uses e.g. Redis for that. Two", "Uses e.g. Redis for that.", id="abbreviation"),
        pytest.param("Version 1.2 of x.y. Two", "Version 1.2 of x.y.", id="inner-dots"),
        pytest.param("Really?! Yes", "Really?!", id="marks"),
        pytest.param('He said "no." Then', 'He said "no."', id="quote"),
        pytest.param("一つ目。二つ目。", "一つ目。", id="cjk"),
        pytest.param("# Head\n\nTitle\n=====\n\nText\nover lines. Two", "Text over lines.", id="headings"),
        pytest.param("```\ncode\n```\n- item *one*\n- item two", "item one", id="list"),
        pytest.param("> quoted text\n> more", "quoted text", id="quotation"),
        pytest.param("Text\n- item", "Text", id="text-then-list"),
        pytest.param("<!-- note -->\nText <b>bold</b>", "Text bold", id="html"),
        pytest.param("**Why it matters:** because\n\nText", "Text", id="label-first"),
        pytest.param("Text\n**Related:** [[a]]", "Text", id="label-after"),
        pytest.param("**Related:** [[a]]", "", id="label-only"),
        pytest.param("", "", id="empty"),
        pytest.param(
            "See [the `x` docs](http://a) and [[slug]], ![img](b.png), [t][r], \\*star",
            "See the x docs and slug, , t, *star",
            id="links",
        ),
        pytest.param("`a*b*c` and snake_case_name, _em_ __strong__", "a*b*c and snake_case_name, em strong", id="code"),
        pytest.param("word " * 40, "word " * 22 + "word…", id="cut-at-word"),
        pytest.param("語" * 200, "語" * 119 + "…", id="cut-without-words"),
        pytest.param("x " * 3000 + "\nmore", ("x " * 59).strip() + "…", id="long-paragraph"),
    ],
)
def test_first_sentence(body, sentence):
    assert first_sentence(body) == sentence


def test_shorten_keeps_what_fits():
    assert shorten("a b", 3) == "a b"
    assert shorten("a, bc", 4) == "a…"


@given(st.text(max_size=400))
def test_a_hook_is_one_short_line(body):
    hook = first_sentence(body)
    assert len(hook) <= 120
    assert hook == " ".join(hook.split())


@pytest.mark.parametrize("piece", ["[", "*", "_", "`", "<!--", "<a", "![", "(e.g. ", "# ", "\\", "=-"])
def test_no_run_of_marks_is_slow(piece):
    text = piece * 400_000
    assert len(first_sentence(text)) <= 120
    assert len(first_heading(text)) <= 2000
    assert plain(text) == text
    assert len(plain(piece * (2000 // len(piece)))) <= 2000
