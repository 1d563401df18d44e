"""Sections of plain text."""

from __future__ import annotations

import pytest

from trove_git.sources.docs import doc_sources
from trove_git.sources.plain import read_plain


def titles(text):
    return [(s.level, s.line, s.title) for s in read_plain(text.split("\n")).sections[1:]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Guide\n=====\n\nOne\n---\n", [(1, 1, "Guide"), (2, 4, "One")], id="lines below"),
        pytest.param("  Centered\n  ========\n", [(1, 1, "Centered")], id="indented"),
        pytest.param(
            "INSTALLING\n\nfirst\n\nRUN IT, TOO\n\nx\n", [(1, 1, "INSTALLING"), (1, 5, "RUN IT, TOO")], id="capitals"
        ),
        pytest.param("A LINE\nof text\n", [], id="capitals in a paragraph"),
        pytest.param("text\n\n----------------------\n", [], id="a rule"),
        pytest.param("two\nlines\n-----\n", [], id="the end of a paragraph"),
        pytest.param("42\n\n- -\n", [], id="no letters"),
        pytest.param("# A\n\n## B\n", [(1, 1, "A"), (2, 3, "B")], id="Markdown"),
    ],
)
def test_titles(text, expected):
    assert titles(text) == expected


@pytest.mark.parametrize("path", ["README", "INSTALL", "docs/a.txt", "NEWS.txt"])
def test_files_of_text(path):
    sources, notes = doc_sources(path, b"Guide\n=====\n\nThe otter swims.\n", "")
    assert [(s.line, s.title.endswith("Guide")) for s in sources] == [(1, True)]
    assert notes == []
