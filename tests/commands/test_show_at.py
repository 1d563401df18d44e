"""An entry as it was, by whatever name it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lives import ENTRIES, LINES, TROVE, fact, make_partial, move, workspace
from tests.support.repos import Repo
from trove_git.commands.show_at import show_at
from trove_git.errors import EntryNotFound, GitError, NotARepository, UnknownRevision


@pytest.fixture
def lived(repo: Repo) -> Repo:
    """An entry that was called a, b and c, with another beside it."""
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A"), f"{ENTRIES}/x.md": fact("X", "x\n")})
    repo.git("tag", "v1")
    move(repo, "entries/a.md", "memory/entries/b.md", fact("B"))
    repo.commit("no trove", {"src/a.py": "a = 1\n"})
    repo.git("tag", "v2")
    move(repo, "memory/entries/b.md", "entries/c.md", fact("C", f"{LINES}more\n"))
    return repo


@pytest.mark.parametrize(
    ("slug", "revision", "path", "title"),
    [
        ("c", "HEAD", "entries/c.md", "C"),
        ("c", "v2", "memory/entries/b.md", "B"),
        ("c", "v1", "entries/a.md", "A"),
        ("b", "v2", "memory/entries/b.md", "B"),
        ("b", "v1", "entries/a.md", "A"),
        ("a", "HEAD", "entries/c.md", "C"),
        ("a", "v2", "memory/entries/b.md", "B"),
        ("x", "HEAD~3", "entries/x.md", "X"),
    ],
)
def test_an_entry_by_any_of_its_names(lived: Repo, slug: str, revision: str, path: str, title: str) -> None:
    found = show_at(workspace(lived), slug, revision)
    assert (found.shown.kind, found.shown.path, found.shown.entry.title) == ("project", path, title)
    assert found.shown.entry.path == f"{TROVE}/{path}"
    assert found.revision == lived.git("rev-parse", revision)


def test_on_a_branch_where_it_was_renamed(lived: Repo) -> None:
    lived.git("switch", "-q", "-c", "side", "v1")
    move(lived, "entries/a.md", "entries/other.md")
    lived.git("switch", "-q", "main")
    assert show_at(workspace(lived), "a", "side").shown.path == "entries/other.md"


def test_a_retired_entry_stands_behind_a_live_one(repo: Repo) -> None:
    repo.commit("both", {f"{ENTRIES}/a.md": fact("Live"), f"{TROVE}/archive/entries/a.md": fact("Old", "o\n")})
    repo.git("rm", "-q", f"{ENTRIES}/a.md")
    repo.commit("one")
    assert show_at(workspace(repo), "a", "HEAD~1").shown.entry.title == "Live"
    assert show_at(workspace(repo), "a", "HEAD").shown.entry.title == "Old"


def test_a_slug_that_was_not_there(lived: Repo) -> None:
    lived.commit("late", {f"{ENTRIES}/late.md": fact("Late", "l\n")})
    with pytest.raises(EntryNotFound) as raised:
        show_at(workspace(lived), "late", "v1")
    assert (raised.value.where, raised.value.hint) == ("late at v1", "git trove log late shows when it came")
    with pytest.raises(EntryNotFound) as raised:
        show_at(workspace(lived), "xx", "v1")
    assert raised.value.hint == "close: x"


@pytest.mark.parametrize("revision", ["nothing", "-x", "", "HEAD:src", "--all"])
def test_what_is_no_revision(lived: Repo, revision: str) -> None:
    with pytest.raises(UnknownRevision):
        show_at(workspace(lived), "a", revision)


def test_without_a_trove_a_commit_or_git(repo: Repo, tmp_path: Path) -> None:
    with pytest.raises(UnknownRevision):
        show_at(workspace(repo), "a", "HEAD")
    repo.commit("nothing")
    with pytest.raises(EntryNotFound):
        show_at(workspace(repo), "a", "HEAD")
    with pytest.raises(NotARepository):
        show_at(workspace(tmp_path), "a", "HEAD")


def test_before_the_first_commit_of_a_branch_others_can_be_asked(lived: Repo) -> None:
    lived.git("switch", "-q", "--orphan", "empty")
    assert show_at(workspace(lived), "c", "main").shown.entry.title == "C"
    assert show_at(workspace(lived), "a", "main").shown.entry.title == "C"
    with pytest.raises(EntryNotFound):
        show_at(workspace(lived), "late", "main")


def test_in_a_partial_clone_nothing_is_fetched(repo: Repo, tmp_path: Path) -> None:
    repo.commit("old", {f"{ENTRIES}/a.md": fact("A")})
    repo.commit("new", {f"{ENTRIES}/a.md": fact("A2")})
    clone = make_partial(repo, tmp_path / "clone")
    assert show_at(workspace(clone), "a", "HEAD").shown.entry.title == "A2"
    with pytest.raises(GitError, match="cannot be read") as raised:
        show_at(workspace(clone), "a", "HEAD~1")
    assert "partial clone" in raised.value.hint


def test_in_a_bare_repository(lived: Repo, tmp_path: Path) -> None:
    lived.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert show_at(workspace(tmp_path / "bare.git"), "c", "v1").shown.entry.title == "A"
