"""Which index holds what: the name of a commit's knowledge layer, and the folders it may lie in."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import NamedTuple
from zlib import crc32

from trove_git.code.versions import FACTS_VERSION
from trove_git.gitrepo.objects import has_come
from trove_git.gitrepo.replaced import replaced_contents
from trove_git.gitrepo.repository import Commit
from trove_git.index.published import PublishedIndex
from trove_git.index.search import MemoryIndex
from trove_git.index.store import Layer
from trove_git.paths import RootPath
from trove_git.records import Oid
from trove_git.sources.state import TreeState
from trove_git.sources.versions import CODE_VERSION, CORPUS_VERSION
from trove_git.terms import TERMS_VERSION
from trove_git.workspace.workspace import Workspace


class Knowledge(NamedTuple):
    """The index of a commit, ready to be searched."""

    reader: PublishedIndex | MemoryIndex
    state: TreeState
    notes: tuple[str, ...] = ()
    """What the footer should say about how the index was made."""
    built: str = ""
    """`from nothing`, `from OID`, or empty when it was there."""


class Code(NamedTuple):
    """The code layer that a question searches."""

    reader: PublishedIndex | None
    """None where there is none yet."""
    notes: tuple[str, ...] = ()
    """What the footer should say."""
    complete: bool = True
    """Whether it is the code of the commit itself, and not that of another one, or none."""


Building = Callable[[Oid], Callable[[int, int], None]]
"""Told the object id of a commit whose code layer is built; returns what is told how many files of how many are
done."""


def layer_in(workspace: Workspace, folder: str) -> Layer:
    """Return the knowledge layer in a folder that holds indexes.

    Args:
        workspace: whose settings and root decide the content of the layer.
        folder: one of `folders_of`.
    """
    return Layer(folder, f"knowledge-{_decided(workspace, CORPUS_VERSION, TERMS_VERSION, workspace.settings.docs)}")


def code_layer_in(workspace: Workspace, folder: str) -> Layer:
    """Return the code layer in a folder that holds indexes; what else `trove.docs` names does not touch it."""
    return Layer(folder, f"code-{_decided(workspace, CODE_VERSION, FACTS_VERSION, TERMS_VERSION)}")


def _decided(workspace: Workspace, *by: object) -> str:
    """Return a hash of what decides the content of a layer beside the commit.

    Args:
        workspace: whose root and replaced objects decide it, too.
        by: versions and settings.
    """
    decides: tuple[object, ...] = (*by, workspace.root.prefix)
    replaced = replaced_contents(workspace.repository)
    if replaced:
        decides += (sorted(replaced.items()),)
    return f"{crc32(repr(decides).encode('utf-8', 'surrogateescape')):08x}"


def folders_of(workspace: Workspace) -> list[str]:
    """Return the folders in which indexes of this repository may lie, the best first."""
    own = f"{crc32(os.fsencode(workspace.repository.common_dir)):08x}"
    return [workspace.index_folder, os.path.join(workspace.user_cache, own)]


def is_current(workspace: Workspace, commit: Commit, state: TreeState) -> bool:
    """Whether a published index still is what its commit would give now.

    It is not when a replacement gave the commit another tree, or when a blob that was missing
    has come.
    """
    return _is_current(workspace, commit, state.tree, state.unread)


def is_current_code(workspace: Workspace, commit: Commit, state: Mapping[str, object]) -> bool:
    """Whether a published code layer still is what its commit would give now.

    Args:
        workspace: where the commit is.
        commit: the commit.
        state: of the layer's manifest.
    """
    return _is_current(workspace, commit, state.get("tree"), unread_in(state))


def unread_in(state: Mapping[str, object]) -> Mapping[RootPath, Oid]:
    """Return the files of a code layer whose blobs were missing: path → object id."""
    found = state.get("unread")
    return found if isinstance(found, dict) else {}


def _is_current(workspace: Workspace, commit: Commit, tree: object, unread: Mapping[RootPath, Oid]) -> bool:
    return tree == commit.tree and not (unread and has_come(workspace.repository, commit.tree, unread.values()))
