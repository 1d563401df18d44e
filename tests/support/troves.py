"""Troves for tests: a real repository, a home folder, entries in both, and the program as a user runs it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from trove_git.cli.main import main
from trove_git.workspace.troves import Troves, locate_troves
from trove_git.workspace.workspace import Workspace, find_workspace


class Run(NamedTuple):
    """What one run of the program did."""

    code: int
    out: str
    err: str


class Folders(NamedTuple):
    """A repository with no trove yet, and the home folder of its user."""

    repo: Path
    home: Path

    @property
    def project(self) -> Path:
        return self.repo / ".claude" / "trove"

    @property
    def personal(self) -> Path:
        return self.home / ".claude" / "trove"

    def troves(self) -> Troves:
        return locate_troves(self.workspace())

    def workspace(self) -> Workspace:
        return find_workspace(str(self.repo))


def make_folders(tmp_path: Path, monkeypatch) -> Folders:
    """Make the folders, and make the repository the current one."""
    home, repo = tmp_path / "home", tmp_path / "repo"
    home.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / ".cache"))
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    monkeypatch.chdir(repo)
    return Folders(repo, home)


def write_entry(trove: Path, path: str, title: str = "", body: str = "Text.", **keys: str) -> Path:
    """Write one entry file."""
    slug = path.rpartition("/")[2].removesuffix(".md")
    head = {"title": title or slug, "slug": slug, "type": "reference", "created": "2024-01-01"} | keys
    lines = "".join(f"{key}: {value}\n" for key, value in head.items() if value)
    file = trove / path
    file.parent.mkdir(parents=True, exist_ok=True)
    text = f"---\n{lines}---\n\n{body}\n\n**Why it matters:** x\n\n**Related:** [[{slug}]]\n"
    file.write_bytes(text.encode())
    return file


def files_below(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder, git's own left out, with its content."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def run(monkeypatch, capsys, *arguments: str, stdin: str | None = "") -> Run:
    """Run the program in this process; `stdin` None is a terminal."""

    class Stream(io.TextIOWrapper):
        def isatty(self) -> bool:
            return stdin is None

    data = (stdin or "").encode("utf-8", "surrogateescape")
    monkeypatch.setattr(sys, "stdin", Stream(io.BytesIO(data), encoding="utf-8"))
    monkeypatch.setenv("GIT_EDITOR", os.environ.get("GIT_EDITOR", "false"))
    code = main(list(arguments))
    captured = capsys.readouterr()
    return Run(code, captured.out, captured.err)
