"""The line of a source that is cited: the one with the most of the question's terms, then of related ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.markdown import CODE, FENCE, HIDDEN, TEXT, line_states, plain
from trove_git.terms import source_terms

MAX_CHARACTERS = 200
"""Longer lines are cut around their first terms: whole paragraphs stand on one line in many docs."""
_LEAD = 40
"""Characters kept before the first term of a line that is cut."""
_CONFLICT_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")


class Cited(NamedTuple):
    """The line to cite."""

    number: int
    """0-based, in the lines that were given."""
    text: str
    """What is shown of it; empty when the source is its heading only."""


def cite_line(
    lines: Sequence[str], terms: Sequence[str], related: Sequence[str] = (), *, markdown: bool = True
) -> Cited:
    """Choose the line to cite and make it readable.

    The heading of a section repeats its title, so it is cited only when there is nothing else.
    Among equal lines prose wins over code, then the first.

    Args:
        lines: the lines of the source.
        terms: terms of the question.
        related: terms that were looked for beside them; they decide between lines with as many of the question's own.
        markdown: whether the lines are Markdown: then inline markup goes, outside code.
    """
    wanted, others = frozenset(terms), frozenset(related)
    best, best_rank, best_state = -1, (-1, 0, False), ""
    states = line_states(lines) if markdown else ((number, TEXT) for number in range(len(lines)))
    for number, state in states:
        line = lines[number]
        if state in (FENCE, HIDDEN) or not _has_text(line, state) or _is_heading(lines, number, state):
            continue
        held = frozenset(source_terms(line))
        rank = (len(wanted & held), len(others & held), state != CODE)
        if rank > best_rank:
            best, best_rank, best_state = number, rank, state
    if best < 0:
        return Cited(0, "")
    text = lines[best] if best_state == CODE or not markdown else plain(lines[best])
    return Cited(best, shorten(text, terms))


def shorten(line: str, terms: Sequence[str]) -> str:
    """Return a line with single spaces, cut to MAX_CHARACTERS around its first term where it is longer."""
    text = " ".join(line.split())
    if len(text) <= MAX_CHARACTERS:
        return text
    wanted = frozenset(terms)
    words = list(re.finditer(r"\S+", text))
    first = next((w.start() for w in words if wanted.intersection(source_terms(w.group()))), 0)
    start = max(0, min(first - _LEAD, len(text) - MAX_CHARACTERS))
    # Begin and end at a word where one is near; a line without spaces is cut anywhere.
    start = next((w.start() for w in words if start <= w.start() <= first), start)
    end = next((w.end() for w in reversed(words) if start < w.end() <= start + MAX_CHARACTERS), start + MAX_CHARACTERS)
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")


def _has_text(line: str, state: str) -> bool:
    """Whether a line has something to read: no rule, bracket, badge, link definition or line of a table of contents."""
    text = line.strip()
    if not any(map(str.isalnum, text)) or text.startswith((*_CONFLICT_MARKS, ".. ")):
        return False
    if state == CODE or ("[" not in text and "<" not in text):
        return True
    if text.startswith("[") and "]:" in text and text.index("]:") == text.index("]"):
        return False
    if text.startswith(("- [", "* [", "+ [")) and "](#" in text and text.endswith(")"):
        return False
    return any(map(str.isalnum, plain(text)))


def _is_heading(lines: Sequence[str], number: int, state: str) -> bool:
    """Whether a line is a heading, or what underlines one."""
    line = lines[number]
    if state == CODE or line.startswith("    "):
        return False
    text = line.lstrip()
    if text.startswith("#") and text.lstrip("#")[:1] in (" ", "\t", "\r", ""):
        return True
    if text[:2].lower() == "<h" and text[2:3].isdigit():
        return True
    # A title may have a line of punctuation below, and one above.
    first = number == 0 or (number == 1 and not any(map(str.isalnum, lines[0])) and bool(lines[0].strip()))
    below = lines[number + 1].strip() if first and number + 1 < len(lines) else ""
    if not below or below[0].isalnum() or below.strip(below[0]):
        return False
    return below[0] == "=" or (len(below) > 1 and (below[0] == "-" or len(below) >= len(line.strip())))
