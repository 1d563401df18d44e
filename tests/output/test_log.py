"""What commits did, as lines and as objects."""

from __future__ import annotations

import pytest

from trove_git.commands.log import Logged, LoggedCommit, Told
from trove_git.gitrepo.touching import FileChange, Touching
from trove_git.lives.trove_history import (
    ADDED,
    CHANGED,
    MOVED,
    PRESENT,
    REMOVED,
    RENAMED,
    RESTORED,
    RETIRED,
    EntryChange,
)
from trove_git.output.log import log_asides, log_object, render_log
from trove_git.paths import RepoPath
from trove_git.records import Oid, TreeOid

COMMIT = Touching(
    Oid("a" * 40), TreeOid("b" * 40), (), 1_700_000_000, "2023-11-14", "A Tester", "a@example.org", "subject", False
)
TROVE = ".claude/trove/"


def told(action: str, path: str, old_path: str = "", *, edited: bool = False, old_title: str = "T") -> Told:
    old_path = old_path or path
    file = FileChange(
        "M", RepoPath(path), RepoPath(old_path), Oid("1" * 40), Oid(("2" if edited else "1") * 40), 0o100644, 0o100644
    )
    change = EntryChange(action, RepoPath(path), RepoPath(old_path), file)
    return Told(change, "T", old_title, TROVE + path, TROVE + old_path)


def logged(*entries: Told, others: tuple[str, ...] = (), **fields) -> Logged:
    return Logged("f" * 40, (LoggedCommit(COMMIT, entries, others),), False, ())._replace(**fields)


@pytest.mark.parametrize(
    ("one", "line"),
    [
        (told(ADDED, "entries/a.md"), "+ T  (a)"),
        (told(CHANGED, "entries/a.md", edited=True, old_title="S"), "~ T  (a, was: S)"),
        (told(REMOVED, "entries/a.md"), "- T  (a)"),
        (told(RENAMED, "entries/b.md", "entries/a.md"), "~ T  (a -> b)"),
        (
            told(RENAMED, "memory/b.md", "entries/a.md", edited=True),
            "~ T  (a -> b, moved from entries to memory, changed)",
        ),
        (told(MOVED, "memory/a.md", "entries/a.md"), "~ T  (a, moved from entries to memory)"),
        (told(RETIRED, "archive/a.md", "a.md"), "- T  (a, retired)"),
        (told(RESTORED, "a.md", "archive/a.md", edited=True), "+ T  (a, restored, changed)"),
        (told(PRESENT, "a.md"), "= T  (a, at the edge of the shallow clone)"),
    ],
)
def test_what_happened_to_an_entry(one, line):
    assert render_log(logged(one)) == f"aaaaaaaaa  2023-11-14  A Tester  subject\n  {line}\n"


def test_many_entries_and_none():
    lines = render_log(logged(*[told(ADDED, f"e{n}.md") for n in range(22)])).splitlines()
    assert (len(lines), lines[-1]) == (22, "  and 2 more; --json lists all")
    assert render_log(logged(others=("INDEX.md", "x"))).splitlines()[1:] == ["  INDEX.md, x"]


def test_a_subject_does_not_steer_the_terminal():
    commit = LoggedCommit(COMMIT._replace(subject="a\x1b[1m"), (), ("x",))
    assert "\x1b[1m" in render_log(logged(commits=(commit,)))
    assert "a\ufffd[1m" in render_log(logged(commits=(commit,)), terminal=True)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, ""),
        ({"more": True}, "-- there are more; a larger --limit shows them\n"),
        ({"commits": (), "notes": ("no commit yet",)}, "-- no commit yet\nno commits\n"),
    ],
)
def test_asides(fields, text):
    assert log_asides(logged(**fields)) == text


def test_object():
    one = told(RENAMED, "entries/b.md", "entries/a.md", edited=True, old_title="S")
    assert log_object(logged(one)) == {
        "revision": "f" * 40,
        "commits": [
            {
                "commit": "a" * 40, "date": "2023-11-14T22:13:20Z", "author": "A Tester", "email": "a@example.org",
                "subject": "subject", "others": [],
                "changes": [
                    {"action": RENAMED, "slug": "b", "path": f"{TROVE}entries/b.md", "old_slug": "a",
                     "old_path": f"{TROVE}entries/a.md", "edited": True, "title": "T", "old_title": "S"},
                ],
            },
        ],
        "more": False,
    }  # fmt: skip
    assert log_object(logged(commits=(), revision="", notes=("n",))) == {
        "revision": None, "commits": [], "more": False, "notes": ["n"],
    }  # fmt: skip
