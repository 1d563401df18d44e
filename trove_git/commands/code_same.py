"""A commit of docs and entries alone needs no new code layer: the one before it answers alike."""

from __future__ import annotations

from trove_git.commands.code_later import Later, write_later
from trove_git.commands.place import Place
from trove_git.errors import GitError, IndexCorrupt
from trove_git.gitrepo.objects import read_diff, start_diff
from trove_git.gitrepo.repository import Commit
from trove_git.index.manifest import read_manifest
from trove_git.index.published import PublishedIndex
from trove_git.index.store import Layer
from trove_git.sources.scope import DOC_ROOTS, TROVE, is_doc_path

BASES_TRIED = 2
"""Published revisions that are compared, the latest used first."""


def open_same_code(place: Place, commit: Commit, layer: Layer) -> PublishedIndex | None:
    """Return a published code layer from which a commit differs only in docs and entries, and say so for next time."""
    prefix = place.root.prefix
    for revision in layer.list()[0][:BASES_TRIED]:
        try:
            tree = str(read_manifest(layer.path(revision)).state["tree"])
            changes = read_diff(start_diff(place.repository, tree, commit.tree).finish())
            if all(_is_words(c.path[len(prefix) :]) for c in changes if c.path.startswith(prefix)):
                reader = layer.open(revision)
                if reader is not None:
                    write_later(layer, Later(commit.tree, revision, ""))
                    return reader
        except (GitError, IndexCorrupt, OSError, ValueError, TypeError, KeyError):
            continue
    return None


def _is_words(path: str) -> bool:
    """Whether no summary of code depends on a file: an entry, or a doc that is no README."""
    if path.startswith(TROVE):
        return True
    return any(is_doc_path(path, root) for root in DOC_ROOTS) and not path.rpartition("/")[2].lower().startswith(
        "readme"
    )
