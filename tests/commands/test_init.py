"""Making a trove."""

from __future__ import annotations

import pytest

from tests.support.troves import files_below, make_folders, write_entry
from trove_git.commands.init import init


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_a_project_trove_is_made_once(folders):
    first = init(folders.troves().project)
    assert first.made == ("entries/", "INDEX.md", ".gitattributes")
    before = files_below(folders.repo)
    assert init(folders.troves().project).made == ()
    assert files_below(folders.repo) == before
    assert not (folders.home / ".claude").exists()


def test_entries_that_lie_there_already_are_listed(folders):
    write_entry(folders.personal, "flat.md", "Flat")
    assert init(folders.troves().personal).entry_count == 1
    assert "- [Flat](flat.md) - Text.\n" in (folders.personal / "INDEX.md").read_text()
    assert files_below(folders.repo) == {}


def test_an_index_that_is_there_is_left_alone(folders):
    write_entry(folders.project, "entries/a.md")
    (folders.project / "INDEX.md").write_text("mine\n")
    assert init(folders.troves().project).made == (".gitattributes",)
    assert (folders.project / "INDEX.md").read_text() == "mine\n"
