"""Markdown as lines and as words: what each line is, and what a reader sees of its inline markup.

Pure and light: it knows fences, comments, scripts and inline markup, and builds no tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

TEXT = "text"
FENCE = "fence"
"""The line that opens or closes a code fence."""
CODE = "code"
"""A line inside a code fence."""
HIDDEN = "hidden"
"""A comment, a script, a style sheet: readers do not see it."""

MAX_INLINE_CHARACTERS = 2000
"""Longer lines are data; their markup is left as it is."""

_FENCE = r"^[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(`{3,}|~{3,})(.*)$"
_HIDDEN = r"^[ \t]*<(script|style)\b"
_CODE_SPAN = r"`+([^`]+)`+"
_KEPT = "\x02"
"""Stands around the number of a code span while markup is taken off the text around it."""
_MARKUP = (
    ("<!--", r"<!--.*?-->", ""),
    ("![", r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])", ""),
    ("]", r"\[([^\[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])", r"\1"),
    ("[[", r"\[\[([^\[\]]+)\]\]", r"\1"),
    ("<http", r"<(https?://[^<>\s]+)>", r"\1"),
    ("<", r"</?[A-Za-z][^<>]*>", ""),
    ("*", r"\*{1,3}(?=\S)([^*]+)(?<=\S)\*{1,3}", r"\1"),
    ("_", r"(?<!\w)_{1,3}(?=\S)([^_]+)(?<=\S)_{1,3}(?!\w)", r"\1"),
    ("~~", r"~~(?=\S)([^~]+)(?<=\S)~~", r"\1"),
    ("\\", r"\\([!-/:-@\[-`{-~])", r"\1"),
)
"""(what a text must hold, pattern, replacement). Patterns are compiled when a text needs them: most need none."""


def line_states(lines: Sequence[str], start: int = 0) -> Iterator[tuple[int, str]]:
    """Yield (0-based number, state) for each line from `start` on: TEXT, FENCE, CODE or HIDDEN.

    Args:
        lines: lines of a document, with or without carriage returns.
        start: number of the first line; it is outside of everything.
    """
    fence = closing = ""
    for number in range(start, len(lines)):
        line = lines[number]
        if closing:
            yield number, HIDDEN
            closing = "" if closing in line.lower() else closing
            continue
        marker = re.match(_FENCE, line.rstrip("\r")) if "```" in line or "~~~" in line else None
        if fence:
            closes = marker is not None and marker[1].startswith(fence) and not marker[2].strip()
            yield number, FENCE if closes else CODE
            fence = "" if closes else fence
        elif marker is not None and not (marker[1][0] == "`" and "`" in marker[2]):
            fence = marker[1]
            yield number, FENCE
        else:
            closing = _closing_of(line)
            yield number, HIDDEN if closing else TEXT
            closing = "" if closing and closing in line.lower()[line.find("<") + 1 :] else closing


def _closing_of(line: str) -> str:
    """Return what ends the hidden block that a line begins; empty when it begins none."""
    if line.lstrip().startswith("<!--"):
        return "-->"
    hidden = re.match(_HIDDEN, line, re.IGNORECASE) if "<s" in line or "<S" in line else None
    return f"</{hidden[1].lower()}" if hidden else ""


def open_fence(lines: Sequence[str], start: int = 0) -> int:
    """Return the 1-based line of a fence that is never closed; 0 when all are."""
    opened = 0
    for number, state in line_states(lines, start):
        if state == FENCE:
            opened = 0 if opened else number + 1
    return opened


def plain(text: str) -> str:
    """Take inline markup off one line or paragraph: links keep their text, images go, code spans stay as they are."""
    if len(text) > MAX_INLINE_CHARACTERS:
        return text
    spans: list[str] = []

    def keep(match: re.Match[str]) -> str:
        spans.append(match[1].strip() or match[1])
        return f"{_KEPT}{len(spans) - 1}{_KEPT}"

    text = text.replace(_KEPT, "")
    if "`" in text:
        text = re.sub(_CODE_SPAN, keep, text)
    for mark, pattern, new in _MARKUP:
        if mark in text:
            text = re.sub(pattern, new, text)
    if "&" in text:
        from html import unescape

        text = unescape(text)
    if spans:
        text = re.sub(f"{_KEPT}([0-9]+){_KEPT}", lambda match: spans[int(match[1])], text)
    return " ".join(text.split())
