"""The entries of the troves: `git trove list`."""

from __future__ import annotations

from collections.abc import Sequence

from trove_git.commands.list_entries import Listing
from trove_git.entries.entry import Entry
from trove_git.output.columns import aligned
from trove_git.output.entry import entry_object
from trove_git.output.style import block, printable

NO_VALUE = "-"
NO_ENTRIES = "no entries"


def render_list(listing: Listing, *, terminal: bool = False) -> str:
    """Render entries, a line each: date, trove, type, slug, title."""
    return block(entry_lines(listing.rows, terminal=terminal))


def entry_lines(rows: Sequence[tuple[str, Entry]], *, terminal: bool = False) -> list[str]:
    """Return the line of each of some entries, its columns below those of the others."""
    return aligned([tuple(printable(cell, terminal=terminal) for cell in _cells(kind, entry)) for kind, entry in rows])


def unreadable_files(listing: Listing) -> str:
    """Render which files could not be read."""
    return block(f"-- {finding}" for finding in listing.unreadable)


def list_object(listing: Listing) -> dict[str, object]:
    """Return the JSON object of entries; its keys are documented in docs/cli.md."""
    return {"entries": [entry_object(kind, entry) for kind, entry in listing.rows]}


def _cells(kind: str, entry: Entry) -> tuple[str, ...]:
    return (entry.created or NO_VALUE, kind, entry.type or NO_VALUE, entry.slug, entry.title)
