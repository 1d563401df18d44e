"""Marked lines of ours in files of others: put in, found again, taken out without a trace.

    # >>> git-trove: git trove uninstall removes these lines >>>
    # was: a line that ours replace
    …
    # <<< git-trove <<<

The first line says what uninstalling removes: these lines, the whole file, or its folder too,
because we made them. Text in, text out; the same for shell and YAML, where `#` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

LINES = "these lines"
FILE = "this file"
FOLDER = "this file and its folder"

_BEGIN = re.compile(
    r"[ \t]*# >>> git-trove: git trove uninstall removes (these lines|this file(?: and its folder)?) >>>"
)
_END = "# <<< git-trove <<<"
_WAS = "# was: "


class Block(NamedTuple):
    """Where our lines are in a text."""

    first: int
    """Number of the line that begins them, from 0."""
    last: int
    """Number of the line that ends them."""
    removes: str
    """LINES, FILE or FOLDER."""


def find(text: str) -> list[Block]:
    """Find our lines; a beginning without an end is not ours to touch."""
    lines = text.split("\n")
    blocks = []
    first, removes = -1, ""
    for number, line in enumerate(lines):
        begin = _BEGIN.fullmatch(line.rstrip("\r"))
        if begin is not None:
            first, removes = number, begin[1]
        elif first >= 0 and line.strip() == _END:
            blocks.append(Block(first, number, removes))
            first = -1
    return blocks


def insert(
    text: str,
    at: int,
    body: Sequence[str],
    *,
    removes: str = LINES,
    indent: str = "",
    was: bool = False,
    newline: str = "\n",
) -> str:
    r"""Put lines of ours into a text.

    Args:
        text: the text.
        at: place among `text.split("\n")` that ours come before.
        body: the lines, without line ends.
        removes: LINES, FILE or FOLDER.
        indent: put before each of our lines.
        was: whether ours replace the line at `at`, which is kept in a comment.
        newline: line end of our lines.
    """
    lines = text.split("\n")
    carriage = newline.removesuffix("\n")
    ours = [f"# >>> git-trove: git trove uninstall removes {removes} >>>", *body, _END]
    block = [f"{indent}{line}".rstrip(" ") + carriage for line in ours]
    if was:
        block.insert(1, f"{indent}{_WAS}{lines[at]}")
    lines[at : at + was] = block
    return "\n".join(lines)


def remove(text: str) -> str:
    """Take our lines out, and put back what they replaced."""
    lines = text.split("\n")
    for block in reversed(find(text)):
        inside = lines[block.first + 1 : block.last]
        was = [line.split(_WAS, 1)[1] for line in inside[:1] if line.lstrip().startswith(_WAS)]
        lines[block.first : block.last + 1] = was
    return "\n".join(lines)


def made(text: str) -> str:
    """Return FILE or FOLDER when a block says that we made the file; else an empty string."""
    return next((block.removes for block in find(text) if block.removes != LINES), "")
