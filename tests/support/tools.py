"""A machine for tests: folders of commands, manual pages, dpkg's files; the real git is the one real command."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path

from trove_git.sources.tools import Machine


class FakeMachine:
    """A prefix like `/usr`, and dpkg's folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.bin = root / "usr" / "bin"
        self.man = root / "usr" / "share" / "man"
        self.dpkg = root / "dpkg"
        self.bin.mkdir(parents=True)

    def command(self, name: str, folder: Path | None = None, target: Path | None = None) -> Path:
        """Make a command that leaves a mark when it is run, or a link."""
        path = (folder or self.bin) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if target is not None:
            path.symlink_to(target)
        else:
            path.write_text(f"#!/bin/sh\ntouch {self.root}/was-run\n")
            path.chmod(0o755)
        return path

    def page(self, file: str, text: str) -> Path:
        """Write a manual page, compressed when its name says so."""
        path = self.man / file
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode("utf-8")
        path.write_bytes(gzip.compress(data) if file.endswith(".gz") else data)
        return path

    def described(self, name: str, description: str) -> Path:
        """Make a command with a page of its own."""
        self.page(f"man1/{name}.1", f".TH X 1\n.SH NAME\n{name} \\- {description}\n.SH SYNOPSIS\n")
        return self.command(name)

    def package(self, name: str, description: str, *paths: Path | str) -> None:
        """Add a Debian package with its files."""
        (self.dpkg / "info").mkdir(parents=True, exist_ok=True)
        (self.dpkg / "info" / f"{name}:amd64.list").write_text("".join(f"{path}\n" for path in ("/.", *paths)))
        with open(self.dpkg / "status", "a", encoding="utf-8") as f:
            f.write(f"Package: {name}\nStatus: install ok installed\nDescription: {description}\n more text\n\n")

    def machine(self, *folders: Path) -> Machine:
        """Return what a catalog is read from; no page of the real machine is looked at."""
        return Machine(tuple(map(str, (*folders, self.bin))), str(self.man), str(self.dpkg))

    def use(self, monkeypatch, *folders: Path) -> None:
        """Make this the PATH; what runs the real git is a command like any other, in no package and without a page."""
        git = self.root / "git"
        git.mkdir()
        (git / "git").write_text(f'#!/bin/sh\nexec "{shutil.which("git")}" "$@"\n')
        (git / "git").chmod(0o755)
        monkeypatch.setenv("PATH", os.pathsep.join(map(str, (*folders, self.bin, git))))
        monkeypatch.setenv("MANPATH", str(self.man))
        monkeypatch.setenv("TROVE_TOOLS", "true")
