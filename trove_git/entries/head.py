"""Where the front matter of a Markdown entry stands, and a key of it without loading YAML.

`find_head` is for every reader. `read_items` is for the start of a session, which must not wait for the library: it
reads the forms that people and `git trove remember` write, one key a line, and says so where there is any other, for
`frontmatter.py` to read. What it does read it reads alike.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_HEAD_CHARACTERS = 64 * 1024
"""Longer front matter is data that lost its way; the file is then read as plain text."""
NULLS = frozenset({"", "~", "null", "Null", "NULL"})
"""Scalars without quotes that say nothing."""

_OPENING = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?(?:\n|\Z)", re.MULTILINE)

_QUOTED = r"""'[^']*+'|"[^"\\]*+\""""
_COMMENT = r"(?: +#.*)?"
# What YAML reads otherwise is left out: its indicators in front, and what may be a key, a comment or a flow inside.
_PLAIN = r"[^\s\-?:,\[\]{}#&*!|>'\"%@`](?:[^\s:#]|:(?=[^\s])|(?<! )#| +(?=[^\s#]))*+"
_FLOW_PLAIN = r"[^\s\-?:,\[\]{}#&*!|>'\"%@`](?:[^\s:#,?\[\]{}]| +(?=[^\s#,?:\[\]{}]))*+"
_KEY = re.compile(r"([A-Za-z_][\w-]*):(?: +(.*))?", re.ASCII)
_SCALAR = re.compile(rf"(?:({_QUOTED})|({_PLAIN}))? *{_COMMENT}")
_ITEM = re.compile(rf"( *)-(?: +(?:({_QUOTED})|({_PLAIN})) *{_COMMENT})")
_FLOW_ITEM = re.compile(rf" *(?:({_QUOTED})|({_FLOW_PLAIN})) *(?:,|(?=\]))")
_FLOW_END = re.compile(rf" *\] *{_COMMENT}")
_IGNORED = re.compile(r" *(?:#.*)?")


class Head(NamedTuple):
    """Offsets of front matter in a text."""

    start: int
    """Of its first line, after the opening fence."""
    end: int
    """Of the closing fence; -1 where nothing closes it."""
    body: int
    """Of the body."""


def find_head(text: str) -> Head | None:
    """Return where the front matter stands; None where a text does not begin with one.

    Args:
        text: the decoded file, with or without a byte order mark.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return None
    start = opening.end()
    closing = _CLOSING.search(text, start, start + MAX_HEAD_CHARACTERS)
    return Head(start, -1, 0) if closing is None else Head(start, closing.start(), closing.end())


def split_items(value: str) -> list[str]:
    """Return the items of a list that is written as one text."""
    return value.split(",")


def clean_items(items: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Return the items of a list, each once and on one line, without empty ones."""
    return tuple(dict.fromkeys(" ".join(item.split()) for item in items if item.strip()))


def read_items(text: str, key: str) -> tuple[str, ...] | None:
    """Return a key's list as `parse_entry` does; text counts as a list separated by commas.

    Args:
        text: the decoded file.
        key: the key.

    Returns:
        The items; None where the front matter has a form that only YAML reads.
    """
    head = find_head(text)
    if head is None or head.end < 0:
        return ()
    values = _read(text[head.start : head.end])
    return None if values is None else clean_items(values.get(key, []))


def _read(source: str) -> dict[str, list[str]] | None:
    """Return the items of every key, of a key given twice those of the first; None for other forms."""
    lines = [line.removesuffix("\r") for line in source.split("\n")]
    if not all(map(str.isprintable, lines)) or "\ufffd" in source:
        return None
    values: dict[str, list[str]] = {}
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if _IGNORED.fullmatch(line):
            continue
        key = _KEY.fullmatch(line)
        if key is None:
            return None
        value = key[2] or ""
        found: list[str] | None
        if value.startswith("["):
            found, at = _read_flow(value, lines, at)
        else:
            found = _read_scalar(value)
            if found == []:
                found, at = _read_block(lines, at)
        if found is None:
            return None
        values.setdefault(key[1], found)
    return values


def _read_scalar(value: str) -> list[str] | None:
    """Return the items of a value on the line of its key; none where nothing stands there, None for other forms."""
    match = _SCALAR.fullmatch(value)
    if match is None:
        return None
    return split_items(_item(match[1], match[2])) if match[1] or match[2] else []


def _read_block(lines: list[str], at: int) -> tuple[list[str] | None, int]:
    """Read the items below a key, each on a line with a dash.

    Args:
        lines: of the front matter.
        at: number of the line below the key.

    Returns:
        The items, None for other forms, and the number of the line below them.
    """
    items: list[str] = []
    indent = None
    while at < len(lines) and (lines[at][:1] in ("", " ", "-") or lines[at].startswith("#")):
        line = lines[at]
        at += 1
        if _IGNORED.fullmatch(line):
            continue
        item = _ITEM.fullmatch(line)
        if item is None or indent not in (None, item[1]):
            return None, at
        indent = item[1]
        items.append(_item(item[2], item[3]))
    return items, at


def _read_flow(value: str, lines: list[str], at: int) -> tuple[list[str] | None, int]:
    """Read a list in brackets, which may go on below the key; see `_read_block`."""
    while "]" not in value and at < len(lines):
        value += f" {lines[at]}"
        at += 1
    items, offset = list[str](), 1
    while (match := _FLOW_ITEM.match(value, offset)) is not None:
        items.append(_item(match[1], match[2]))
        offset = match.end()
    return (items if _FLOW_END.fullmatch(value, offset) else None), at


def _item(quoted: str | None, plain: str | None) -> str:
    if quoted:
        return quoted[1:-1]
    text = (plain or "").rstrip()
    return "" if text in NULLS else text
