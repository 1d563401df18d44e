"""Publish an index atomically, once a revision; remove what is no longer needed and what killed builders left.

A builder holds the lock of its directory as long as it lives, so whoever gets the lock of
another's directory may remove it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Callable, Iterable

from trove_git.errors import WriteError
from trove_git.index.build import Draft
from trove_git.index.published import PublishedIndex
from trove_git.index.store import TEMPORARY, Layer
from trove_git.storage import locked, temporary_path

_LOCK = ".lock"
KEPT_REVISIONS = 6
"""Published revisions that stay beside those that are in use: enough to switch between branches."""


def publish(layer: Layer, revision: str, base: PublishedIndex | None, fill: Callable[[Draft], bool]) -> bool:
    """Build a revision that the engine searches, and publish it; see `publish_files`.

    Args:
        layer: where to publish.
        revision: name to publish under.
        base: published index to start from.
        fill: puts the sources into the draft and finishes it; returns False to give the draft up.

    Raises:
        WriteError: the place cannot be written.
        IndexCorrupt: the base is broken.
    """

    def fill_draft(directory: str) -> bool:
        draft = Draft(directory, base)
        try:
            return fill(draft)
        except BaseException:
            draft.abandon()
            raise

    return publish_files(layer, revision, fill_draft)


def publish_files(layer: Layer, revision: str, fill: Callable[[str], bool]) -> bool:
    """Build a directory and publish it.

    Args:
        layer: where to publish.
        revision: name to publish under; when somebody else publishes it first, theirs stays.
        fill: fills an empty directory; returns False to give it up.

    Returns:
        Whether the revision is published now.

    Raises:
        WriteError: the place cannot be written.
    """
    temporary = _temporary(layer)
    try:
        os.makedirs(layer.directory, exist_ok=True)
        with locked(temporary + _LOCK, wait=True):
            try:
                os.mkdir(temporary)
                if not fill(temporary):
                    return False
                _set_modes(temporary, layer.folder)
                _rename_once(temporary, layer.path(revision))
                return True
            finally:
                shutil.rmtree(temporary, ignore_errors=True)
                _remove(temporary + _LOCK)
    except OSError as error:
        raise WriteError(f"index cannot be written: {error.strerror or error}", where=layer.directory) from error


def discard(layer: Layer, revision: str) -> None:
    """Take a published revision away; readers that have it open keep their files."""
    aside = _temporary(layer)
    with contextlib.suppress(OSError):
        os.rename(layer.path(revision), aside)
    shutil.rmtree(aside, ignore_errors=True)


def clean_up(layer: Layer, in_use: Iterable[str]) -> None:
    """Remove revisions that nobody needs.

    Args:
        layer: where to look.
        in_use: revisions that stay whatever their age: the HEADs of all worktrees.
    """
    keep = set(in_use)
    spare = [revision for revision in layer.list()[0] if revision not in keep]
    for revision in spare[KEPT_REVISIONS:]:
        discard(layer, revision)


def sweep(layer: Layer) -> bool:
    """Remove what killed builders left behind, and return whether a living one is at work."""
    try:
        names = os.listdir(layer.directory)
    except OSError:
        return False
    at_work = False
    for name in {n.removesuffix(_LOCK) for n in names if n.startswith(TEMPORARY)}:
        path = layer.path(name)
        with contextlib.suppress(OSError), locked(path + _LOCK, wait=False) as held:
            if held:
                shutil.rmtree(path, ignore_errors=True)
                _remove(path + _LOCK)
            else:
                at_work = True
    return at_work


def _temporary(layer: Layer) -> str:
    """Return a new path for a directory that is not published."""
    return temporary_path(layer.directory, TEMPORARY)


def _set_modes(directory: str, folder: str) -> None:
    """Give the files the permissions of a folder: the engine makes some for the owner only."""
    mode = stat.S_IMODE(os.stat(folder).st_mode)
    for name in os.listdir(directory):
        path = os.path.join(directory, name)
        if os.stat(path).st_nlink == 1:
            os.chmod(path, mode & 0o666 | stat.S_IRUSR | stat.S_IWUSR)
    os.chmod(directory, mode)


def _rename_once(source: str, target: str) -> None:
    """Rename a directory; when the target is there already, somebody built the same, and ours goes."""
    handle = os.open(source, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    try:
        os.rename(source, target)
    except OSError:
        if not os.path.isdir(target):
            raise


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)
