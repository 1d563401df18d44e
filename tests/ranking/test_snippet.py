"""Which line is cited, and how it is shown."""

from __future__ import annotations

import pytest

from trove_git.ranking.snippet import LINES, MAX_CHARACTERS, cite_line, shorten
from trove_git.terms import question_terms

TERMS = question_terms("retry the upload after a timeout")


@pytest.mark.parametrize(
    ("text", "number", "shown"),
    [
        pytest.param("one\n\ntwo", 0, "one", id="no term: the first"),
        pytest.param("one\n\nretry\n\ntwo", 2, "retry", id="a term"),
        pytest.param("retry\n\nretry upload\n\nupload", 2, "retry upload", id="most terms"),
        pytest.param("retry retry retry\n\nretry upload", 2, "retry upload", id="a term counts once"),
        pytest.param("x\n\nretry\n\nupload", 2, "retry", id="the first of equals"),
        pytest.param("Retries\n\nx", 0, "Retries", id="other forms of a term"),
        pytest.param("# Retry upload timeout\n\nretry", 2, "retry", id="a heading gives way"),
        pytest.param("# Retry upload\n\nother text", 2, "other text", id="even to text without a term"),
        pytest.param("# Retry upload\n\n", 0, "", id="a heading alone"),
        pytest.param("   ## Retry\nx", 1, "x", id="indented heading"),
        pytest.param("#\nx", 1, "x", id="heading without text"),
        pytest.param("<h2>Retry</h2>\nx", 1, "x", id="HTML heading"),
        pytest.param("Retry upload\n====\n\nretry", 3, "retry", id="setext heading"),
        pytest.param("Retry upload\n---\n\nx", 3, "x", id="setext heading, second level"),
        pytest.param("x\n\nretry\n---", 2, "retry", id="a rule below text"),
        pytest.param("```\nretry\n```", 1, "retry", id="code"),
        pytest.param("```\nretry upload\n```\nretry", 1, "retry upload", id="code with more terms"),
        pytest.param("```\nretry\n```\nretry", 3, "retry", id="prose wins over code with as many"),
        pytest.param("```\n# retry\n```", 1, "# retry", id="a comment of code is no heading"),
        pytest.param("```\n~~~\n***\n- - -\n```\n| --- |\n\nx", 7, "x", id="rules and borders are never cited"),
        pytest.param("<<<<<<< retry upload\na\n=======\nb\n>>>>>>> retry", 1, "a", id="conflict markers"),
        pytest.param("||||||| retry\n======= retry\nx", 2, "x", id="more conflict markers"),
        pytest.param("<<<< retry\n\nx", 0, "<<<< retry", id="fewer marks are text"),
        pytest.param("<!-- retry upload timeout -->\nretry", 1, "retry", id="comment"),
        pytest.param("[retry]: https://example.org\nx", 1, "x", id="definition of a link"),
        pytest.param("- [Retry](#retry)\n- [x](#x)\n\nretry", 3, "retry", id="table of contents"),
        pytest.param("- [Retry](other.md)\n- x", 0, "Retry", id="a list of links"),
        pytest.param("![retry](x.svg)\n\nretry", 2, "retry", id="badge"),
        pytest.param('<a name="retry"></a>\nx', 1, "x", id="anchor"),
        pytest.param("**Retry** the [upload](x.md) `a_b`", 0, "Retry the upload a_b", id="markup goes"),
        pytest.param("```\n**retry** `x`\n```", 1, "**retry** `x`", id="but not in code"),
        pytest.param("\n\n```\n", 0, "", id="no text at all"),
        pytest.param("", 0, "", id="nothing"),
    ],
)
def test_the_line_to_cite(text, number, shown):
    assert cite_line(text.split("\n"), TERMS) == (number, shown)


def test_code_keeps_what_looks_like_markup():
    assert cite_line(["retry(**options)  # [x](y)"], TERMS, markup=LINES).text == "retry(**options) # [x](y)"


LONG = " ".join(f"word{i:03}" for i in range(60))
"""Each word has 8 characters with its space."""


@pytest.mark.parametrize(
    ("line", "text"),
    [
        pytest.param("", "", id="empty"),
        pytest.param("  a \t b  ", "a b", id="white space"),
        pytest.param("a\r", "a", id="CRLF"),
        pytest.param("x" * MAX_CHARACTERS, "x" * MAX_CHARACTERS, id="as long as may be"),
        pytest.param("x" * 500, "x" * MAX_CHARACTERS + " …", id="one word that is too long"),
        pytest.param(LONG, LONG[:199] + " …", id="25 words of 8, less the last space"),
    ],
)
def test_shorten(line, text):
    assert shorten(line, TERMS) == text


@pytest.mark.parametrize("number", [0, 10, 30, 59])
def test_a_long_line_is_cut_around_its_first_term(number):
    words = LONG.split()
    words[number] = "retry"
    line = " ".join(words)
    made = shorten(line, TERMS)
    assert "retry" in made
    assert made.startswith("… ") == (number > 5)
    assert made.endswith(" …") == (number < 40)
    assert made.removeprefix("… ").removesuffix(" …") in line
    assert all(word in words for word in made.strip("… ").split())
    assert len(made) <= MAX_CHARACTERS + 4


def test_a_term_behind_a_long_word_is_shown():
    made = shorten("x" * 300 + " retry " + "y" * 300, TERMS)
    assert "retry" in made
    assert len(made) <= MAX_CHARACTERS + 4


def test_related_terms_decide_between_lines_with_as_many_terms():
    lines = ["retry soon", "retry and upload later", "retry when it timed out", "it timed out"]
    assert cite_line(lines, ["retry"], ["timed"]).number == 2
    assert cite_line(lines, ["retry"]).number == 0
    assert cite_line(lines, ["retry", "upload"], ["timed"]).number == 1
    assert cite_line(lines, ["absent"], ["timed"]).number == 2
