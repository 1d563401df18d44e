"""A trove that was made, and what an entry looks like: `git trove init`."""

from __future__ import annotations

from trove_git.commands.init import Initialised
from trove_git.output.style import block
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
"""What an entry looks like."""

NEXT = 'next     git trove remember "TITLE" "the fact in a few sentences"'


def render_init(result: Initialised, kind: str) -> str:
    """Say where the trove is and what was made of it, then show what an entry looks like.

    Args:
        result: the trove.
        kind: `project` or `personal`.
    """
    state = f"made {', '.join(result.made)}" if result.made else "nothing to do"
    return block([f"{kind} trove: {result.location.folder} ({state})", "", ENTRY_FORMAT, NEXT])


def init_object(result: Initialised, kind: str) -> dict[str, object]:
    """Return the JSON object of the trove; its keys are documented in docs/cli.md. See `render_init`."""
    return {
        "path": str(result.location.folder),
        "kind": kind,
        "made": list(result.made),
        "entries": result.entry_count,
        "format": ENTRY_FORMAT,
    }
