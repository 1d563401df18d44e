"""Hooks in git's configuration, as git 2.54 and newer run them; written and read back with the git that is here."""

from __future__ import annotations

import subprocess

import pytest

from tests.support.repos import Repo
from trove_git.hooks import gitconfig
from trove_git.hooks.stubs import DEFAULT_HOOKS, Local, render_command
from trove_git.workspace.workspace import find_workspace


@pytest.mark.parametrize("program", ["", "/a place/with 'quotes' \"and\" ünicode/git-trove"])
def test_written_once_read_back_and_removed(repo: Repo, program: str) -> None:
    repository = find_workspace(str(repo.path)).repository
    config = repo.path / ".git" / "config"
    repo.git("config", "hook.mine.event", "pre-commit")
    before = config.read_bytes()
    wanted = gitconfig.wanted_hooks(DEFAULT_HOOKS, Local(program))
    assert gitconfig.write_hooks(repository, wanted) == list(DEFAULT_HOOKS)
    written = config.read_bytes()
    assert gitconfig.read_hooks(repository) == wanted
    assert repo.git("config", "hook.trove-post-merge.event") == "post-merge"
    assert gitconfig.write_hooks(repository, wanted) == []
    assert config.read_bytes() == written
    assert gitconfig.remove_hooks(repository) == list(DEFAULT_HOOKS)
    assert config.read_bytes() == before
    assert gitconfig.remove_hooks(repository) == []


def test_another_version_is_replaced(repo: Repo) -> None:
    repository = find_workspace(str(repo.path)).repository
    gitconfig.write_hooks(repository, {"pre-commit": "old"})
    repo.git("config", "--add", "hook.trove-pre-commit.event", "pre-push")
    assert gitconfig.write_hooks(repository, gitconfig.wanted_hooks(("pre-commit",), Local())) == ["pre-commit"]
    assert repo.git("config", "--get-all", "hook.trove-pre-commit.event") == "pre-commit"
    assert gitconfig.read_hooks(repository) == {"pre-commit": render_command("pre-commit", Local())}


def test_the_command_runs_as_git_runs_it(repo: Repo, tmp_path) -> None:
    """git gives a command with arguments to sh as `COMMAND "$@"`."""
    probe = tmp_path / "probe"
    for name, status in (("post-checkout", 0), ("pre-push", 3)):
        done = subprocess.run(
            ["sh", "-c", f'{render_command(name, Local())} "$@"', "hook", "a", "b", "1"],
            cwd=repo.path, env={"PATH": "/usr/bin:/bin", "TROVE_HOOK_PROBE": str(probe)}, check=False,
        )  # fmt: skip
        assert done.returncode == status
    assert probe.read_text() == "post-checkout\npre-push\n"
