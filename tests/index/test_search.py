"""Filters, and the index in memory."""

from __future__ import annotations

from typing import Any

import pytest

from trove_git.index.record import Prepared
from trove_git.index.search import Filter, MemoryIndex, Question
from trove_git.records import Source


def source(path: str, body: str, **fields) -> Source:
    made: dict[str, Any] = {"kind": "doc", "path": path, "line": 1, "end_line": 1, "title": "", "body": body}
    return Source(**made | fields)


ENTRY = Prepared(source("e.md", "alpha beta", kind="project", entry_type="gotcha", tags=("HTTP", "b"))).record
DOC = Prepared(source("d.md", "alpha gamma")).record


@pytest.mark.parametrize(
    ("narrowing", "entry", "doc"),
    [
        pytest.param(Filter(), True, True, id="nothing"),
        pytest.param(Filter(kinds=("doc",)), False, True, id="kind"),
        pytest.param(Filter(kinds=("doc", "project")), True, True, id="kinds"),
        pytest.param(Filter(types=("gotcha",)), True, False, id="type"),
        pytest.param(Filter(types=("decision",)), False, False, id="another type"),
        pytest.param(Filter(tags=("http",)), True, False, id="tag in another case"),
        pytest.param(Filter(tags=("x", "b")), True, False, id="one of the tags"),
        pytest.param(Filter(tags=("x",)), False, False, id="another tag"),
        pytest.param(Filter(paths=frozenset(("e.md", "x.md"))), True, False, id="paths"),
        pytest.param(Filter(paths=frozenset()), False, False, id="no path"),
        pytest.param(Filter(("project",), ("gotcha",), ("b",)), True, False, id="all"),
        pytest.param(Filter(("project",), ("gotcha",), ("x",)), False, False, id="all but one"),
    ],
)
def test_filter(narrowing, entry, doc):
    assert (narrowing.admits(ENTRY), narrowing.admits(DOC)) == (entry, doc)


@pytest.fixture
def index():
    return MemoryIndex(
        [Prepared(source(p, b)) for p, b in [("a.md", "alpha beta"), ("a.md", "beta"), ("b.md", "gamma beta beta")]]
        + [Prepared(source("e.md", "beta delta", kind="project"))]
    )


def test_counts(index):
    assert index.manifest.kinds == {"doc": 3, "project": 1}
    assert index.manifest.lengths == {"doc": 6, "project": 2}
    assert [index.doc_freq(term) for term in ("beta", "alpha", "none")] == [4, 1, 0]


def test_matches(index):
    assert index.matches(["alpha", "gamma"], Filter()) == 2
    assert index.matches(["beta"], Filter(("project",))) == 1
    assert index.matches(["none"], Filter()) == 0


def test_candidates_are_all_that_hold_a_term(index):
    found = index.candidates(Question(("alpha", "gamma"), (1.0, 1.0), 1.0, 1.0), Filter(), 1)
    assert [record.path for record in found.records] == ["a.md", "b.md"]
    assert found.rest is None


def test_lookup(index):
    assert [record.path for record in index.lookup(["a.md", "none"])] == ["a.md", "a.md"]
    assert index.lookup([]) == []


def test_an_empty_index():
    index = MemoryIndex([])
    assert (index.manifest.live, index.doc_freq("x"), index.matches(["x"], Filter())) == (0, 0, 0)
