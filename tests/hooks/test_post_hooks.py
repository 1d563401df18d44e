"""The post hooks' stubs by real commits, merges, checkouts and rebases: what they start, and that they never fail."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.hooks import Program, git, install_in, make_program, until, without_git_trove, write_hook
from tests.support.repos import Repo

ENTRY = ".claude/trove/entries/a.md"


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return make_program(tmp_path / "bin")


@pytest.fixture
def hooked(repo: Repo, program: Program, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A repository with commits on two branches, and post hooks that start the program."""
    repo.commit("base", {"src/a.py": "a\n", ".claude/trove/INDEX.md": "# Trove\n"})
    repo.git("switch", "-q", "-c", "topic")
    for number in range(3):
        repo.commit(f"topic {number}", {f"src/t{number}.py": "t\n"})
    repo.git("switch", "-q", "main")
    repo.commit("main", {"src/m.py": "m\n"})
    install_in(repo, monkeypatch, program.path)
    for name in ("pre-commit", "pre-merge-commit", "pre-push"):
        (repo.path / ".git" / "hooks" / name).unlink()
    return repo


def settled(repo: Repo, program: Program, *expected: str) -> None:
    """Wait for the calls, then for one more that is known to come, so that none before it is missed."""
    calls = program.wait(len(expected))
    repo.git("switch", "-q", "--detach", f"{repo.head}~1")
    last = "hook --now post-checkout"
    until(lambda: program.calls()[-1:] == [last] and len(program.calls()) > len(calls))
    assert program.calls() == [*expected, last]


def test_a_commit(hooked: Repo, program: Program) -> None:
    hooked.commit("x", {"src/x.py": "x\n"})
    settled(hooked, program, "hook --now post-commit")


def test_an_amended_commit_is_indexed_once(hooked: Repo, program: Program) -> None:
    hooked.tick("commit", "-q", "--amend", "-m", "other")
    settled(hooked, program, "hook --now post-commit")


def test_checkouts(hooked: Repo, program: Program) -> None:
    hooked.write("src/a.py", "changed\n")
    hooked.git("checkout", "-q", "--", "src/a.py")
    hooked.git("switch", "-q", "-c", "same-commit")
    hooked.git("switch", "-q", "topic")
    settled(hooked, program, "hook --now post-checkout")


def test_a_merge_of_code(hooked: Repo, program: Program) -> None:
    hooked.tick("merge", "-q", "--no-edit", "topic")
    settled(hooked, program, "hook --now post-merge")


def test_a_fast_forward_and_a_squash_of_entries(hooked: Repo, program: Program) -> None:
    hooked.git("switch", "-q", "-c", "entries")
    hooked.commit("entry", {ENTRY: "text\n"})
    hooked.git("switch", "-q", "main")
    program.wait(2)
    program.log.unlink()
    hooked.git("merge", "-q", "--ff-only", "entries")
    hooked.git("reset", "-q", "--hard", "HEAD~1")
    hooked.git("merge", "-q", "--squash", "entries")
    assert program.calls() == ["hook post-merge 0", "hook post-merge 1"], (
        "in the foreground, to be able to say something"
    )


def test_a_merge_that_is_committed_by_hand(hooked: Repo, program: Program, monkeypatch) -> None:
    hooked.commit("theirs", {"src/t0.py": "conflict\n"})
    program.wait(1)
    program.log.unlink()
    install_in(hooked, monkeypatch, program.path)
    # The indexer makes this folder.
    (hooked.path / ".git" / "trove").mkdir()
    hooked.tick("merge", "-q", "--no-edit", "topic", check=False)
    hooked.write("src/t0.py", "solved\n")
    hooked.git("add", "-A")
    hooked.tick("commit", "-q", "--no-edit")
    assert program.calls() == ["hook post-commit"]
    hooked.commit("next", {"src/n.py": "n\n"})
    assert program.wait(2)[1:] == ["hook --now post-commit"]


@pytest.mark.parametrize("backend", ["--merge", "--apply"])
def test_a_rebase_is_indexed_at_its_end(hooked: Repo, program: Program, backend: str) -> None:
    hooked.git("switch", "-q", "topic")
    program.wait(1)
    hooked.tick("rebase", "-q", backend, "main")
    until(lambda: "hook --now post-rewrite" in program.calls())
    # With --apply git checks out before it says that a rebase is under way.
    calls = [call for call in program.calls() if call != "hook --now post-checkout"]
    assert calls == ["hook --now post-rewrite"]


def test_a_rebase_onto_other_entries(hooked: Repo, program: Program) -> None:
    hooked.commit("entry", {ENTRY: "text\n"})
    hooked.git("switch", "-q", "topic")
    program.wait(2)
    program.log.unlink()
    hooked.tick("rebase", "-q", "main")
    assert program.calls() == ["hook post-rewrite rebase"]


def test_commits_while_a_rebase_stands_still(hooked: Repo, program: Program) -> None:
    hooked.git("switch", "-q", "topic")
    program.wait(1)
    done = git(hooked.path, "rebase", "-q", "-i", "main", GIT_SEQUENCE_EDITOR="sed -i.bak -e 1s/pick/edit/")
    hooked.commit("in between", {"src/b.py": "b\n"})
    hooked.git("checkout", "-q", "--detach", "HEAD~1")
    hooked.git("checkout", "-q", "--detach", "HEAD@{1}")
    assert program.calls() == ["hook --now post-checkout"], done.stderr
    hooked.tick("rebase", "--continue")
    program.wait(2)
    assert program.calls()[1:] == ["hook --now post-rewrite"]


BROKEN = {
    "crashes": "echo broken >&2; exit 9",
    "interpreter gone": None,
    "missing": "",
}


@pytest.mark.parametrize("script", BROKEN.values(), ids=BROKEN)
def test_nothing_fails_when_the_program_does(
    hooked: Repo, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str | None
) -> None:
    if script:
        make_program(tmp_path / "bin", script)
    elif script is None:
        program.path.write_text("#!/no/such/python\n")
    else:
        program.path.unlink()
        without_git_trove(monkeypatch, tmp_path / "plain")
    assert git(hooked.path, "switch", "-q", "topic").stderr == ""
    assert git(hooked.path, "commit", "-q", "--allow-empty", "-m", "x").stderr == ""
    git(hooked.path, "switch", "-q", "-c", "entries")
    hooked.write(ENTRY, "text\n")
    hooked.git("add", "-A")
    git(hooked.path, "commit", "-q", "-m", "entry")
    git(hooked.path, "rebase", "-q", "main")
    git(hooked.path, "switch", "-q", "main")
    git(hooked.path, "merge", "-q", "--no-ff", "--no-edit", "entries")
    for name in ("post-commit", "post-merge", "post-checkout", "post-rewrite"):
        subprocess.run([hooked.path / ".git" / "hooks" / name, "rebase", "x", "1"], cwd=hooked.path, check=True)


def test_git_is_not_kept_waiting(hooked: Repo, tmp_path: Path) -> None:
    """`git commit | cat` ends when nobody holds the pipe any more; the indexer waits for us meanwhile."""
    go, over = tmp_path / "go", tmp_path / "over"
    program = make_program(tmp_path / "bin", f"while ! [ -e '{go}' ]; do sleep 0.05; done; echo x >'{over}'")
    hooked.write("src/x.py", "x\n")
    hooked.git("add", "-A")
    subprocess.run("git commit -q -m x 2>&1 | cat", shell=True, cwd=hooked.path, check=True, timeout=60)
    program.wait(1)
    assert not over.exists()
    go.touch()
    until(over.exists)


def test_what_the_indexer_holds_of_its_caller(hooked: Repo, tmp_path: Path) -> None:
    listing = tmp_path / "descriptors"
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("no /proc here")
    make_program(tmp_path / "bin", f"ls -l /proc/$$/fd >'{listing}.new'; mv '{listing}.new' '{listing}'")
    command = f"exec 7>'{tmp_path / 'held'}'; git commit -q --allow-empty -m x"
    subprocess.run(command, shell=True, cwd=hooked.path, check=True)
    until(listing.exists)
    text = listing.read_text()
    assert text.count("/dev/null") >= 2
    assert "held" not in text
    assert "pipe:" not in text


def test_a_hook_that_was_there_runs_too_and_decides(
    hooked: Repo, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "user"
    write_hook(hooked, "post-checkout", f"#!/bin/sh -e\necho \"$@\" >>'{log}'\nexit 4\n")
    install_in(hooked, monkeypatch, program.path)
    assert git(hooked.path, "switch", "-q", "topic", check=False).returncode == 1
    assert log.read_text().endswith(" 1\n")
    assert program.wait(1) == ["hook --now post-checkout"]


def test_a_new_worktree_and_a_clone_from_templates(
    hooked: Repo, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooked.git("worktree", "add", "-q", str(tmp_path / "linked"), "topic")
    assert program.wait(1) == ["hook --now post-checkout"]
    git(tmp_path, "clone", "-q", f"--template={hooked.path / '.git'}", str(hooked.path), str(tmp_path / "clone"))
    assert program.wait(2)[1:] == ["hook --now post-checkout"]
