"""Indexes for the tests of this room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trove_git.index.publish import publish
from trove_git.index.published import PublishedIndex
from trove_git.index.store import Layer
from trove_git.records import Source


def source(path: str, body: str, **fields: Any) -> Source:
    made: dict[str, Any] = {"kind": "doc", "path": path, "line": 1, "end_line": 1, "title": "", "body": body}
    return Source(**made | fields)


CORPUS = (
    source("a.md", "alpha beta beta", title="Alpha"),
    source("a.md", "beta", line=5),
    source("b.md", "gamma", title="beta"),
    source(".claude/trove/entries/e.md", "alpha delta", kind="project", entry_type="gotcha", tags=("HTTP", "x")),
)


def put(layer: Layer, revision: str, sources: Iterable[Source] = CORPUS, base: PublishedIndex | None = None, gone=()):
    """Publish a revision, and open it."""

    def fill(draft):
        if gone:
            draft.remove(gone)
        draft.add(sources)
        draft.finish({"tree": revision})
        return True

    assert publish(layer, revision, base, fill)
    return layer.open(revision)
