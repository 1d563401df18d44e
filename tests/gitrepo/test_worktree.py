"""Uncommitted paths: every state that a file of a work tree can be in."""

from __future__ import annotations

import os

import pytest

from tests.support.repos import Repo
from trove_git.errors import GitError
from trove_git.gitrepo import worktree
from trove_git.gitrepo.repository import find_root
from trove_git.gitrepo.worktree import start_scan, uncommitted_paths
from trove_git.paths import RepoPath

ALL = (":(top,glob)**",)
TROVE = ":(top,literal).claude/trove"


@pytest.fixture
def filled(repo):
    repo.commit(files={"a.md": "one\n", "b.md": "two\n", "sub/c.md": "three\n", ".gitignore": ".claude/\n*.log\n"})
    # The index file is younger than the files, so that git trusts their stat data.
    for name in ("a.md", "b.md", "sub/c.md"):
        os.utime(repo.path / name, (1_600_000_000, 1_600_000_000))
    repo.git("update-index", "--refresh")
    return repo


def scan(repo: Repo, pathspecs=ALL, ignored_too=(), untracked=None) -> list[RepoPath]:
    repository = find_root(str(repo.path), os.environ).repository
    started = start_scan(repository, pathspecs, pathspecs if untracked is None else untracked, ignored_too)
    return uncommitted_paths(started, pathspecs)


def test_clean(filled):
    assert scan(filled) == []


def test_clean_needs_no_third_process(filled, monkeypatch):
    started = start_scan(find_root(str(filled.path), os.environ).repository, ALL, ALL, ())
    monkeypatch.setenv("PATH", "")
    assert uncommitted_paths(started, ALL) == []


def test_modified(filled):
    filled.write("a.md", "other\n")
    assert scan(filled) == ["a.md"]


def test_other_stat_data_and_the_same_content(filled):
    (filled.path / "a.md").touch()
    filled.write("b.md", "changed\n")
    assert scan(filled) == ["b.md"]


def test_the_look_leaves_the_index_file_alone(filled):
    (filled.path / "a.md").touch()
    before = (filled.path / ".git" / "index").read_bytes()
    scan(filled)
    assert (filled.path / ".git" / "index").read_bytes() == before


def test_a_filter_that_gives_the_same_content(filled):
    filled.git("config", "filter.upper.clean", "tr a-z A-Z")
    filled.commit(files={".gitattributes": "*.txt filter=upper\n", "x.txt": "abc\n"})
    os.utime(filled.path / "x.txt", (1_500_000_000, 1_500_000_000))
    assert scan(filled) == []
    filled.write("x.txt", "abd\n")
    assert scan(filled) == ["x.txt"]


def test_staged(filled):
    filled.write("a.md", "other\n")
    filled.write("new.md", "x")
    filled.git("add", "-A")
    assert scan(filled) == ["a.md", "new.md"]


def test_staged_and_taken_back_on_disk(filled):
    filled.write("a.md", "other\n")
    filled.git("add", "a.md")
    filled.write("a.md", "one\n")
    assert scan(filled) == ["a.md"]


def test_deleted(filled):
    (filled.path / "a.md").unlink()
    filled.git("rm", "-q", "b.md")
    filled.git("rm", "-q", "--cached", "sub/c.md")
    assert scan(filled) == ["a.md", "b.md", "sub/c.md"]


def test_renamed_is_gone_here_and_new_there(filled):
    filled.git("mv", "a.md", "z.md")
    assert scan(filled) == ["a.md", "z.md"]


def test_untracked_and_ignored(filled):
    for path in ("new.md", "sub/new.md", "x.log", ".claude/trove/entries/e.md"):
        filled.write(path, "x")
    assert scan(filled) == ["new.md", "sub/new.md"]
    assert scan(filled, ignored_too=[TROVE]) == [".claude/trove/entries/e.md", "new.md", "sub/new.md"]


def test_intent_to_add(filled):
    filled.write("new.md", "x")
    filled.git("add", "-N", "new.md")
    assert scan(filled) == ["new.md"]


def test_only_the_pathspecs_are_looked_at(filled):
    for path in ("a.md", "sub/c.md", "sub/new.md", "new.md"):
        filled.write(path, "other")
    assert scan(filled, (":(top,glob)sub/**",)) == ["sub/c.md", "sub/new.md"]


def test_untracked_files_have_pathspecs_of_their_own(filled):
    for path in ("a.md", "new.md", "sub/c.md", "sub/new.md"):
        filled.write(path, "other")
    assert scan(filled, untracked=(":(top,literal)sub",)) == ["a.md", "sub/c.md", "sub/new.md"]


def test_a_nested_repository_is_left_out(filled):
    Repo.init(filled.path / "nested").commit(files={"x.md": "x"})
    assert scan(filled, ignored_too=[":(top,literal)nested"]) == []


def test_a_submodule_is_left_out(filled, tmp_path):
    inner = Repo.init(tmp_path / "inner")
    inner.commit(files={"x.md": "x"})
    filled.git("submodule", "--quiet", "add", str(inner.path), "module")
    filled.commit()
    Repo(filled.path / "module").commit(files={"x.md": "y"})
    assert scan(filled) == []


def test_another_type_of_file(filled):
    (filled.path / "a.md").unlink()
    (filled.path / "a.md").symlink_to("b.md")
    assert scan(filled) == ["a.md"]


def test_a_merge_with_conflicts(filled):
    filled.git("checkout", "-q", "-b", "other")
    filled.commit(files={"a.md": "theirs\n"})
    filled.git("checkout", "-q", "main")
    filled.commit(files={"a.md": "ours\n"})
    filled.git("merge", "-q", "other", check=False)
    assert "<<<<<<<" in (filled.path / "a.md").read_text()
    assert scan(filled) == ["a.md"]


def test_files_that_a_sparse_checkout_leaves_out_are_no_deletions(filled):
    filled.git("sparse-checkout", "set", "--no-cone", "/*", "!/sub/")
    assert not (filled.path / "sub").exists()
    filled.write("a.md", "other\n")
    assert scan(filled) == ["a.md"]


def test_names_that_look_like_patterns_and_bytes_outside_utf8(filled):
    odd = os.fsdecode(b"caf\xe9.md")
    names = ["*.md", ":(top)x.md", "[a].md", odd, "line\nend.md", "-x.md"]
    filled.commit(files=dict.fromkeys(names, "x"))
    for name in names:
        filled.write(name, "other")
    assert scan(filled) == sorted(names)


@pytest.mark.parametrize("most", [0, 500])
def test_more_changed_files_than_arguments(filled, monkeypatch, most):
    monkeypatch.setattr(worktree, "_MAX_STATUS_ARGUMENTS", most)
    filled.write("a.md", "other\n")
    filled.write("sub/c.md", "other\n")
    (filled.path / "b.md").touch()
    assert scan(filled) == ["a.md", "sub/c.md"]
    assert scan(filled, (":(top,glob)sub/**",)) == ["sub/c.md"]


def test_more_than_five_hundred_changed_files(repo):
    names = [f"docs/{i:04}.md" for i in range(501)]
    repo.commit(files=dict.fromkeys(names, "one"))
    for name in names:
        repo.write(name, "other")
    assert scan(repo) == names


def test_before_the_first_commit(repo):
    for path in ("staged.md", "new.md", "x.log", ".claude/trove/e.md"):
        repo.write(path, "x")
    repo.write(".gitignore", "*.log\n.claude/\n")
    repo.git("add", "staged.md")
    assert scan(repo) == [".gitignore", "new.md", "staged.md"]
    assert scan(repo, ignored_too=[TROVE]) == [".claude/trove/e.md", ".gitignore", "new.md", "staged.md"]


def test_from_a_linked_worktree(filled, tmp_path):
    filled.git("worktree", "add", "-q", str(tmp_path / "tree"))
    filled.write("a.md", "other\n")
    tree = Repo(tmp_path / "tree")
    tree.write("b.md", "other\n")
    assert scan(tree) == ["b.md"]


def test_an_index_file_that_is_broken(filled):
    (filled.path / ".git" / "index").write_bytes(b"garbage that is no index file at all")
    started = start_scan(find_root(str(filled.path), os.environ).repository, ALL, ALL, ())
    with pytest.raises(GitError, match="index"):
        uncommitted_paths(started, ALL)
    started.changed.finish(check=False)
