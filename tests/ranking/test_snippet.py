"""Which line is cited, and how it is shown."""

from __future__ import annotations

import pytest

from trove_git.ranking.snippet import MAX_CHARACTERS, best_line, shown
from trove_git.terms import question_terms

TERMS = question_terms("retry the upload after a timeout")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("one\ntwo", 0, id="no term: the first"),
        pytest.param("one\nretry\ntwo", 1, id="a term"),
        pytest.param("retry\nretry upload\nupload", 1, id="most terms"),
        pytest.param("retry retry retry\nretry upload", 1, id="a term counts once"),
        pytest.param("x\nretry\nupload", 1, id="the first of equals"),
        pytest.param("Retries\nx", 0, id="other forms of a term"),
        pytest.param("# Retry upload timeout\n\nretry", 2, id="a heading gives way"),
        pytest.param("# Retry upload\n\nother text", 2, id="even to text without a term"),
        pytest.param("# Retry upload\n\n", 0, id="a heading alone"),
        pytest.param("   ## Retry\nx", 1, id="indented heading"),
        pytest.param("    # retry in code\nx", 0, id="code that looks like a heading"),
        pytest.param("<h2>Retry</h2>\nx", 1, id="HTML heading"),
        pytest.param("Retry upload\n====\n\nretry", 3, id="setext heading"),
        pytest.param("Retry upload\n---\n\nx", 3, id="setext heading, second level"),
        pytest.param("x\n\nretry\n---", 2, id="a rule below text"),
        pytest.param("```\nretry\n```", 1, id="fence"),
        pytest.param("```\n~~~\n***\n- - -\n| --- |\n\nx", 6, id="rules, fences and empty lines are never cited"),
        pytest.param("<<<<<<< retry upload timeout\na\n=======\nb\n>>>>>>> retry", 1, id="conflict markers"),
        pytest.param("||||||| retry\n======= retry\nx", 2, id="more conflict markers"),
        pytest.param("<<<< retry\nx", 0, id="fewer marks are text"),
        pytest.param("\n\n```\n", 0, id="no text at all"),
    ],
)
def test_best_line(text, number):
    assert best_line(text.split("\n"), TERMS) == number


LONG = " ".join(f"word{i:03}" for i in range(60))  # 8 characters a word with its space
START = LONG[:191] + " …"
"""24 words of 8 characters less the last space."""


@pytest.mark.parametrize(
    ("line", "text"),
    [
        pytest.param("", "", id="empty"),
        pytest.param("  a \t b  ", "a b", id="white space"),
        pytest.param("a\r", "a", id="CRLF"),
        pytest.param("x" * MAX_CHARACTERS, "x" * MAX_CHARACTERS, id="as long as may be"),
    ],
)
def test_shown(line, text):
    assert shown(line, TERMS) == text


def test_a_long_line_without_a_term_is_cut_at_the_end():
    made = shown(LONG, TERMS)
    assert made.startswith("word000 ")
    assert made.endswith(" …")
    assert LONG.startswith(made.removesuffix(" …"))
    assert MAX_CHARACTERS - 10 < len(made) <= MAX_CHARACTERS + 2


@pytest.mark.parametrize("number", [0, 10, 30, 59])
def test_a_long_line_is_cut_around_its_first_term(number):
    words = LONG.split()
    words[number] = "retry"
    line = " ".join(words)
    made = shown(line, TERMS)
    assert "retry" in made
    assert made.startswith("… ") == (number > 5)
    assert made.endswith(" …") == (number < 40)
    assert made.removeprefix("… ").removesuffix(" …") in line
    assert all(word in words for word in made.strip("… ").split())
    assert len(made) <= MAX_CHARACTERS + 4


def test_one_word_that_is_too_long_is_cut_inside():
    made = shown("x" * 500, TERMS)
    assert made == "x" * MAX_CHARACTERS + " …"
