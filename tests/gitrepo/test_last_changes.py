"""The last change of every path equals what `git log -1 -- PATH` says, in any history; moves aside."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.gitrepo.test_history import merge_of, read, repository_of
from tests.support.repos import FIRST_COMMIT, Repo
from tests.support.scale import scaled
from trove_git.gitrepo.history import read_commits, start_beyond
from trove_git.gitrepo.last_changes import Change, LastChanges, find_last_changes, open_paths
from trove_git.paths import RepoPath
from trove_git.records import Oid

PATHS = ("a.md", "b.md", "c/d.md")


def walk(repo: Repo, count: int = 1000, known: dict[Oid, dict[RepoPath, Change]] | None = None) -> LastChanges:
    head = repo.oid("HEAD")
    paths = map(RepoPath, repo.git("ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0")[:-1])
    return find_last_changes(repository_of(repo), read(repo, count), open_paths(head, paths), known)


def git_says(repo: Repo) -> dict[str, int]:
    paths = repo.git("ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0")[:-1]
    return {path: int(repo.git("log", "-1", "--format=%ct", "--", f":(literal){path}")) for path in paths}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.init(tmp_path / "repo")
    made.commit("first", {path: f"{path}\n" for path in PATHS})
    return made


def test_a_merge_that_keeps_our_side_keeps_our_age(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("side", {"a.md": "side\n", "b.md": "side\n"})
    repo.git("checkout", "-q", "main")
    repo.commit("main", {"c/d.md": "main\n"})
    merge_of(repo, "side", resolve={"a.md": "a.md\n"})
    assert walk(repo).times == git_says(repo)
    assert walk(repo).times[RepoPath("a.md")] < walk(repo).times[RepoPath("b.md")]


def test_a_path_that_an_octopus_takes_from_its_last_parent(repo: Repo) -> None:
    for name in ("one", "two", "three"):
        repo.git("checkout", "-q", "-b", name, "main")
        repo.commit(name, {f"{name}.md": name, "line\nbreak.md": "x"} if name == "three" else {f"{name}.md": name})
    repo.git("checkout", "-q", "main")
    repo.commit("main", {"a.md": "main\n"})
    repo.tick("merge", "-q", "-m", "octopus", "one", "two", "three")
    assert walk(repo).times == git_says(repo)


def test_a_file_that_was_only_moved_keeps_its_age(repo: Repo) -> None:
    before = walk(repo).times[RepoPath("a.md")]
    repo.git("mv", "a.md", "moved.md")
    repo.commit("move")
    repo.git("mv", "moved.md", "again.md")
    repo.commit("move on")
    assert walk(repo).times[RepoPath("again.md")] == before
    repo.commit("change", {"again.md": "changed\n"})
    assert walk(repo).times[RepoPath("again.md")] > before


def test_a_file_that_was_moved_to_an_earlier_name_keeps_its_age_where_the_old_name_is_asked_too(repo: Repo) -> None:
    before = walk(repo).times[RepoPath("b.md")]
    repo.git("rm", "-q", "a.md")
    repo.commit("make room")
    repo.git("mv", "b.md", "a.md")
    moved = repo.commit("move")
    got = find_last_changes(
        repository_of(repo), read(repo), open_paths(moved, [RepoPath("a.md"), RepoPath("b.md")])
    ).times
    assert got == {"a.md": before, "b.md": int(repo.git("log", "-1", "--format=%ct", moved))}


def test_two_files_that_change_places_are_changed(repo: Repo) -> None:
    repo.commit("swap", {"a.md": "b.md\n", "b.md": "a.md\n"})
    assert walk(repo).times == git_says(repo)


def test_an_octopus_in_a_clone_without_blobs(repo: Repo, tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        repo.git("checkout", "-q", "-b", name, "main")
        repo.commit(name, {f"{name}.md": name} | ({"a.md": "changed\n"} if name == "three" else {}))
    repo.git("checkout", "-q", "main")
    repo.tick("merge", "-q", "-m", "octopus", "one", "two", "three")
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("clone", "-q", "--bare", "--filter=blob:none", f"file://{repo.path}", str(tmp_path / "partial"))
    assert walk(Repo(tmp_path / "partial")).times == git_says(repo)


def test_an_octopus_takes_a_file_from_the_parent_that_has_its_mode_too(repo: Repo) -> None:
    for name in ("one", "two"):
        repo.git("checkout", "-q", "-b", name, "main")
        repo.commit(name, {"a.md": "changed\n"})
        repo.git("update-index", f"--chmod={'+' if name == 'one' else '-'}x", "a.md")
        repo.tick("commit", "-q", "--allow-empty", "-m", f"mode of {name}")
        repo.git("reset", "-q", "--hard")
    repo.git("checkout", "-q", "main")
    tree = repo.oid("two^{tree}")
    merge = repo.tick("commit-tree", "-p", "main", "-p", "one", "-p", "two", "-m", "octopus", tree)
    repo.git("reset", "-q", "--hard", merge)
    assert walk(repo).times == git_says(repo)


def test_commits_out_of_order_of_time_are_walked_children_first(repo: Repo) -> None:
    repo.write("a.md", "later commit, earlier date\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "old", GIT_COMMITTER_DATE=f"{FIRST_COMMIT - 5000} +0000")
    repo.git("checkout", "-q", "-b", "side", "HEAD~1")
    repo.commit("side", {"b.md": "side\n"})
    repo.git("checkout", "-q", "main")
    merge_of(repo, "side")
    assert walk(repo).times == git_says(repo)


def test_what_lies_beyond_the_commits_that_were_read_is_left_and_found_behind_them(repo: Repo) -> None:
    repo.commit("second", {"b.md": "changed\n"})
    repo.commit("third", {"new.md": "new\n"})
    near = walk(repo, count=1)
    assert near.times.keys() == {"new.md"}
    ((reached, waiting),) = near.left.items()
    assert waiting.keys() == set(PATHS)
    output = start_beyond(repository_of(repo), [reached], list(waiting)).finish()
    beyond = find_last_changes(repository_of(repo), read_commits(repository_of(repo), output), near.left)
    assert {**near.times, **beyond.times} == git_says(repo)
    assert not beyond.left


def test_the_answers_of_an_earlier_walk_are_taken_over(repo: Repo) -> None:
    a, b = RepoPath("a.md"), RepoPath("b.md")
    known = {repo.oid("HEAD"): {a: Change(7, Oid("x")), b: Change(8, Oid("y"))}}
    repo.commit("second", {"b.md": "changed\n"})
    got = walk(repo, known=known)
    assert got.changes[a] == Change(7, Oid("x"))
    assert got.times[b] == git_says(repo)["b.md"]
    assert got.changes[b].oid == repo.head


def test_nothing_is_said_of_what_a_shallow_clone_does_not_tell(repo: Repo, tmp_path: Path) -> None:
    repo.commit("second", {"b.md": "changed\n"})
    repo.git("clone", "-q", "--depth", "2", f"file://{repo.path}", str(tmp_path / "shallow"))
    shallow = Repo(tmp_path / "shallow")
    repo.commit("third", {"a.md": "changed\n"})
    assert walk(shallow).times == {"b.md": git_says(repo)["b.md"]}


steps = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(PATHS), st.integers(0, 3)),
    st.tuples(st.just("write"), st.sampled_from(PATHS), st.integers(0, 3)),
    st.tuples(st.just("delete"), st.sampled_from(PATHS), st.just(0)),
    st.tuples(st.just("switch"), st.sampled_from(("main", "one", "two")), st.just(0)),
    st.tuples(st.sampled_from(("ours", "theirs", "merge")), st.sampled_from(("main", "one", "two")), st.just(0)),
    st.tuples(st.sampled_from(("revert", "rebase")), st.sampled_from(("main", "one")), st.just(0)),
)


def carry_out(repo: Repo, name: str, what: str, number: int) -> None:
    if name == "write":
        # Twice the same content on two branches, and content that comes back, are the hard cases.
        repo.commit("write", {what: f"{what} {number}\n"})
    elif name == "delete":
        repo.git("rm", "-q", "--ignore-unmatch", what)
        repo.commit("delete")
    elif name == "switch":
        repo.git("checkout", "-q", what, check=False)
    elif name == "revert":
        repo.tick("revert", "--no-edit", "HEAD", check=False)
    elif name == "rebase":
        repo.tick("rebase", "-q", "-X", "theirs", what, check=False)
    elif name == "merge":
        repo.tick("merge", "-q", "--no-ff", "--no-edit", "-X", "ours", what, check=False)
    else:
        repo.tick("merge", "-q", "--no-ff", "--no-edit", "-s", "ours", what, check=False)
        if name == "theirs":
            repo.git("read-tree", "-u", "--reset", what)
            repo.tick("commit", "-q", "--amend", "--no-edit", "--allow-empty")
    for command in ("merge", "rebase", "revert"):
        repo.git(command, "--abort", check=False)
    repo.git("reset", "-q", "--hard")


@settings(max_examples=scaled(15, 300), deadline=None)
@given(st.lists(steps, min_size=4, max_size=16))
def test_in_any_history_the_last_change_is_that_of_git_log(sequence: list[tuple[str, str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        repo = Repo.init(Path(folder) / "repo")
        repo.commit("first", {path: f"{path} 0\n" for path in PATHS})
        for name in ("one", "two"):
            repo.git("branch", name)
        for step in sequence:
            carry_out(repo, *step)
        moved = {new for commit in read(repo) for _, new in commit.renames}
        expected = git_says(repo)
        got = walk(repo)
        assert {p: t for p, t in got.times.items() if p not in moved} == {
            p: t for p, t in expected.items() if p not in moved
        }
        assert not got.left
