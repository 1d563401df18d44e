"""Pairs of entries that say nearly the same, or perhaps the opposite, by the measure of the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from trove_git.doubt.contradict import find_contradiction
from trove_git.entries.entry import Entry
from trove_git.reviewed import EntryPair
from trove_git.reviewing.similar import THRESHOLD, Similarities

NEAR_DUPLICATE = "near-duplicate"
CONTRADICTION = "contradiction"
SAME_SUBJECT = 0.12
"""Facts about one subject reach this; others stay below it. A contradiction is looked for from here on."""
RARE_SHARE = 0.2
"""Share of the entries that may have a term for it to bring two together."""
RARE_COUNT = 5
"""That many may have it in any case."""


def find_pairs(entries: Mapping[str, Entry]) -> list[EntryPair]:
    """Find the pairs, contradictions first, then the most alike.

    Args:
        entries: path below the trove → entry.
    """
    known = list(entries.values())
    similarities = Similarities([(entry.title, entry.body) for entry in known])
    found = []
    for a, b in _iter_candidates(similarities.terms):
        similarity = similarities.between(a, b)
        if similarity >= SAME_SUBJECT:
            pair = _judge(known[a], known[b], round(similarity, 3))
            found += [pair] if pair is not None else []
    return sorted(found, key=lambda pair: (pair.kind != CONTRADICTION, -pair.similarity, pair.paths))


def _judge(one: Entry, other: Entry, similarity: float) -> EntryPair | None:
    contradiction = find_contradiction(one, other)
    if contradiction is not None:
        first, second = contradiction
        lines, texts = (first.line, second.line), (first.text, second.text)
        return EntryPair(CONTRADICTION, similarity, (one.slug, other.slug), (one.path, other.path), lines, texts)
    if similarity < THRESHOLD:
        return None
    lines, texts = (_title_line(one), _title_line(other)), (one.title, other.title)
    return EntryPair(NEAR_DUPLICATE, similarity, (one.slug, other.slug), (one.path, other.path), lines, texts)


def _title_line(entry: Entry) -> int:
    return entry.key_lines.get("title", entry.text_line)


def _iter_candidates(terms: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs that share a rare term: no other pair is alike, and most pairs share none."""
    holders: dict[str, list[int]] = {}
    for number, of in enumerate(terms):
        for term in of:
            holders.setdefault(term, []).append(number)
    most = max(RARE_COUNT, RARE_SHARE * len(terms))
    rare = [numbers for numbers in holders.values() if len(numbers) <= most]
    yield from sorted({pair for numbers in rare for pair in combinations(numbers, 2)})
