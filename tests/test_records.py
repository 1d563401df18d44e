"""The text of records."""

from __future__ import annotations

import os

import pytest

from trove_git.records import (
    ENTRY_KINDS,
    KINDS,
    ChangedFile,
    Finding,
    MissingReference,
    Note,
    Staleness,
    day_of,
    display_path,
)


@pytest.mark.parametrize(
    ("note", "text"),
    [
        (Note("no title"), "no title"),
        (Note("no title", "a.md"), "a.md: no title"),
        (Note("no title", "a.md", 3), "a.md:3: no title"),
        (Note("no title", line=3), "no title"),
    ],
)
def test_note(note, text):
    assert str(note) == text


@pytest.mark.parametrize(
    ("finding", "text"),
    [
        (Finding("a.md", 3, "no title"), "a.md:3: no title"),
        (Finding("a.md", 0, "cannot be read"), "a.md: cannot be read"),
        (Finding("a.md", 3, "no reason", "note"), "a.md:3: note: no reason"),
    ],
)
def test_finding(finding, text):
    assert str(finding) == text


@pytest.mark.parametrize(
    ("remark", "text"),
    [
        (ChangedFile("src/a.js", 4, 1_777_680_000), "stale? src/a.js changed in 4 commits since, last 2026-05-02"),
        (ChangedFile("a.js", 1, 0), "stale? a.js changed in 1 commit since, last 1970-01-01"),
        (ChangedFile("a.js", 1, 0, at_least=True), "stale? a.js changed in 1+ commits since, last 1970-01-01"),
        (ChangedFile("a.js", 2, 0, symbol="a_b"), "stale? a.js (a_b) changed in 2 commits since, last 1970-01-01"),
        (ChangedFile("a\n.js", 2, 0), 'stale? "a\\n.js" changed in 2 commits since, last 1970-01-01'),
        (MissingReference("a.js", 3, 0, path="src/a.js"), "dangling? src/a.js no longer exists (removed 1970-01-01)"),
        (MissingReference("a_b()", 3), "dangling? a_b() no longer exists"),
        (MissingReference("a.js", 3, 0, "b.js", "a.js"), "dangling? a.js moved to b.js (1970-01-01)"),
        (MissingReference("a.js", 3, None, "b\t.js"), 'dangling? a.js moved to "b\\t.js"'),
    ],
)
def test_remark(remark, text):
    assert str(remark) == text


def test_of_many_remarks_two_lines_are_shown_and_missing_files_first():
    changed = tuple(ChangedFile(name, 1, 0) for name in "abc")
    gone = MissingReference("x", 1)
    assert Staleness(changed[:2]).lines == (str(changed[0]), str(changed[1]))
    assert Staleness(changed[:1], (gone,)).lines == (str(gone), str(changed[0]))
    assert Staleness(changed, (gone,)).lines == (str(gone), f"{changed[0]}, +2 more")


@pytest.mark.parametrize(
    ("seconds", "day"),
    [(0, "1970-01-01"), (-1, "1969-12-31"), (1 << 62, "9999-12-31"), (-(1 << 62), "0001-01-01")],
)
def test_day(seconds, day):
    assert day_of(seconds) == day


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        pytest.param("docs/a b.md", "docs/a b.md", id="plain"),
        pytest.param("docs/größe 数.md", "docs/größe 数.md", id="printable"),
        pytest.param('a"b.md', 'a"b.md', id="a quote inside breaks nothing"),
        pytest.param('"a.md', '"\\"a.md"', id="a quote in front"),
        pytest.param("a\tb\nc\rd", '"a\\tb\\nc\\rd"', id="white space"),
        pytest.param("a\x1b[31m\\", '"a\\033[31m\\\\"', id="escape and backslash"),
        pytest.param(os.fsdecode(b"caf\xe9.md"), '"caf\\351.md"', id="outside UTF-8"),
        pytest.param("a\u202eé", '"a\\342\\200\\256\\303\\251"', id="turned direction"),
    ],
)
def test_display_path(path, shown):
    assert display_path(path) == shown


def test_git_quotes_a_path_alike(repo):
    """`git ls-files` quotes what would break a line; pasted, both names mean the same file."""
    path = 'a\tb\\"\x07.md'
    repo.commit(files={path: "x"})
    assert display_path("\n" + path) == '"\\n' + repo.git("ls-files")[1:].replace("\\a", "\\007")


def test_entry_kinds_are_kinds():
    assert set(ENTRY_KINDS) < set(KINDS)
