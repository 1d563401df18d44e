"""What is kept about a tree."""

from __future__ import annotations

import json

from trove_git.paths import RootPath
from trove_git.records import Note, Oid, TreeOid
from trove_git.sources.doc_rules import DocRules
from trove_git.sources.state import TreeState


def filled() -> TreeState:
    state = TreeState()
    state.tree = TreeOid("abc")
    state.doc_roots = {"docs": 0, "guides": 2}
    state.config = {"docs": ["*.txt"]}
    state.unread = {RootPath("a.md"): Oid("1"), RootPath("b.md"): Oid("2")}
    state.links = {RootPath("l.md"): [RootPath("a.md")]}
    state.skipped = {"a.md": "too large", "b.md": "x"}
    state.add_notes("a.md", [Note("no title", "a.md", 3)])
    state.add_notes("b.md", [Note("one", "b.md", 1), Note("two", "b.md", 2)])
    state.add_notes("c.md", [])
    return state


def test_a_state_survives_json():
    state = filled()
    again = TreeState(json.loads(json.dumps(state.to_json())))
    assert json.dumps(again.to_json()) == json.dumps(state.to_json())
    assert [tuple(note) for note in again.notes["b.md"]] == [(1, "one"), (2, "two")]


def test_nothing_saved_is_an_empty_state():
    assert TreeState({}).to_json() == TreeState().to_json()
    assert TreeState().doc_rules(()) == DocRules("docs", ())


def test_a_file_without_faults_has_no_notes():
    assert "c.md" not in filled().notes


def test_doc_rules_of_a_tree():
    assert filled().doc_rules(()) == DocRules("guides", ("*.txt",))
    assert filled().doc_rules(("*.rst",)) == DocRules("guides", ("*.rst",))


def test_without_some_paths():
    state = filled()
    other = state.without(frozenset({RootPath("a.md")}))
    assert (set(other.notes), set(other.skipped), set(other.unread)) == ({"b.md"},) * 3
    assert (other.tree, other.links, other.config) == (state.tree, state.links, state.config)
    assert set(state.notes) == {"a.md", "b.md"}
