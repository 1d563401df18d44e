"""Who said each line of an entry: `git trove blame`."""

from __future__ import annotations

from trove_git.commands.blame import UNCOMMITTED, Blamed, Said
from trove_git.output.columns import aligned
from trove_git.output.log import SHORT
from trove_git.output.style import block, printable
from trove_git.wording import iso_time


def render_blame(found: Blamed, *, terminal: bool = False) -> str:
    """Render the lines of an entry: commit, day, author, signed or not, number, text."""
    rows = [tuple(printable(cell, terminal=terminal) for cell in _cells(said)) for said in found.lines]
    return block(aligned(rows))


def blame_asides(found: Blamed) -> str:
    """Render the notes."""
    return block(f"-- {note}" for note in found.notes)


def blame_object(found: Blamed) -> dict[str, object]:
    """Return the JSON object of the lines; its keys are documented in docs/cli.md."""
    lines = [_object(said) for said in found.lines]
    made: dict[str, object] = {"path": found.path, "revision": found.revision or None, "lines": lines}
    return made | ({"notes": list(found.notes)} if found.notes else {})


def _cells(said: Said) -> tuple[str, ...]:
    line = said.blamed
    who = (line.commit[:SHORT], _day(said), line.author) if line.is_committed else ("-", "-", "-")
    return (("^" if said.at_edge else "") + who[0], *who[1:], said.signature, str(line.line), line.text)


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
