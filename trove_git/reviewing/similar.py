"""Entries that say nearly what a new one would: found with the ranking itself.

Each of two texts is asked as a question, and the score it gives the other is divided by the
score it gives itself; the mean of both directions is their similarity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from trove_git.entries.duplicates import SimilarEntry
from trove_git.entries.entry import Entry
from trove_git.index.record import Prepared
from trove_git.index.search import MemoryIndex
from trove_git.ranking.score import Scorer, combine, gather_statistics
from trove_git.ranking.searched import WordsLayer
from trove_git.records import Source
from trove_git.terms import question_terms

THRESHOLD = 0.33
"""Paraphrases of one fact reach 0.35 to 0.9, different facts about one subject stay below 0.2."""
MOST = 3
"""Similar entries that are named."""


class Similarities:
    """How much texts say the same, two at a time.

    Args:
        texts: title and body of each.
    """

    def __init__(self, texts: Sequence[tuple[str, str]]) -> None:
        self._prepared = [Prepared(_source(str(n), title, body)) for n, (title, body) in enumerate(texts)]
        self._layer = WordsLayer(MemoryIndex(self._prepared))
        self._scorers: dict[int, tuple[Scorer, float] | None] = {}

    @cached_property
    def terms(self) -> list[frozenset[str]]:
        """The terms of each text, as it is asked as a question."""
        return [frozenset(self._asked(n)) for n in range(len(self._prepared))]

    def between(self, one: int, other: int) -> float:
        """Return the similarity of two texts, by their numbers: 0..1, 1 for the same text."""
        return (self._share(one, other) + self._share(other, one)) / 2

    def _share(self, asked: int, other: int) -> float:
        """Return the score that one text gives another, as a share of the score it gives itself."""
        if asked not in self._scorers:
            self._scorers[asked] = self._scorer(asked)
        found = self._scorers[asked]
        return min(1.0, combine(found[0].parts(self._prepared[other].record)) / found[1]) if found else 0.0

    def _scorer(self, asked: int) -> tuple[Scorer, float] | None:
        """Return what scores texts for one of them, and the score that this gives itself; None for an empty one."""
        terms = self._asked(asked)
        if not terms:
            return None
        scorer = Scorer(terms, gather_statistics([self._layer], terms))
        own = combine(scorer.parts(self._prepared[asked].record))
        return (scorer, own) if own else None

    def _asked(self, number: int) -> list[str]:
        source = self._prepared[number].source
        return question_terms(f"{source.title}\n{source.body}")


def find_similar(title: str, body: str, entries: Mapping[str, Entry]) -> Sequence[SimilarEntry]:
    """Return the entries that say much the same as a new one, most similar first.

    Args:
        title: of the new entry.
        body: of the new entry.
        entries: path below the trove → entry.
    """
    known = list(entries.values())
    similarities = Similarities([(title, body), *((entry.title, entry.body) for entry in known)])
    found = []
    for number, entry in enumerate(known, 1):
        similarity = similarities.between(0, number)
        if similarity >= THRESHOLD:
            found.append(SimilarEntry(entry.slug, entry.path, entry.title, round(similarity, 3)))
    return sorted(found, key=lambda similar: (-similar.similarity, similar.path))[:MOST]


def _source(path: str, title: str, body: str) -> Source:
    return Source(kind="project", path=path, line=1, end_line=1, title=title, body=body)
