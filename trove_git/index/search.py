"""What an index answers: statistics of its live sources, and candidates for a question with a bound on the rest.

Two kinds of index answer alike: a directory that tantivy searches (`published.py`), and a
list of sources in memory (here), for uncommitted files and folders outside Git.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from trove_git.index.manifest import Manifest
from trove_git.index.record import Prepared, Record, term_key


class Filter(NamedTuple):
    """What narrows a question; empty fields narrow nothing."""

    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    """Case-folded; one of them suffices."""
    paths: frozenset[str] | None = None
    """The only paths that pass; None for all."""

    def admits(self, record: Record) -> bool:
        """Whether a source passes."""
        if self.kinds and record.kind not in self.kinds:
            return False
        if self.types and record.entry_type not in self.types:
            return False
        if self.paths is not None and record.path not in self.paths:
            return False
        return not self.tags or any(tag.casefold() in self.tags for tag in record.tags)


class Question(NamedTuple):
    """A question as the engine needs it: terms with the weights of the corpus that is searched."""

    terms: tuple[str, ...]
    idf: tuple[float, ...]
    """Of each term, over the whole corpus."""
    title_weight: float
    """A title term adds this times its idf."""
    presence_weight: float
    """What each term that is present adds to the engine's score only, to favour coverage."""
    without_presence: frozenset[str] = frozenset()
    """Terms that do not, because they count nothing for coverage."""


class Candidates(NamedTuple):
    """Sources that may belong to the answer, best first by the engine's score."""

    records: list[Record]
    rest: float | None
    """No source left out has an engine score above this; None when nothing was left out."""


class Reader(Protocol):
    """What ranking needs of an index."""

    manifest: Manifest

    def doc_freq(self, term: str) -> int:
        """Return how many live sources hold the term."""

    def doc_freqs(self, terms: Sequence[str]) -> list[int]:
        """Return how many live sources hold each of some terms."""

    def matches(self, terms: Sequence[str], narrowing: Filter) -> int:
        """Return how many live sources hold at least one of the terms."""

    def candidates(self, question: Question, narrowing: Filter, limit: int) -> Candidates:
        """Return the `limit` sources with the highest engine scores."""

    def lookup(self, paths: Iterable[str]) -> list[Record]:
        """Return every source of some paths."""

    def holding(self, terms: Sequence[str], narrowing: Filter, limit: int) -> list[Record]:
        """Return sources that hold all of some terms."""


class MemoryIndex:
    """Sources in memory, searched one by one; nothing is ever left out."""

    def __init__(self, prepared: Sequence[Prepared]) -> None:
        self.records = [p.record for p in prepared]
        self.manifest = Manifest()
        for record in self.records:
            self.manifest.count(record.kind, 1, record.source_len)
        self._doc_freqs: Counter[bytes] | None = None

    def doc_freq(self, term: str) -> int:
        """Return how many sources hold the term."""
        if self._doc_freqs is None:
            self._doc_freqs = Counter(key for record in self.records for key in record.term_keys())
        return self._doc_freqs[term_key(term)]

    def doc_freqs(self, terms: Sequence[str]) -> list[int]:
        """Return how many sources hold each of some terms."""
        return [self.doc_freq(term) for term in terms]

    def matches(self, terms: Sequence[str], narrowing: Filter) -> int:
        """Return how many sources hold at least one of the terms."""
        return len(self._matching(terms, narrowing))

    def candidates(self, question: Question, narrowing: Filter, limit: int) -> Candidates:  # noqa: ARG002
        """Return every source that holds a term."""
        return Candidates(self._matching(question.terms, narrowing), None)

    def lookup(self, paths: Iterable[str]) -> list[Record]:
        """Return every source of some paths."""
        wanted = set(paths)
        return [record for record in self.records if record.path in wanted]

    def holding(self, terms: Sequence[str], narrowing: Filter, limit: int) -> list[Record]:
        """Return sources that hold all of some terms."""
        keys = [term_key(term) for term in terms]
        return [r for r in self.records if all(r.freq(k)[0] for k in keys) and narrowing.admits(r)][:limit]

    def _matching(self, terms: Sequence[str], narrowing: Filter) -> list[Record]:
        keys = [term_key(term) for term in terms]
        return [r for r in self.records if any(r.freq(k)[0] for k in keys) and narrowing.admits(r)]
