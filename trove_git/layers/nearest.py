"""Published revisions as bases: what differs between each of them and a commit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from trove_git.errors import GitError
from trove_git.gitrepo.objects import TreeChange, read_diff, start_diff
from trove_git.index.manifest import read_manifest
from trove_git.index.store import Layer
from trove_git.records import TreeOid
from trove_git.workspace.workspace import Workspace

BASES_TRIED = 4
"""Published revisions that are compared with a commit, the latest used first."""


class Distance(NamedTuple):
    """A published revision, and how a commit differs from it."""

    revision: str
    state: Mapping[str, object]
    """`state` of its manifest."""
    changes: Sequence[TreeChange]
    """Every path of the whole tree that differs."""


def iter_distances(workspace: Workspace, layer: Layer, tree: TreeOid, most: int = BASES_TRIED) -> Iterator[Distance]:
    """Yield the distance of published revisions from a tree, the latest used first.

    A revision whose index is broken, or whose tree is not in the repository any more, is passed over.

    Args:
        workspace: whose repository is asked.
        layer: where revisions are published.
        tree: object id of the wanted tree.
        most: how many revisions are looked at.
    """
    for revision in layer.list()[0][:most]:
        try:
            state = read_manifest(layer.path(revision)).state
            changes = read_diff(start_diff(workspace.repository, TreeOid(str(state.get("tree", ""))), tree).finish())
        except (GitError, OSError, ValueError, TypeError, AttributeError):
            continue
        yield Distance(revision, state, changes)
