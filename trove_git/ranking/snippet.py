"""The line of a source that is cited: the one with the most of the question's terms."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trove_git.terms import source_terms

MAX_CHARACTERS = 200
"""Longer lines are cut around their first terms: whole paragraphs stand on one line in many docs."""
_LEAD = 40
"""Characters kept before the first term of a line that is cut."""
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]|^ {0,3}<h[1-6]\b", re.IGNORECASE)
_RULE = re.compile(r"^([\s`~=*_#|:+-]*|(<{7}|>{7}|\|{7}|={7})( .*)?)$")
_SPACE = re.compile(r"\s+")


def best_line(lines: Sequence[str], terms: Sequence[str]) -> int:
    """Return the 0-based number of the line to cite.

    The heading of a section repeats its title, so it is cited only when nothing else holds a
    term and nothing else has text. Among equal lines the first wins.

    Args:
        lines: the lines of the source.
        terms: terms of the question.
    """
    wanted = set(terms)
    best, best_rank = 0, (-1, -1)
    for number, line in enumerate(lines):
        if _RULE.match(line):
            continue
        held = len(wanted.intersection(source_terms(line)))
        is_text = not _HEADING.match(line) and not _is_underlined(lines, number)
        rank = (held if is_text else 0, int(is_text))
        if rank > best_rank:
            best, best_rank = number, rank
    return best


def shown(line: str, terms: Sequence[str]) -> str:
    """Return a line as it is printed: one run of spaces for many, and cut to size around its terms."""
    text = _SPACE.sub(" ", line).strip()
    if len(text) <= MAX_CHARACTERS:
        return text
    wanted = set(terms)
    words = list(re.finditer(r"\S+", text))
    first = next((w.start() for w in words if wanted.intersection(source_terms(w.group()))), 0)
    start = max(0, min(first - _LEAD, len(text) - MAX_CHARACTERS))
    start = next((w.start() for w in words if w.start() >= start), start)
    end = next((w.end() for w in reversed(words) if w.end() <= start + MAX_CHARACTERS), start + MAX_CHARACTERS)
    end = max(end, min(len(text), start + 1))
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")


def _is_underlined(lines: Sequence[str], number: int) -> bool:
    """Whether a line is a setext heading."""
    return number + 1 < len(lines) and bool(re.match(r"^ {0,3}(=+|-{2,})\s*$", lines[number + 1])) and number == 0
