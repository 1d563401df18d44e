"""`git trove list`."""

from __future__ import annotations

import unicodedata

import click

from trove_git.cli.common import filter_options, json_option, print_json, repo_option
from trove_git.cli.entry_output import entry_object, printable
from trove_git.commands.list_entries import Wanted, list_entries
from trove_git.entries.entry import Entry
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace

NO_DATE = "-"


@click.command("list")
@filter_options
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    types: tuple[str, ...],
    tags: tuple[str, ...],
    sections: tuple[str, ...],
    repo: str | None,
    as_json: bool,
) -> None:
    """List entries of the project and personal ones, newest first: date, trove, type, slug, title.

    Exits with 0 when there are entries, 1 when there are none.
    """
    listing = list_entries(locate_troves(find_workspace(repo)), Wanted(types, tags, sections))
    if as_json:
        print_json({"entries": [entry_object(kind, entry) for kind, entry in listing.rows]})
    else:
        for row in aligned([_cells(kind, entry) for kind, entry in listing.rows]):
            click.echo(row)
        if not listing.rows:
            click.echo("no entries", err=True)
    for finding in listing.unreadable:
        click.echo(f"-- {finding}", err=True)
    ctx.exit(0 if listing.rows else 1)


def _cells(kind: str, entry: Entry) -> tuple[str, ...]:
    cells = (entry.created or NO_DATE, kind, entry.type or NO_DATE, entry.slug, entry.title)
    return tuple(printable(cell) for cell in cells)


def aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Pad all columns but the last to one width."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _width(text: str) -> int:
    """Count the columns that text takes on a terminal: East Asian wide characters take two, marks none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
