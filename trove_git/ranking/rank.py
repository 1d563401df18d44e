"""Question and indexes → ranked sources.

1. Statistics of all indexes together: how many sources, how rare each term, how long a source of each kind.
2. Candidates of each index, best first by the engine's score, which is never lower than ours without its factors.
3. The exact score of each candidate.
4. The certificate: no source left out can score above the last one kept. Where that cannot be
   shown yet, ask the engine for four times as many.

The engine's score of a source is at least S = Σ BM25 + title, plus λ for each term present. A source
outside the candidates has an engine score of at most b, so with m of n terms its S is at most
b - λ·m, and its exact score at most prior · recency · place · wanted · (m/n)^c · (b - λ·m); the largest over m
is the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import NamedTuple

from trove_git.index.search import Candidates, Filter, Question
from trove_git.ranking import boosts
from trove_git.ranking.asked import PLAIN, Asked
from trove_git.ranking.balance import balanced
from trove_git.ranking.code import rank_code
from trove_git.ranking.facts import Told
from trove_git.ranking.place import PLACE_FACTOR, AskedFrom
from trove_git.ranking.related import Related, find_related
from trove_git.ranking.score import Ranked, Recency, Scorer, Statistics, gather_statistics, rated
from trove_git.ranking.searched import (
    CodeLayer,
    CommitsLayer,
    Searched,
    ToolsLayer,
    held_by,
    hidden_paths,
    words_of,
)
from trove_git.ranking.tools import rank_tools
from trove_git.ranking.verbatim import Verbatim, lifted
from trove_git.ranking.wanted import highest_factor

FIRST_CANDIDATES = 120
"""Enough for a certificate on four of five questions."""
MORE_CANDIDATES = 4
"""Factor by which the number of candidates grows until the certificate holds."""
TIE = 1e-9
"""Scores this close are equal, and path and line decide."""
ENGINE_ROUNDING = 1e-5
"""The engine computes in 32 bits; its scores may be this share too low."""
PRESENCE = 1.0
"""λ as a share of the mean idf of the question's terms."""


Demoted = Callable[[Ranked], Ranked]
"""Returns a source with the score that it keeps, at most the one that it has."""


class Expansion(NamedTuple):
    """Terms that are looked for beside those of a question."""

    words: tuple[Related, ...] = ()
    """Among entries and docs."""
    code: tuple[Related, ...] = ()
    """Among sources made from code: forms where a source lacks the word itself, and what stands in for a word that
    all of them lack. Their names and comments have most forms of a word; adding them up costs 0.006."""


NOT_EXPANDED = Expansion()


class Limits(NamedTuple):
    """How much of the ranking is wanted."""

    hits: int
    per_kind: int
    by_kind: Mapping[str, int]
    """Kinds with a cap of their own."""
    modules_apart: bool = False
    """Whether a module is a fact of its own, though one of its symbols is a hit."""

    def cap(self, kind: str) -> int:
        """Return the most hits of a kind."""
        return min(self.per_kind, self.by_kind.get(kind, self.per_kind))


def rank(
    layers: Sequence[Searched],
    terms: Sequence[str],
    narrowing: Filter,
    limits: Limits,
    asked: Asked = PLAIN,
    *,
    related: Expansion = NOT_EXPANDED,
    explain: bool = False,
    recency: Recency | None = None,
    asked_from: Sequence[AskedFrom] = (),
    demoted: Demoted | None = None,
    verbatim: Sequence[Verbatim] = (),
) -> list[Ranked]:
    """Return the best sources, best first, within the caps of kinds.

    Args:
        layers: every index that is searched.
        terms: distinct terms of the question, at least one.
        narrowing: which sources may be hits; it does not change the statistics.
        limits: how many are wanted.
        asked: what follows from the wording of the question.
        related: terms that are looked for beside those of the question.
        explain: whether the parts of a score name what each term gave.
        recency: how much more what was changed lately counts; None for no difference.
        asked_from: folders and files whose entries count more; none for no difference.
        demoted: says what a source scores where something speaks against it, see `select`; None for no difference.
        verbatim: sources that have a run of the question word for word; they come before all others.
    """
    words = words_of(layers)
    highest = 1 + boosts.RECENCY_WEIGHT if recency is not None else 1.0
    found: list[Ranked] = []
    scorers: dict[int, Scorer] = {}
    """Identity of a layer of code or words → scores its sources."""
    for layer in layers:
        if isinstance(layer, CodeLayer):
            scorer, question = prepare([layer], terms, asked, related.code, explain=explain, recency=recency)
            scorers[id(layer)] = scorer
            found += rank_code(layer, scorer, question, narrowing, limits.hits)
        elif isinstance(layer, CommitsLayer):
            # A word is as rare among commits as it is there, like in code.
            scorer, question = prepare([layer], terms, asked, explain=explain, recency=recency)
            found += _rank_words(_Search([layer], scorer, question, narrowing, highest), [], limits, None)
    if words:
        scorer, question = prepare(
            words, terms, asked, related.words, explain=explain, recency=recency, asked_from=asked_from
        )
        scorers |= {id(layer): scorer for layer in words}
        chosen = _rank_words(_Search(words, scorer, question, narrowing, highest), found, limits, demoted, asked)
    else:
        chosen = select(found, limits)
    if verbatim:
        chosen = select(_with_verbatim(chosen, verbatim, scorers), limits, demoted)
    for layer in layers:
        if isinstance(layer, ToolsLayer):
            # What is installed must not change how the repository's own sources are ranked, so tools come in last.
            scorer, question = prepare([*words, layer], terms, asked, explain=explain)
            chosen = select(chain(chosen, rank_tools(layer, scorer, question, narrowing, chosen)), limits)
    return chosen


def _with_verbatim(
    chosen: Sequence[Ranked], verbatim: Sequence[Verbatim], scorers: Mapping[int, Scorer]
) -> list[Ranked]:
    """Return what was chosen, with the sources that have a run of the question above it."""
    best = chosen[0].score if chosen else 1.0
    first = [lifted(one, scorers[id(one.layer)], best) for one in verbatim]
    known = {one.record.data for one in first}
    return [*first, *(one for one in chosen if one.record.data not in known)]


def expand(question: str, layers: Sequence[Searched]) -> Expansion:
    """Return the terms to look for beside those of a question, by what the layers hold."""
    code = [layer for layer in layers if isinstance(layer, CodeLayer)]
    words = words_of(layers)
    in_words, in_code = partial(held_by, words), partial(held_by, code)
    return Expansion(
        find_related(question, in_words, in_code) if words else (),
        find_related(question, in_code, in_words, in_code=True) if code else (),
    )


def prepare(
    layers: Sequence[Searched],
    terms: Sequence[str],
    asked: Asked,
    related: Sequence[Related] = (),
    *,
    explain: bool = False,
    recency: Recency | None = None,
    asked_from: Sequence[AskedFrom] = (),
) -> tuple[Scorer, Question]:
    """Gather the statistics of some layers.

    Code has its own: how rare a word is in code says little about how rare it is in words about it.
    """
    statistics = gather_statistics(layers, terms, related)
    mean_idf = sum(statistics.idf[: len(terms)]) / len(terms)
    question = Question(
        (*terms, *(one.term for one in related)), statistics.idf, boosts.TITLE_WEIGHT, PRESENCE * mean_idf,
        frozenset(one.term for one in related if not one.stands_in),
    )  # fmt: skip
    scorer = Scorer(terms, statistics, asked, related=related, explain=explain, recency=recency, asked_from=asked_from)
    return scorer, question


def _rank_words(
    search: _Search, from_code: Sequence[Ranked], limits: Limits, demoted: Demoted | None, asked: Asked = PLAIN
) -> list[Ranked]:
    """Rank entries and docs among what code gave, until the certificate holds."""
    search.ask_all(FIRST_CANDIDATES)
    from_code = balanced(from_code, list(search.found()), asked)
    limit = FIRST_CANDIDATES
    while True:
        # Demoting lowers scores only, so the bound of what was left out stays one.
        chosen = select(chain(search.found(), from_code), limits, demoted)
        waiting = [key for key, bound in search.bounds.items() if not _is_certain(key[1], bound, chosen, limits)]
        if not waiting:
            return chosen
        limit *= MORE_CANDIDATES
        for layer, kind in waiting:
            search.ask_kind(layer, kind, limit)


class _Search:
    """The candidates of all layers so far, and for each layer and kind what the rest cannot exceed."""

    def __init__(
        self, layers: Sequence[Searched], scorer: Scorer, question: Question, narrowing: Filter, highest: float
    ) -> None:
        self._layers = layers
        self._scorer = scorer
        self._question = question
        self._narrowing = narrowing
        self._highest = highest
        """No factor but the prior and that of the place is above this."""
        self._found: dict[tuple[int, str], list[Ranked]] = {}
        self.bounds: dict[tuple[int, str], float] = {}
        """(number of the layer, kind) → highest possible score of a source left out; absent when there is none."""

    def found(self) -> Iterable[Ranked]:
        """Yield every candidate."""
        for ranked in self._found.values():
            yield from ranked

    def ask_all(self, limit: int) -> None:
        """Ask each layer once, for all kinds together."""
        for i, layer in enumerate(self._layers):
            kinds = [k for k in layer.reader.manifest.kinds if not self._narrowing.kinds or k in self._narrowing.kinds]
            candidates = layer.reader.candidates(self._question, self._narrowing, limit)
            for kind in kinds:
                self._keep(i, kind, candidates)

    def ask_kind(self, number: int, kind: str, limit: int) -> None:
        """Ask one layer for more sources of one kind."""
        narrowing = self._narrowing._replace(kinds=(kind,))
        self._keep(number, kind, self._layers[number].reader.candidates(self._question, narrowing, limit))

    def _keep(self, number: int, kind: str, candidates: Candidates) -> None:
        layer = self._layers[number]
        hidden = hidden_paths(layer)
        records = [r for r in candidates.records if r.kind == kind and r.path not in hidden]
        self._found[number, kind] = [rated(record, layer, self._scorer.parts(record)) for record in records]
        self.bounds.pop((number, kind), None)
        if candidates.rest is not None:
            ratio = _length_ratio(layer, kind, self._scorer.statistics)
            highest = self._highest * highest_factor(self._scorer.wanted)
            highest *= PLACE_FACTOR if self._scorer.knows_place(kind) else 1.0
            bound = _bound(candidates.rest, self._question, len(self._scorer.terms), ratio)
            self.bounds[number, kind] = highest * bound


def select(ranked: Iterable[Ranked], limits: Limits, demoted: Demoted | None = None) -> list[Ranked]:
    """Return the best sources in order, no more than the caps allow, each fact once.

    Args:
        ranked: sources with their scores, in any order.
        limits: the caps.
        demoted: returns a source with the score that it keeps, never a higher one. It is asked only about sources
            that would be chosen otherwise, and about each once: what is below those need not be known.
    """
    chosen: list[Ranked] = []
    used: dict[str, int] = {}
    told = Told(modules_apart=limits.modules_apart)
    for candidate in _best_first(ranked, demoted, lambda kind: used.get(kind, 0) < limits.cap(kind)):
        kind = candidate.record.kind
        if used.get(kind, 0) >= limits.cap(kind) or not told.is_news(candidate.record):
            continue
        told.tell(candidate.record)
        used[kind] = used.get(kind, 0) + 1
        chosen.append(candidate)
        if len(chosen) == limits.hits:
            break
    return chosen


def _best_first(ranked: Iterable[Ranked], demoted: Demoted | None, has_room: Callable[[str], bool]) -> Iterator[Ranked]:
    """Yield sources in the order of the scores they keep; a demoted one waits until it is the best again."""
    if demoted is None:
        yield from sorted(ranked, key=lambda r: r.order)
        return
    waiting = [(item.order, number, False, item) for number, item in enumerate(ranked)]
    heapify(waiting)
    while waiting:
        _, number, final, item = heappop(waiting)
        if final:
            yield item
        elif has_room(item.record.kind):
            kept = demoted(item)
            heappush(waiting, (kept.order, number, True, kept))


def _length_ratio(layer: Searched, kind: str, statistics: Statistics) -> float:
    """By how much our score of a source may exceed the engine's, which uses another mean length."""
    engine = layer.reader.manifest.engine_mean_len
    return max(1.0, statistics.mean_len.get(kind, 0.0) / engine) if engine else 1.0


def _bound(engine_score: float, question: Question, own: int, ratio: float) -> float:
    """Return what no source left out can exceed, before its prior.

    Args:
        engine_score: the highest that the engine gave to a source left out.
        question: as the engine was asked.
        own: terms of the question itself, which count for coverage.
        ratio: by how much our score may exceed the engine's.
    """
    highest = max(boosts.coverage(m, own) * (engine_score - question.presence_weight * m) for m in range(1, own + 1))
    if len(question.terms) > own:
        highest = max(highest, boosts.coverage(boosts.RELATED_COVERAGE, own) * engine_score)
    return ratio * highest * (1 + ENGINE_ROUNDING)


def _is_certain(kind: str, bound: float, chosen: Sequence[Ranked], limits: Limits) -> bool:
    """Whether no source of a kind that was left out can displace one that was chosen."""
    same = [r.score for r in chosen if r.record.kind == kind]
    last = same[-1] if len(same) >= limits.cap(kind) else 0.0
    if len(chosen) == limits.hits:
        last = max(last, chosen[-1].score)
    return bound * boosts.PRIOR_BY_KIND[kind] < last - TIE
