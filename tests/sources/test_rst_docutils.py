"""Titles of reStructuredText, held against docutils: pages of our own, and pages drawn from pieces of markup."""

from __future__ import annotations

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import new_document
from hypothesis import given, settings
from hypothesis import strategies as st

from trove_git.sources.rst import plain_rst, read_titles


def theirs(text: str) -> list[tuple[int, str, int]]:
    options = get_default_settings(Parser)
    options.report_level = options.halt_level = 5
    options.file_insertion_enabled = False
    options.warning_stream = ""
    document = new_document("page", options)
    Parser().parse(text, document)
    found = [title for title in document.findall(nodes.title) if isinstance(title.parent, nodes.section)]
    return [(level(title.parent), plain_rst(title.rawsource), title.parent.line) for title in found]


def level(node) -> int:
    count = 0
    while node is not None:
        count += isinstance(node, nodes.section)
        node = node.parent
    return count


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("S3\n--\n\nx\n", id="two letters"),
        pytest.param("S\n-\n", id="one letter"),
        pytest.param("Long\n---\n", id="three below four"),
        pytest.param("Long title\n----\n", id="four below ten"),
        pytest.param("==\nS3\n==\n\nx\n", id="two letters, above too"),
        pytest.param("====\n ``code``\n====\n", id="above too, indented literal"),
        pytest.param("====\nTitle\n----\n", id="above and below differ"),
        pytest.param("=====\nTitle\n====\n", id="above and below differ in length"),
        pytest.param("====\nA\nB\n====\n", id="two lines above a line"),
        pytest.param("====\n\nA\n====\n", id="a transition above a title"),
        pytest.param("----\n----\n\nA\n=\n", id="two lines of punctuation"),
        pytest.param("A\n=\n\nB\n-\n\nC\n~\n\nD\n=\n\nE\n~\n\nF\n-\n", id="a level is skipped"),
        pytest.param("A\n=\n\nB\n-\n\nC\n=\n\nD\n~\n\nE\n-\n", id="a new style where one is known"),
        pytest.param("* A\n===\n", id="an item"),
        pytest.param("1. A\n====\n", id="a number"),
        pytest.param("(a) A\n=====\n", id="a letter in brackets"),
        pytest.param("--foo\n-----\n", id="an option"),
        pytest.param("--foo  bar\n----------\n", id="an option with a description"),
        pytest.param(":field: A\n=========\n", id="a field"),
        pytest.param(":role:`A`\n=========\n", id="a role"),
        pytest.param("| A\n===\n", id="a line block"),
        pytest.param(">>> A\n=====\n", id="a doctest"),
        pytest.param(".. A\n====\n", id="a comment"),
        pytest.param("..\n\nA\n=\n", id="an empty comment"),
        pytest.param("..\n   A\n\n   B\n\nC\n=\n", id="a comment over paragraphs"),
        pytest.param(".. _A:\n\nB\n=\n", id="a target"),
        pytest.param("__ A\n====\n", id="an anonymous target"),
        pytest.param("term\n  text\n====\nx\n====\n", id="a definition"),
        pytest.param("x::\n\n> A\n> =\n\nB\n=\n", id="a quoted block"),
        pytest.param("x::\n\n  A\n  =\n\nB\n=\n", id="an indented block"),
        pytest.param("=== ===\nA   B\n=== ===\n1   2\n=== ===\n\nC\n=\n", id="a simple table"),
        pytest.param("+---+\n| A |\n+---+\n\nB\n=\n", id="a grid table"),
        pytest.param("日本語\n======\n", id="wide characters"),
        pytest.param("日本語\n===\n", id="wide characters, too short"),
        pytest.param("e\u0301e\u0301\n==\n", id="combining characters"),
        pytest.param("text\nA\n=\n", id="the end of a paragraph"),
        pytest.param("A\t\n=\n", id="a tab behind the text"),
        pytest.param("\tA\n\t=\n", id="indented by a tab"),
        pytest.param("A\n=\n  quoted\n\nB\n=\n", id="a quotation right below"),
        pytest.param("A \\\n===\n", id="a backslash at the end"),
    ],
)  # fmt: skip
def test_a_page(text: str) -> None:
    assert read_titles(text.split("\n")) == theirs(text)


TEXTS = [
    "A", "Ab", "Title", "A longer title", "``x`` y", "1. One", "2. Two", "i. x", "ii. y", "(a) b", "* item", "- item",
    ":f: x", "--opt", "-x  y", "| line", ">>> 1", ".. note:: x", ".. comment", "..", ".. _t:", "__ x", "text::", "::",
    "x : y", "\u65e5\u672c", "\u00e9",
]  # fmt: skip
LINES = [
    "=", "==", "===", "====", "=====", "===============", "--", "----", "-----", "~~~~", "~~~~~", "....", "::::",
    "== ==", "=== ===", "+---+", "+-+-+", "| a |",
]  # fmt: skip
PIECES = st.sampled_from([*TEXTS, *LINES, "", "", "", "  indented", "   A", "   =", "    deep"])


@settings(max_examples=500)
@given(st.lists(PIECES, max_size=14).map("\n".join))
def test_a_drawn_page(text: str) -> None:
    assert read_titles(text.split("\n")) == theirs(text)
