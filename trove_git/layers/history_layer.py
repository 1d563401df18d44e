"""Where histories of commits are kept: the history layer, and one that is published in it.

A history follows from the commit and from what git is told about its ancestors: the edge of a shallow
clone, grafts and replacements, which are part of the layer's name.
"""

from __future__ import annotations

import contextlib
import os
from zlib import crc32

from trove_git.errors import IndexCorrupt
from trove_git.gitrepo.replaced import read_file, read_replace_refs
from trove_git.gitrepo.repository import Repository
from trove_git.index.history import PublishedHistory
from trove_git.index.store import Layer
from trove_git.terms import TERMS_VERSION
from trove_git.workspace.workspace import Workspace

HISTORY_VERSION = 2
"""Raise when a commit would be read or kept in another way; one line for each version.

1 (2026-11-30): the newest commits, with the paths that each touched.
2 (2026-11-30): unreadable dates, odd encodings, moved files and octopus merges.
"""

NEWEST = 2000
"""Commits that are read."""


def history_layer_in(workspace: Workspace, folder: str) -> Layer:
    """Return the history layer in a folder that holds indexes."""
    decides = repr((HISTORY_VERSION, TERMS_VERSION, NEWEST, _told(workspace.repository)))
    return Layer(folder, f"history-{crc32(decides.encode('utf-8', 'surrogateescape')):08x}")


def open_published(layer: Layer, revision: str) -> PublishedHistory | None:
    """Open a published history and mark it as used; a broken one is taken away."""
    directory = layer.path(revision)
    if not os.path.isdir(directory):
        return None
    try:
        found = PublishedHistory(directory)
    except IndexCorrupt:
        from trove_git.index.publish import discard

        discard(layer, revision)
        return None
    with contextlib.suppress(OSError):
        os.utime(directory)
    return found


def _told(repository: Repository) -> bytes:
    """Return what changes the ancestors of commits: shallow edge, grafts, replacements, as git keeps them in files."""
    names = ("shallow", os.path.join("info", "grafts"))
    return b"\0".join(
        (*(read_file(os.path.join(repository.common_dir, name)) for name in names), read_replace_refs(repository))
    )
