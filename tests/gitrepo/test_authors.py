"""Commits by author: as `git log --author` selects them, whatever their number."""

from __future__ import annotations

import os

import pytest

from tests.support.repos import Repo
from trove_git.errors import GitError, UsageError
from trove_git.gitrepo import authors as room
from trove_git.gitrepo.authors import select_by_author
from trove_git.gitrepo.repository import Repository, find_root
from trove_git.records import Oid


def commit_as(repo: Repo, name: str, mail: str) -> Oid:
    repo.tick("commit", "-q", "--allow-empty", "-m", "x", f"--author={name} <{mail}>")
    return repo.head


@pytest.fixture
def made(repo: Repo) -> dict[str, Oid]:
    """Name → commit; all have the same committer."""
    return {
        "Ann": commit_as(repo, "Ann Archer", "ann@example.org"),
        "Bob": commit_as(repo, "Bob", "bob@old.example"),
        "Zoë": commit_as(repo, "Zoë", "zoe@example.org"),
    }


def repository_of(repo: Repo) -> Repository:
    found = find_root(str(repo.path), os.environ).repository
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("ann", {"Ann"}),
        ("ARCHER", {"Ann"}),
        ("example.org", {"Ann", "Zoë"}),
        ("^Bob <", {"Bob"}),
        ("org>$", {"Ann", "Zoë"}),
        ("Zoë", {"Zoë"}),
        ("tester", set()),
        ("-x", set()),
    ],
)
def test_patterns(repo: Repo, made: dict[str, Oid], pattern: str, names: set[str]) -> None:
    assert select_by_author(repository_of(repo), made.values(), pattern) == {made[name] for name in names}


def test_only_those_that_were_named(repo: Repo, made: dict[str, Oid]) -> None:
    assert select_by_author(repository_of(repo), [made["Zoë"], made["Zoë"]], "example.org") == {made["Zoë"]}
    assert select_by_author(repository_of(repo), [], "example.org") == set()


def test_a_mailmap_is_heeded(repo: Repo, made: dict[str, Oid]) -> None:
    repo.write(".mailmap", "Robert Smith <rob@new.example> <bob@old.example>\n")
    assert select_by_author(repository_of(repo), made.values(), "robert smith") == {made["Bob"]}


def test_more_than_git_is_told_at_once(repo: Repo, made: dict[str, Oid], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "BATCH", 1)
    assert select_by_author(repository_of(repo), made.values(), "example.org") == {made["Ann"], made["Zoë"]}


@pytest.mark.parametrize(("pattern", "why"), [("", "is empty"), (" ", "is empty"), ("[", "no regular expression")])
def test_what_is_no_pattern(repo: Repo, made: dict[str, Oid], pattern: str, why: str) -> None:
    with pytest.raises(UsageError, match=why) as caught:
        select_by_author(repository_of(repo), made.values(), pattern)
    assert caught.value.hint


def test_a_commit_that_is_not_there(repo: Repo, made: dict[str, Oid]) -> None:
    with pytest.raises(GitError):
        select_by_author(repository_of(repo), [*made.values(), Oid("1" * 40)], "ann")
