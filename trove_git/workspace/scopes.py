"""Which folders with a `.trove/` of their own are asked in a repository: the indexer follows them, too.

A hook works at the top, and nothing in a commit names an empty `.trove/`. So a question in a scope leaves a note of it
beside the indexes: a file of `scopes/` that holds the folder. Questions touch it, and two weeks after the last one it
goes.
"""

from __future__ import annotations

import contextlib
import os
from zlib import crc32

from trove_git.gitrepo.repository import SCOPE_FOLDER
from trove_git.storage import replace_file
from trove_git.workspace.workspace import Workspace

IN_USE_SECONDS = 14 * 24 * 3600
"""Time after the last question in a scope for which it is indexed in the background."""
FOLDER = "scopes"
_MAX_BYTES = 4096


def note_scope(workspace: Workspace, *, asked: bool = True) -> None:
    """Note that a scope is in use; nothing at the top, in a folder without `.trove/`, or where nothing can be written.

    Args:
        workspace: where something is asked or indexed.
        asked: whether somebody asks; to index a scope makes a note and does not renew one.
    """
    prefix = os.fsencode(workspace.root.prefix)
    if not prefix or not os.path.isdir(os.path.join(workspace.root.path, SCOPE_FOLDER)):
        return
    path = os.path.join(workspace.index_folder, FOLDER, f"{crc32(prefix):08x}")
    with contextlib.suppress(OSError):
        if os.path.exists(path):
            if asked:
                os.utime(path)
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        replace_file(path, prefix)


def folders_in_use(workspace: Workspace, now: float) -> list[str]:
    """Return the folders of the scopes that are in use in this work tree, but for the one that `workspace` is.

    Notes of scopes that nobody has asked for a while are removed.

    Args:
        workspace: whose repository and work tree.
        now: seconds since 1970.
    """
    top = workspace.repository.work_tree
    folder = os.path.join(workspace.index_folder, FOLDER)
    found: list[str] = []
    if top is None:
        return found
    with contextlib.suppress(OSError):
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if now - os.stat(path).st_mtime > IN_USE_SECONDS:
                os.unlink(path)
                continue
            with open(path, "rb") as f:
                prefix = os.fsdecode(f.read(_MAX_BYTES))
            scope = os.path.join(top, prefix.rstrip("/"))
            # Another work tree may have it, or another branch.
            if prefix != workspace.root.prefix and os.path.isdir(os.path.join(scope, SCOPE_FOLDER)):
                found.append(scope)
    return found
