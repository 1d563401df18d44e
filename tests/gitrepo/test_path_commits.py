"""The last commit of files, and all since one; which files hold a text."""

from __future__ import annotations

import os

from tests.support.repos import FIRST_COMMIT, Repo
from trove_git.gitrepo.holders import read_holders, start_holders
from trove_git.gitrepo.path_commits import find_changes_since, find_path_commits
from trove_git.gitrepo.repository import find_root
from trove_git.paths import RepoPath


def repository(repo: Repo):
    return find_root(str(repo.path), os.environ).repository


def test_each_file_has_its_last_commit_and_a_move_is_none(repo):
    first = repo.commit(files={"t/a": "one\n", "t/b": "two\n", "x": "1"})
    second = repo.commit(files={"t/b": "three\n", "x": "2"})
    repo.git("mv", "t/a", "t/c ü")
    repo.commit("move")
    found = find_path_commits(repository(repo), repo.head, RepoPath("t"))
    assert found[RepoPath("t/c ü")][:2] == (first, FIRST_COMMIT + 60)
    assert found[RepoPath("t/b")] == (second, FIRST_COMMIT + 120, True)
    assert "x" not in found


def test_a_file_that_came_back_under_an_old_name_is_itself(repo):
    repo.commit(files={"t/a": "one\n"})
    repo.git("mv", "t/a", "t/b")
    repo.commit("move")
    again = repo.commit(files={"t/a": "other\n"})
    found = find_path_commits(repository(repo), repo.head, RepoPath("t"))
    assert found[RepoPath("t/a")].oid == again
    assert found[RepoPath("t/b")].time == FIRST_COMMIT + 60


def test_merges_follow_the_side_that_wrote(repo):
    repo.commit(files={"x": "1"})
    repo.git("checkout", "-q", "-b", "side")
    written = repo.commit(files={"t/a": "one\n"})
    repo.git("checkout", "-q", "main")
    repo.commit(files={"x": "2"})
    repo.tick("merge", "-q", "--no-ff", "-m", "merge", "side")
    assert find_path_commits(repository(repo), repo.head, RepoPath("t"))[RepoPath("t/a")].oid == written


def test_at_the_edge_of_a_shallow_clone_it_is_not_known(repo, tmp_path):
    repo.commit(files={"t/a": "one\n"})
    repo.commit(files={"x": "2"})
    new = repo.commit(files={"t/b": "two\n"})
    repo.git("clone", "-q", "--depth", "2", repo.path.as_uri(), str(tmp_path / "shallow"))
    found = find_path_commits(find_root(str(tmp_path / "shallow"), os.environ).repository, new, RepoPath("t"))
    assert {path: commit.known for path, commit in found.items()} == {"t/a": False, "t/b": True}


def test_commits_since_another(repo):
    base = repo.commit(files={"a": "1", "b": "1"})
    second = repo.commit(files={"a": "2"})
    third = repo.commit(files={"a": "3", "b": "2", "c": "1"})
    found = find_changes_since(repository(repo), repo.head, base, [RepoPath("a"), RepoPath("b")])
    assert {path: [c.oid for c in commits] for path, commits in found.items()} == {"a": [third, second], "b": [third]}


def test_holders_are_whole_words_and_special_characters_are_themselves(repo):
    repo.commit(
        files={
            "a.c": "x->y(1);\nfetch(a.b)\n", "b.c": "prefetch x-y\nfetched\n", "c ü.c": "fetch axb\n",
            "vendor/d.c": "fetch\n", "e.bin": b"fetch\0",
        }
    )  # fmt: skip
    running = start_holders(repository(repo), repo.head, ["fetch", "x->y", "a.b", "nowhere[1]"])
    assert read_holders(running.finish(check=False)) == {"fetch": {"a.c", "c ü.c"}, "x->y": {"a.c"}, "a.b": {"a.c"}}
    some = start_holders(repository(repo), repo.head, ["fetch"], [RepoPath("a.c"), RepoPath("b.c")])
    assert read_holders(some.finish(check=False)) == {"fetch": {"a.c"}}


def test_a_side_whose_other_files_the_merge_left_out_counts(repo):
    base = repo.commit(files={"a": "1", "b": "1"})
    repo.git("checkout", "-q", "-b", "side")
    reverted = [repo.commit(files={"b": "2"}), repo.commit(files={"b": "1"})]
    repo.git("checkout", "-q", "main")
    changed = repo.commit(files={"a": "2"})
    repo.tick("merge", "-q", "--no-ff", "-m", "merge", "side")
    # `git log` alone passes over the side, as nothing of it is left; with only `b` asked for, both would be.
    a, b = RepoPath("a"), RepoPath("b")
    for paths in ([a, b], [b]):
        found = find_changes_since(repository(repo), repo.head, base, paths)
        assert [commit.oid for commit in found[b]] == reverted[::-1]
    assert [commit.oid for commit in find_changes_since(repository(repo), repo.head, base, [a])[a]] == [changed]


def test_what_a_merge_wrote_itself_is_its_own(repo):
    repo.commit(files={"t/a": "one\n", "t/b": "one\n"})
    repo.git("checkout", "-q", "-b", "side")
    side = repo.commit(files={"t/a": "two\n", "t/b": "two\n"})
    repo.git("checkout", "-q", "main")
    repo.commit(files={"t/a": "three\n"})
    repo.tick("merge", "-q", "--no-ff", "--no-commit", "side", check=False)
    merge = repo.commit("merge", {"t/a": "both\n"})
    found = find_path_commits(repository(repo), merge, RepoPath("t"))
    assert (found[RepoPath("t/a")].oid, found[RepoPath("t/b")].oid) == (merge, side)
