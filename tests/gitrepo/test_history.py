"""Commits as they are read: what each touched, moves, merges, odd messages, clones that lack something."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.gitrepo import history
from trove_git.gitrepo import history as room
from trove_git.gitrepo.history import (
    BEYOND,
    MAX_SUBJECT_CHARACTERS,
    MAX_TIME,
    list_newest,
    read_commits,
    read_some,
    start_beyond,
    start_newest,
)
from trove_git.gitrepo.repository import Repository, find_root
from trove_git.paths import RepoPath
from trove_git.records import HistoryCommit


def repository_of(repo: Repo) -> Repository:
    repository = find_root(str(repo.path), os.environ).repository
    assert repository is not None
    return repository


def read(repo: Repo, count: int = 100) -> list[HistoryCommit]:
    repository = repository_of(repo)
    return read_commits(repository, start_newest(repository, repo.oid("HEAD"), count).finish())


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo.init(tmp_path / "repo")


def test_commits_come_newest_first_with_what_they_touched(repo: Repo) -> None:
    first = repo.commit("add two", {"a.md": "a", "b/c.md": "c"})
    second = repo.commit("edit one", {"a.md": "again"})
    repo.git("rm", "-q", "b/c.md")
    third = repo.commit("remove one")
    empty = repo.commit("nothing")
    got = read(repo)
    assert [(c.oid, c.subject, c.parents, c.paths) for c in got] == [
        (empty, "nothing", (third,), ()),
        (third, "remove one", (second,), ("b/c.md",)),
        (second, "edit one", (first,), ("a.md",)),
        (first, "add two", (), ("a.md", "b/c.md")),
    ]
    assert [c.time for c in got] == [int(t) for t in repo.git("log", "--format=%ct").split()]
    assert [c.oid for c in read(repo, 2)] == [empty, third]
    assert list_newest(repository_of(repo), empty, 3) == [empty, third, second]
    assert read_some(repository_of(repo), [first, empty]) == [got[3], got[0]]
    assert read_some(repository_of(repo), []) == []


@pytest.mark.parametrize("path", ["new\nline.md", "ta\tb.md", "M", "über.md", " leading", "-dash", '"quoted"'])
def test_odd_names_come_out_as_they_are(repo: Repo, path: str) -> None:
    repo.commit("first", {path: "x"})
    repo.commit("second", {path: "y", "Z": "z"})
    assert [set(c.paths) for c in read(repo)] == [{path, "Z"}, {path}]


def test_a_name_that_is_no_utf8_keeps_its_bytes(repo: Repo) -> None:
    (Path(str(repo.path)) / "caf\udce9.md").write_text("x")
    repo.commit("first")
    assert [c.paths for c in read(repo)] == [("caf\udce9.md",)]


def test_a_move_without_a_change_is_named_and_one_with_a_change_is_not(repo: Repo) -> None:
    repo.commit("first", {"a.md": "the same text\n", "b.md": "some words\n" * 9})
    repo.git("mv", "a.md", "c.md")
    repo.git("mv", "b.md", "d.md")
    repo.commit("move", {"d.md": "some words\n" * 8 + "changed\n"})
    assert read(repo)[0].renames == (("a.md", "c.md"),)
    assert read(repo)[1].renames == ()


def test_moves_are_not_looked_for_in_a_commit_of_very_many_files(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_MOVED", 3)
    repo.commit("first", {f"{i}.md": str(i) for i in range(2)})
    repo.git("mv", "0.md", "a.md")
    repo.git("mv", "1.md", "b.md")
    repo.commit("move")
    assert read(repo)[0].renames == ()


def merge_of(repo: Repo, *branches: str, resolve: dict[str, str] | None = None) -> None:
    repo.tick("merge", "-q", "--no-ff", "--no-commit", *branches, check=False)
    repo.commit("merge", resolve)


def test_a_merge_touches_only_what_differs_from_all_parents(repo: Repo) -> None:
    repo.commit("first", {"a.md": "a\n", "b.md": "b\n", "c.md": "c\n"})
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("side", {"b.md": "side\n", "c.md": "side\n"})
    repo.git("checkout", "-q", "main")
    repo.commit("main", {"a.md": "main\n", "c.md": "main\n"})
    merge_of(repo, "side", resolve={"c.md": "both\n"})
    merge = read(repo)[0]
    assert merge.paths == ("b.md", "c.md")
    assert merge.own == ("c.md",)
    assert merge.touched == ("c.md",)


def test_an_octopus_merge_is_read(repo: Repo) -> None:
    repo.commit("first", {"a.md": "a"})
    for name in ("one", "two", "three"):
        repo.git("checkout", "-q", "-b", name, "main")
        repo.commit(name, {f"{name}.md": name})
    repo.git("checkout", "-q", "main")
    repo.tick("merge", "-q", "-m", "octopus", "one", "two", "three")
    merge = read(repo)[0]
    # main itself was behind "one", so git leaves it out of the parents.
    assert len(merge.parents) == 3
    assert set(merge.paths) == {"two.md", "three.md"}
    assert merge.touched == ()


def test_a_message_in_latin1_is_text_with_and_without_its_header(repo: Repo) -> None:
    for i, setting in enumerate((["-c", "i18n.commitEncoding=ISO-8859-1"], [])):
        repo.write("message", "caf\xe9 au lait".encode("latin-1"))
        repo.git(*setting, "commit", "-q", "--allow-empty", "-F", "message")
        assert read(repo)[0].subject == "café au lait", i


def test_a_message_of_a_megabyte_is_cut(repo: Repo) -> None:
    repo.write("message", "word " * 200_000)
    repo.git("commit", "-q", "--allow-empty", "-F", "message")
    assert len(read(repo)[0].subject) == MAX_SUBJECT_CHARACTERS


def test_the_edge_of_a_shallow_clone_touches_nothing(repo: Repo, tmp_path: Path) -> None:
    repo.commit("first", {"a.md": "a"})
    repo.commit("second", {"b.md": "b"})
    repo.commit("third", {"c.md": "c"})
    repo.git("clone", "-q", "--depth", "2", f"file://{repo.path}", str(tmp_path / "shallow"))
    got = read(Repo(tmp_path / "shallow"))
    assert [(c.subject, c.paths) for c in got] == [("third", ("c.md",)), ("second", ())]
    assert got[1].parents == (BEYOND,)


def test_no_blob_is_needed(repo: Repo, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.commit("first", {"a.md": "text of a file\n"})
    repo.git("mv", "a.md", "b.md")
    repo.commit("move")
    clone = tmp_path / "partial"
    repo.git("clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{repo.path}", str(clone))
    repo.path.rename(tmp_path / "gone")
    assert [(c.paths, c.renames) for c in read(Repo(clone))] == [
        (("a.md", "b.md"), (("a.md", "b.md"),)), (("a.md",), ()),
    ]  # fmt: skip


def test_the_users_configuration_changes_nothing(repo: Repo) -> None:
    repo.commit("first", {"a.md": "a", "b.md": "b"})
    repo.git("mv", "a.md", "c.md")
    repo.commit("caf\xe9", {"b.md": "c"})
    plain = read(repo)
    for key, value in (
        ("diff.renames", "copies"), ("log.showSignature", "true"), ("log.follow", "true"), ("diff.noprefix", "true"),
        ("i18n.logOutputEncoding", "ISO-8859-1"), ("log.diffMerges", "combined"), ("color.ui", "always"),
        ("log.decorate", "full"), ("diff.relative", "true"), ("format.pretty", "oneline"),
        ("diff.orderFile", "/dev/null"),
    ):  # fmt: skip
        repo.git("config", key, value)
        assert read(repo) == plain, key


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("log.showRoot", "false"), ("log.follow", "true"), ("log.showSignature", "true"), ("diff.relative", "true"),
        ("diff.orderFile", "missing"), ("diff.renames", "copies"), ("diff.ignoreSubmodules", "all"),
        ("color.ui", "always"), ("i18n.logOutputEncoding", "latin1"), ("log.diffMerges", "off"),
    ],
)  # fmt: skip
def test_the_configuration_of_git_log_changes_nothing(repo: Repo, key: str, value: str) -> None:
    first = repo.commit("über", {"a.md": "the same text\n", "b.md": "b\n"})
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{first},module")
    repo.tick("commit", "-q", "-m", "a module")
    repo.git("checkout", "-q", "-b", "side")
    repo.tick("mv", "a.md", "c.md")
    repo.tick("commit", "-q", "-m", "move")
    repo.git("checkout", "-q", "main")
    repo.git("update-index", "--cacheinfo", f"160000,{repo.head},module")
    repo.tick("commit", "-q", "-m", "module again")
    repo.tick("merge", "-q", "--no-edit", "side")
    repository = repository_of(repo)

    def read_both() -> list[list[HistoryCommit]]:
        return [
            read(repo),
            read_commits(repository, start_beyond(repository, [repo.head], [RepoPath("c.md")]).finish()),
        ]

    before = read_both()
    assert before[0][-1].paths == ("a.md", "b.md")
    repo.git("config", key, value)
    assert read_both() == before


@pytest.mark.parametrize(
    ("date", "time"),
    [
        ("0", 0), ("-5", 0), ("", 0), ("soon", 0), (str(MAX_TIME), MAX_TIME), (str(MAX_TIME + 1), MAX_TIME),
        ("9" * 30, MAX_TIME),
    ],
)  # fmt: skip
def test_dates_that_are_none(repo: Repo, date: str, time: int) -> None:
    who = f"A <a@example.org> {date} +0000"
    data = f"tree {repo.git('write-tree')}\nauthor {who}\ncommitter {who}\n\nsubject\n"
    made = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--stdin", "--literally"],
        cwd=repo.path, input=data.encode(), capture_output=True, check=True,
    )  # fmt: skip
    repo.git("update-ref", "HEAD", made.stdout.decode().strip())
    assert [(c.time, c.subject) for c in read(repo)] == [(time, "subject")]


def test_more_commits_than_a_process_can_be_told(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit("first", {f"{i}.md": f"{i}\n" for i in range(3)} | {"own.md": "first\n"})
    for i in range(3):
        repo.git("checkout", "-q", "-b", f"side{i}")
        repo.git("mv", f"{i}.md", f"moved{i}.md")
        repo.commit(f"move {i}")
        repo.git("checkout", "-q", "main")
        merge_of(repo, f"side{i}", resolve={"own.md": f"{i}\n"})
    expected = read(repo)
    assert sum(bool(c.renames) for c in expected) == sum(bool(c.own) for c in expected) == 3
    monkeypatch.setattr(room, "BATCH", 1)
    assert read(repo) == expected


@pytest.mark.parametrize("most", [400, 25, 1])
def test_more_paths_than_a_process_can_be_told(repo: Repo, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    paths = [RepoPath(f"docs/{folder}/{number}.md") for folder in "ab" for number in range(10)]
    for path in paths:
        repo.commit(path, {path: path, "other.md": path})
    monkeypatch.setattr(room, "MAX_PATHSPEC_CHARACTERS", most)
    running = start_beyond(repository_of(repo), [repo.head], paths)
    told = sum(map(len, running.arguments[running.arguments.index("--") + 1 :]))
    found = {path for commit in read_commits(repository_of(repo), running.finish()) for path in commit.paths}
    assert told <= most + 40 * len(paths)
    assert set(paths) <= found
    assert ("other.md" in found) == (most == 1)


def test_a_whole_argument_list_of_paths(repo: Repo) -> None:
    repo.commit("first", {"docs/a.md": "a"})
    paths = [RepoPath(f"docs/{'long' * 40}/{number}.md") for number in range(20_000)]
    running = start_beyond(repository_of(repo), [repo.head], paths)
    assert [c.subject for c in read_commits(repository_of(repo), running.finish())] == ["first"]
