"""Which paths a reference of an entry may stand for: the rules that staleness and review have in common.

A reference in, paths from the top of the tree out; whether a tree has one of them is for the caller to know.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from trove_git.paths import RepoPath
from trove_git.records import Reference


def candidate_paths(reference: Reference, entry_path: RepoPath, prefix: str) -> Iterator[RepoPath]:
    """Yield the paths of the whole tree that a path may stand for, the likeliest first.

    Args:
        reference: a path.
        entry_path: the entry's path from the top of the tree.
        prefix: path of the root below the top, with a final slash; empty at the top.
    """
    # What is pinned is meant from the root, as `ask` reads it.
    starts = [prefix, ""] if prefix and not reference.pinned else [prefix]
    if reference.beside:
        starts.insert(0, f"{posixpath.dirname(entry_path)}/")
    for start in starts:
        path = posixpath.normpath(start + reference.text)
        if not path.startswith(("../", "/")) and path not in ("..", "."):
            yield RepoPath(path)


def is_whole(reference: Reference) -> bool:
    """Whether a path says where a file is: a link and what is pinned do, other names may say how its path ends."""
    return reference.beside or reference.pinned


def may_be_folder(reference: Reference, path: str) -> bool:
    """Whether a path may mean a folder; what is named like a file does only where it is pinned.

    Args:
        reference: a path.
        path: one that it may stand for.
    """
    return reference.pinned or "." not in path.rpartition("/")[2][1:]
