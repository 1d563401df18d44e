"""Who said what of an entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lives import ENTRIES, LINES, TROVE, fact, make_partial, move, workspace
from tests.support.repos import Repo
from trove_git.commands.blame import EDGE, UNCOMMITTED, Blamed, blame_entry
from trove_git.errors import EntryNotFound, GitError, NotARepository, UnknownRevision

BODY = 6
"""Line on which the body of `fact` begins, minus one."""


def of(repo: Repo | Path, slug: str = "a", revision: str | None = None) -> Blamed:
    return blame_entry(workspace(repo), slug, revision)


def commits(found: Blamed) -> list[str]:
    return [said.blamed.commit[:7] if said.blamed.is_committed else "" for said in found.lines[BODY:]]


def test_lines_keep_their_commits_through_a_rename(repo: Repo) -> None:
    first = repo.commit("first", {f"{ENTRIES}/a.md": fact("A", f"{LINES}one\ntwo\n")})
    second = repo.commit("second", {f"{ENTRIES}/a.md": fact("A", f"{LINES}one\n2\n")})
    move(repo, "entries/a.md", "memory/entries/b.md")
    repo.write(f"{TROVE}/memory/entries/b.md", fact("A", f"{LINES}one\n2\nthree\n"))
    found = of(repo, "b")
    assert commits(found)[-3:] == [first[:7], second[:7], ""]
    assert [said.signature for said in found.lines[-2:]] == ["unsigned", UNCOMMITTED]
    assert (found.path, found.revision, found.notes) == (f"{TROVE}/memory/entries/b.md", "", ())
    then = of(repo, "b", "HEAD~1")
    assert (then.path, then.revision, commits(then)[-1]) == (f"{ENTRIES}/a.md", second, second[:7])


def test_an_entry_that_is_not_committed(repo: Repo) -> None:
    repo.write(f"{ENTRIES}/a.md", fact("A", "one\r\ntwo"))
    for _ in range(2):
        found = of(repo)
        assert {said.signature for said in found.lines} == {UNCOMMITTED}
        assert [(said.blamed.line, said.blamed.text) for said in found.lines[-2:]] == [(7, "one"), (8, "two")]
        repo.git("commit", "-q", "--allow-empty", "-m", "nothing of it")


def test_a_bare_repository_and_one_below_a_folder(repo: Repo, tmp_path: Path) -> None:
    oid = repo.commit("one", {f"{ENTRIES}/a.md": fact("A", "x\n"), f"sub/{ENTRIES}/b.md": fact("B", "y\n")})
    (repo.path / "sub" / ".trove").mkdir()
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert (commits(of(tmp_path / "bare.git")), of(tmp_path / "bare.git").revision) == ([oid[:7]], oid)
    assert commits(of(repo.path / "sub", "b")) == commits(of(repo.path / "sub", "b", "HEAD")) == [oid[:7]]


def test_a_trove_that_a_link_leads_to_and_a_retired_entry(repo: Repo) -> None:
    (repo.path / ".claude").mkdir()
    (repo.path / ".claude" / "trove").symlink_to("../docs/trove")
    oid = repo.commit("linked", {"docs/trove/archive/a.md": fact("A", "x\n")})
    assert commits(of(repo)) == [oid[:7]]
    assert of(repo).path == f"{TROVE}/archive/a.md"


def test_shallow_lines_may_be_older(repo: Repo, tmp_path: Path) -> None:
    repo.commit("one", {f"{ENTRIES}/a.md": fact("A", "one\n")})
    repo.commit("two", {f"{ENTRIES}/a.md": fact("A", "one\ntwo\n")})
    repo.commit("three", {f"{ENTRIES}/a.md": fact("A", "one\ntwo\nthree\n")})
    repo.git("clone", "-q", "--depth=2", f"file://{repo.path}", str(tmp_path / "clone"))
    found = of(tmp_path / "clone")
    assert [said.at_edge for said in found.lines[BODY:]] == [True, True, False]
    assert found.notes == (EDGE,)
    assert not any(said.at_edge for said in of(repo).lines)


def test_in_a_partial_clone_nothing_is_fetched(repo: Repo, tmp_path: Path) -> None:
    repo.commit("one", {f"{ENTRIES}/a.md": fact("A", "one\n")})
    repo.commit("two", {f"{ENTRIES}/a.md": fact("A", "two\n")})
    clone = make_partial(repo, tmp_path / "clone")
    with pytest.raises(GitError, match="history cannot be read") as raised:
        of(clone)
    assert "fetches what is missing" in raised.value.hint


def test_a_replaced_commit_counts_as_what_it_is_now(repo: Repo) -> None:
    first = repo.commit("first", {f"{ENTRIES}/a.md": fact("A", "one\n")})
    second = repo.commit("second", {f"{ENTRIES}/a.md": fact("A", "two\n")})
    repo.git("replace", "--graft", second)
    assert commits(of(repo)) == [second[:7]]
    assert first[:7] not in {said.blamed.commit[:7] for said in of(repo).lines}


def test_where_else_an_entry_may_be(repo: Repo, sealed_home: Path, tmp_path: Path) -> None:
    repo.commit("one", {f"{ENTRIES}/a.md": fact("A")})
    (repo.path / ENTRIES / "a.md").unlink()
    mine = sealed_home / TROVE / "mine.md"
    mine.parent.mkdir(parents=True)
    mine.write_text(fact("Mine"))
    for slug, hint in (
        ("a", "git trove blame --at HEAD a"), ("mine", "git trove show mine prints it"),
        ("none", "git trove list shows the slugs there are; git trove log none looks for it in the past"),
    ):  # fmt: skip
        with pytest.raises(EntryNotFound) as raised:
            of(repo, slug)
        assert raised.value.hint == hint
    assert len(of(repo, "a", "HEAD").lines) > BODY
    with pytest.raises(UnknownRevision):
        of(repo, "a", "nothing")
    with pytest.raises(NotARepository):
        of(tmp_path)
