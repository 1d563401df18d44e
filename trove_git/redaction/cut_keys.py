"""Private keys that are cut: without their end, or without their beginning, as an excerpt of a file has them.

Text in, spans out; `wide.py` calls it. Whole keys are found by `key_blocks.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from trove_git.redaction.judge import is_placeholder
from trove_git.redaction.key_blocks import MAX_BLOCK

_KEY_END = re.compile(r"-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINE = re.compile(r"[A-Za-z0-9+/]{16,}={0,2}\Z")
_PIECE = re.compile(r"[A-Za-z0-9+/]+=*\Z")
_AROUND_LINE = " \t\r>#*\"',+"
_KEY_BEGIN = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[\s>#*\"',+]|\\[nr])*"
    r"(?=[A-Za-z0-9+/]{16})[A-Za-z0-9+/=]++(?:(?:[\s>#*\"',+]|\\[nr])*+[A-Za-z0-9+/=]{24,}+)*+"
)


def find_cut_keys(text: str) -> Iterator[tuple[int, int]]:
    """Find private keys without their beginning, then those without their end, each ascending."""
    if "PRIVATE KEY" not in text:
        return
    for end in _KEY_END.finditer(text):
        start = _start_of_lines(text, end.start())
        if start < end.start():
            yield start, end.end()
    for begin in _KEY_BEGIN.finditer(text):
        if not is_placeholder(begin[0].rpartition("-----")[2]):
            yield begin.span()


def _start_of_lines(text: str, end: int) -> int:
    """Return where the lines of base64 before an offset begin; the offset itself where there are none."""
    start = line_end = text.rfind("\n", 0, end) + 1
    found = end
    while line_end > 0 and end - start < MAX_BLOCK:
        start = text.rfind("\n", 0, line_end - 1) + 1
        line = text[start : line_end - 1].strip(_AROUND_LINE)
        # A block that was cut begins with a piece of a line.
        if not _KEY_LINE.match(line) and not (start == 0 and found < end and _PIECE.match(line)):
            return found
        found = text.index(line, start)
        line_end = start
    return found
