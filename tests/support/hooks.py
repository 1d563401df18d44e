"""Hooks for tests: a program that notes how it was called in the place of git-trove, and hooks that people wrote."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.repos import Repo
from trove_git.commands import uninstall as uninstall_module
from trove_git.commands.install import Installed, install
from trove_git.hooks import layout as layout_module
from trove_git.workspace import program as program_module
from trove_git.workspace.workspace import find_workspace

OLD_GIT = (2, 39)


class Program(NamedTuple):
    """A shell script in the place of git-trove."""

    path: Path
    log: Path

    def calls(self) -> list[str]:
        """Return the arguments of every call so far, a line each."""
        return self.log.read_text().splitlines() if self.log.exists() else []

    def wait(self, count: int) -> list[str]:
        """Return the calls once there are so many: what runs in the background comes when it comes."""
        until(lambda: len(self.calls()) >= count)
        return self.calls()


def until(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def make_program(folder: Path, script: str = "exit 0") -> Program:
    """Make a program that notes its arguments and then does what the script says."""
    folder.mkdir(parents=True, exist_ok=True)
    program = Program(folder / "git-trove", folder / "calls")
    program.path.write_text(f'#!/bin/sh\necho "$*" >>{shlex.quote(str(program.log))}\n{script}\n')
    program.path.chmod(0o755)
    return program


def use_git(monkeypatch: pytest.MonkeyPatch, version: tuple[int, int] = OLD_GIT) -> None:
    """Take the git on this machine for one of that version."""
    monkeypatch.setattr(layout_module, "read_version", lambda _: version)


def install_in(repo: Repo | Path, monkeypatch: pytest.MonkeyPatch, program: Path | str = "", **keywords) -> Installed:
    """Install the hooks; they start that program, or the one on PATH where none is named."""
    use_git(monkeypatch)
    monkeypatch.setattr(program_module, "find_program", lambda: str(program))
    folder = repo.path if isinstance(repo, Repo) else repo
    return install(find_workspace(str(folder)), **keywords)


def uninstall_in(repo: Repo | Path) -> list[str]:
    """Uninstall the hooks."""
    folder = repo.path if isinstance(repo, Repo) else repo
    return uninstall_module.uninstall(find_workspace(str(folder)))


def without_git_trove(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Give PATH the programs of a plain machine: git and what a shell needs, and no git-trove."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("git", "sh", "bash", "cat", "env", "sed", "tail", "dirname"):
        found = shutil.which(name)
        if found:
            (folder / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(folder))


def write_hook(repo: Repo, name: str, text: str | bytes, *, mode: int = 0o755) -> Path:
    """Write a hook as a person would have."""
    path = repo.write(f".git/hooks/{name}", text)
    path.chmod(mode)
    return path


def snapshot(*folders: Path) -> dict[str, tuple[int, bytes]]:
    """Return every file and folder below some folders with mode and content; git's objects and refs left out."""
    found: dict[str, tuple[int, bytes]] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if {"objects", "refs", "logs", "index"} & set(path.relative_to(folder).parts):
                continue
            info = path.lstat()
            if stat.S_ISLNK(info.st_mode):
                data = os.fsencode(os.readlink(path))
            else:
                data = path.read_bytes() if path.is_file() else b"/"
            found[str(path)] = (info.st_mode, data)
    return found


def git(folder: Path, *arguments: str, check: bool = True, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run git and return all that it said."""
    done = subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, text=True, env={**os.environ, **variables}, check=False
    )
    assert not check or done.returncode == 0, done.stderr
    return done
