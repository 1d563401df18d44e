"""Where a trove keeps its entries: which path is one, which trove is written to, the files on disk.

    <repository>/.claude/trove/     entries/, conventions/, memory/, context/
    ~/.claude/trove/                the same, or files directly in it

Each section holds files directly or in an `entries/` of its own. The path rules are pure,
so that they serve paths from Git trees and from disk alike.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from trove_git.paths import RootPath
from trove_git.storage import reason

if TYPE_CHECKING:
    from pathlib import Path

SECTIONS = ("conventions", "memory", "context")
"""Folders of a trove that hold entries beside `entries/`."""

ENTRIES_FOLDER = "entries"
ARCHIVE_FOLDER = "archive"
"""Folder of a trove that holds retired entries, each under the path it had; what lies in it is no entry any more."""
INDEX_NAME = "INDEX.md"
TROVE_FOLDER = RootPath(".claude/trove")
"""Path of a trove below the repository, and of the personal one below the home folder."""
SHOWN_PERSONAL = "~/.claude/trove"

MAX_ENTRY_BYTES = 16 * 1024 * 1024
"""Larger files are not read: an entry is one fact."""

_SUFFIXES = (".md", ".json")
_NOT_ENTRIES = frozenset({INDEX_NAME, "README.md"})
_LAYOUT = frozenset({(ENTRIES_FOLDER,), *((s,) for s in SECTIONS), *((s, ENTRIES_FOLDER) for s in SECTIONS)})


class TroveLocation(NamedTuple):
    """One trove on disk."""

    folder: Path
    shown: str
    """The folder as messages name it: `.claude/trove` or `~/.claude/trove`."""
    personal: bool
    boundary: Path
    """No file whose real path lies outside this folder is read or written."""
    lock_folder: Path
    """Of the user; where its lock goes when no git dir can hold it."""
    git_dir: Path | None = None
    """Where its lock goes; None outside Git and for the personal trove."""


class EntryFile(NamedTuple):
    """One entry file as read from disk."""

    path: str
    """Path below the trove, separated by `/`."""
    data: bytes
    problem: str = ""
    """Why it was not read; empty when `data` is its content."""


def is_entry_path(path: str, personal: bool) -> bool:
    """Whether a file is an entry by its place and name.

    Args:
        path: below the trove, separated by `/`.
        personal: a personal trove may hold entries directly.
    """
    *folders, name = path.split("/")
    if name.startswith(".") or not name.lower().endswith(_SUFFIXES):
        return False
    if name in _NOT_ENTRIES and folders[-1:] != [ENTRIES_FOLDER]:
        return False
    return tuple(folders) in _LAYOUT or (personal and not folders)


def section_of(path: str) -> str:
    """Return the section an entry lies in, by its path below the trove; empty for none."""
    folder, _, rest = path.removeprefix(f"{ARCHIVE_FOLDER}/").partition("/")
    return folder if rest and folder in SECTIONS else ""


def entry_path(slug: str, section: str = "") -> str:
    """Return the path below the trove at which a new entry is written."""
    return "/".join(filter(None, (section, ENTRIES_FOLDER, f"{slug}.md")))


def archive_of(location: TroveLocation) -> TroveLocation:
    """Return the archive of a trove, laid out as the trove itself."""
    return location._replace(folder=location.folder / ARCHIVE_FOLDER, shown=f"{location.shown}/{ARCHIVE_FOLDER}")


def locate_for_writing(project_trove: Path, personal_trove: Path) -> Path:
    """Return the trove that new entries go to: the project's when it has an INDEX.md, else the personal one.

    The skills and shell scripts of the plugin repeat this rule; a test holds them together.
    """
    return project_trove if (project_trove / INDEX_NAME).is_file() else personal_trove


def iter_entry_files(trove: Path, personal: bool, boundary: Path | None = None) -> Iterator[EntryFile]:
    """Read the entry files of a trove on disk, in the order of their paths; never raises.

    Args:
        trove: folder of the trove; nothing is yielded when it is missing.
        personal: see `is_entry_path`.
        boundary: folder that symlinks may not leave; the trove itself when None.
    """
    inside = os.path.realpath(boundary if boundary is not None else trove)
    found: dict[str, str] = {}
    for folders in sorted({(), *_LAYOUT}):
        folder = os.path.join(trove, *folders)
        try:
            names = os.listdir(folder)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            yield EntryFile("/".join(folders) or ".", b"", f"the folder cannot be read: {reason(error)}")
            continue
        paths = {"/".join((*folders, name)): os.path.join(folder, name) for name in names}
        found.update((path, full) for path, full in paths.items() if is_entry_path(path, personal))
    for path in sorted(found):
        file = _read_entry_file(path, found[path], inside)
        if file is not None:
            yield file


def is_inside(path: str | Path, boundary: str | Path) -> bool:
    """Whether the real path of a file, or of a file to be, lies in the real path of a folder."""
    real, folder = os.path.realpath(path), os.path.realpath(boundary)
    return real == folder or real.startswith(folder.rstrip(os.sep) + os.sep)


def _read_entry_file(path: str, full: str, inside: str) -> EntryFile | None:
    """Read one file, `full` on disk; None for a folder that is named like an entry."""
    try:
        if not is_inside(full, inside):
            return EntryFile(path, b"", "a symlink leads out of the repository or trove; it is not followed")
        mode = os.stat(full).st_mode
        if stat.S_ISDIR(mode):
            return None
        if not stat.S_ISREG(mode):
            return EntryFile(path, b"", "not a regular file")
        with open(full, "rb") as stream:
            data = stream.read(MAX_ENTRY_BYTES + 1)
    except OSError as error:
        return EntryFile(path, b"", f"cannot be read: {reason(error)}")
    if len(data) > MAX_ENTRY_BYTES:
        return EntryFile(path, b"", f"larger than {MAX_ENTRY_BYTES // 1024**2} MB; it is not read")
    return EntryFile(path, data)
