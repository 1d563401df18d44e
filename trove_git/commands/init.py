"""Make a trove, or complete one; a second run changes nothing."""

from __future__ import annotations

from typing import NamedTuple

from trove_git.entries.index_file import write_index
from trove_git.entries.reading import read_trove
from trove_git.entries.trove import INDEX_NAME, TroveLocation
from trove_git.entries.writing import locked, scaffold
from trove_git.records import ENTRY_TYPES

ENTRY_FORMAT = f"""\
---
title: Bulk inserts need one transaction
slug: bulk-inserts-need-one-transaction
type: gotcha
created: 2024-05-01
tags: [database, import]
---

One fact in a few sentences.

**Why it matters:** what goes wrong for someone who does not know it.

**Related:** [[slug-of-another-entry]]

slug     the file name without .md
type     {", ".join(ENTRY_TYPES)}
created  YYYY-MM-DD
also     summary: the line in INDEX.md; paths: [files the fact is about]
"""
"""What an entry looks like, as `init` prints it."""


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
