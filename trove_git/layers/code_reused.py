"""A commit of docs and entries alone needs no new code layer: the one before it answers alike."""

from __future__ import annotations

import contextlib
import os

from trove_git.errors import IndexCorrupt
from trove_git.gitrepo.repository import Commit
from trove_git.index.published import PublishedIndex
from trove_git.index.store import Layer
from trove_git.layers.code_postponed import Later, write_later
from trove_git.layers.names import unread_in
from trove_git.layers.nearest import iter_distances
from trove_git.paths import RootPath, those_below_root
from trove_git.sources.doc_rules import DOC_ROOTS, TROVE, is_doc_path
from trove_git.workspace.workspace import Workspace


def open_same_code(workspace: Workspace, commit: Commit, layer: Layer) -> PublishedIndex | None:
    """Return a published code layer from which a commit differs only in docs and entries, and say so for next time."""
    reader = find_same_code(workspace, commit, layer)
    if reader is not None:
        write_later(layer, Later(commit.tree, os.path.basename(reader.directory), ""))
    return reader


def find_same_code(workspace: Workspace, commit: Commit, layer: Layer) -> PublishedIndex | None:
    """Return a published code layer from which a commit differs only in docs and entries."""
    prefix = workspace.root.prefix
    for revision, state, changes in iter_distances(workspace, layer, commit.tree):
        # What was missing there may have come.
        if not unread_in(state) and all(map(_is_words, those_below_root((c.path for c in changes), prefix))):
            with contextlib.suppress(IndexCorrupt):
                reader = layer.open(revision)
                if reader is not None:
                    return reader
    return None


def _is_words(path: RootPath) -> bool:
    """Whether no summary of code depends on a file: an entry, or a doc that is no README."""
    if path.startswith(TROVE):
        return True
    return any(is_doc_path(path, root) for root in DOC_ROOTS) and not path.rpartition("/")[2].lower().startswith(
        "readme"
    )
