"""What is at a path of a tree: files, folders, nothing, and what a tree cannot tell."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.gitrepo.objects import BlobReader
from trove_git.gitrepo.repository import find_root
from trove_git.gitrepo.trees import FILE, FOLDER, NOTHING, UNKNOWN, TreeLookup
from trove_git.paths import RepoPath


def kinds(repo: Repo, *paths: str) -> list[str]:
    repository = find_root(str(repo.path), os.environ).repository
    assert repository is not None
    assert repository.head is not None
    with BlobReader(repository) as reader:
        lookup = TreeLookup(reader, repository.head.tree)
        return [lookup.kind(RepoPath(path)) for path in paths]


@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_paths_of_a_tree(tmp_path: Path, form: str) -> None:
    repo = Repo.init(tmp_path / "repo", f"--object-format={form}")
    repo.commit("Start", {"a/b/c.py": "x\n", "a/b c.py": "y\n", "top": "z\n", os.fsdecode(b"caf\xe9/x"): "1\n"})
    (repo.path / "link").symlink_to("a")
    repo.commit("Link")
    asked = {
        "a/b/c.py": FILE, "a/b c.py": FILE, "top": FILE, "a": FOLDER, "a/b": FOLDER, "a/b/": FOLDER, "link": FILE,
        os.fsdecode(b"caf\xe9/x"): FILE, "caf/x": NOTHING, "a/c.py": NOTHING, "top/x": NOTHING, "A/b": NOTHING,
        "a/b/c.py/d": NOTHING, "b/c.py": NOTHING, "link/b": UNKNOWN,
    }  # fmt: skip
    assert dict(zip(asked, kinds(repo, *asked), strict=True)) == asked


def test_below_a_submodule_and_without_tree_objects_nothing_is_known(tmp_path: Path) -> None:
    inner = Repo.init(tmp_path / "inner")
    inner.commit("Start", {"x.py": "x\n"})
    repo = Repo.init(tmp_path / "repo")
    repo.commit("Start", {"a/b/c.py": "x\n", "d/e.py": "y\n"})
    repo.git("submodule", "--quiet", "add", str(inner.path), "sub")
    repo.commit("Sub")
    assert kinds(repo, "sub", "sub/x.py") == [FILE, UNKNOWN]
    oid = repo.oid("HEAD:a")
    (repo.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
    # What a folder is named is in the tree above it, which is there.
    assert kinds(repo, "a/b/c.py", "a", "d/e.py", "a/x") == [UNKNOWN, FOLDER, FILE, UNKNOWN]
