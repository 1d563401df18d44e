"""Entries that say nearly what a new one would: found with the ranking itself.

Each of two texts is asked as a question, and the score it gives the other is divided by the
score it gives itself; the mean of both directions is their similarity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trove_git.commands.remember import SimilarEntry
from trove_git.entries.entry import Entry
from trove_git.index.record import Prepared, Record
from trove_git.index.search import MemoryIndex
from trove_git.ranking.score import Scorer, Searched, Statistics, combine, gather_statistics
from trove_git.records import Source
from trove_git.terms import question_terms

THRESHOLD = 0.33
"""Paraphrases of one fact reach 0.35 to 0.9, different facts about one subject stay below 0.2."""
MOST = 3
"""Similar entries that are named."""


def find_similar(title: str, body: str, entries: Mapping[str, Entry]) -> Sequence[SimilarEntry]:
    """Return the entries that say much the same as a new one, most similar first.

    Args:
        title: of the new entry.
        body: of the new entry.
        entries: path below the trove → entry.
    """
    new = Prepared(_source("", title, body))
    known = {path: Prepared(_source(path, entry.title, entry.body)) for path, entry in entries.items()}
    layer = Searched(MemoryIndex([new, *known.values()]))
    found = []
    for path, prepared in known.items():
        similarity = (_share(new, prepared, layer) + _share(prepared, new, layer)) / 2
        if similarity >= THRESHOLD:
            entry = entries[path]
            found.append(SimilarEntry(entry.slug, entry.path, entry.title, round(similarity, 3)))
    return sorted(found, key=lambda similar: (-similar.similarity, similar.path))[:MOST]


def _source(path: str, title: str, body: str) -> Source:
    return Source(kind="project", path=path, line=1, end_line=1, title=title, body=body)


def _share(asked: Prepared, other: Prepared, layer: Searched) -> float:
    """Return the score that one text gives another, as a share of the score it gives itself."""
    terms = question_terms(f"{asked.source.title}\n{asked.source.body}")
    if not terms:
        return 0.0
    statistics = gather_statistics([layer], terms)
    own = _score(terms, statistics, asked.record)
    return min(1.0, _score(terms, statistics, other.record) / own) if own else 0.0


def _score(terms: Sequence[str], statistics: Statistics, record: Record) -> float:
    return combine(Scorer(terms, statistics).parts(record))
