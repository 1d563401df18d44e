"""Writing to a trove: by rename, under a lock, inside its boundary, never over what is there."""

from __future__ import annotations

import os
import threading

import pytest

from trove_git.entries.trove import TroveLocation
from trove_git.entries.writing import locked, require_inside, scaffold
from trove_git.errors import WriteError
from trove_git.storage import write_atomically


@pytest.fixture
def location(tmp_path):
    (tmp_path / "git").mkdir()
    return TroveLocation(
        tmp_path / "work" / "trove", ".claude/trove", False, tmp_path / "work", tmp_path / "locks", tmp_path / "git"
    )


def test_the_lock_lies_in_the_git_dir_and_keeps_others_out(location):
    with locked(location):
        assert (location.git_dir / "trove" / "write.lock").exists()
        with pytest.raises(WriteError, match="another process has been writing"), locked(location, 0.05):
            pass
    with locked(location, 0.05):
        pass
    assert not location.folder.exists()


def test_without_a_git_dir_the_lock_lies_with_the_user(location):
    personal = location._replace(git_dir=None)
    with locked(personal), pytest.raises(WriteError), locked(personal, 0.05):
        pass
    assert len(os.listdir(location.lock_folder)) == 1
    assert not location.folder.exists()


def test_a_lock_that_cannot_be_made_is_an_error_the_user_can_fix(location, monkeypatch):
    (location.git_dir / "trove").write_text("a file in the way")
    with pytest.raises(WriteError, match="cannot make a lock file"), locked(location):
        pass


def test_writers_take_turns(location, tmp_path):
    counter = tmp_path / "counter"
    counter.write_text("0")

    def add():
        for _ in range(20):
            with locked(location):
                write_atomically(counter, str(int(counter.read_text()) + 1).encode())

    threads = [threading.Thread(target=add) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counter.read_text() == "40"


def test_scaffold_makes_a_project_trove_once(location):
    location.boundary.mkdir()
    assert scaffold(location) == ("entries/", "INDEX.md", ".gitattributes")
    assert (location.folder / ".gitattributes").read_text() == "INDEX.md merge=union\n"
    assert (location.folder / "INDEX.md").read_text().startswith("# Trove\n")
    assert scaffold(location) == ()


def test_scaffold_overwrites_nothing(location):
    location.folder.mkdir(parents=True)
    (location.folder / "INDEX.md").write_text("mine")
    (location.folder / ".gitattributes").write_text("*.json text")
    assert scaffold(location) == ("entries/", ".gitattributes")
    assert (location.folder / "INDEX.md").read_text() == "mine"
    assert (location.folder / ".gitattributes").read_text() == "*.json text\nINDEX.md merge=union\n"


def test_the_users_own_attribute_of_the_index_stays(location):
    location.folder.mkdir(parents=True)
    (location.folder / ".gitattributes").write_text("INDEX.md merge=ours\n")
    scaffold(location)
    assert (location.folder / ".gitattributes").read_text() == "INDEX.md merge=ours\n"


def test_a_personal_trove_has_no_attributes(tmp_path):
    assert scaffold(TroveLocation(tmp_path / "t", "~/.claude/trove", True, tmp_path / "t", tmp_path)) == (
        "entries/",
        "INDEX.md",
    )


def test_nothing_is_made_behind_a_symlink_out_of_the_boundary(location, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    location.boundary.mkdir()
    location.folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(WriteError, match="a symlink leads out"):
        scaffold(location)
    assert os.listdir(tmp_path / "elsewhere") == []
    with pytest.raises(WriteError):
        require_inside(location, location.folder / "entries" / "a.md")


def test_a_trove_that_cannot_be_made_is_an_error_the_user_can_fix(location):
    location.boundary.write_text("a file in the way")
    with pytest.raises(WriteError, match="cannot make the trove"):
        scaffold(location)
