"""Counts with their nouns, and what is said against an entry."""

from __future__ import annotations

import pytest

from trove_git.records import ChangedFile, MissingReference, Staleness
from trove_git.wording import changed_line, counted, iso_time, missing_line, stale_lines


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((1, "file"), "1 file"),
        ((0, "file"), "0 files"),
        ((2, "test file"), "2 test files"),
        ((1, "entry"), "1 entry"),
        ((3, "similar entry"), "3 similar entries"),
        ((1, "file is", "files are"), "1 file is"),
        ((2, "file is", "files are"), "2 files are"),
    ],
)
def test_counted(arguments, text):
    assert counted(*arguments) == text


def test_one_and_perhaps_more():
    assert counted(1, "commit", at_least=True) == "1+ commits"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (ChangedFile("src/a.js", 4, 1_777_680_000), "stale? src/a.js changed in 4 commits since, last 2026-05-02"),
        (ChangedFile("a.js", 1, 0), "stale? a.js changed in 1 commit since, last 1970-01-01"),
        (ChangedFile("a.js", 1, 0, at_least=True), "stale? a.js changed in 1+ commits since, last 1970-01-01"),
        (ChangedFile("a.js", 2, 0, symbol="a_b"), "stale? a.js (a_b) changed in 2 commits since, last 1970-01-01"),
        (ChangedFile("a\n.js", 2, 0), 'stale? "a\\n.js" changed in 2 commits since, last 1970-01-01'),
    ],
)
def test_changed(file, text):
    assert changed_line(file) == text


@pytest.mark.parametrize(
    ("gone", "text"),
    [
        (MissingReference("a.js", 3, 0, path="src/a.js"), "dangling? src/a.js no longer exists (removed 1970-01-01)"),
        (MissingReference("a_b()", 3), "dangling? a_b() no longer exists"),
        (MissingReference("a.js", 3, 0, "b.js", "a.js"), "dangling? a.js moved to b.js (1970-01-01)"),
        (MissingReference("a.js", 3, None, "b\t.js"), 'dangling? a.js moved to "b\\t.js"'),
    ],
)
def test_missing(gone, text):
    assert missing_line(gone) == text


def test_of_many_remarks_two_lines_are_shown_and_missing_files_first():
    changed = tuple(ChangedFile(name, 1, 0) for name in "abc")
    gone = MissingReference("x", 1)
    a, b, x = changed_line(changed[0]), changed_line(changed[1]), missing_line(gone)
    assert stale_lines(None) == ()
    assert stale_lines(Staleness(changed[:2])) == (a, b)
    assert stale_lines(Staleness(changed[:1], (gone,))) == (x, a)
    assert stale_lines(Staleness(changed, (gone,))) == (x, f"{a}, +2 more")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "1970-01-01T00:00:00Z"), (1 << 62, "9999-12-31T23:59:59Z"), (1_700_000_000, "2023-11-14T22:13:20Z")],
)
def test_time(seconds, text):
    assert iso_time(seconds) == text
