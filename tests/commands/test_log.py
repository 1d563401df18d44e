"""What commits did to entries, and the life of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lives import ENTRIES, LINES, TROVE, fact, make_partial, move, workspace
from tests.support.repos import Repo
from trove_git.commands.log import EDGE, MISSING_BLOBS, MISSING_TITLES, NO_COMMIT, NOT_COMMITTED, Logged, log
from trove_git.errors import EntryNotFound, NotARepository, UsageError
from trove_git.gitrepo.touching import Narrowing


def told(logged: Logged) -> list[tuple[str, list[str]]]:
    """Each commit's subject, with what happened to entries."""
    return [
        (
            c.commit.subject,
            [f"{t.change.action} {t.title}" + f" ({t.old_title})" * (t.old_title != t.title) for t in c.entries],
        )
        for c in logged.commits
    ]


def of(repo: Repo | Path, slug: str = "", *narrowing: str, limit: int = 0) -> list[tuple[str, list[str]]]:
    return told(log(workspace(repo), slug, Narrowing(*narrowing), limit=limit))


def test_what_commits_did_newest_first(repo: Repo) -> None:
    repo.commit(
        "write", {f"{ENTRIES}/a.md": fact("A"), f"{ENTRIES}/b.md": fact("B", "b\n"), f"{TROVE}/INDEX.md": "i\n"}
    )
    repo.commit("no trove", {"src/a.py": "a = 1\n"})
    repo.commit("edit", {f"{ENTRIES}/a.md": fact("A better")})
    move(repo, "entries/a.md", "memory/entries/a.md", subject="section")
    move(repo, "memory/entries/a.md", "memory/entries/better.md", fact("A better", f"{LINES}more\n"), "slug")
    move(repo, "entries/b.md", "archive/entries/b.md", subject="retire")
    move(repo, "archive/entries/b.md", "entries/b.md", fact("B", "nothing in common\n"), "restore")
    repo.git("rm", "-q", f"{ENTRIES}/b.md")
    repo.commit("remove")
    repo.commit("only the index", {f"{TROVE}/INDEX.md": "j\n", f"{TROVE}/.gitattributes": "x\n"})
    logged = log(workspace(repo))
    assert told(logged) == [
        ("only the index", []),
        ("remove", ["removed B"]),
        ("restore", ["restored B"]),
        ("retire", ["retired B"]),
        ("slug", ["renamed A better"]),
        ("section", ["moved A better"]),
        ("edit", ["changed A better (A)"]),
        ("write", ["added A", "added B"]),
    ]
    assert logged.commits[0].others == (f"{TROVE}/.gitattributes", f"{TROVE}/INDEX.md")
    changes = [told.change for logged in logged.commits for told in logged.entries]
    assert [(c.old_slug, c.slug, c.is_edited) for c in changes[3:5]] == [("a", "better", True), ("a", "a", False)]
    assert (logged.revision, logged.more, logged.notes) == (repo.head, False, ())


def test_a_merge_is_told_only_for_what_it_did_itself(repo: Repo) -> None:
    repo.commit("base", {f"{ENTRIES}/a.md": fact("A"), f"{ENTRIES}/b.md": fact("B", "b\n")})
    repo.git("switch", "-q", "-c", "side")
    repo.commit("side", {f"{ENTRIES}/a.md": fact("A of side"), f"{ENTRIES}/c.md": fact("C", "c\n")})
    repo.git("switch", "-q", "main")
    repo.commit("main", {f"{ENTRIES}/a.md": fact("A of main")})
    repo.tick("merge", "-q", "side", check=False)
    repo.commit("merged", {f"{ENTRIES}/a.md": fact("A of both")})
    repo.git("switch", "-q", "-c", "clean", "main~1")
    repo.commit("clean", {f"{ENTRIES}/d.md": fact("D", "d\n")})
    repo.git("switch", "-q", "main")
    repo.tick("merge", "-q", "-m", "brings in", "clean")
    found = dict(of(repo))
    assert "brings in" not in found
    assert found["merged"] == ["changed A of both (A of main)"]
    assert set(found) == {"base", "side", "main", "merged", "clean"}


def test_limit_since_and_author(repo: Repo) -> None:
    for n in range(6):
        repo.commit(f"c{n}", {f"{ENTRIES}/a.md": fact(f"A{n}")})
    assert [subject for subject, _ in of(repo, limit=2)] == ["c5", "c4"]
    assert log(workspace(repo), limit=2).more
    assert not log(workspace(repo), limit=6).more
    assert [subject for subject, _ in of(repo, "", "2023-11-14 22:17:30 +0000")] == ["c5", "c4"]
    assert [subject for subject, _ in of(repo, "a", "2023-11-14 22:17:30 +0000", "tester@", limit=1)] == ["c5"]
    assert log(workspace(repo), "a", limit=5).more
    assert of(repo, "", "", "somebody else") == of(repo, "a", "", "somebody else") == []
    with pytest.raises(UsageError, match="not a date"):
        of(repo, "", "sometimes")


def test_the_limit_counts_no_merge_that_only_brings_in(repo: Repo) -> None:
    repo.commit("base", {f"{ENTRIES}/a.md": fact("A")})
    for n in range(5):
        repo.git("switch", "-q", "-c", f"side{n}")
        repo.commit(f"side{n}", {f"{ENTRIES}/s{n}.md": fact(f"S{n}", f"{n}\n")})
        repo.git("switch", "-q", "main")
        repo.commit("elsewhere", {"x": f"{n}\n"})
        repo.tick("merge", "-q", "--no-ff", "--no-edit", f"side{n}")
    assert [subject for subject, _ in of(repo, limit=5)] == ["side4", "side3", "side2", "side1", "side0"]
    assert log(workspace(repo), limit=5).more


def test_a_life_through_five_renames(repo: Repo) -> None:
    repo.commit("born", {f"{ENTRIES}/n0.md": fact("N"), f"{ENTRIES}/other.md": fact("Other", "o\n")})
    for n in range(5):
        repo.commit(f"edit {n}", {f"{ENTRIES}/n{n}.md": fact("N", f"{LINES}{n}\n")})
        move(repo, f"entries/n{n}.md", f"entries/n{n + 1}.md", subject=f"rename {n}")
    expected = [
        *(row for n in range(4, -1, -1) for row in ((f"rename {n}", ["renamed N"]), (f"edit {n}", ["changed N"]))),
        ("born", ["added N"]),
    ]
    assert of(repo, "n5") == expected
    earlier = log(workspace(repo), "n2")
    assert told(earlier) == expected
    assert earlier.notes == ("the entry is called n5 now",)


def test_a_life_that_was_moved_on_two_branches_and_merged(repo: Repo) -> None:
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A")})
    repo.git("switch", "-q", "-c", "side")
    move(repo, "entries/a.md", "memory/entries/a.md", subject="side section")
    repo.commit("side edit", {f"{TROVE}/memory/entries/a.md": fact("A", f"{LINES}side\n")})
    repo.git("switch", "-q", "main")
    move(repo, "entries/a.md", "entries/b.md", subject="main slug")
    repo.tick("merge", "-q", "side", check=False)
    repo.git("rm", "-q", "-r", "--cached", TROVE)
    repo.git("clean", "-qfd")
    repo.commit("merged", {f"{TROVE}/context/b.md": fact("A", f"{LINES}side\n")})
    found = of(repo, "b")
    assert sorted(found) == sorted([
        ("merged", found[0][1]),
        ("main slug", ["renamed A"]),
        ("side edit", ["changed A"]),
        ("side section", ["moved A"]),
        ("born", ["added A"]),
    ])  # fmt: skip
    assert found[0][0] == "merged"
    assert found[-1][0] == "born"


def test_what_was_under_the_name_before_a_rename_is_another_entry(repo: Repo) -> None:
    repo.commit("first b", {f"{ENTRIES}/b.md": fact("First", "first\n"), f"{ENTRIES}/a.md": fact("A")})
    repo.git("rm", "-q", f"{ENTRIES}/b.md")
    repo.commit("without b")
    move(repo, "entries/a.md", "entries/b.md", subject="a is b")
    move(repo, "entries/b.md", "entries/c.md", subject="b is c")
    repo.commit("new b", {f"{ENTRIES}/b.md": fact("New", "new\n")})
    assert of(repo, "c") == [("b is c", ["renamed A"]), ("a is b", ["renamed A"]), ("first b", ["added A"])]
    # The slug that is there counts, and with it what was removed under it, but not what moved on.
    assert [subject for subject, _ in of(repo, "b")] == ["new b", "without b", "first b"]


def test_the_life_of_an_entry_that_is_gone_and_of_one_that_came_again(repo: Repo) -> None:
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A")})
    move(repo, "entries/a.md", "memory/a.md", subject="section")
    repo.git("rm", "-q", "-r", TROVE)
    repo.commit("gone")
    gone = log(workspace(repo), "a")
    assert told(gone) == [("gone", ["removed A"]), ("section", ["moved A"]), ("born", ["added A"])]
    assert gone.notes == ("the entry is not here any more",)
    repo.commit("again", {f"{ENTRIES}/a.md": fact("A", "again\n")})
    assert of(repo, "a")[0] == ("again", ["added A"])
    assert log(workspace(repo), "a").notes == ()


def test_removed_on_two_branches(repo: Repo) -> None:
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A"), f"{ENTRIES}/b.md": fact("B", "b\n")})
    repo.git("switch", "-q", "-c", "side")
    repo.git("rm", "-q", f"{ENTRIES}/a.md")
    repo.commit("side removes")
    repo.git("switch", "-q", "main")
    repo.git("rm", "-q", f"{ENTRIES}/a.md")
    repo.commit("main removes")
    repo.tick("merge", "-q", "--no-edit", "side")
    found = of(repo, "a")
    assert sorted(subject for subject, _ in found) == ["born", "main removes", "side removes"]


def test_a_retired_entry_is_found_by_its_slug(repo: Repo) -> None:
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A")})
    move(repo, "entries/a.md", "archive/entries/a.md", subject="retire")
    logged = log(workspace(repo), "a")
    assert told(logged) == [("retire", ["retired A"]), ("born", ["added A"])]
    assert logged.notes == ("the entry is retired",)


def test_entries_that_no_commit_has(repo: Repo, sealed_home: Path) -> None:
    assert log(workspace(repo)).notes == log(workspace(repo), "a").notes == (NO_COMMIT,)
    repo.commit("nothing")
    repo.write(f"{ENTRIES}/a.md", fact("A"))
    assert log(workspace(repo), "a").notes == (NOT_COMMITTED,)
    mine = sealed_home / TROVE / "mine.md"
    mine.parent.mkdir(parents=True)
    mine.write_text(fact("Mine"))
    assert "personal" in log(workspace(repo), "mine").notes[0]
    with pytest.raises(EntryNotFound):
        log(workspace(repo), "none")
    assert log(workspace(repo)).commits == ()


def test_outside_git(tmp_path: Path) -> None:
    with pytest.raises(NotARepository):
        log(workspace(tmp_path))


def test_bare_and_below_a_folder(repo: Repo, tmp_path: Path) -> None:
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A"), f"sub/{ENTRIES}/b.md": fact("B", "b\n"), "sub/.trove/x": ""})
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert of(tmp_path / "bare.git", "a") == [("born", ["added A"])]
    assert of(repo.path / "sub") == [("born", ["added B"])]
    (told,) = log(workspace(repo.path / "sub")).commits[0].entries
    assert (told.path, told.old_path) == (f"{ENTRIES}/b.md", f"{ENTRIES}/b.md"), "paths begin at the root"


def test_a_trove_that_a_link_leads_to(repo: Repo) -> None:
    repo.write("docs/trove/entries/a.md", fact("A"))
    (repo.path / ".claude").mkdir()
    (repo.path / ".claude" / "trove").symlink_to("../docs/trove")
    repo.commit("linked")
    assert of(repo, "a") == [("linked", ["added A"])]
    assert of(repo) == [("linked", ["added A"])]
    assert log(workspace(repo)).commits[0].entries[0].path == f"{ENTRIES}/a.md"


def test_symlinks_are_no_entries(repo: Repo) -> None:
    repo.write(f"{ENTRIES}/a.md", fact("A"))
    (repo.path / ENTRIES / "b.md").symlink_to("a.md")
    repo.commit("linked")
    assert of(repo) == [("linked", ["added A"])]


def test_shallow(repo: Repo, tmp_path: Path) -> None:
    for n in range(3):
        repo.commit(f"c{n}", {f"{ENTRIES}/a.md": fact(f"A{n}")})
    repo.git("clone", "-q", "--depth=2", f"file://{repo.path}", str(tmp_path / "clone"))
    for slug in ("", "a"):
        logged = log(workspace(tmp_path / "clone"), slug)
        assert told(logged) == [("c2", ["changed A2 (A1)"]), ("c1", ["present A1"])]
        assert logged.notes == (EDGE,)


def test_a_partial_clone_fetches_nothing_and_says_what_it_cannot_tell(repo: Repo, tmp_path: Path) -> None:
    repo.commit("born", {f"{ENTRIES}/a.md": fact("A"), f"{ENTRIES}/b.md": fact("B", "b\n")})
    move(repo, "entries/a.md", "entries/a2.md", fact("A2", f"{LINES}more\n"), "rename and edit")
    move(repo, "entries/b.md", "entries/b2.md", subject="rename")
    clone = make_partial(repo, tmp_path / "clone")
    logged = log(workspace(clone))
    assert told(logged) == [
        ("rename", ["renamed B"]),
        ("rename and edit", ["removed a", "added A2"]),
        ("born", ["added a", "added B"]),
    ]
    assert logged.notes == (MISSING_BLOBS, MISSING_TITLES)


def test_grafts_and_replacements_are_obeyed(repo: Repo) -> None:
    first = repo.commit("first", {f"{ENTRIES}/a.md": fact("A")})
    repo.commit("second", {f"{ENTRIES}/a.md": fact("A2")})
    third = repo.commit("third", {f"{ENTRIES}/a.md": fact("A3")})
    repo.git("replace", "--graft", third, first)
    assert of(repo, "a") == of(repo) == [("third", ["changed A3 (A)"]), ("first", ["added A"])]
    repo.git("switch", "-q", "--orphan", "other")
    other = repo.commit("other", {f"{ENTRIES}/b.md": fact("B", "b\n")})
    repo.git("switch", "-q", "main")
    repo.git("replace", "--force", third, other)
    assert of(repo) == [("other", ["added B"])]


def test_what_leaves_or_enters_the_folders_of_entries(repo: Repo) -> None:
    repo.commit("one", {f"{TROVE}/drafts/a.md": fact("A"), f"{ENTRIES}/b.md": fact("B", "b\n")})
    move(repo, "drafts/a.md", "entries/a.md")
    move(repo, "entries/b.md", "drafts/b.md")
    assert [entries for _, entries in of(repo)] == [["removed B"], ["added A"], ["added B"]]


@pytest.mark.parametrize("target", ["../../outside", "/etc", ".", "trove"])
def test_a_link_that_leads_out_or_around_leads_to_no_entry(repo: Repo, target: str) -> None:
    (repo.path / ".claude").mkdir()
    (repo.path / ".claude" / "trove").symlink_to(target)
    repo.commit("linked")
    assert of(repo) in ([], [("linked", [])])


def test_short_entries_that_only_look_alike_are_two(repo: Repo) -> None:
    repo.commit("one", {f"{ENTRIES}/a.md": fact("Retry", "Wait a second.\n", tags="[one, two]")})
    repo.git("rm", "-q", f"{ENTRIES}/a.md")
    repo.commit("two", {f"{ENTRIES}/b.md": fact("Cache", "Keep blobs warm.\n", tags="[one, two]")})
    assert of(repo)[0] == ("two", ["removed Retry", "added Cache"])
