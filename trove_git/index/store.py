"""Where indexes are published: one directory a revision, opened as it is.

<folder>/<format version>/<layer>/<revision>/     a published index, never changed
<folder>/<format version>/<layer>/tmp-*/          a build in progress, see `publish.py`
"""

from __future__ import annotations

import contextlib
import os

from trove_git.index.published import PublishedIndex

FORMAT_VERSION = 1
"""Raise when the directory layout, the fields or the record change, part of every index's path; one line for each
version.

1 (2026-11-30): first version.
"""

TEMPORARY = "tmp-"
"""Prefix of the directories in which indexes are built."""


class Layer:
    """One layer of one repository (or of one user): its published revisions.

    Args:
        folder: that holds all indexes of the repository; made when something is published.
        name: the layer and a hash of what decides its content besides the revision.
    """

    __slots__ = ("directory", "folder")

    def __init__(self, folder: str, name: str) -> None:
        self.folder = folder
        self.directory = os.path.join(folder, str(FORMAT_VERSION), name)

    def list(self) -> tuple[list[str], bool]:
        """List the published revisions, the latest used first, and whether builds left something behind."""
        found = []
        left = False
        with contextlib.suppress(OSError), os.scandir(self.directory) as entries:
            for entry in entries:
                if entry.name.startswith(TEMPORARY):
                    left = True
                else:
                    found.append((-entry.stat().st_mtime_ns, entry.name))
        return [name for _, name in sorted(found)], left

    def path(self, revision: str) -> str:
        """Return the directory under which a revision is published."""
        return os.path.join(self.directory, revision)

    def open(self, revision: str) -> PublishedIndex | None:
        """Open a published revision and mark it as used; None when it is not published.

        Raises:
            IndexCorrupt: it is published and broken; `publish.discard` takes it away.
        """
        directory = self.path(revision)
        if not os.path.isdir(directory):
            return None
        index = PublishedIndex(directory)
        with contextlib.suppress(OSError):
            os.utime(directory)
        return index
