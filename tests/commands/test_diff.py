"""What differs between the entries of two revisions, or of HEAD and the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lives import ENTRIES, LINES, TROVE, fact, make_partial, move, workspace
from tests.support.repos import Repo
from trove_git.commands.diff import MISSING, Diffed, diff
from trove_git.errors import NotARepository, UnknownRevision, UsageError


def told(found: Diffed) -> list[str]:
    """Each entry as what happened to it and where."""
    rows = [f"{e.action} {e.path} {e.title}" for e in found.entries]
    before = [e.old_path for e in found.entries]
    return [
        row + (f" from {old}" if old not in row else "")
        for row, old in zip(rows, before, strict=True)
    ]  # fmt: skip


def of(repo: Repo | Path, revisions: str = "") -> list[str]:
    return [row.replace(f"{TROVE}/", "") for row in told(diff(workspace(repo), revisions))]


@pytest.fixture
def changed(repo: Repo) -> Repo:
    """Entries to which everything happens in one step."""
    names = ("edited", "gone", "slug", "section", "retired", "same")
    repo.commit("old", {f"{ENTRIES}/{n}.md": fact(n.title(), f"{n} {LINES}".replace("fact", n)) for n in names})
    for old, new in (
        ("entries/slug.md", "entries/slug-new.md"), ("entries/section.md", "memory/entries/section.md"),
        ("entries/retired.md", "archive/entries/retired.md"),
    ):  # fmt: skip
        (repo.path / TROVE / new).parent.mkdir(parents=True, exist_ok=True)
        repo.git("mv", f"{TROVE}/{old}", f"{TROVE}/{new}")
    repo.git("rm", "-q", f"{ENTRIES}/gone.md")
    repo.write(f"{ENTRIES}/edited.md", fact("Edited", "Other words.\n", type="decision"))
    repo.write(f"{ENTRIES}/came.md", fact("Came", "Nothing like the others at all.\n"))
    return repo


EVERYTHING = [
    "retired archive/entries/retired.md Retired from entries/retired.md",
    "added entries/came.md Came",
    "changed entries/edited.md Edited",
    "removed entries/gone.md Gone",
    "renamed entries/slug-new.md Slug from entries/slug.md",
    "moved memory/entries/section.md Section from entries/section.md",
]


def test_on_disk_and_between_commits_the_same_is_said(changed: Repo) -> None:
    assert of(changed) == EVERYTHING
    changed.commit("new")
    assert of(changed) == []
    for revisions in ("HEAD~1..HEAD", "HEAD~1..", "HEAD~1", "HEAD~1...HEAD"):
        assert of(changed, revisions) == EVERYTHING
    assert [row.partition(" ")[0] for row in of(changed, "..HEAD~1")] == [
        "removed", "changed", "added", "restored", "moved", "renamed",
    ]  # fmt: skip


def test_keys_and_lines_of_what_changed(changed: Repo) -> None:
    (edited,) = (entry for entry in diff(workspace(changed)).entries if entry.action == "changed")
    assert [(field.key, field.old, field.new) for field in edited.fields] == [("type", "gotcha", "decision")]
    assert [(change.kind, change.line) for change in edited.body][-1] == ("+", 7)


def test_three_dots_begin_at_the_common_ancestor(repo: Repo) -> None:
    repo.commit("base", {f"{ENTRIES}/a.md": fact("A")})
    repo.git("switch", "-q", "-c", "side")
    repo.commit("side", {f"{ENTRIES}/b.md": fact("B", "b\n")})
    repo.git("switch", "-q", "main")
    repo.commit("main", {f"{ENTRIES}/c.md": fact("C", "c\n")})
    assert of(repo, "main..side") == ["added entries/b.md B", "removed entries/c.md C"]
    assert of(repo, "main...side") == ["added entries/b.md B"]
    repo.git("switch", "-q", "--orphan", "other")
    repo.commit("other")
    with pytest.raises(UnknownRevision, match="no common ancestor"):
        diff(workspace(repo), "main...other")


@pytest.mark.parametrize("revisions", ["nothing", "HEAD..nothing", "..", "...", "-x", "--output=x..HEAD"])
def test_what_is_no_revision(changed: Repo, revisions: str) -> None:
    with pytest.raises(UnknownRevision):
        diff(workspace(changed), revisions)
    assert not (changed.path / "x..HEAD").exists()


def test_line_ends_of_the_disk_are_no_difference(repo: Repo) -> None:
    repo.commit("lf", {f"{ENTRIES}/a.md": fact("A")})
    repo.write(f"{ENTRIES}/a.md", fact("A").replace("\n", "\r\n"))
    assert of(repo) == []


def test_ignored_and_untracked_entries_are_on_disk_too(repo: Repo) -> None:
    repo.commit("first", {".gitignore": ".claude/\n"})
    repo.write(f"{ENTRIES}/a.md", fact("A"))
    assert of(repo) == ["added entries/a.md A"]


def test_a_retired_entry_on_disk_is_seen(repo: Repo) -> None:
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A")})
    (repo.path / TROVE / "archive").mkdir()
    (repo.path / ENTRIES / "a.md").rename(repo.path / TROVE / "archive" / "a.md")
    (repo.path / TROVE / "archive" / "notes.txt").write_text("no entry")
    assert of(repo) == ["retired archive/a.md A from entries/a.md"]


def test_before_the_first_commit_everything_is_new(repo: Repo) -> None:
    repo.write(f"{ENTRIES}/a.md", fact("A"))
    found = diff(workspace(repo))
    assert (found.old, found.new, told(found)) == ("", "", [f"added {ENTRIES}/a.md A"])


def test_a_sparse_checkout_removes_nothing(repo: Repo) -> None:
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A"), f"{ENTRIES}/b.md": fact("B", "b\n"), "src/a.py": "a = 1\n"})
    repo.git("sparse-checkout", "set", "--no-cone", "/src/", f"/{ENTRIES}/a.md")
    assert of(repo) == []
    (repo.path / ENTRIES / "a.md").unlink()
    assert of(repo) == ["removed entries/a.md A"]


def test_bare_and_outside_git(changed: Repo, tmp_path: Path) -> None:
    changed.commit("new")
    changed.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert of(tmp_path / "bare.git", "HEAD~1") == EVERYTHING
    with pytest.raises(UsageError, match="no files on disk"):
        diff(workspace(tmp_path / "bare.git"))
    with pytest.raises(NotARepository):
        diff(workspace(tmp_path))


def test_the_home_folder_has_no_project_trove(sealed_home: Path) -> None:
    home = Repo.init(sealed_home)
    home.commit("first", {f"{ENTRIES}/a.md": fact("A")})
    with pytest.raises(UsageError, match="personal"):
        diff(workspace(home))


def test_a_file_that_cannot_be_read_is_named(repo: Repo) -> None:
    repo.commit("first")
    (repo.path / ENTRIES).mkdir(parents=True)
    (repo.path / ENTRIES / "a.md").symlink_to("/nowhere")
    assert "symlink leads out" in diff(workspace(repo)).notes[0]


def test_a_partial_clone_says_what_it_cannot_tell(repo: Repo, tmp_path: Path) -> None:
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A"), f"{ENTRIES}/b.md": fact("B", "b\n")})
    move(repo, "entries/a.md", "entries/a2.md", fact("A2", f"{LINES}more\n"))
    repo.commit("edit", {f"{ENTRIES}/b.md": fact("B2", "b\n")})
    found = diff(workspace(make_partial(repo, tmp_path / "clone")), "HEAD~2")
    assert told(found) == [f"removed {ENTRIES}/a.md a", f"added {ENTRIES}/a2.md A2", f"changed {ENTRIES}/b.md B2"]
    assert found.notes == (MISSING,)
