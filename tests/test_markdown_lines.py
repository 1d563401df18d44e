"""Lines of Markdown without a parser, held against one."""

from __future__ import annotations

import random

import pyromark
import pytest

from trove_git.markdown_lines import CODE, FENCE, HIDDEN, MAX_NESTING, TEXT, line_states, read_lines

LETTERS = {TEXT: "t", FENCE: "f", CODE: "c", HIDDEN: "h"}
PIECES = (
    "# A", "text", "  text", "    text", "", "", "", "```", "  ```", "~~~", "> ```", "> x", ">", "- item", "  - item",
    "1. item", "   text", "- ```", "---", "===", "<div>", "</div>", "<!-- c -->", "<!--", "-->", "| a |", "\ttext",
    "> - x", "***", "<span>", "text  ", "<b>x</b> y", "````", "``` `x`", "      deep", "> > y", "2) item",
)  # fmt: skip


def states(text: str) -> str:
    return "".join(LETTERS[state] for _, state in line_states(text.split("\n")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\n```\nb\n```\nc", "tfcft", id="fence"),
        pytest.param("> ```\n> a\n\n# b", "fctt", id="a fence ends with its quotation"),
        pytest.param("- ```\n  a\nb", "fct", id="a fence ends with its item"),
        pytest.param("- a\n\n  ```\n  b\n  ```\nc", "ttfcft", id="a fence in an item"),
        pytest.param("- a\nb\n  ```\n  c\n  ```", "ttfcf", id="behind a lazy line"),
        pytest.param("    a\nb\n    c", "ctt", id="indented code"),
        pytest.param("!!! note\n    a\n\n    ```\n    b\n    ```\n    c\nd", "tttfcftt", id="an admonition"),
        pytest.param('=== "Tab"\n\n    a', "ttt", id="a tab"),
        pytest.param("<!-- a\n\nb --> c\nd", "hhtt", id="comment"),
        pytest.param("a <!-- b\nc --> d", "tt", id="comment in a paragraph"),
        pytest.param("a <!-- b\n\nc", "ttt", id="a comment that is none"),
        pytest.param("`<!--` a\nb", "tt", id="a comment in code"),
        pytest.param("<script>\na\n\n</script>\nb", "hhhht", id="script"),
        pytest.param("> <!-- a\n\nb", "htt", id="a comment ends with its quotation"),
        pytest.param("<div>\n```\na\n</div>\n\n```\nb", "tttttfc", id="no fence in HTML"),
        pytest.param("<pre>\n# a\n\n</pre>\n# b", "tccct", id="preformatted text"),
        pytest.param("[//]: # (a)\nb", "ht", id="a note to authors"),
        pytest.param("\t```\n```\ta\nb", "cfc", id="tabs"),
        pytest.param("```\r\na\r\n```\r\nb\r", "fcft", id="CRLF"),
    ],
)
def test_states(text, expected):
    assert states(text) == expected


def test_what_a_line_shows():
    text = "> a <!-- x --> b\n> c <!-- x\n> y --> d\n- e\n  f  \n  g\n\n> <!-- x -->"
    assert [(line.text.split(), line.continues) for line in read_lines(text.split("\n"))] == [
        (["a", "b"], False), (["c"], True), (["d"], True), (["e"], False), (["f"], True), (["g"], False),
        ([], False), ([], False),
    ]  # fmt: skip


def test_quotations_inside_each_other_are_followed_up_to_a_depth():
    (line,) = read_lines([">" * (MAX_NESTING + 3) + " a"])
    assert line.text == ">>> a"


def code_lines(text: str) -> set[int]:
    """Numbers of lines of fences and of indented code, as the parser has them; without empty lines."""
    data, lines, found = text.encode(), text.split("\n"), set[int]()
    options = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_FOOTNOTES
    for event, span in pyromark.events_with_range(text, options=pyromark.Options(options)):
        if not isinstance(event, str) and "Start" in event and "CodeBlock" in event["Start"]:
            first = data.count(b"\n", 0, span["start"])
            block = data[span["start"] : span["end"]].rstrip(b"\n")
            found.update(range(first, first + block.count(b"\n") + 1))
    return {number for number in found if lines[number].strip("> \t")}


def test_code_is_where_a_parser_finds_it():
    choose = random.Random(5)
    for _ in range(3000):
        text = "\n".join(choose.choices(PIECES, k=choose.randint(1, 12)))
        lines = text.split("\n")
        ours = {
            number for number, state in line_states(lines) if state in (FENCE, CODE) and lines[number].strip("> \t")
        }
        assert ours == code_lines(text), text
