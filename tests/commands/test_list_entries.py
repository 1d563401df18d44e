"""Listing entries."""

from __future__ import annotations

import pytest

from tests.support.troves import make_folders, write_entry
from trove_git.commands.list_entries import Wanted, list_entries


@pytest.fixture
def troves(tmp_path, monkeypatch):
    folders = make_folders(tmp_path, monkeypatch)
    write_entry(folders.project, "entries/old.md", created="2020-01-01", type="gotcha", tags="DB, wal")
    write_entry(folders.project, "memory/new.md", created="2024-05-05", type="decision", tags="db")
    write_entry(folders.project, "entries/undated.md", created="")
    write_entry(folders.personal, "mine.md", created="2024-05-05")
    (folders.personal / "gone.md").symlink_to("/nowhere")
    return folders.troves()


@pytest.mark.parametrize(
    ("wanted", "slugs"),
    [
        (Wanted(), ["mine", "new", "old", "undated"]),
        (Wanted(types=("gotcha", "decision")), ["new", "old"]),
        (Wanted(tags=("db",)), ["new", "old"]),
        (Wanted(tags=("db", "WAL")), ["old"]),
        (Wanted(sections=("memory",)), ["new"]),
        (Wanted(types=("gotcha",), sections=("memory",)), []),
    ],
)
def test_entries_come_newest_first(troves, wanted, slugs):
    assert [entry.slug for _, entry in list_entries(troves, wanted).rows] == slugs


def test_each_entry_is_marked_with_its_trove(troves):
    assert [kind for kind, _ in list_entries(troves, Wanted()).rows] == ["personal", "project", "project", "project"]


def test_files_that_cannot_be_read_are_named(troves):
    assert [finding.path for finding in list_entries(troves, Wanted()).unreadable] == ["~/.claude/trove/gone.md"]
