"""Hooks in git's configuration, run by a git that knows them (2.54 and newer)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.hooks import git, install_in, make_program, use_git, write_hook
from tests.support.repos import Repo
from trove_git.commands.doctor import diagnose
from trove_git.commands.install import install
from trove_git.hooks.doctor import REACHED, SET_UP
from trove_git.hooks.layout import CONFIG, CONFIG_HOOKS_SINCE, read_version
from trove_git.workspace import program as program_module
from trove_git.workspace.workspace import find_workspace

pytestmark = pytest.mark.skipif(
    read_version(os.environ) < CONFIG_HOOKS_SINCE, reason="this git runs no hooks of its configuration"
)


def test_they_run_beside_a_hook_that_cannot_be_chained(repo: Repo, monkeypatch, tmp_path: Path) -> None:
    program = make_program(tmp_path / "bin")
    repo.commit("base", {"src/a.py": "a\n"})
    write_hook(repo, "post-checkout", f"#!/usr/bin/env python3\nopen('{tmp_path / 'theirs'}', 'w')\n")
    monkeypatch.setattr(program_module, "find_program", lambda: str(program.path))
    assert install(find_workspace(str(repo.path))).way == CONFIG
    repo.write("docs/a b.md", "text\n")
    repo.git("add", "-A")
    repo.tick("commit", "-q", "-m", "x")
    assert program.wait(2) == ["hook pre-commit", "hook --now post-commit"]
    repo.git("switch", "-q", "--detach", "HEAD~1")
    assert program.wait(3)[2:] == ["hook --now post-checkout"]
    assert (tmp_path / "theirs").exists()
    make_program(tmp_path / "bin", "exit 1")
    repo.write("docs/c.md", "text\n")
    repo.git("add", "-A")
    assert git(repo.path, "commit", "-q", "-m", "x", check=False).returncode != 0
    repo.git("switch", "-q", "main", "-f")


def test_the_doctor_runs_ours_alone(repo: Repo, monkeypatch, tmp_path: Path) -> None:
    repo.git("config", "hook.theirs.event", "pre-push")
    repo.git("config", "hook.theirs.command", f"touch '{tmp_path / 'theirs'}'")
    write_hook(repo, "pre-push", f"#!/bin/sh\ntouch '{tmp_path / 'theirs'}'\n")
    install(find_workspace(str(repo.path)))
    assert {proof.state for proof in diagnose(find_workspace(str(repo.path))).proofs} == {REACHED}
    assert not (tmp_path / "theirs").exists()
    repo.git("config", "hook.a=b.event", "post-merge")
    repo.git("config", "hook.a=b.command", f"touch '{tmp_path / 'theirs'}'")
    assert SET_UP in {proof.state for proof in diagnose(find_workspace(str(repo.path))).proofs}
    assert not (tmp_path / "theirs").exists()
    repo.git("config", "--remove-section", "hook.a=b")
    repo.git("config", "hook.trove-pre-push.enabled", "false")
    states = {proof.name: proof.state for proof in diagnose(find_workspace(str(repo.path))).proofs}
    assert states.pop("pre-push") != REACHED
    assert set(states.values()) == {REACHED}


def test_an_old_install_gives_way(repo: Repo, monkeypatch) -> None:
    install_in(repo, monkeypatch)

    use_git(monkeypatch, CONFIG_HOOKS_SINCE)
    install(find_workspace(str(repo.path)))
    assert not (repo.path / ".git" / "hooks" / "pre-commit").exists()
