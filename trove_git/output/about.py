"""Entries about a file or folder, as `git trove list --path` prints them."""

from __future__ import annotations

from trove_git.asking.about import About
from trove_git.commands.about import AboutListing
from trove_git.output.entry import entry_object
from trove_git.output.json import stale_object
from trove_git.output.list_entries import NO_ENTRIES, entry_lines
from trove_git.output.style import block, printable
from trove_git.wording import stale_lines

INDENT = "   "


def render_about(found: AboutListing, *, terminal: bool = False) -> str:
    """Render entries, a line each as `git trove list` has it, and below each what speaks against it."""
    rows = entry_lines([(row.stored.kind, row.stored.entry) for row in found.rows], terminal=terminal)
    lines: list[str] = []
    for row, line in zip(found.rows, rows, strict=True):
        lines += [line, *(f"{INDENT}{printable(said, terminal=terminal)}" for said in stale_lines(row.stale))]
    return block(lines)


def about_asides(found: AboutListing, *, terminal: bool = False) -> str:
    """Render what is said beside: files that could not be read, and what the list was made from."""
    none = [] if found.rows else [f"{NO_ENTRIES} about it, of {found.entry_count}"]
    notes = [*map(str, found.unreadable), *found.notes]
    return block([*none, *(f"-- {printable(note, terminal=terminal)}" for note in notes)])


def about_object(found: AboutListing) -> dict[str, object]:
    """Return the JSON object of the entries; its keys are documented in docs/cli.md."""
    made: dict[str, object] = {"entries": list(map(_row, found.rows)), "revision": found.revision or None}
    return made | {"notes": list(found.notes)} if found.notes else made


def _row(row: About) -> dict[str, object]:
    made = entry_object(row.stored.kind, row.stored.entry) | {"line": row.line}
    return made | {"stale": stale_object(row.stale)} if row.stale is not None else made
