"""The gates' stubs by real commits, merges and pushes: when they start the program, and that they fail closed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.hooks import Program, git, install_in, make_program, without_git_trove, write_hook
from tests.support.repos import Repo

ENTRY = ".claude/trove/entries/a.md"
MISSING = "git-trove: entries or docs are staged, and git-trove is not there to look for secrets in them"


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return make_program(tmp_path / "bin")


@pytest.fixture
def guarded(repo: Repo, program: Program, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A repository with a commit of code and hooks that start the program."""
    repo.commit("base", {"src/a.py": "a\n"})
    install_in(repo, monkeypatch, program.path)
    for name in ("post-commit", "post-merge", "post-checkout", "post-rewrite"):
        (repo.path / ".git" / "hooks" / name).unlink()
    return repo


OURS = {
    "entry": ENTRY,
    "entry of a folder": "packages/x/.claude/trove/memory/a.json",
    "INDEX.md": ".claude/trove/INDEX.md",
    "any file of the trove": ".claude/trove/entries/image.png",
    "another letter case": ".CLAUDE/Trove/entries/a.txt",
    "readme": "README.MD",
    "doc": "docs/a/b.rst",
    "doc of another kind": "site/x.mdx",
    "name with a space": "docs/a b.markdown",
}


@pytest.mark.parametrize("path", OURS.values(), ids=OURS)
def test_a_commit_of_ours_starts_the_program(guarded: Repo, program: Program, path: str) -> None:
    guarded.write(path, "text\n")
    guarded.git("add", "-A")
    guarded.tick("commit", "-q", "-m", "x")
    assert program.calls() == ["hook pre-commit"]


def test_a_commit_of_anything_else_does_not(guarded: Repo, program: Program, tmp_path: Path, monkeypatch) -> None:
    guarded.commit("code", {"src/b.py": "b\n", "docs/image.png": b"\0", ".claude/settings.json": "{}"})
    assert program.calls() == []
    program.path.unlink()
    without_git_trove(monkeypatch, tmp_path / "plain")
    guarded.commit("code", {"src/c.py": "c\n"})


WIDER: dict[str, Callable[[Repo, pytest.MonkeyPatch], object]] = {
    "trove.docs": lambda repo, _: repo.git("config", "trove.docs", "wiki/*.txt"),
    "trove.docs for all repositories": lambda repo, _: repo.git("config", "--global", "trove.docs", "wiki/*.txt"),
    "trove.secrets": lambda repo, _: repo.git("config", "trove.secrets", "src/"),
    "TROVE_DOCS": lambda _, monkeypatch: monkeypatch.setenv("TROVE_DOCS", "wiki/*.txt"),
    ".trove/config": lambda repo, _: repo.write(".trove/config", "[trove]\n\tdocs = wiki/*.txt\n"),
}


@pytest.mark.parametrize("widen", WIDER.values(), ids=WIDER)
def test_settings_that_name_more_files_start_it_for_any_file(
    guarded: Repo, program: Program, monkeypatch: pytest.MonkeyPatch, widen
) -> None:
    widen(guarded, monkeypatch)
    install_in(guarded, monkeypatch, program.path)
    guarded.write("src/b.py", "b\n")
    guarded.git("add", "src")
    guarded.tick("commit", "-q", "-m", "x")
    assert program.calls()[:1] == ["hook pre-commit"]


def test_pathspecs_mean_what_they_say_whatever_git_was_told(guarded: Repo, program: Program) -> None:
    guarded.write(ENTRY, "text\n")
    guarded.git("add", "-A")
    guarded.git("--literal-pathspecs", "commit", "-q", "-m", "x")
    assert program.calls() == ["hook pre-commit"]


def test_a_commit_of_some_files_is_judged_by_these(guarded: Repo, program: Program) -> None:
    guarded.commit("both", {ENTRY: "1\n"})
    guarded.write(ENTRY, "2\n")
    guarded.write("src/a.py", "changed\n")
    guarded.git("add", "-A")
    calls = len(program.calls())
    guarded.tick("commit", "-q", "-m", "code only", "src/a.py")
    assert len(program.calls()) == calls
    guarded.tick("commit", "-q", "-m", "entry only", ENTRY)
    assert len(program.calls()) == calls + 1


BROKEN = {
    "finds a secret": ("exit 1", ""),
    "crashes": ("exit 3", "git-trove: the look for secrets did not finish (status 3), so the commit is stopped"),
    "is killed": ("kill -9 $$", "git-trove: the look for secrets did not finish (status 137), so the commit"),
}


@pytest.mark.parametrize(("script", "message"), BROKEN.values(), ids=BROKEN)
def test_it_fails_closed(guarded: Repo, tmp_path: Path, script: str, message: str) -> None:
    make_program(tmp_path / "bin", script)
    head = guarded.head
    guarded.write(ENTRY, "text\n")
    guarded.git("add", "-A")
    done = git(guarded.path, "commit", "-q", "-m", "x", check=False)
    assert done.returncode != 0
    assert message in done.stderr
    assert guarded.head == head


def test_a_program_that_is_gone_stops_what_it_would_have_looked_at(
    guarded: Repo, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.path.unlink()
    without_git_trove(monkeypatch, tmp_path / "plain")
    guarded.write(ENTRY, "text\n")
    guarded.git("add", "-A")
    done = git(guarded.path, "commit", "-q", "-m", "x", check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        MISSING, "hint: put git-trove on PATH, or take its lines out of the pre-commit hook"
    ]  # fmt: skip


def test_an_interpreter_that_is_gone_stops_too(guarded: Repo, program: Program) -> None:
    program.path.write_text("#!/no/such/python\n")
    guarded.write(ENTRY, "text\n")
    guarded.git("add", "-A")
    done = git(guarded.path, "commit", "-q", "-m", "x", check=False)
    assert done.returncode != 0
    assert "did not finish" in done.stderr


def test_the_program_on_path_serves_when_the_named_one_is_gone(
    repo: Repo, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("base", {"src/a.py": "a\n"})
    install_in(repo, monkeypatch, tmp_path / "gone" / "git-trove")
    monkeypatch.setenv("PATH", f"{program.path.parent}{os.pathsep}{os.environ['PATH']}")
    repo.write(ENTRY, "text\n")
    repo.git("add", "-A")
    repo.tick("commit", "-q", "-m", "x")
    assert program.calls()[0] == "hook pre-commit"


def diverge(repo: Repo, theirs: str, ours: str) -> None:
    """Make a branch that changed one file while ours changed another."""
    repo.git("switch", "-q", "-c", "theirs")
    repo.write(theirs, "theirs\n")
    repo.git("add", "-A")
    repo.tick("commit", "-q", "--no-verify", "-m", "theirs")
    repo.git("switch", "-q", "main")
    repo.write(ours, "ours\n")
    repo.git("add", "-A")
    repo.tick("commit", "-q", "--no-verify", "-m", "ours")


@pytest.mark.parametrize(
    ("theirs", "calls"), [("docs/a.md", ["hook pre-merge-commit"]), ("src/b.py", [])], ids=["docs", "code"]
)
def test_a_merge_is_guarded(guarded: Repo, program: Program, theirs: str, calls: list[str]) -> None:
    diverge(guarded, theirs, "src/c.py")
    guarded.tick("merge", "-q", "--no-edit", "theirs")
    assert program.calls() == calls


def test_a_merge_that_brings_a_secret_is_stopped(guarded: Repo, tmp_path: Path) -> None:
    diverge(guarded, "docs/a.md", "src/c.py")
    make_program(tmp_path / "bin", "exit 1")
    assert git(guarded.path, "merge", "-q", "--no-edit", "theirs", check=False).returncode != 0
    assert guarded.git("rev-list", "--count", "--merges", "HEAD") == "0"


@pytest.fixture
def remote(guarded: Repo, tmp_path: Path) -> Repo:
    bare = Repo.init(tmp_path / "remote.git", "--bare")
    guarded.git("remote", "add", "origin", str(bare.path))
    return bare


def test_a_push_hands_its_refs_on_to_both(
    guarded: Repo, remote: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, seen_by_user = tmp_path / "seen", tmp_path / "seen-by-user"
    program = make_program(tmp_path / "bin2", f"cat >'{seen}'")
    hook = guarded.path / ".git" / "hooks" / "pre-push"
    hook.write_text(f"#!/bin/sh\ncat >'{seen_by_user}'\n")
    install_in(guarded, monkeypatch, program.path)
    guarded.git("branch", "other")
    guarded.git("push", "-q", "origin", "main", "other")
    assert program.calls() == [f"hook pre-push origin {remote.path}"]
    assert seen.read_bytes() == seen_by_user.read_bytes()
    head, zeros = guarded.head, "0" * 40
    assert seen.read_text().splitlines() == [f"refs/heads/{b} {head} refs/heads/{b} {zeros}" for b in ("main", "other")]
    guarded.git("push", "-q", "origin", "main")
    assert (len(program.calls()), seen_by_user.read_bytes()) == (1, b""), "nothing to push"


def test_a_push_is_stopped(guarded: Repo, remote: Repo, tmp_path: Path) -> None:
    make_program(tmp_path / "bin", "exit 1")
    assert git(guarded.path, "push", "-q", "origin", "main", check=False).returncode != 0
    assert remote.git("for-each-ref") == ""
    make_program(tmp_path / "bin", "exit 2")
    done = git(guarded.path, "push", "-q", "origin", "main", check=False)
    assert "(status 2), so the push is stopped" in done.stderr


def test_a_push_without_the_program(
    guarded: Repo, remote: Repo, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.path.unlink()
    without_git_trove(monkeypatch, tmp_path / "plain")
    guarded.git("push", "-q", "origin", "main")
    guarded.commit("code", {"src/b.py": "b\n"})
    guarded.git("push", "-q", "origin", "main")
    guarded.git("switch", "-q", "-c", "side")
    guarded.write("docs/a.md", "text\n")
    guarded.git("add", "-A")
    guarded.tick("commit", "-q", "--no-verify", "-m", "added")
    guarded.git("rm", "-q", "docs/a.md")
    guarded.tick("commit", "-q", "--no-verify", "-m", "removed again")
    done = git(guarded.path, "push", "-q", "origin", "side", check=False)
    assert done.returncode != 0
    assert "git-trove: entries or docs are pushed, and git-trove is not there" in done.stderr
    guarded.git("push", "-q", "--no-verify", "origin", "side")
    guarded.git("push", "-q", "origin", "--delete", "side")


def test_messages_are_looked_at_on_request_only(
    guarded: Repo, program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert not (guarded.path / ".git" / "hooks" / "commit-msg").exists()
    install_in(guarded, monkeypatch, program.path, messages=True)
    guarded.tick("commit", "-q", "--allow-empty", "-m", "x")
    assert program.calls()[0] == "hook commit-msg .git/COMMIT_EDITMSG"
    install_in(guarded, monkeypatch, program.path)
    make_program(tmp_path / "bin", "exit 1")
    assert git(guarded.path, "commit", "-q", "--allow-empty", "-m", "x", check=False).returncode == 1


@pytest.mark.parametrize("shebang", ["#!/bin/sh", "#!/bin/sh -eu", "#!/usr/bin/env bash", ""])
def test_a_hook_that_was_there_runs_too(
    guarded: Repo, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shebang: str
) -> None:
    log = tmp_path / "user"
    write_hook(guarded, "pre-commit", f"{shebang}\necho ran >>'{log}'\nexit 7\n".lstrip("\n"))
    install_in(guarded, monkeypatch, program.path)
    guarded.write(ENTRY, "text\n")
    guarded.git("add", "-A")
    assert git(guarded.path, "commit", "-q", "-m", "x", check=False).returncode == 1, "the user's hook decides too"
    assert (program.calls(), log.read_text()) == (["hook pre-commit"], "ran\n")
    make_program(tmp_path / "bin", "exit 1")
    git(guarded.path, "commit", "-q", "-m", "x", check=False)
    assert log.read_text() == "ran\n", "stopped before the user's hook"


def test_a_linked_worktree_with_git_dir_exported(
    guarded: Repo, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked tree"))
    linked = Repo(tmp_path / "linked tree")
    linked.write(ENTRY, "text\n")
    linked.git("add", "-A")
    monkeypatch.setenv("GIT_DIR", linked.git("rev-parse", "--absolute-git-dir"))
    linked.tick("commit", "-q", "-m", "x")
    linked.write("src/b.py", "b\n")
    linked.git("add", "-A")
    linked.tick("commit", "-q", "-m", "x")
    assert program.calls() == ["hook pre-commit"]


def test_a_worktree_of_a_bare_repository_in_a_path_with_spaces(
    guarded: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = Repo(tmp_path / "a bare one.git")
    git(tmp_path, "clone", "-q", "--bare", str(guarded.path), str(bare.path))
    program = make_program(tmp_path / "it's a bin")
    install_in(bare, monkeypatch, program.path)
    bare.git("worktree", "add", "-q", "--detach", str(tmp_path / "its tree"))
    tree = Repo(tmp_path / "its tree")
    tree.write(ENTRY, "text\n")
    tree.git("add", "-A")
    tree.tick("commit", "-q", "-m", "x")
    assert "hook pre-commit" in program.calls()


def test_what_settings_name_is_looked_at_where_their_file_is_not_checked_out(guarded: Repo, program: Program) -> None:
    guarded.commit("config", {".trove/config": "[trove]\n\tsecrets = *.py\n"})
    guarded.git("sparse-checkout", "set", "--no-cone", "/src/")
    assert not (guarded.path / ".trove").exists()
    before = len(program.calls())
    guarded.write("src/a.py", "b\n")
    guarded.git("add", "src")
    guarded.tick("commit", "-q", "-m", "x")
    assert len(program.calls()) == before + 1


def test_what_the_environment_names_is_looked_at(guarded: Repo, program: Program) -> None:
    guarded.write("src/a.py", "b\n")
    guarded.git("add", "-A")
    guarded.git("commit", "-q", "-m", "x", TROVE_SECRETS="*.py")
    assert program.calls() == ["hook pre-commit"]
