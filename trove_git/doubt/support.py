"""The lines of files that bear a fact out, and what has become of them.

Text in, values out; `judge.py` uses it. A line bears a fact out when it shares rare words with it. The words are
those of the search, weighted by how few lines have them, and what an entry claims word for word counts double.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import NamedTuple

from trove_git.terms import question_terms, source_terms

MOST_LINES = 8
"""Lines that are looked at; a fact of a few sentences rests on a handful."""
LEAST_SHARE = 0.5
"""Of the weight of the best line that a line must have."""
LEAST_TERMS = 2
"""Terms that a line must share with the entry: one alone is chance."""
MOST_LOST_BESIDE_A_VALUE = 0.5
"""Of a line's weight; with more gone it is another line, and its value another value."""
CLAIMED_WEIGHT = 2.0
"""What a term that is claimed word for word counts: a name may not be put in other words."""
NEAR_LINES = 1
"""Lines around a new one that count with it, because code is wrapped anew."""
MAX_LINE_CHARACTERS = 500
"""Longer lines are data."""

_NUMBER = re.compile(r"(?<![\w.])\d[\d_,]*(?:\.\d+)?")
_TRUTH = re.compile(r"\b(?:true|false|none|null|nil)\b", re.IGNORECASE)


class Support(NamedTuple):
    """One old line that bears a fact out, and what is left of it."""

    path: str
    line: int
    """1-based."""
    text: str
    """Without blanks at its ends."""
    weight: float
    """Above 0; comparable within one entry."""
    kept: bool = True
    """Whether a present line reads the same."""
    lost: float = 0.0
    """0..1: the share of its weight that no present place has together with the rest."""
    lost_values: frozenset[str] = frozenset()
    """Values of the entry that it had, and that no present place has which still has the rest."""


class Wanted(NamedTuple):
    """What lines are looked through for."""

    terms: frozenset[str]
    """Of the whole entry, its values aside."""
    claimed: frozenset[str]
    """Those that are claimed word for word."""
    values: frozenset[str]
    """Numbers and truth values, as `plain_value` writes them."""


class _Row(NamedTuple):
    """What one line has of what is wanted."""

    path: str
    line: int
    text: str
    terms: frozenset[str]
    values: frozenset[str]
    has_value: bool
    """Whether it has any value, wanted or not."""


class _Place(NamedTuple):
    """What a present line has together with the lines around it."""

    near: frozenset[str]
    """Terms."""
    own: frozenset[str]
    """Terms of the line itself: of places that are alike, the one that has the name has the value."""
    values: frozenset[str]


def make_wanted(texts: Iterable[str], claimed: Iterable[str], values: Iterable[str]) -> Wanted:
    """Return what to look for, of an entry's text, its claimed names, and its values."""
    of_text = frozenset(term for text in texts for term in question_terms(text))
    of_claims = frozenset(term for text in claimed for term in question_terms(text))
    of_values = frozenset(map(plain_value, values))
    return Wanted((of_text | of_claims) - of_values, of_claims, of_values)


def plain_value(text: str) -> str:
    """Write a value in one way: `5.0` is `5`, `1_000` and `1,000` are `1000`, `True` is `true`."""
    bare = text.replace("_", "").replace(",", "").casefold()
    whole, point, rest = bare.partition(".")
    return whole if point and not rest.strip("0") else bare


def find_support(then: Mapping[str, str], now: Mapping[str, str], wanted: Wanted) -> list[Support]:
    """Find the old lines that bear a fact out, best first, and look for each among the present ones.

    Args:
        then: path → content of the files as they were.
        now: the same of the files as they are, and of those where lines may have moved to.
        wanted: what the entry says.
    """
    rows = [row for path, text in then.items() for row in _iter_rows(path, text, wanted)]
    weights = _weigh(rows, sum(text.count("\n") + 1 for text in then.values()), wanted)

    def weigh(terms: Iterable[str]) -> float:
        return sum(weights.get(term, 0.0) for term in terms)

    rows = [row for row in rows if len(row.terms) + len(row.values) >= LEAST_TERMS and row.terms]
    scored = sorted(((weigh(row.terms | row.values), row) for row in rows), key=lambda pair: (-pair[0], pair[1][:2]))
    best = [(weight, row) for weight, row in scored if weight >= LEAST_SHARE * scored[0][0]][:MOST_LINES]
    if not best:
        return []
    kept = {line.strip() for text in now.values() for line in text.split("\n")}
    places = frozenset(place for path, text in now.items() for place in _iter_places(path, text, wanted))
    found = []
    for weight, row in best:
        if row.text in kept:
            found.append(Support(row.path, row.line, row.text, weight))
            continue
        left, values = _best_place(row, places, weights)
        lost = 1 - weigh(left | values) / weight
        gone = row.values - values if lost <= MOST_LOST_BESIDE_A_VALUE else frozenset()
        found.append(Support(row.path, row.line, row.text, weight, False, lost, gone))
    return found


def _best_place(
    row: _Row, places: Iterable[_Place], weights: Mapping[str, float]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the terms and values that the place most like a line has of it."""
    best: tuple[tuple[float, float, int], frozenset[str], frozenset[str]] = ((0.0, 0.0, 0), frozenset(), frozenset())
    for place in places:
        shared = place.near & row.terms
        if shared:
            values = place.values & row.values
            own = sum(weights.get(term, 0.0) for term in place.own & row.terms)
            likeness = (sum(weights.get(term, 0.0) for term in shared), own, len(values))
            if likeness > best[0]:
                best = (likeness, shared, values)
    return best[1], best[2]


def _weigh(rows: Sequence[_Row], line_count: int, wanted: Wanted) -> Mapping[str, float]:
    """Weigh terms by how few lines have them.

    Source: idf = ln(1 + (N - df + 0.5) / (df + 0.5)), as in `ranking/bm25.py`, with lines for sources.
    """
    counts: dict[str, int] = {}
    for row in rows:
        for term in row.terms | row.values:
            counts[term] = counts.get(term, 0) + 1
    return {
        term: log(1 + (line_count - n + 0.5) / (n + 0.5))
        * (CLAIMED_WEIGHT if term in wanted.claimed | wanted.values else 1)
        for term, n in counts.items()
    }


def _iter_rows(path: str, text: str, wanted: Wanted) -> Iterator[_Row]:
    """Yield the lines that have anything that is wanted."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE_CHARACTERS:
            continue
        terms = wanted.terms.intersection(source_terms(line))
        values = (
            frozenset(map(plain_value, (*_NUMBER.findall(line), *_TRUTH.findall(line))))
            if wanted.values
            else frozenset()
        )
        if terms or values & wanted.values:
            yield _Row(path, number, line.strip(), terms, values & wanted.values, bool(values))


def _iter_places(path: str, text: str, wanted: Wanted) -> Iterator[_Place]:
    """Yield what each line has together with the lines around it.

    A value counts on the line alone, because a neighbour's number is another's; where it has none, on the next one.
    """
    rows = {row.line: row for row in _iter_rows(path, text, wanted)}
    for number, row in rows.items():
        near = [rows[n] for n in range(number - NEAR_LINES, number + NEAR_LINES + 1) if n in rows]
        behind = rows.get(number + 1)
        values = behind.values if behind is not None and not row.has_value and not behind.terms else row.values
        yield _Place(frozenset().union(*(other.terms for other in near)), row.terms, values)
