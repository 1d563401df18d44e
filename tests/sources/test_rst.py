"""Titles of reStructuredText: adornments below and above, levels by order of appearance."""

from __future__ import annotations

import pytest

from trove_git.sources.docs import doc_sources
from trove_git.sources.rst import plain_rst, read_rst


def titles(text):
    return [(s.level, s.title, s.line) for s in read_rst(text.split("\n")).sections][1:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("A\n===\n\nB\n---\n", [(1, "A", 1), (2, "B", 4)], id="below"),
        pytest.param("===\n A \n===\n\nB\n===\n", [(1, "A", 1), (2, "B", 5)], id="above and below is another level"),
        pytest.param("A\n~~~\n\nB\n***\n\nC\n~~~\n", [(1, "A", 1), (2, "B", 4), (1, "C", 7)], id="order decides"),
        pytest.param("Long title\n===\n", [], id="too short"),
        pytest.param("text\nA\n===\n", [], id="the end of a paragraph"),
        pytest.param("=== ===\na   b\n=== ===\n", [], id="table"),
        pytest.param("::\n\n    A\n    ===\n", [], id="literal block"),
        pytest.param("x\n\n----\n\ny\n", [], id="transition"),
        pytest.param("A\n===\nB\n---\n", [(1, "A", 1), (2, "B", 3)], id="one right below another"),
        pytest.param(f"``code`` and :ref:`text <label>`\n{'=' * 40}\n", [(1, "code and text", 1)], id="roles"),
    ],
)  # fmt: skip
def test_titles(text, expected):
    assert titles(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain", "plain", id="plain"),
        pytest.param("see `the docs`_ and `x <http://y>`__", "see the docs and x", id="references"),
        pytest.param("**bold** ``*code*``", "bold *code*", id="emphasis"),
        pytest.param(":class:`~a.B`", "~a.B", id="role"),
    ],
)
def test_plain(text, expected):
    assert plain_rst(text) == expected


def test_sections_of_a_file():
    text = b"intro\n\nGuide\n=====\n\nfirst\n\nTesting\n-------\n\nsecond\n"
    sources, notes = doc_sources("docs/guide.rst", text, "")
    assert [(s.line, s.end_line, s.title) for s in sources] == [
        (1, 2, "guide"),
        (3, 7, "Guide"),
        (8, 11, "Guide > Testing"),
    ]
    assert notes == []
