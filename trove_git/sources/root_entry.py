"""Files of a tree as seen from the root: what git lists, with paths below the folder that is searched."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trove_git.gitrepo.objects import TreeEntry
from trove_git.paths import RootPath, below_root
from trove_git.records import Oid


class RootEntry(NamedTuple):
    """One file of a tree, below the root."""

    mode: int
    oid: Oid
    path: RootPath
    size_bytes: int = 0
    """Size of the blob; 0 where it was not asked for."""


def entries_below(entries: Iterable[TreeEntry], prefix: str) -> list[RootEntry]:
    """Return files of a tree, all of them below the root, as seen from there.

    Args:
        entries: the files.
        prefix: path of the root below the top of the tree, with a final slash, or empty.
    """
    return [RootEntry(e.mode, e.oid, below_root(e.path, prefix), e.size_bytes) for e in entries]
