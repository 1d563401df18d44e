"""What retiring entries does."""

from __future__ import annotations

from pathlib import Path

import pytest

from trove_git.commands.prune import CHANGED, COMMITTED, UNCOMMITTED, Linked, Retiring
from trove_git.commands.touch import Located
from trove_git.entries.entry import parse_entry
from trove_git.entries.trove import TroveLocation
from trove_git.output.prune import prune_object, prune_question, render_prune

ENTRY = parse_entry(b"---\ntitle: A\nslug: a\ntype: gotcha\ncreated: 2024-01-01\n---\n\nText.\n", "t/a.md")
LOCATED = Located(TroveLocation(Path("/r/t"), "t", False, Path("/r"), Path("/u")), "a.md", ENTRY)


@pytest.mark.parametrize(
    ("target", "state", "links", "text"),
    [
        ("t/archive/a.md", COMMITTED, (), "archive t/a.md -> t/archive/a.md  A\n"),
        ("", COMMITTED, (), "delete t/a.md  A\n"),
        ("", CHANGED, (), "delete t/a.md  A\n-- it has uncommitted changes; they are lost\n"),
        ("", UNCOMMITTED, (), "delete t/a.md  A\n-- no commit has it; it is lost\n"),
        (
            "x",
            UNCOMMITTED,
            (Linked("t/b\x1b.md", 3),),
            "archive t/a.md -> x  A\n-- no commit has it\n-- linked from t/b\ufffd.md:3\n",
        ),
    ],
)
def test_text(target, state, links, text):
    assert render_prune([Retiring(LOCATED, target, state, links)], terminal=True) == text


@pytest.mark.parametrize(("count", "delete", "text"), [(1, False, "Archive 1 entry?"), (2, True, "Delete 2 entries?")])
def test_question(count, delete, text):
    assert prune_question([Retiring(LOCATED, "", COMMITTED, ())] * count, delete=delete) == text


def test_object():
    assert prune_object([Retiring(LOCATED, "", CHANGED, (Linked("t/b.md", 3),))]) == {
        "entries": [
            {"kind": "project", "slug": "a", "path": "t/a.md", "archived_to": None, "state": CHANGED,
             "linked_from": [{"path": "t/b.md", "line": 3}]},
        ],
    }  # fmt: skip
