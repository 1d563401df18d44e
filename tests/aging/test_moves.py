"""Where files went in a commit: changed or not, and as far as blobs are there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.aging.moves import find_moves
from trove_git.gitrepo.repository import find_root
from trove_git.paths import RepoPath
from trove_git.records import Oid

LINES = "".join(f"line {n}\n" for n in range(40))
MOVES = {"a.py": "lib/a.py", "b.py": "lib/b.py"}


def moves_of(repo: Repo, commit: Oid) -> dict[RepoPath, RepoPath]:
    repository = find_root(str(repo.path), os.environ).repository
    assert repository is not None
    return find_moves(repository, commit)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """HEAD moves `a.py` as it is, `b.py` with a change, and removes `c.py`."""
    made = Repo.init(tmp_path / "repo")
    made.commit("Start", {"a.py": f"a\n{LINES}", "b.py": f"b\n{LINES[::-1]}", "c.py": "something else\n"})
    (made.path / "lib").mkdir()
    for old, new in MOVES.items():
        made.git("mv", old, new)
    made.git("rm", "-q", "c.py")
    made.commit("Move", {"lib/b.py": f"b\n{LINES[::-1]}more\n"})
    return made


def test_files_that_moved(repo: Repo) -> None:
    assert moves_of(repo, repo.head) == MOVES
    assert moves_of(repo, repo.oid("HEAD~1")) == {}


def test_the_configuration_of_git_does_not_matter(repo: Repo) -> None:
    for key, value in {"diff.renames": "false", "diff.renameLimit": "1", "core.quotePath": "true"}.items():
        repo.git("config", key, value)
    assert moves_of(repo, repo.head) == MOVES


def test_a_merge_moves_nothing_itself(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side", "HEAD~1")
    repo.commit("Side", {"d.py": "x\n"})
    repo.git("checkout", "-q", "main")
    repo.tick("merge", "-q", "--no-edit", "side")
    assert moves_of(repo, repo.head) == {}


def test_without_blobs_only_what_did_not_change_is_found(repo: Repo, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = Repo(tmp_path / "partial")
    repo.git("clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{repo.path}", str(clone.path))
    assert moves_of(clone, repo.head) == {"a.py": "lib/a.py"}


def test_a_commit_that_cannot_be_read_moved_nothing(repo: Repo) -> None:
    assert moves_of(repo, Oid("0" * 40)) == {}
