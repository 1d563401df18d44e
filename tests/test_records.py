"""The text of records."""

from __future__ import annotations

import os

import pytest

from trove_git.records import (
    ENTRY_KINDS,
    KINDS,
    Finding,
    Note,
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
