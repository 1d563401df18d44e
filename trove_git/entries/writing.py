"""Write to a trove safely: one writer at a time, nothing outside its boundary."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from trove_git import storage
from trove_git.entries.trove import ENTRIES_FOLDER, INDEX_NAME, TroveLocation, is_inside
from trove_git.errors import WriteError
from trove_git.storage import reason, write_atomically

LOCK_TIMEOUT_SECONDS = 10.0
"""A write takes milliseconds; whoever holds the lock for this long has hung."""

ATTRIBUTES_NAME = ".gitattributes"
ATTRIBUTES_LINE = f"{INDEX_NAME} merge=union"

NEW_INDEX = """\
# Trove

One line an entry, newest first. `git trove remember` keeps this list; the text after a link may be rewritten by hand.
"""


@contextlib.contextmanager
def locked(location: TroveLocation, timeout_seconds: float = LOCK_TIMEOUT_SECONDS) -> Iterator[None]:
    """Hold the trove's lock, so that reading, changing and writing INDEX.md is one step.

    The lock file lies in the git dir, else in the user's cache folder, and never in the trove.

    Raises:
        WriteError: another process keeps the lock, or no lock file can be made.
    """
    path = _lock_path(location)
    with contextlib.ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            held = stack.enter_context(storage.locked(str(path), wait=True, limit_seconds=timeout_seconds))
        except OSError as error:
            raise WriteError(f"cannot make a lock file: {reason(error)}", where=str(path)) from error
        if not held:
            message = f"another process has been writing to the trove for {timeout_seconds:g} seconds"
            raise WriteError(message, where=str(path), hint="try again when it is done")
        yield


def require_inside(location: TroveLocation, path: Path) -> None:
    """Raise WriteError when a file to be written would lie outside the trove's boundary, by a symlink."""
    if not is_inside(path.parent, location.boundary):
        message = "a symlink leads out of the repository or trove; nothing was written"
        raise WriteError(message, where=str(path), hint="replace the symlink by a folder")


def scaffold(location: TroveLocation) -> tuple[str, ...]:
    """Make what a trove needs and leave alone what is there.

    Returns:
        Paths below the trove that were made or completed; empty when all was there.

    Raises:
        WriteError: the folder cannot be written, or leads out of the boundary.
    """
    made = []
    require_inside(location, location.folder / INDEX_NAME)
    entries = location.folder / ENTRIES_FOLDER
    try:
        if not entries.is_dir():
            entries.mkdir(parents=True)
            made.append(f"{ENTRIES_FOLDER}/")
        attributes = location.folder / ATTRIBUTES_NAME
        written = attributes.read_bytes() if attributes.exists() else b""
    except OSError as error:
        raise WriteError(f"cannot make the trove: {reason(error)}", where=str(location.folder)) from error
    index = location.folder / INDEX_NAME
    if not os.path.lexists(index):
        write_atomically(index, NEW_INDEX.encode())
        made.append(INDEX_NAME)
    if not location.personal and not any(line.split()[:1] == [INDEX_NAME.encode()] for line in written.splitlines()):
        gap = b"" if not written or written.endswith(b"\n") else b"\n"
        write_atomically(attributes, written + gap + ATTRIBUTES_LINE.encode() + b"\n")
        made.append(ATTRIBUTES_NAME)
    return tuple(made)


def _lock_path(location: TroveLocation) -> Path:
    """Return where the lock file of a trove lies."""
    if location.git_dir is not None and os.access(location.git_dir, os.W_OK):
        return location.git_dir / "trove" / "write.lock"
    import hashlib

    name = hashlib.sha256(os.fsencode(os.path.realpath(location.folder))).hexdigest()[:16]
    return location.lock_folder / f"{name}.lock"
