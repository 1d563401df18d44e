"""Whatever way a secret comes into the history, it does not reach the remote; and the next question is answered right.

Real git, our native hooks, the real program. Each case brings a secret into an entry by one everyday operation,
most of which fire no gate, and then pushes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.hooks import install_in
from tests.support.repos import Repo, entry
from tests.support.secrets import Maker
from trove_git.asking.ask import Request, ask
from trove_git.workspace.program import find_program
from trove_git.workspace.workspace import find_workspace

TOKEN = "gh" + "p_" + Maker(7).alnum(36)
ENTRY = ".claude/trove/entries/fact.md"
BAD = entry("Fact", f"quokka words {TOKEN}")
GOOD = entry("Fact", "wombat words")


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    made = Repo.init(tmp_path / "repo")
    made.commit("first", {ENTRY: GOOD, "src/a.py": "def a(): ...\n"})
    made.git("init", "-q", "--bare", str(tmp_path / "remote"))
    made.git("remote", "add", "origin", str(tmp_path / "remote"))
    made.git("push", "-q", "-u", "origin", "main")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    install_in(made, monkeypatch, find_program())
    return made


def bad_branch(repo: Repo) -> None:
    """A branch with the secret, made where no gate looked."""
    repo.git("checkout", "-q", "-b", "bad")
    repo.write(ENTRY, BAD)
    repo.git("add", "-A")
    repo.tick("commit", "-q", "--no-verify", "-m", "bad")
    repo.git("checkout", "-q", "main")


def commit(repo: Repo, *arguments: str) -> None:
    repo.write(ENTRY, BAD)
    repo.tick("commit", "-q", "-m", "x", *arguments, check=False)


def commit_staged(repo: Repo) -> None:
    repo.write(ENTRY, BAD)
    repo.git("add", "-A")
    repo.tick("commit", "-q", "-m", "x", check=False)


def commit_part(repo: Repo) -> None:
    repo.write(ENTRY, BAD)
    subprocess.run(["git", "commit", "-q", "-p", "-m", "x"], cwd=repo.path, input=b"y\n", check=False)


def amend(repo: Repo) -> None:
    repo.commit("to amend", {"src/a.py": "def b(): ...\n"})
    repo.write(ENTRY, BAD)
    repo.tick("commit", "-q", "-a", "--amend", "--no-edit", check=False)


def merge(repo: Repo, *arguments: str) -> None:
    bad_branch(repo)
    if "--ff" not in arguments:
        repo.commit("main", {"src/b.py": "def b(): ...\n"})
    repo.tick("merge", "-q", "--no-edit", *arguments, "bad", check=False)


def merge_conflicted(repo: Repo) -> None:
    bad_branch(repo)
    repo.commit("main", {ENTRY: entry("Fact", "other words")})
    repo.tick("merge", "-q", "bad", check=False)
    repo.write(ENTRY, BAD)
    repo.git("add", "-A")
    repo.tick("commit", "-q", "--no-edit", check=False)


def squash(repo: Repo) -> None:
    bad_branch(repo)
    repo.git("merge", "-q", "--squash", "bad", check=False)
    repo.tick("commit", "-q", "-m", "squashed", check=False)


def pull(repo: Repo, *arguments: str) -> None:
    """Pulled from somebody else, who has no gate."""
    bad_branch(repo)
    repo.git("clone", "-q", "--bare", ".", "../theirs")
    repo.commit("main", {"src/b.py": "def b(): ...\n"})
    repo.tick("pull", "-q", *arguments, "../theirs", "bad", check=False)


def rebase(repo: Repo, count: int = 1) -> None:
    bad_branch(repo)
    repo.git("checkout", "-q", "bad")
    for i in range(count):
        repo.commit(f"more {i}", {f"src/{i}.py": f"def f{i}(): ...\n"})
    repo.git("checkout", "-q", "main")
    repo.commit("main", {"src/b.py": "def b(): ...\n"})
    repo.git("checkout", "-q", "bad")
    repo.tick("rebase", "-q", "main")
    repo.git("checkout", "-q", "-B", "main", "bad")


def rebase_conflicted(repo: Repo) -> None:
    bad_branch(repo)
    repo.commit("main", {ENTRY: entry("Fact", "other words")})
    repo.git("checkout", "-q", "bad")
    repo.tick("rebase", "-q", "main", check=False)
    repo.write(ENTRY, BAD)
    repo.git("add", "-A")
    repo.tick("-c", "core.editor=true", "rebase", "--continue", check=False)
    repo.git("rebase", "--abort", check=False)
    repo.git("checkout", "-q", "-B", "main", "bad")


def cherry_pick(repo: Repo) -> None:
    bad_branch(repo)
    repo.tick("cherry-pick", "bad", check=False)


def revert(repo: Repo) -> None:
    cherry_pick(repo)
    repo.commit("removed", {ENTRY: GOOD})
    repo.tick("revert", "--no-edit", "HEAD", check=False)


def apply_mail(repo: Repo) -> None:
    bad_branch(repo)
    repo.git("format-patch", "-q", "-1", "-o", "../mail", "bad")
    repo.tick("am", "-q", *(str(path) for path in (repo.path.parent / "mail").iterdir()), check=False)


def stash(repo: Repo) -> None:
    repo.write(ENTRY, BAD)
    repo.git("stash", "-q")
    repo.git("stash", "pop", "-q")
    repo.tick("commit", "-q", "-a", "-m", "x", check=False)


def reset(repo: Repo) -> None:
    bad_branch(repo)
    repo.git("reset", "-q", "--hard", "bad")


def added_and_removed(repo: Repo) -> None:
    reset(repo)
    repo.commit("removed", {ENTRY: GOOD})


def worktree(repo: Repo) -> None:
    repo.git("worktree", "add", "-q", "../linked", "-b", "linked")
    linked = Repo(repo.path.parent / "linked")
    linked.write(ENTRY, BAD)
    linked.tick("commit", "-q", "-a", "-m", "x", check=False)
    repo.git("merge", "-q", "--ff-only", "linked", check=False)


CASES: dict[str, Callable[[Repo], None]] = {
    "commit": commit_staged,
    "commit -a": lambda repo: commit(repo, "-a"),
    "commit FILE": lambda repo: commit(repo, ENTRY),
    "commit -p": commit_part,
    "commit -n": lambda repo: commit(repo, "-a", "-n"),
    "amend": amend,
    "merge": lambda repo: merge(repo, "--no-ff"),
    "merge, fast-forward": lambda repo: merge(repo, "--ff"),
    "merge with a conflict": merge_conflicted,
    "merge --squash": squash,
    "pull": lambda repo: pull(repo, "--no-rebase", "--no-edit"),
    "pull --rebase": lambda repo: pull(repo, "--rebase"),
    "rebase of 50 commits": lambda repo: rebase(repo, 50),
    "rebase with a conflict": rebase_conflicted,
    "cherry-pick": cherry_pick,
    "revert": revert,
    "am": apply_mail,
    "stash": stash,
    "reset --hard": reset,
    "added and removed again": added_and_removed,
    "worktree add": worktree,
}


def reached(repo: Repo) -> bool:
    """Whether any object of the remote holds the secret."""
    remote = repo.path.parent / "remote"
    objects = subprocess.run(
        ["git", "cat-file", "--batch-all-objects", "--batch"], cwd=remote, capture_output=True, check=True
    )
    return TOKEN.encode() in objects.stdout


@pytest.mark.parametrize("case", CASES)
def test_a_secret_does_not_reach_the_remote_and_the_next_answer_is_right(repo: Repo, case: str) -> None:
    CASES[case](repo)
    repo.git("push", "-q", "origin", "main", check=False)
    assert not reached(repo)
    head = repo.git("show", f"HEAD:{ENTRY}")
    word = "quokka" if "quokka" in head else ("wombat" if "wombat" in head else "other")
    hits = ask(find_workspace(str(repo.path)), Request(word, "HEAD")).hits
    assert [hit.path for hit in hits] == [ENTRY]


def test_a_push_of_three_refs_stops_for_the_one_with_the_secret(repo: Repo) -> None:
    for name in ("one", "two"):
        repo.git("checkout", "-q", "-b", name, "main")
        repo.commit(name, {f"src/{name}.py": "x = 1\n"})
    repo.git("checkout", "-q", "main")
    bad_branch(repo)
    repo.git("push", "-q", "origin", "one", "two", "bad", check=False)
    assert not reached(repo)
    assert repo.git("ls-remote", "origin", "one") == "", "git pushes all of them or none"
    repo.git("push", "-q", "origin", "one", "two")
    assert repo.git("ls-remote", "origin", "two")


def test_a_clone_with_a_template_is_guarded(repo: Repo, tmp_path: Path) -> None:
    template = tmp_path / "template"
    (template / "hooks").mkdir(parents=True)
    for name in ("pre-commit", "pre-push"):
        hook = repo.path / ".git" / "hooks" / name
        (template / "hooks" / name).write_bytes(hook.read_bytes())
        (template / "hooks" / name).chmod(0o755)
    repo.git("clone", "-q", f"--template={template}", str(tmp_path / "remote"), str(tmp_path / "clone"))
    clone = Repo(tmp_path / "clone")
    commit_staged(clone)
    assert clone.git("log", "-1", "--format=%s") == "first"
    reset_to_bad = clone.path / ENTRY
    reset_to_bad.write_text(BAD)
    clone.tick("commit", "-q", "-a", "-n", "-m", "x")
    clone.git("push", "-q", "origin", "main", check=False)
    assert not reached(repo)
