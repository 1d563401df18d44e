"""An answer as one JSON object: its keys, and when each is there."""

from __future__ import annotations

import json
from typing import Any

from trove_git.output.json import ask_object
from trove_git.records import AskResult, ChangedFile, Hit, MissingReference, ScoreParts, Staleness

PARTS = ScoreParts(
    bm25=2.5, title=1.25, coverage=0.8, prior=1.25, page=0.4, category="blog", recency=1.0, terms=(("bulk", 2.5),)
)
HIT = Hit("project", "e.md", 9, "WAL", "Bulk inserts.", 3.8, PARTS, "e.md:9")


def result(*hits: Hit, **fields) -> AskResult:
    made: dict[str, Any] = {"query": "q", "matches": 7, "searched": 40, "tokens": 84, "budget": 1500, "revision": "ab"}
    return AskResult(hits=hits, **(made | fields))


def made_of(answer: AskResult, **options: bool) -> dict[str, Any]:
    """Return the object with what is in it typed as JSON is."""
    return ask_object(answer, **options)


def test_an_answer():
    assert made_of(result(HIT)) == {
        "query": "q",
        "mode": "retrieval",
        "revision": "ab",
        "sources": [{"kind": "project", "cite": "e.md:9", "title": "WAL", "snippet": "Bulk inserts.", "score": 3.8}],
        "tokens": 84,
        "budget": 1500,
        "matches": 7,
        "searched": 40,
    }


def test_keys_that_are_there_when_they_apply():
    made = made_of(result(HIT._replace(uncommitted=True), notes=("a", "b"), revision=""))
    assert made["notes"] == ["a", "b"]
    assert made["revision"] is None
    assert made["sources"][0]["uncommitted"] is True


def test_kinds_are_spelled_out():
    kinds = [source["kind"] for source in made_of(result(HIT._replace(kind="arch"), HIT))["sources"]]
    assert kinds == ["architecture", "project"]


def test_explained():
    (source,) = made_of(result(HIT), explain=True)["sources"]
    explained = dict(source["explain"])
    assert explained.pop("terms") == {"bulk": 2.5}
    expected = {"bm25": 2.5, "title": 1.25, "coverage": 0.8, "prior": 1.25, "recency": 1.0}
    assert expected.items() <= explained.items()
    assert (explained.get("page"), explained["fresh"]) == (0.4, 1.0)


def test_what_speaks_against_an_entry():
    changed = (ChangedFile("a.js", 4, 0), ChangedFile("b.js", 1, 60, at_least=True, symbol="a_b"))
    missing = (MissingReference("old.js", 3, 120, "new.js", "src/old.js"), MissingReference("a_c", 5))
    (source,) = made_of(result(HIT._replace(stale=Staleness(changed, missing))))["sources"]
    assert source["stale"] == {
        "changed": [
            {"path": "a.js", "commits": 4, "last": "1970-01-01T00:00:00Z", "at_least": False},
            {"path": "b.js", "commits": 1, "last": "1970-01-01T00:01:00Z", "at_least": True, "symbol": "a_b"},
        ],
        "missing": [
            {
                "reference": "old.js", "line": 3, "path": "src/old.js", "removed": "1970-01-01T00:02:00Z",
                "moved_to": "new.js",
            },
            {"reference": "a_c", "line": 5},
        ],
    }  # fmt: skip


def test_it_can_be_written_as_json():
    made = made_of(result(HIT, notes=("x",)), explain=True)
    assert json.loads(json.dumps(made)) == made
