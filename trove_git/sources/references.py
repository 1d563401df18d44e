"""What an entry speaks about, as the index keeps it: a line each, cheap to read where an entry is a hit.

An Entry in, lines out, when an index is made (`sources/entries.py`); the lines in, values out, when a question
is answered (`aging/staleness.py`), which then needs neither the entry's text nor a pattern.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trove_git.records import Reference

if TYPE_CHECKING:
    from trove_git.entries.entry import Entry

MOST = 60
"""References of an entry that are kept; a list of more files is no fact about each of them."""
_CONFIRMED = "confirmed"
_KINDS = {"p": "path", "s": "symbol", "g": "pattern"}
_LETTERS = {kind: letter for letter, kind in _KINDS.items()}


class Spoken(NamedTuple):
    """What an entry speaks about."""

    references: tuple[Reference, ...]
    confirmed: int | None = None
    """The end of the day on which the entry was found to hold, in seconds since 1970; None for no such day."""


def spoken(entry: Entry) -> Spoken:
    """Return what an entry speaks about."""
    from trove_git.entries.references import find_references

    return Spoken(find_references(entry)[:MOST], _end_of_day(entry.confirmed))


def write_lines(found: Spoken) -> tuple[str, ...]:
    """Return it as lines."""
    day = () if found.confirmed is None else (f"{_CONFIRMED} {found.confirmed}",)
    return (*day, *map(_line, found.references))


def _line(reference: Reference) -> str:
    text, kind, line, pinned, beside = reference
    return f"{_LETTERS[kind]}{'!' * pinned}{'&' * beside} {line} {text}"


def read_lines(lines: tuple[str, ...]) -> Spoken:
    """Return what lines of `write_lines` say."""
    references = []
    confirmed = None
    for row in lines:
        mark, _, rest = row.partition(" ")
        if mark == _CONFIRMED:
            confirmed = int(rest)
            continue
        line, _, text = rest.partition(" ")
        references.append(Reference(text, _KINDS[mark[0]], int(line), "!" in mark, "&" in mark))
    return Spoken(tuple(references), confirmed)


def _end_of_day(day: str) -> int | None:
    """Return the last second of a day `YYYY-MM-DD` in UTC, in seconds since 1970; None for no day."""
    if not day:
        return None
    from datetime import UTC, datetime

    return int(datetime.fromisoformat(f"{day}T23:59:59").replace(tzinfo=UTC).timestamp())
