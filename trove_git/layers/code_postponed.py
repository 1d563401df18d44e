"""The decision to answer without the code layer of a commit: kept, so that it is made once for a tree and its bases.

It also says since when a process of its own builds the layer (`code_started.py`).
"""

from __future__ import annotations

import contextlib
import os
from typing import NamedTuple
from zlib import crc32

from trove_git.index.store import Layer
from trove_git.records import TreeOid
from trove_git.storage import replace_file


class Later(NamedTuple):
    """A decision to answer without the code layer of a commit."""

    tree: TreeOid
    """Object id of the tree it was made for."""
    base: str = ""
    """Published revision to answer from meanwhile; empty for none."""
    behind: str = ""
    """How the code of that revision differs, in words; empty where it answers alike, or for none."""
    started: float = 0.0
    """When a build was started, in Unix time; 0 for none."""
    seconds: float = 0.0
    """How long that takes."""

    def left(self, now: float) -> float:
        """Return in how many seconds the build is done, below 0 when it takes longer than it should."""
        return self.started + self.seconds - now


def read_later(layer: Layer, tree: TreeOid) -> Later | None:
    """Return the decision that holds for a tree; None where there is none, or other revisions are published now."""
    try:
        with open(_path(layer), encoding="utf-8") as f:
            bases, of, base, behind, started, seconds = f.read().split("\n")[:6]
        found = Later(TreeOid(of), base, behind, float(started), float(seconds))
    except (OSError, ValueError):
        return None
    return found if found.tree == tree and bases == _bases(layer) else None


def write_later(layer: Layer, later: Later) -> bool:
    """Keep a decision, and say whether it is kept; where nothing can be written it is made again next time."""
    path = _path(layer)
    rows = (_bases(layer), later.tree, later.base, later.behind, str(later.started), str(later.seconds))
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        replace_file(path, ("\n".join(rows) + "\n").encode())
    except OSError:
        return False
    return True


def forget_later(layer: Layer) -> None:
    """Remove the decision."""
    with contextlib.suppress(OSError):
        os.unlink(_path(layer))


def _bases(layer: Layer) -> str:
    """Return what stands for the published revisions, one of which may be near enough to build from."""
    return f"{crc32(' '.join(sorted(layer.list()[0])).encode()):08x}"


def _path(layer: Layer) -> str:
    return f"{layer.directory}.later"
