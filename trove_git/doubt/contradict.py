"""Two entries about one thing that cannot both be right: sentences with other values, or one with a `not`.

Entries in, the two sentences out; `reviewing/pairs.py` asks about entries that are alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from trove_git.doubt.claims import VALUE, claims_of_line
from trove_git.doubt.support import plain_value
from trove_git.entries.entry import Entry
from trove_git.entries.links import is_related_line
from trove_git.entries.prose import iter_prose_lines
from trove_git.terms import question_terms

LEAST_SHARED = 3
"""Terms that two sentences must share to be about one thing."""
SHARE_WITH_VALUES = 0.5
"""Of the terms of the shorter sentence, where the values differ."""
SHARE_WITH_NEGATION = 0.75
"""The same where only a `not` differs: the rest must be nearly the same sentence."""

_END = re.compile(r"(?<=[.!?;])\s+(?=\S)")
_NEGATION = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|cannot|without|disabled|forbidden|off)\b|n['’]t\b", re.IGNORECASE
)

_PATH = re.compile(
    r"(?:(?<=\]\()[^()\s]+(?=\))|(?:[\w.@~+-]*/)+[\w.@+-]*\.[A-Za-z]\w*|\b[\w-]+\.[A-Za-z]\w*(?=:\d))(?::\d+(?:[-–]\d+)?)?"
)
"""Targets of links and names of files, with line numbers."""


class Sentence(NamedTuple):
    """One sentence of an entry."""

    line: int
    """1-based line of the entry's file on which it begins."""
    text: str
    terms: frozenset[str]
    values: frozenset[str]
    negative: bool


class Contradiction(NamedTuple):
    """Two sentences that may contradict each other."""

    first: Sentence
    second: Sentence


def find_contradiction(first: Entry, second: Entry) -> Contradiction | None:
    """Return the two sentences that share most and may contradict each other; None when there are none."""
    best: tuple[float, Contradiction] | None = None
    others = list(iter_sentences(second))
    for one in iter_sentences(first):
        for other in others:
            share = _contradicts(one, other)
            if share and (best is None or share > best[0]):
                best = share, Contradiction(one, other)
    return best[1] if best is not None else None


def iter_sentences(entry: Entry) -> Iterator[Sentence]:
    """Yield the sentences that state a fact, the title first."""
    yield _sentence(entry.key_lines.get("title", 1), entry.title)
    for number, line in iter_prose_lines(entry.body, entry.body_line):
        if not is_related_line(line):
            for text in _END.split(line.strip(" \t-*>")):
                yield _sentence(entry.body_line if entry.is_json else number, text)


def _sentence(line: int, text: str) -> Sentence:
    # A path is one thing that is spoken of: neighbours share most of its words, and its line number is no value.
    paths = frozenset(match[0].partition(":")[0] for match in _PATH.finditer(text))
    said = _PATH.sub(" ", text)
    values = frozenset(plain_value(claimed) for claimed, kind in claims_of_line(said) if kind == VALUE)
    terms = frozenset(term for term in question_terms(said) if term not in values)
    return Sentence(line, text, terms | paths, values, _NEGATION.search(said) is not None)


def _contradicts(one: Sentence, other: Sentence) -> float:
    """Return the share of terms that two sentences have in common where they may contradict each other, else 0."""
    shared = one.terms & other.terms
    if len(shared) < LEAST_SHARED:
        return 0.0
    share = len(shared) / min(len(one.terms), len(other.terms))
    if one.values and other.values and not one.values & other.values and share >= SHARE_WITH_VALUES:
        return share
    return share if one.negative != other.negative and share >= SHARE_WITH_NEGATION else 0.0
