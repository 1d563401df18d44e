"""Which trove is which, and which one is written to."""

from __future__ import annotations

import subprocess

import pytest

from tests.support.troves import make_folders
from trove_git.errors import TroveNotFound
from trove_git.workspace.troves import PERSONAL, PROJECT, choose, find_trove, locate_troves
from trove_git.workspace.workspace import find_workspace


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_both_troves_are_located_before_they_exist(folders):
    troves = folders.troves()
    assert troves.project.folder == folders.project
    assert troves.project.boundary == folders.repo
    assert troves.project.git_dir == folders.repo / ".git"
    assert troves.personal.folder == folders.personal
    assert [location.shown for location in troves.all()] == [".claude/trove", "~/.claude/trove"]


def test_a_worktree_locks_in_its_own_git_dir(folders, tmp_path):
    run = ["git", "-C", str(folders.repo), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run([*run, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*run, "worktree", "add", "-q", str(tmp_path / "tree")], check=True)
    project = locate_troves(find_workspace(str(tmp_path / "tree"))).project
    assert project.folder == tmp_path / "tree" / ".claude" / "trove"
    assert project.git_dir == folders.repo / ".git" / "worktrees" / "tree"


def test_a_scope_folder_has_a_trove_of_its_own(folders, monkeypatch):
    (folders.repo / "sub" / ".trove").mkdir(parents=True)
    monkeypatch.chdir(folders.repo / "sub")
    project = locate_troves(find_workspace(None)).project
    assert project.folder == folders.repo / "sub" / ".claude" / "trove"
    assert project.boundary == folders.repo


def test_outside_git_the_folder_itself_holds_the_trove(folders, tmp_path):
    (tmp_path / "plain").mkdir()
    project = locate_troves(find_workspace(str(tmp_path / "plain"))).project
    assert (project.folder, project.git_dir) == (tmp_path / "plain" / ".claude" / "trove", None)


def test_in_the_home_folder_there_is_only_the_personal_trove(folders):
    troves = locate_troves(find_workspace(str(folders.home)))
    assert troves.project is None
    assert troves.all() == (troves.personal,)


def test_a_bare_repository_has_no_trove_on_disk(folders, tmp_path):
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "bare")], check=True)
    troves = locate_troves(find_workspace(str(tmp_path / "bare")))
    assert choose(troves) == troves.personal
    with pytest.raises(TroveNotFound, match="bare") as raised:
        choose(troves, PROJECT)
    assert raised.value.hint == "use --personal"


def test_the_project_trove_is_written_to_once_it_has_an_index(folders):
    assert find_trove(folders.troves()).location.personal
    folders.project.mkdir(parents=True)
    (folders.project / "INDEX.md").write_text("")
    found = find_trove(folders.troves())
    assert (found.location.folder, found.exists) == (folders.project, True)
    assert choose(folders.troves(), PERSONAL).folder == folders.personal


def test_a_trove_can_be_wanted_before_it_exists(folders):
    found = find_trove(folders.troves(), PROJECT)
    assert (found.location.folder, found.exists) == (folders.project, False)
