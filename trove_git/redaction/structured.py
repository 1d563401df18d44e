"""Secrets that their surroundings give away: match the shapes of `shapes.py` around their literals.

Text in, spans out; `secrets.py` calls it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from trove_git.redaction.shapes import RULES, URLS, Rule
from trove_git.redaction.words import Words, words_of

REACH_BACK = 320
"""Characters before a literal in which a shape begins."""


class Hit(NamedTuple):
    """One secret in a text."""

    start: int
    end: int
    kind: str
    is_url: bool
    """Whether it works by itself, against the host that it names."""


def find_structured(text: str, words: Words | None = None) -> Iterator[Hit]:
    """Find the secrets of every rule, in no order, overlapping where rules do."""
    words = words or words_of(text)
    for number, rule in enumerate(RULES):
        if not any(map(words.may_hold, rule.literals)):
            continue
        for match in _matches(number, text):
            if rule.accept(match):
                yield Hit(match.start("secret"), match.end("secret"), rule.kind, number < len(URLS))


def _matches(number: int, text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a rule, looking only around its literals."""
    done = 0
    for start, end in _windows(RULES[number], text):
        pattern = _compiled(number)
        match = pattern.search(text, max(start, done), end)
        while match:
            yield match
            done = max(match.end(), match.start() + 1)
            match = pattern.search(text, done, end)


def _windows(rule: Rule, text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text that hold a literal of a rule, ascending and apart."""
    offsets = []
    for literal in rule.literals:
        offset = text.find(literal)
        while offset >= 0:
            offsets.append(offset)
            offset = text.find(literal, offset + rule.reach // 2)
    start = end = -1
    for offset in sorted(offsets):
        if offset - REACH_BACK > end:
            if end >= 0:
                yield start, end
            start = max(0, offset - REACH_BACK)
        end = min(len(text), offset + rule.reach)
    if end >= 0:
        yield start, end


@cache
def _compiled(number: int) -> re.Pattern[str]:
    """Compile the expression of a rule when it is first needed."""
    return re.compile(RULES[number].expression, re.MULTILINE)
