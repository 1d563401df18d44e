"""`trove.*` values of git config and of a file in a commit."""

from __future__ import annotations

import os

import pytest

from trove_git.errors import GitError
from trove_git.gitrepo.config import parse, read_blob_config, read_named_config, start_reading
from trove_git.gitrepo.repository import find_root, locate


@pytest.mark.parametrize(
    ("output", "values"),
    [
        pytest.param(b"", {}, id="nothing"),
        pytest.param(b"trove.limit\n3\0", {"limit": ["3"]}, id="one"),
        pytest.param(b"trove.docs\na\0trove.docs\nb\0", {"docs": ["a", "b"]}, id="several, in order"),
        pytest.param(b"core.bare\nfalse\0trove.limit\n3\0", {"limit": ["3"]}, id="others"),
        pytest.param(b"trove.docs\na\nb\0", {"docs": ["a\nb"]}, id="a line end in a value"),
        pytest.param(b"trove.flag\0", {"flag": [""]}, id="no value"),
        pytest.param(b"trove.docs\ncaf\xe9\0", {"docs": ["caf\ufffd"]}, id="outside UTF-8"),
        pytest.param(b"trovex.limit\n3\0", {}, id="another section"),
    ],
)
def test_parse(output, values):
    assert parse(output) == values


def test_values_of_all_of_gits_files(repo):
    repo.git("config", "--global", "trove.limit", "5")
    repo.git("config", "trove.limit", "7")
    repo.git("config", "--add", "trove.perKind", "2")
    out = start_reading(locate(str(repo.path), os.environ)).finish()
    assert parse(out) == {"limit": ["5", "7"], "perkind": ["2"]}


def test_no_value_is_no_failure(repo):
    running = start_reading(locate(str(repo.path), os.environ))
    assert parse(running.finish(check=False)) == {}


def test_a_file_of_a_commit(repo):
    repo.commit(files={".trove/config": "[trove]\n\tdocs = guides/*.md\n\tdocs = x\n[other]\n\ta = b\n"})
    repository = find_root(str(repo.path), os.environ).repository
    assert read_blob_config(repository, "HEAD:.trove/config") == {"docs": ["guides/*.md", "x"]}


def test_a_file_that_git_cannot_parse(repo):
    repo.commit(files={".trove/config": "[trove\n"})
    repository = find_root(str(repo.path), os.environ).repository
    with pytest.raises(GitError, match="config"):
        read_blob_config(repository, "HEAD:.trove/config")


def test_a_file_that_a_commit_may_have(repo):
    repo.commit("without")
    repository = find_root(str(repo.path), os.environ).repository
    assert read_named_config(repository, "HEAD:.trove/config") == {}
    repo.commit(files={".trove/config": "[trove]\n\tdocs = x\n"})
    assert read_named_config(repository, "HEAD:.trove/config") == {"docs": ["x"]}
    repo.commit(files={".trove/config": "[trove\n"})
    with pytest.raises(GitError, match="config"):
        read_named_config(repository, "HEAD:.trove/config")
