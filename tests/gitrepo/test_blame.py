"""Lines of `git blame --porcelain`, and files that git leaves out of a work tree."""

from __future__ import annotations

import os

import pytest

from tests.support.repos import Repo
from trove_git.errors import GitError
from trove_git.gitrepo.blame import blame, parse
from trove_git.gitrepo.repository import Repository, find_root
from trove_git.gitrepo.sparse import find_left_out
from trove_git.paths import RepoPath


def opened(repo: Repo) -> Repository:
    found = find_root(str(repo.path), os.environ).repository
    assert found is not None
    return found


def test_lines_of_commits_and_of_the_disk(repo: Repo) -> None:
    first = repo.commit("first", {"d/ä b": "one\r\n\ttwo\nthree"})
    second = repo.commit("second", {"d/ä b": "one\r\n\ttwo\n3\n"})
    repo.write("d/ä b", "one\r\n\ttwo\n3\nfour")
    lines = blame(opened(repo), RepoPath("d/ä b"))
    assert [(line.line, line.text, line.commit) for line in lines[:3]] == [
        (1, "one", first),
        (2, "\ttwo", first),
        (3, "3", second),
    ]
    assert (lines[3].text, lines[3].is_committed) == ("four", False)
    assert lines[0][3:] == ("A Tester", "tester@example.org", 1_700_000_060, "+0000")
    assert [line.text for line in blame(opened(repo), RepoPath("d/ä b"), first)] == ["one", "\ttwo", "three"]


def test_a_program_that_would_turn_the_file_into_text_is_not_run(repo: Repo, tmp_path) -> None:
    repo.commit("first", {".gitattributes": "a diff=odd\n", "a": "one\n"})
    repo.git("config", "diff.odd.textconv", f"touch {tmp_path / 'ran'};cat")
    assert [line.text for line in blame(opened(repo), RepoPath("a"))] == ["one"]
    assert not (tmp_path / "ran").exists()


def test_what_a_commit_has_not_is_an_error(repo: Repo) -> None:
    repo.commit("first")
    with pytest.raises(GitError, match="no such path"):
        blame(opened(repo), RepoPath("a"), repo.head)


def test_a_line_may_look_like_a_header() -> None:
    oid = "1" * 40
    head = "author A\nauthor-mail <a@b>\nauthor-time -5\nauthor-tz +0130"
    lines = parse(f"{oid} 1 1 2\n{head}\n\t{oid} 9 9\n{oid} 2 2\n\tauthor X\n".encode())
    assert [(line.text, line.author, line.time, line.zone) for line in lines] == [
        (f"{oid} 9 9", "A", -5, "+0130"),
        ("author X", "A", -5, "+0130"),
    ]
    assert parse(b"") == []


def test_files_that_a_sparse_checkout_leaves_out(repo: Repo) -> None:
    repo.commit("first", {"d/a": "a\n", "e/b": "b\n"})
    assert find_left_out(opened(repo), [RepoPath("d"), RepoPath("e")]) == frozenset()
    repo.git("sparse-checkout", "set", "d")
    assert find_left_out(opened(repo), [RepoPath("d"), RepoPath("e")]) == {"e/b"}
    assert find_left_out(opened(repo), [RepoPath("d")]) == frozenset()
