"""The decision to answer without a code layer that takes too long to build; kept, so that it is made once."""

from __future__ import annotations

import contextlib
import os
from typing import NamedTuple

from trove_git.index.store import Layer
from trove_git.records import TreeOid
from trove_git.storage import replace_file


class Later(NamedTuple):
    """A decision to answer without the code layer of a commit."""

    tree: TreeOid
    """Object id of the tree it was made for."""
    base: str
    """Published revision to answer from meanwhile; empty for none."""
    note: str
    """What the footer says."""


def read_later(layer: Layer, tree: TreeOid) -> Later | None:
    """Return the decision that holds for a tree; None when there is none, or something was published since."""
    path = _path(layer)
    try:
        decided = os.stat(path).st_mtime_ns
        with contextlib.suppress(FileNotFoundError):
            if os.stat(layer.directory).st_mtime_ns > decided:
                return None
        with open(path, encoding="utf-8") as f:
            decided_tree, base, note = f.read().split("\n")[:3]
    except (OSError, ValueError):
        return None
    found = Later(TreeOid(decided_tree), base, note)
    # With nothing published to start from, the next commit takes as long as this one.
    return found if found.tree == tree or not found.base else None


def write_later(layer: Layer, later: Later) -> None:
    """Keep a decision; where nothing can be written it is made again next time."""
    with contextlib.suppress(OSError):
        replace_file(_path(layer), ("\n".join(later) + "\n").encode())


def _path(layer: Layer) -> str:
    return f"{layer.directory}.later"
