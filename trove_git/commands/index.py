"""Build the index of a commit on request, and say what is in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from trove_git.commands.layers import Knowledge
from trove_git.commands.place import Place
from trove_git.commands.reindex import build_commit
from trove_git.errors import GitError
from trove_git.gitrepo.repository import require_repository
from trove_git.index.published import PublishedIndex


class Indexed(NamedTuple):
    """What an index holds."""

    revision: str
    built: str
    """`from nothing`, `from OID`, or empty when it was there already."""
    counts: Mapping[str, int]
    """Sources per kind."""
    skipped: Mapping[str, str]
    """Path → why it was not read."""
    problems: Mapping[str, list[tuple[int, str]]]
    """Path → line and text of what is wrong with it."""
    notes: tuple[str, ...]


def index(place: Place, *, full: bool = False) -> Indexed:
    """Build the index of HEAD where it is not there.

    Args:
        place: where to work.
        full: build it from nothing in any case.

    Raises:
        NotARepository: outside Git.
        GitError: there is no commit yet, or it cannot be read.
    """
    repository = require_repository(place.root)
    if not repository.head:
        raise GitError("no commit yet, so there is nothing to index", place=place.root.path, hint="git commit first")
    known = build_commit(place, repository.head, full=full)
    try:
        return _describe(repository.head.oid, known)
    finally:
        if isinstance(known.reader, PublishedIndex):
            known.reader.close()


def _describe(revision: str, known: Knowledge) -> Indexed:
    counts = dict(sorted(known.reader.manifest.kinds.items()))
    return Indexed(revision, known.built, counts, known.state.skipped, known.state.notes, known.notes)
