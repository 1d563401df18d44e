"""Replaced blobs and trees: found where git keeps the refs, and only where it heeds them."""

from __future__ import annotations

import os

import pytest

from tests.support.repos import Repo
from trove_git.gitrepo.replaced import follow, read_replace_refs, replaced_contents
from trove_git.gitrepo.repository import Repository, find_root
from trove_git.records import Oid


def repository_of(repo: Repo) -> Repository:
    found = find_root(str(repo.path), os.environ).repository
    assert found is not None
    return found


@pytest.fixture
def blobs(repo: Repo) -> list[str]:
    repo.commit("first", {f"{n}.md": f"{n}\n" for n in range(3)})
    return [repo.oid(f"HEAD:{n}.md") for n in range(3)]


def test_nothing_is_replaced(repo: Repo, blobs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    repository = repository_of(repo)
    repo.git("pack-refs", "--all")
    monkeypatch.setattr(Repository, "run", lambda *_, **__: pytest.fail("git was asked"))
    assert read_replace_refs(repository) == b""
    assert replaced_contents(repository) == {}


@pytest.mark.parametrize("packed", [False, True])
def test_what_is_replaced(repo: Repo, blobs: list[str], packed: bool) -> None:
    first = repo.head
    tree = repo.oid("HEAD^{tree}")
    second = repo.commit("second", {"0.md": "other\n"})
    other = repo.oid("HEAD^{tree}")
    repo.git("replace", blobs[0], blobs[1])
    repo.git("replace", tree, other)
    repo.git("replace", first, second)
    if packed:
        repo.git("pack-refs", "--all")
    assert replaced_contents(repository_of(repo)) == {blobs[0]: blobs[1], tree: other}


def test_replacements_are_followed_and_taken_back(repo: Repo, blobs: list[str]) -> None:
    repository = repository_of(repo)
    repo.git("replace", blobs[0], blobs[1])
    repo.git("replace", blobs[1], blobs[2])
    assert replaced_contents(repository) == {blobs[0]: blobs[2], blobs[1]: blobs[2]}
    repo.git("replace", "-d", blobs[1])
    assert replaced_contents(repository) == {blobs[0]: blobs[1]}


def test_where_git_heeds_no_replacement_there_is_none(repo: Repo, blobs: list[str]) -> None:
    repo.git("config", "core.useReplaceRefs", "no")
    repo.git("replace", blobs[0], blobs[1])
    assert replaced_contents(repository_of(repo)) == {}


def test_a_circle_has_an_end() -> None:
    """Git makes none, but a ref is a file."""
    assert follow({Oid("a"): Oid("b"), Oid("b"): Oid("a")}, Oid("a")) in "ab"
