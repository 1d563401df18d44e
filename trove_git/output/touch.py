"""Entries that were confirmed: `git trove touch`."""

from __future__ import annotations

from collections.abc import Iterable

from trove_git.commands.touch import Touched
from trove_git.output.style import block, printable


def render_touch(result: Iterable[Touched], *, terminal: bool = False) -> str:
    """Render entries, a line each, with the day of which they hold."""
    return block(
        printable(f"confirmed{'' if one.changed else ' already'} {one.path}  {one.confirmed}", terminal=terminal)
        for one in result
    )


def touch_object(result: Iterable[Touched]) -> dict[str, object]:
    """Return the JSON object of the entries; its keys are documented in docs/cli.md."""
    return {"entries": [touched._asdict() for touched in result]}
