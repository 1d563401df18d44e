"""Where indexes are published, and how: atomically, once a revision, swept when a builder dies.

    <place>/<format version>/<layer>/<revision>/     a published index, never changed
    <place>/<format version>/<layer>/tmp-*/          a build in progress, with a lock beside it

A builder holds the lock of its directory as long as it lives, so whoever gets the lock of
another's directory may remove it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from collections.abc import Callable, Iterable

from trove_git.errors import IndexCorrupt, WriteError
from trove_git.index.build import Draft
from trove_git.index.published import PublishedIndex
from trove_git.index.schema import FORMAT_VERSION

_TEMPORARY = "tmp-"
_LOCK = ".lock"
KEPT_REVISIONS = 6
"""Published revisions that stay beside those that are in use: enough to switch between branches."""


class Layer:
    """One layer of one repository (or of one user): its published revisions.

    Args:
        place: folder that holds all indexes of the repository; made when something is published.
        name: the layer and a hash of what decides its content besides the revision.
    """

    def __init__(self, place: str, name: str) -> None:
        self.place = place
        self.name = name
        self.directory = os.path.join(place, str(FORMAT_VERSION), name)

    def published(self) -> list[str]:
        """List the published revisions, the latest used first."""
        found = []
        with contextlib.suppress(OSError), os.scandir(self.directory) as entries:
            for entry in entries:
                if not entry.name.startswith(_TEMPORARY) and not entry.name.endswith(_LOCK):
                    found.append((-entry.stat().st_mtime_ns, entry.name))
        return [name for _, name in sorted(found)]

    def open(self, revision: str) -> PublishedIndex | None:
        """Open a published revision; None when it is not published.

        A broken one is removed, so that the caller builds it again.
        """
        directory = os.path.join(self.directory, revision)
        if not os.path.isdir(directory):
            return None
        try:
            index = PublishedIndex(directory)
        except IndexCorrupt:
            self.discard(revision)
            return None
        with contextlib.suppress(OSError):
            os.utime(directory)
        return index

    def discard(self, revision: str) -> None:
        """Take a published revision away; readers that have it open keep their files."""
        directory = os.path.join(self.directory, revision)
        aside = os.path.join(self.directory, f"{_TEMPORARY}{secrets.token_hex(8)}")
        with contextlib.suppress(OSError):
            os.rename(directory, aside)
        shutil.rmtree(aside, ignore_errors=True)

    def publish(self, revision: str, base: PublishedIndex | None, fill: Callable[[Draft], bool]) -> bool:
        """Build a revision and publish it.

        Args:
            revision: name to publish under; when somebody else publishes it first, theirs stays.
            base: published index to start from.
            fill: puts the sources into the draft and finishes it; returns False to give the draft up.

        Returns:
            Whether the revision is published now.

        Raises:
            WriteError: the place cannot be written.
            IndexCorrupt: the base is broken.
        """
        from filelock import FileLock

        temporary = os.path.join(self.directory, f"{_TEMPORARY}{secrets.token_hex(8)}")
        try:
            os.makedirs(self.directory, exist_ok=True)
            with FileLock(temporary + _LOCK):
                try:
                    os.mkdir(temporary)
                    if not fill(Draft(temporary, base)):
                        return False
                    self._set_modes(temporary)
                    _rename_once(temporary, os.path.join(self.directory, revision))
                    return True
                finally:
                    shutil.rmtree(temporary, ignore_errors=True)
                    _remove(temporary + _LOCK)
        except OSError as error:
            raise WriteError(f"index cannot be written: {error.strerror or error}", place=self.directory) from error

    def clean_up(self, in_use: Iterable[str]) -> None:
        """Remove revisions that nobody needs.

        Args:
            in_use: revisions that stay whatever their age: the HEADs of all worktrees.
        """
        keep = set(in_use)
        spare = [revision for revision in self.published() if revision not in keep]
        for revision in spare[KEPT_REVISIONS:]:
            self.discard(revision)

    def sweep(self) -> None:
        """Remove what killed builders left behind."""
        try:
            names = os.listdir(self.directory)
        except OSError:
            return
        left = {n.removesuffix(_LOCK) for n in names if n.startswith(_TEMPORARY)}
        if not left:
            return
        from filelock import FileLock, Timeout

        for name in left:
            path = os.path.join(self.directory, name)
            with contextlib.suppress(OSError, Timeout), FileLock(path + _LOCK, timeout=0):
                shutil.rmtree(path, ignore_errors=True)
                _remove(path + _LOCK)

    def _set_modes(self, directory: str) -> None:
        """Give the files the permissions of the place: the engine makes some for the owner only."""
        mode = stat.S_IMODE(os.stat(self.place).st_mode) & 0o666
        for name in os.listdir(directory):
            path = os.path.join(directory, name)
            if os.stat(path).st_nlink == 1:
                os.chmod(path, mode | stat.S_IRUSR | stat.S_IWUSR)
        os.chmod(directory, stat.S_IMODE(os.stat(self.place).st_mode))


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
