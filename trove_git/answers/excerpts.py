"""The text of a source → what is sent of it: redacted as a whole, then cut around the line that is cited.

Cut first, and half a key would be left at the edge, which looks like no key any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

EXCERPT_CHARACTERS = 1600
"""What is sent of one source at most."""
LEAD_CHARACTERS = 400
"""What is sent before the cited line of a source that is longer."""
MARGIN_CHARACTERS = 100_000
"""What is redacted before and behind the cited line: far more than an excerpt, and than any key, of a huge file."""
CUT = "…"
"""Stands where a source was cut."""
PLACEHOLDER = "[REDACTED:"


class SourceText(NamedTuple):
    """One source in full."""

    cite: str
    title: str
    text: str
    cited: int
    """The cited line, 0-based in the text."""


class Excerpt(NamedTuple):
    """What is sent of one source: nothing private is left in it."""

    cite: str
    title: str
    text: str


def make_excerpt(source: SourceText, redact: Callable[[str], str]) -> Excerpt:
    """Redact a source and cut it to what is sent.

    Args:
        source: the source.
        redact: replaces what is private; the same throughout, so that a secret keeps its number.
    """
    lines = [line.removesuffix("\r") for line in source.text.split("\n")]
    first, last = _near(lines, source.cited)
    lines, cited = lines[first:last], source.cited - first
    redacted = redact("\n".join(lines)).split("\n")
    return Excerpt(redact(source.cite), redact(source.title), _cut(redacted, _find(redacted, lines, cited)))


def _near(lines: Sequence[str], cited: int) -> tuple[int, int]:
    """Return the first line that is looked at, and the one behind the last."""
    first = last = min(cited, len(lines))
    size = 0
    while first > 0 and size < MARGIN_CHARACTERS:
        first -= 1
        size += len(lines[first]) + 1
    size = 0
    while last < len(lines) and size < MARGIN_CHARACTERS:
        size += len(lines[last]) + 1
        last += 1
    return first, last


def _find(redacted: Sequence[str], lines: Sequence[str], cited: int) -> int:
    """Return where the cited line is after redaction, which makes one line of a key of many."""
    from_end = cited + len(redacted) - len(lines)
    if cited >= len(lines) or (cited < len(redacted) and redacted[cited] == lines[cited]):
        return cited
    if 0 <= from_end < len(redacted) and redacted[from_end] == lines[cited]:
        return from_end
    return max(0, min(cited, from_end, len(redacted) - 1))


def _cut(lines: Sequence[str], cited: int) -> str:
    """Return whole lines around the cited one, as many as an excerpt may have."""
    text = "\n".join(lines)
    if len(text) <= EXCERPT_CHARACTERS:
        return text
    room = EXCERPT_CHARACTERS - 2 * len(f"{CUT}\n")
    start = first = sum(len(line) + 1 for line in lines[:cited])
    if first + len("".join(lines[cited : cited + 1])) <= room:
        # What a source begins with says what it is about.
        start = 0
    else:
        for line in reversed(lines[:cited]):
            if first - start + len(line) + 1 > LEAD_CHARACTERS:
                break
            start -= len(line) + 1
    before, behind = f"{CUT}\n" if start else "", f"\n{CUT}"
    rest = text[start:]
    if len(rest) <= room:
        return before + rest
    return before + rest[: _end(rest, room)] + behind


def _end(text: str, room: int) -> int:
    """Return where to cut a text: behind a line, else behind a word, and never inside a placeholder."""
    end = text.rfind("\n", 0, room + 1)
    if end < room // 2:
        end = max(text.rfind(" ", 0, room + 1), end)
    if end < room // 2:
        end = room
        opened = text.rfind(PLACEHOLDER, 0, end + len(PLACEHOLDER))
        if opened >= 0 and text.find("]", opened) >= end:
            end = opened
    return end
