"""Commits that touched a folder, and what each changed there."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.errors import GitError, UsageError
from trove_git.gitrepo.repository import Repository, find_root
from trove_git.gitrepo.touching import (
    FileChange,
    Narrowing,
    check_date,
    compare_trees,
    empty_tree,
    list_touching,
    merge_base,
    trees_of,
)
from trove_git.paths import RepoPath
from trove_git.records import Oid, TreeOid


def opened(repo: Repo | Path) -> Repository:
    found = find_root(str(repo.path if isinstance(repo, Repo) else repo), os.environ, explicit=True).repository
    assert found is not None
    return found


def subjects(repo: Repo, *narrowing: str, **how) -> list[str]:
    return [c.subject for c in list_touching(opened(repo), repo.head, [RepoPath("d")], Narrowing(*narrowing), **how)]


@pytest.fixture
def forked(repo: Repo) -> Repo:
    """Two branches that touch `d`, and one that does not, all merged."""
    repo.commit("first", {"d/a": "a\n", "x": "x\n"})
    repo.git("switch", "-q", "-c", "side")
    repo.commit("side", {"d/b": "b\n"})
    repo.git("switch", "-q", "main")
    repo.commit("elsewhere", {"x": "y\n"})
    repo.commit("main", {"d/a": "aa\n"})
    repo.tick("merge", "-q", "--no-edit", "side")
    return repo


def test_commits_of_all_branches_newest_first(forked: Repo) -> None:
    found = [subject for subject in subjects(forked) if not subject.startswith("Merge")]
    assert found == ["main", "side", "first"]


def test_connected_commits_name_each_other_as_parents(forked: Repo) -> None:
    commits = list_touching(opened(forked), forked.head, [RepoPath("d")], connected=True)
    names = {commit.oid: commit.subject for commit in commits}
    assert {c.subject: [names[p] for p in c.parents] for c in commits} == {
        "Merge branch 'side'": ["main", "side"],
        "main": ["first"],
        "side": ["first"],
        "first": [],
    }


def test_who_and_when(repo: Repo) -> None:
    repo.write(".mailmap", "Proper Name <proper@example.org> <old@example.org>\n")
    repo.write("d/a", "a")
    repo.git("add", "-A")
    repo.git(
        "-c", "user.name=Näme", "-c", "user.email=old@example.org", "commit", "-q", "-m", "Grüße\n\nbody",
        GIT_AUTHOR_DATE="1700000000 -1100", GIT_COMMITTER_DATE="1700009999 +0000",
    )  # fmt: skip
    (commit,) = list_touching(opened(repo), repo.head, [RepoPath("d")])
    assert commit[3:9] == (1_700_000_000, "2023-11-14", "Proper Name", "proper@example.org", "Grüße", False)
    assert (commit.oid, commit.tree, commit.parents) == (repo.head, repo.tree, ())


def test_the_users_settings_of_log_change_nothing(forked: Repo) -> None:
    before = subjects(forked)
    for key, value in (
        ("log.follow", "true"), ("log.showSignature", "true"), ("diff.renames", "false"), ("color.ui", "always"),
    ):  # fmt: skip
        forked.git("config", key, value)
    assert subjects(forked) == before


def test_limit_since_and_author(forked: Repo) -> None:
    assert len(subjects(forked, limit=2)) == 2
    assert "first" not in subjects(forked, "2023-11-14 22:15:00 +0000")
    assert subjects(forked, "", "nobody") == []
    assert "first" in subjects(forked, "", "^A Test.*@example")


def test_an_author_that_is_no_pattern_is_the_users_mistake(forked: Repo) -> None:
    with pytest.raises(UsageError) as raised:
        subjects(forked, "", "[")
    assert raised.value.where == "["
    assert "regular expression" in raised.value.hint


@pytest.mark.parametrize(
    ("text", "told"),
    [("2024-05-31", "2024-05-31 00:00:00"), ("2.weeks", "2.weeks"), ("yesterday", "yesterday"), ("now", "now")],
)
def test_dates_are_those_of_git_and_a_day_begins_at_midnight(repo: Repo, text: str, told: str) -> None:
    assert check_date(opened(repo), text) == told


@pytest.mark.parametrize("text", ["garbage", "2024-99-99", "--all", " "])
def test_what_git_would_take_for_now_is_no_date(repo: Repo, text: str) -> None:
    with pytest.raises(UsageError, match="not a date"):
        check_date(opened(repo), text)


def compared(repo: Repo, old: str, new: str, *folders: str) -> tuple[FileChange, ...]:
    repository = opened(repo)
    trees = trees_of(repository, [repo.oid(name) for name in (old, new)])
    before, after = trees.values()
    (changes,) = compare_trees(repository, [(before, after)], list(map(RepoPath, folders))).values()
    return changes


def test_moves_with_and_without_an_edit(repo: Repo) -> None:
    lines = "".join(f"line {n}\n" for n in range(20))
    repo.commit("one", {"d/a": lines, "d/b": "b\n", "d/gone": "short\n", "x/out": "o\n", "d/mode": "m\n"})
    repo.git("mv", "d/a", "d/a2")
    repo.git("mv", "d/b", "d/b\té\n2")
    repo.git("rm", "-q", "d/gone", "d/mode")
    (repo.path / "d" / "mode").symlink_to("a2")
    repo.commit("two", {"d/a2": lines + "more\n", "x/out": "p\n", "d/new": "new\n"})
    changes = compared(repo, "HEAD~1", "HEAD", "d")
    assert [(c.status, c.old_path, c.path, c.is_regular) for c in changes] == [
        ("D", "d/a", "d/a", True),
        ("A", "d/a2", "d/a2", True),
        ("R", "d/b", "d/b\té\n2", True),
        ("D", "d/gone", "d/gone", True),
        ("M", "d/mode", "d/mode", False),
        ("A", "d/new", "d/new", True),
    ]


def test_pairs_that_do_not_differ_are_there_too(repo: Repo) -> None:
    repo.commit("one", {"d/a": "a\n"})
    repository = opened(repo)
    tree, nothing = repo.tree, empty_tree(repository)
    found = compare_trees(repository, [(tree, tree), (nothing, tree)], [RepoPath("d")])
    assert {pair: [c.path for c in of] for pair, of in found.items()} == {
        (tree, tree): [],
        (nothing, tree): ["d/a"],
    }
    assert compare_trees(repository, [], [RepoPath("d")]) == {}
    assert trees_of(repository, []) == {}


def test_folders_are_no_patterns(repo: Repo) -> None:
    repo.commit("one", {"d*/a": "a\n", "dx/a": "a\n", ":(top)d/a": "a\n"})
    repository = opened(repo)
    assert [c.subject for c in list_touching(repository, repo.head, [RepoPath("d?")])] == []
    pair = (empty_tree(repository), repo.tree)
    assert [c.path for c in compare_trees(repository, [pair], [RepoPath("d*")])[pair]] == ["d*/a"]


def test_no_blob_is_read(repo: Repo, tmp_path: Path) -> None:
    lines = "".join(f"line {n}\n" for n in range(20))
    repo.commit("one", {"d/a": lines, "d/b": "b\n"})
    repo.git("mv", "d/a", "d/a2")
    repo.git("mv", "d/b", "d/b2")
    repo.commit("two", {"d/a2": lines + "more\n"})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    repo.git("clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{repo.path}", str(clone))
    shutil.move(repo.path, tmp_path / "gone")
    changes = compared(Repo(clone), "HEAD~1", "HEAD", "d")
    assert [(c.status, c.path) for c in changes] == [("D", "d/a"), ("A", "d/a2"), ("R", "d/b2")]


def test_at_the_edge_of_a_shallow_clone_nothing_is_known(repo: Repo, tmp_path: Path) -> None:
    for n in range(3):
        repo.commit(f"c{n}", {"d/a": f"{n}\n"})
    repo.git("clone", "-q", "--depth=2", f"file://{repo.path}", str(tmp_path / "clone"))
    commits = list_touching(opened(tmp_path / "clone"), repo.head, [RepoPath("d")], connected=True)
    assert [(c.subject, c.at_edge) for c in commits] == [("c2", False), ("c1", True)]


def test_a_graft_and_a_replacement_are_obeyed(repo: Repo) -> None:
    first = repo.commit("first", {"d/a": "1\n"})
    repo.commit("second", {"d/a": "2\n"})
    third = repo.commit("third", {"d/a": "3\n"})
    repo.git("replace", "--graft", third, first)
    assert subjects(repo) == ["third", "first"]
    assert [c.parents for c in list_touching(opened(repo), third, [RepoPath("d")], connected=True)] == [(first,), ()]
    repo.git("replace", "--force", "--graft", third)
    assert subjects(repo) == ["third"]


def test_the_tree_of_a_replaced_commit_is_the_new_one(repo: Repo) -> None:
    old = repo.commit("old", {"d/a": "1\n"})
    new = repo.commit("new", {"d/a": "2\n"})
    tree = repo.tree
    repo.git("replace", old, new)
    assert trees_of(opened(repo), [old, Oid("0" * 40)]) == {old: tree}


def test_a_tree_that_is_missing_is_an_error(repo: Repo) -> None:
    repo.commit("one", {"d/a": "a\n"})
    with pytest.raises(GitError):
        compare_trees(opened(repo), [(TreeOid("1" * 40), TreeOid("2" * 40))], [RepoPath("d")])
    tree = repo.tree
    (repo.path / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    with pytest.raises(GitError):
        list_touching(opened(repo), repo.head, [RepoPath("d")])
    with pytest.raises(GitError):
        list_touching(opened(repo), Oid("0" * 40), [RepoPath("d")])
    with pytest.raises(GitError):
        trees_of(opened(repo)._replace(git_dir=str(repo.path)), [repo.head])


def test_the_common_ancestor(forked: Repo) -> None:
    found = merge_base(opened(forked), Oid("main~1"), Oid("side"))
    assert found is not None
    assert found.oid == forked.git("merge-base", Oid("main~1"), Oid("side"))
    forked.git("switch", "-q", "--orphan", "other")
    other = forked.commit("other")
    assert merge_base(opened(forked), other, Oid("main")) is None
