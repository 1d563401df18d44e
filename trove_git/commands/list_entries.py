"""List entries of both troves, newest first, all of them or those of a type, tag or section."""

from __future__ import annotations

from typing import NamedTuple

from trove_git.entries.entry import Entry
from trove_git.entries.reading import read_trove
from trove_git.records import Finding
from trove_git.workspace.troves import Troves, kind_of


class Wanted(NamedTuple):
    """Which entries to list; an empty field asks for nothing."""

    types: tuple[str, ...] = ()
    """One of these types."""
    tags: tuple[str, ...] = ()
    """All of these tags, in any letter case."""
    sections: tuple[str, ...] = ()
    """In one of these sections."""

    def admits(self, entry: Entry) -> bool:
        """Whether an entry is wanted."""
        held = {tag.casefold() for tag in entry.tags}
        return (
            (not self.types or entry.type in self.types)
            and held.issuperset(tag.casefold() for tag in self.tags)
            and (not self.sections or entry.section in self.sections)
        )


class Listing(NamedTuple):
    """The entries that were wanted."""

    rows: tuple[tuple[str, Entry], ...]
    """(`project` or `personal`, entry), newest first."""
    unreadable: tuple[Finding, ...]
    """Files that could not be read."""


def list_entries(troves: Troves, wanted: Wanted) -> Listing:
    """List the entries that are wanted."""
    rows: list[tuple[str, Entry]] = []
    unreadable: list[Finding] = []
    for location in troves.all():
        trove = read_trove(location)
        unreadable += trove.unreadable
        rows += [(kind_of(location), entry) for entry in trove.entries.values() if wanted.admits(entry)]
    rows.sort(key=lambda row: (row[1].slug, row[1].path))
    rows.sort(key=lambda row: row[1].created, reverse=True)
    return Listing(tuple(rows), tuple(unreadable))
