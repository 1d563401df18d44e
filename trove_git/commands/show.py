"""Find one entry by its slug, in the project's trove first, then in the personal one, then in their archives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trove_git.entries.entry import Entry
from trove_git.entries.reading import read_trove
from trove_git.entries.slug import normalize
from trove_git.entries.trove import TroveLocation, archive_of
from trove_git.errors import EntryNotFound
from trove_git.workspace.troves import Troves, kind_of

CLOSE_SLUGS = 3


class Shown(NamedTuple):
    """One entry and the trove it is from."""

    kind: str
    """`project` or `personal`."""
    entry: Entry
    path: str
    """Path below the trove, or below its archive."""
    archived: bool = False
    """Whether it was retired."""


def show(troves: Troves, slug: str) -> Shown:
    """Find the entry of a slug.

    Raises:
        EntryNotFound: no trove has it; the hint names slugs that are close.
    """
    slugs = []
    for location in troves.all():
        for path, entry in read_trove(location).entries.items():
            if entry.slug == normalize(slug):
                return Shown(kind_of(location), entry, path)
            slugs.append(entry.slug)
    for location in map(archive_of, troves.all()):
        for path, entry in read_trove(location).entries.items():
            if entry.slug == normalize(slug):
                return Shown(kind_of(location), entry, path, archived=True)
    raise not_found(slug, slugs)


def not_found(slug: str, slugs: Iterable[str], archived_in: Iterable[TroveLocation] = ()) -> EntryNotFound:
    """Make the error for a slug that no entry has.

    Args:
        slug: as it was asked for.
        slugs: those that there are.
        archived_in: troves whose archives may have it.
    """
    from difflib import get_close_matches

    if any(
        entry.slug == normalize(slug) for at in archived_in for entry in read_trove(archive_of(at)).entries.values()
    ):
        return EntryNotFound("the entry is archived", where=slug, hint=f"git trove show {slug} prints it")
    close = get_close_matches(normalize(slug), sorted(set(slugs)), CLOSE_SLUGS)
    hint = f"close: {', '.join(close)}" if close else "git trove list shows the slugs there are"
    return EntryNotFound("no entry has this slug", where=slug, hint=hint)
