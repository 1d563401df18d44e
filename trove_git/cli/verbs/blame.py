"""`git trove blame`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import printable
from trove_git.cli.verbs.list import aligned
from trove_git.cli.verbs.log import SHORT
from trove_git.commands.blame import UNCOMMITTED, Said, blame_entry
from trove_git.wording import iso_time
from trove_git.workspace.workspace import find_workspace


@click.command("blame")
@click.argument("slug")
@click.option("--at", "revision", default=None, metavar="REV", help="Blame the entry as it was at this revision.")
@repo_option
@json_option
def command(slug: str, revision: str | None, repo: str | None, as_json: bool) -> None:
    """Say who said each line of the entry SLUG: commit, day, author, signed or not, line.

    A commit without a signature is never verified; one with a signature is, by the program that git
    is set up with. Lines that are not committed are marked. A commit behind ^ is the oldest of a
    shallow clone.
    """
    found = blame_entry(find_workspace(repo), slug, revision)
    if as_json:
        print_json(
            {"path": found.path, "revision": found.revision or None, "lines": [_object(said) for said in found.lines]}
            | ({"notes": list(found.notes)} if found.notes else {})
        )
        return
    for row in aligned([_cells(said) for said in found.lines]):
        click.echo(row)
    for note in found.notes:
        click.echo(f"-- {note}", err=True)


def _cells(said: Said) -> tuple[str, ...]:
    line = said.blamed
    who = (line.commit[:SHORT], _day(said), line.author) if line.is_committed else ("-", "-", "-")
    cells = (("^" if said.at_edge else "") + who[0], *who[1:], said.signature, str(line.line), line.text)
    return tuple(printable(cell) for cell in cells)


def _day(said: Said) -> str:
    """Return the day on which a line was written, where its author was."""
    zone = said.blamed.zone
    sign, hours, minutes = -1 if zone.startswith("-") else 1, zone[1:3], zone[3:5]
    offset = sign * (int(hours) * 3600 + int(minutes) * 60) if (hours + minutes).isdecimal() and minutes else 0
    return iso_time(said.blamed.time + offset)[:10]


def _object(said: Said) -> dict[str, object]:
    """Return a line as `--json` prints it."""
    line = said.blamed
    made: dict[str, object] = {"line": line.line, "text": line.text, "signature": said.signature}
    if said.signature == UNCOMMITTED:
        return made | {"commit": None}
    made |= {"commit": line.commit, "date": iso_time(line.time), "author": line.author, "email": line.email}
    return made | ({"at_edge": True} if said.at_edge else {})
