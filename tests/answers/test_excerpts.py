"""Excerpts: redacted as a whole first, then cut around the cited line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.standin import StandIn
from trove_git.answers.excerpts import CUT, EXCERPT_CHARACTERS, MARGIN_CHARACTERS, SourceText, make_excerpt


def cut(text: str, cited: int = 0) -> str:
    return make_excerpt(SourceText("a.md:1", "T", text, cited), StandIn().redact).text


def lines(*numbers: int) -> str:
    """Lines of 50 characters, the line feed counted."""
    return "".join(f"line {number:03} {'x' * 40}\n" for number in numbers).rstrip("\n")


def test_a_short_source_is_sent_whole():
    assert cut("one\ntwo") == "one\ntwo"
    assert cut("") == ""
    exact = "x" * EXCERPT_CHARACTERS
    assert cut(exact) == exact


def test_a_long_source_is_sent_from_its_start_where_the_cited_line_is_near():
    made = cut(lines(*range(100)), cited=30).split("\n")
    assert made[0].startswith("line 000")
    assert made[-2].startswith("line 030")
    assert made[-1] == CUT


def test_else_from_a_little_before_the_cited_line():
    made = cut(lines(*range(100)), cited=60).split("\n")
    assert made[0] == made[-1] == CUT
    # 400 / 50 = 8 lines before it.
    assert made[1].startswith("line 052")
    assert any(line.startswith("line 060") for line in made)
    assert len("\n".join(made)) <= EXCERPT_CHARACTERS


def test_the_end_of_a_source_has_no_mark():
    made = cut(lines(*range(100)), cited=99).split("\n")
    assert (made[0], made[-1][:8]) == (CUT, "line 099")


@pytest.mark.parametrize(
    ("text", "end"),
    [
        pytest.param("word " * 1000, f" word\n{CUT}", id="behind a word"),
        pytest.param("x" * 5000, f"xx\n{CUT}", id="anywhere in a word without end"),
        pytest.param("x" * 1590 + "SECRETabc" + "y" * 90, f"xx\n{CUT}", id="before a placeholder"),
        pytest.param("x" * 1575 + "SECRETabc", "x[REDACTED:secret-1]", id="behind a placeholder"),
    ],
)
def test_where_a_long_line_is_cut(text, end):
    made = cut(text)
    assert made.endswith(end)
    assert len(made) <= EXCERPT_CHARACTERS


def test_what_is_cut_through_was_redacted_before():
    # At the edge of the excerpt half a secret would be left, and the half says nothing of itself.
    for at in range(1550, 1620):
        made = cut("a " * (at // 2) + "SECRET" + "k" * 200 + " end" * 300)
        assert "k" not in made
        assert re.sub(r"\[REDACTED:secret-1\]", "", made).count("REDACTED") == 0


def test_title_and_citation_are_redacted_too():
    made = make_excerpt(SourceText("docs/EMAILx.md:1", "About SECRETx", "t", 0), StandIn().redact)
    assert made == ("docs/[REDACTED:email-1].md:1", "About [REDACTED:secret-1]", "t")


BLOCK = "\n".join(["SECRET-BEGIN", *("k" * 60 for _ in range(40)), "SECRET-END"])


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        pytest.param(f"{BLOCK}\n{lines(*range(100))}", 42 + 60, id="a key before the cited line"),
        pytest.param(f"{lines(*range(100))}\n{BLOCK}", 60, id="a key behind it"),
    ],
)
def test_the_cited_line_is_found_again_where_many_lines_became_one(text, cited):
    made = cut(text, cited)
    assert "line 060" in made
    assert "k" not in made


def test_a_cited_line_that_was_redacted_itself_is_near_its_place():
    text = f"{lines(*range(60))}\nSECRETx\n{lines(*range(60, 100))}"
    assert "[REDACTED:secret-1]" in cut(text, 60)
    assert "[REDACTED:secret-1]" in cut(f"{BLOCK}\n{text}", 42 + 60).replace(
        "[REDACTED:secret-2]", "[REDACTED:secret-1]"
    )


def test_of_a_huge_source_what_is_near_is_looked_at():
    seen = []
    text = lines(*range(9000))
    make_excerpt(SourceText("c", "t", text, 4500), lambda part: seen.append(part) or part)
    (body,) = (part for part in seen if "line" in part)
    assert 2 * MARGIN_CHARACTERS <= len(body) <= 2 * MARGIN_CHARACTERS + 200


def test_lines_end_as_they_may():
    assert cut("a\r\nb\u2028c\n") == "a\nb\u2028c\n"


@given(st.text(max_size=4000), st.integers(0, 300))
def test_any_text(text, cited):
    source = [line.removesuffix("\r") for line in text.split("\n")]
    made = cut(text, min(cited, len(source) - 1))
    assert len(made) <= EXCERPT_CHARACTERS
    assert made.removeprefix(f"{CUT}\n").removesuffix(f"\n{CUT}") in "\n".join(source)
