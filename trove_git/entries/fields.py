"""What the two readers of entry files (front matter, JSON) hand to `entry.py`: fields, body, faults."""

from __future__ import annotations

from typing import NamedTuple

Value = str | tuple[str, ...]

TEXT = "text"
LIST = "list"
NESTED = "nested"


class Field(NamedTuple):
    """One key of an entry's head with its value."""

    key: str
    value: Value
    """Text, or a list's items; for a nested value its source text."""
    line: int
    """1-based line of the key in the file."""
    shape: str = TEXT
    """TEXT, LIST or NESTED."""
    start: int = 0
    """Offset in the file's text of the line the key is on."""
    end: int = 0
    """Offset after the value's last line."""
    indent: str = ""
    """What stands before the key on its line."""


class Fault(NamedTuple):
    """Something wrong at one line of an entry file."""

    line: int
    message: str


class Parsed(NamedTuple):
    """An entry file taken apart; with faults, as much of it as could be read."""

    fields: tuple[Field, ...]
    """In file order, repeated keys included."""
    body: str
    body_line: int
    """1-based line on which the body starts."""
    faults: tuple[Fault, ...] = ()
    head_start: int = 0
    """Offset of the first line of the head, after its opening fence."""
    head_end: int = -1
    """Offset of the closing fence; -1 where there is no front matter."""
    body_start: int = 0
    """Offset of the body."""
