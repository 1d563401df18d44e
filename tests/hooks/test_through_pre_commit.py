"""The hooks through the real pre-commit, by real commits, checkouts and pushes; nothing is downloaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.hooks import Program, git, install_in, make_program, until, use_git, without_git_trove
from tests.support.repos import Repo, entry
from tests.support.secrets import Maker
from trove_git.hooks import precommit
from trove_git.hooks.doctor import prove
from trove_git.hooks.layout import PRE_COMMIT, read_layout
from trove_git.hooks.origin import Origin
from trove_git.hooks.precommit_config import add_to_config, render_stanza
from trove_git.hooks.stubs import DEFAULT_HOOKS, Local
from trove_git.workspace.workspace import find_workspace


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A program on PATH, as the repository-local hooks want it."""
    made = make_program(tmp_path / "bin", "exit 0")
    monkeypatch.setenv("PATH", f"{made.path.parent}{os.pathsep}{os.environ['PATH']}")
    return made


@pytest.fixture
def managed(repo: Repo, program: Program, monkeypatch: pytest.MonkeyPatch) -> Repo:
    repo.write(".pre-commit-config.yaml", "# mine\nrepos:\n- repo: meta\n  hooks:\n  - id: identity\n")
    repo.commit("base", {"src/a.py": "a\n"})
    install_in(repo, monkeypatch, wanted=PRE_COMMIT)
    repo.git("add", "-A")
    return repo


def test_a_commit_a_checkout_and_a_push(managed: Repo, program: Program, tmp_path: Path) -> None:
    managed.tick("commit", "-q", "-m", "x")
    assert program.calls() == ["hook pre-commit", "hook post"]
    managed.git("switch", "-q", "--detach", "HEAD~1")
    managed.git("switch", "-q", "main")
    assert program.calls()[2:] == ["hook post"], (
        "the older commit has no stanza, and pre-commit runs what is checked out"
    )
    bare = Repo.init(tmp_path / "bare.git", "--bare")
    managed.git("push", "-q", str(bare.path), "main")
    assert program.calls()[3:] == ["hook pre-push"]


def test_a_finding_stops_commit_and_push(managed: Repo, tmp_path: Path) -> None:
    make_program(tmp_path / "bin", "exit 1")
    done = git(managed.path, "commit", "-m", "x", check=False)
    assert done.returncode == 1
    assert "no secrets in entries and docs" in done.stderr
    bare = Repo.init(tmp_path / "bare.git", "--bare")
    assert git(managed.path, "push", "-q", str(bare.path), "main", check=False).returncode != 0


def test_without_the_program_a_commit_is_stopped(managed: Repo, tmp_path: Path, monkeypatch) -> None:
    without_git_trove(monkeypatch, tmp_path / "plain")
    done = git(managed.path, "commit", "-m", "x", check=False)
    assert done.returncode == 1
    assert "Executable `git-trove` not found" in done.stderr


@pytest.mark.parametrize("name", ["pre-commit", "pre-push", "post-rewrite"])
def test_the_doctor_reaches_each_through_it_and_runs_nothing_else(managed: Repo, monkeypatch, name: str) -> None:
    """The real program answers; a hook of others that would change files stays quiet."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    config = managed.path / ".pre-commit-config.yaml"
    config.write_text(config.read_text().replace("- repo: meta\n  hooks:\n  - id: identity\n", (
        "- repo: local\n  hooks:\n  - {id: x, name: x, entry: touch ran, language: system, always_run: true, "
        "pass_filenames: false}\n"
    )))  # fmt: skip
    use_git(monkeypatch)
    before = managed.git("status", "--porcelain")
    assert prove(read_layout(find_workspace(str(managed.path)).repository), name, Local()).state == "reached"
    assert managed.git("status", "--porcelain") == before
    assert not (managed.path / "ran").exists()


@pytest.mark.network
def test_from_a_clone_of_this_project_at_a_pinned_commit(repo: Repo, tmp_path: Path) -> None:
    """pre-commit makes an environment of its own from a clone, and runs the hooks there."""
    root = Path(__file__).parents[2]
    git(tmp_path, "clone", "-q", str(root), str(tmp_path / "clone"))
    origin = Origin(str(tmp_path / "clone"), git(tmp_path / "clone", "rev-parse", "HEAD").stdout.strip())
    stanza = render_stanza(["trove-secrets", "trove-index"], origin)
    repo.write(".pre-commit-config.yaml", add_to_config(None, stanza, DEFAULT_HOOKS))
    repo.commit("x", {"src/a.py": "def a(): ...\n"})
    done = precommit.run_program(
        ["run", "trove-index", "--hook-stage", "post-commit", "--all-files"], str(repo.path), os.environ
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "index of the trove" in done.stdout
    until(lambda: any((repo.path / ".git" / "trove").glob(f"*/knowledge-*/{repo.head}")))
    token = "gh" + "p_" + Maker(3).alnum(36)
    repo.write(".claude/trove/entries/a.md", entry("Fact", f"words {token}"))
    repo.git("add", "-A")
    done = precommit.run_program(["run", "trove-secrets", "--hook-stage", "pre-commit"], str(repo.path), os.environ)
    assert done.returncode == 1
    assert ".claude/trove/entries/a.md:9: github-token (40 characters)" in done.stdout
    assert token not in done.stdout + done.stderr
    tried = ["try-repo", str(tmp_path / "clone"), "trove-secrets", "--verbose", "--hook-stage", "manual"]
    done = precommit.run_program(tried, str(repo.path), os.environ)
    assert ".claude/trove/entries/a.md:9: github-token (40 characters)" in done.stdout
    # The stubs are in the wheel that was built.
    python = next(Path(os.environ["XDG_CACHE_HOME"]).glob("pre-commit/repo*/py_env-*/bin/python"))
    code = "from trove_git.hooks import stubs; print(stubs._WHEEL.is_dir(), len(stubs.read_stub('pre-push')) > 99)"
    told = subprocess.run([python, "-P", "-c", code], cwd=repo.path, capture_output=True, text=True, check=True)
    assert told.stdout == "True True\n"
