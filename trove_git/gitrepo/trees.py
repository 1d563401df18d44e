"""What is at a path of a tree, found by reading the few tree objects on the way, through a running `cat-file`.

No blob is read and nothing is fetched; where a tree object is not there, as in a partial clone without trees,
what lies below is not known, which is not the same as missing.
"""

from __future__ import annotations

import os

from trove_git.gitrepo.objects import BlobReader
from trove_git.paths import RepoPath
from trove_git.records import NO_OID, Oid, TreeOid

FILE = "file"
FOLDER = "folder"
NOTHING = "nothing"
UNKNOWN = "unknown"

_TREE_MODE = b"40000"
_ELSEWHERE_MODES = (b"120000", b"160000")
"""Symbolic links and submodules: what a path below them names is not for this tree to say."""

_Folder = dict[bytes, tuple[bytes, Oid]]
"""Name → mode and object id."""


class TreeLookup:
    """The paths of one tree.

    Args:
        reader: reads the objects; it may be in use for blobs, but not while a `read_all` is going on.
        tree: object id of the top.
    """

    def __init__(self, reader: BlobReader, tree: TreeOid) -> None:
        self._reader, self._tree = reader, tree
        self._folders: dict[Oid, _Folder | None] = {}

    def kind(self, path: RepoPath) -> str:
        """Return what is at a path: FILE (or a link or submodule), FOLDER, NOTHING, or UNKNOWN."""
        oid = Oid(self._tree)
        parts = os.fsencode(path.rstrip("/")).split(b"/")
        for depth, part in enumerate(parts, 1):
            folder = self._folder(oid)
            if folder is None:
                return UNKNOWN
            mode, oid = folder.get(part, (b"", NO_OID))
            if not mode:
                return NOTHING
            if mode != _TREE_MODE:
                if depth == len(parts):
                    return FILE
                return UNKNOWN if mode in _ELSEWHERE_MODES else NOTHING
        return FOLDER

    def _folder(self, oid: Oid) -> _Folder | None:
        if oid not in self._folders:
            data = self._reader.read(oid).data
            self._folders[oid] = None if data is None else _parse(data, len(self._tree) // 2)
        return self._folders[oid]


def _parse(data: bytes, oid_bytes: int) -> _Folder:
    """Take a tree object apart: mode, space, name, zero byte, object id, for each of its files and folders."""
    found: _Folder = {}
    at = 0
    while at < len(data):
        name_at = data.index(b" ", at) + 1
        end = data.index(b"\0", name_at)
        found[data[name_at:end]] = data[at : name_at - 1], Oid(data[end + 1 : end + 1 + oid_bytes].hex())
        at = end + 1 + oid_bytes
    return found
