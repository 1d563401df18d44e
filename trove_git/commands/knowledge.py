"""The knowledge layer of a commit: its entries and docs, opened where they are published, else built."""

from __future__ import annotations

import os
from typing import NamedTuple
from zlib import crc32

from trove_git.commands.place import Place
from trove_git.errors import IndexCorrupt
from trove_git.index.published import PublishedIndex
from trove_git.index.search import MemoryIndex
from trove_git.index.store import Layer
from trove_git.sources.scope import CORPUS_VERSION
from trove_git.sources.state import TreeState
from trove_git.terms import TERMS_VERSION


class Knowledge(NamedTuple):
    """The index of a commit, ready to be searched."""

    index: PublishedIndex | MemoryIndex
    state: TreeState
    notes: tuple[str, ...] = ()
    """What the footer should say about how the index was made."""
    built: str = ""
    """`from nothing`, `from OID`, or empty when it was there."""


def layer_in(place: Place, folder: str) -> Layer:
    """Return the knowledge layer in a folder that holds indexes.

    Args:
        place: whose settings and root decide the content of the layer.
        folder: one of `folders_of`.
    """
    decides = repr((CORPUS_VERSION, TERMS_VERSION, place.root.prefix, place.settings().docs))
    return Layer(folder, f"knowledge-{crc32(decides.encode('utf-8', 'surrogateescape')):08x}")


def folders_of(place: Place) -> list[str]:
    """Return the folders in which indexes of this repository may lie, the best first."""
    own = f"{crc32(os.fsencode(place.repository.common_dir)):08x}"
    return [place.index_folder, os.path.join(place.user_cache, own)]


def open_commit(place: Place, commit: str) -> Knowledge:
    """Return the index of a commit, built if it has to be.

    Raises:
        GitError: the commit's trees cannot be read.
    """
    layer = layer_in(place, place.index_folder)
    notes: tuple[str, ...] = ()
    if not layer.list()[1]:
        try:
            index = layer.open(commit)
            if index is not None:
                return Knowledge(index, TreeState(index.manifest.state))
        except IndexCorrupt:
            notes = ("the index was broken and has been built again",)
    from trove_git.commands.reindex import build_commit

    built = build_commit(place, commit)
    return built._replace(notes=notes + built.notes)
