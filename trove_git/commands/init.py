"""Make a trove, or complete one; a second run changes nothing."""

from __future__ import annotations

from typing import NamedTuple

from trove_git.entries.index_file import write_index
from trove_git.entries.reading import read_trove
from trove_git.entries.trove import INDEX_NAME, TroveLocation
from trove_git.entries.writing import locked, scaffold


class Initialised(NamedTuple):
    """What `init` did."""

    location: TroveLocation
    made: tuple[str, ...]
    """Paths below the trove that were made or completed; empty when all was there."""
    entry_count: int


def init(location: TroveLocation) -> Initialised:
    """Make the trove, and list in a new INDEX.md the entries that lie there already.

    Raises:
        WriteError: the folder cannot be written.
    """
    with locked(location):
        made = scaffold(location)
        trove = read_trove(location)
        if INDEX_NAME in made:
            write_index(location, trove.entries)
    return Initialised(location, made, len(trove.entries))
