"""Read a whole trove from disk: its entries by path, and the files that could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from trove_git.entries.entry import Entry, parse_entry
from trove_git.entries.trove import TroveLocation, iter_entry_files
from trove_git.records import Finding


class Trove(NamedTuple):
    """The entries of one trove as they lie on disk."""

    location: TroveLocation
    entries: Mapping[str, Entry]
    """Path below the trove → entry, in the order of the paths."""
    unreadable: tuple[Finding, ...]
    """Files and folders that could not be read."""


def read_trove(location: TroveLocation) -> Trove:
    """Read every entry of a trove; never raises, and a missing trove has no entries."""
    entries, unreadable = {}, []
    for file in iter_entry_files(location.folder, location.personal, location.boundary):
        shown = f"{location.shown}/{file.path}"
        if file.problem:
            unreadable.append(Finding(shown, 0, file.problem))
        else:
            entries[file.path] = parse_entry(file.data, shown)
    return Trove(location, entries, tuple(unreadable))
