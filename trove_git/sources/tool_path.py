"""The commands on PATH: their names, where they lie, and what links lead to."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from typing import NamedTuple

GIT_FOLDERS = ("lib/git-core", "libexec/git-core")
"""Where git keeps `git-rebase` and the like, below its prefix; `git rebase` runs them from there."""


class Executable(NamedTuple):
    """A file that can be run by name."""

    name: str
    path: str
    """Absolute, as PATH leads to it."""
    real: str
    """The same with links followed."""


def find_all(folders: Iterable[str]) -> list[Executable]:
    """Return every executable in some folders, shadowed ones too, in the order of the folders and then by name."""
    found = []
    known = set()
    for folder in folders:
        try:
            status = os.stat(folder)
            if (status.st_dev, status.st_ino) in known:
                # `/bin` is a link to `/usr/bin` on many machines.
                continue
            known.add((status.st_dev, status.st_ino))
            with os.scandir(folder) as entries:
                found += [made for entry in sorted(entries, key=lambda e: e.name) if (made := _executable(entry))]
        except OSError:
            continue
    return found


def first_of_each(executables: Iterable[Executable]) -> list[Executable]:
    """Return the executable that each name runs: the first of them."""
    chosen: dict[str, Executable] = {}
    for executable in executables:
        chosen.setdefault(executable.name, executable)
    return list(chosen.values())


def find_git_commands(executables: Iterable[Executable]) -> list[Executable]:
    """Return the commands `git-*` in git's own folder, found beside the git that PATH leads to."""
    for executable in executables:
        if executable.name == "git":
            prefix = os.path.dirname(os.path.dirname(executable.real))
            folders = (f"{prefix}/{name}" for name in GIT_FOLDERS)
            return [e for e in find_all(folders) if e.name.startswith("git-") and "--" not in e.name]
    return []


def _executable(entry: os.DirEntry[str]) -> Executable | None:
    name = entry.name
    try:
        if sys.platform == "win32":
            name, suffix = os.path.splitext(name)
            if suffix.lower() not in (".exe", ".cmd", ".bat", ".ps1") or not entry.is_file():
                return None
        else:
            # The mode came with the listing's stat; asking the system for access would be a second call.
            mode = entry.stat().st_mode
            if not (stat.S_ISREG(mode) and mode & 0o111):
                return None
        real = os.path.realpath(entry.path) if entry.is_symlink() else entry.path
    except OSError:
        return None
    if not name.isprintable() or name.startswith("."):
        return None
    return Executable(name, entry.path, real)
