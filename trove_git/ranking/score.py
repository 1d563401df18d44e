"""The exact score of one source: statistics of everything that is searched, then BM25, title, coverage and factors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from trove_git.index.record import MAX_FREQ, TITLE_BIT, Record, term_key
from trove_git.ranking import bm25, boosts
from trove_git.ranking.asked import PLAIN, Asked
from trove_git.ranking.place import AskedFrom, place_factor
from trove_git.ranking.related import Related
from trove_git.ranking.searched import Searched, WordsLayer, hidden_sources
from trove_git.ranking.wanted import quotes, wanted_factor
from trove_git.records import CODE_KINDS, ENTRY_KINDS, ScoreParts

SCORE_DIGITS = 9


class Recency(NamedTuple):
    """How much more what was changed lately counts."""

    half_life_seconds: int
    now: int
    """Seconds since 1970."""
    time_of: Callable[[str], int | None]
    """Path below the root → when it was last changed; None where that is not known."""

    def of(self, record: Record) -> float:
        """Return the factor of a source; 1 for an unknown age, which is not a young one."""
        time = None if record.kind == "personal" else self.time_of(record.path)
        return 1.0 if time is None else boosts.recency(self.now - time, self.half_life_seconds)


class Statistics(NamedTuple):
    """Counts over everything that is searched."""

    source_count: int
    idf: tuple[float, ...]
    """Of each term of the question."""
    mean_len: Mapping[str, float]
    """Mean length of the sources of each kind, in terms."""


class Ranked(NamedTuple):
    """A source with its score."""

    record: Record
    layer: Searched
    score: float
    parts: ScoreParts

    @property
    def order(self) -> tuple[float, str, int, str]:
        """Sort key: best first, then path, then line."""
        return (-self.score, self.record.path, self.record.line, self.record.title)

    @property
    def uncommitted(self) -> bool:
        """Whether it is of an uncommitted file."""
        return isinstance(self.layer, WordsLayer) and self.layer.uncommitted


def gather_statistics(layers: Sequence[Searched], terms: Sequence[str], related: Sequence[Related] = ()) -> Statistics:
    """Count sources, terms and lengths over all layers, hidden sources taken off.

    The weights of related terms follow those of the question's own: a part of their own idf, or of that of
    the term they are related to where that is lower.
    """
    own = len(terms)
    terms = (*terms, *(one.term for one in related))
    kinds: dict[str, int] = {}
    lengths: dict[str, int] = {}
    doc_freqs = [0] * len(terms)
    keys = [term_key(term) for term in terms]
    for layer in layers:
        for kind, count in layer.reader.manifest.kinds.items():
            kinds[kind] = kinds.get(kind, 0) + count
            lengths[kind] = lengths.get(kind, 0) + layer.reader.manifest.lengths[kind]
        for i, held in enumerate(layer.reader.doc_freqs(terms)):
            doc_freqs[i] += held
        for record in hidden_sources(layer):
            kinds[record.kind] -= 1
            lengths[record.kind] -= record.source_len
            for i, key in enumerate(keys):
                doc_freqs[i] -= 1 if record.freq(key)[0] else 0
    total = sum(kinds.values())
    idf = [bm25.idf(total, doc_freq) for doc_freq in doc_freqs]
    for i, one in enumerate(related, own):
        idf[i] = boosts.RELATED_WEIGHT * min(idf[i], idf[one.of])
    return Statistics(
        source_count=total,
        idf=tuple(idf),
        mean_len={kind: lengths[kind] / count for kind, count in kinds.items() if count and lengths[kind]},
    )


class Scorer:
    """The exact score of a source for one question."""

    def __init__(
        self,
        terms: Sequence[str],
        statistics: Statistics,
        asked: Asked = PLAIN,
        *,
        related: Sequence[Related] = (),
        explain: bool = False,
        recency: Recency | None = None,
        asked_from: Sequence[AskedFrom] = (),
    ) -> None:
        """Make a scorer.

        Args:
            terms: distinct terms of the question.
            statistics: of these terms, and behind them of the related ones.
            asked: what follows from the wording of the question.
            related: terms that count in part.
            explain: whether parts name what each term gave.
            recency: how much more what was changed lately counts.
            asked_from: folders and files whose entries count more.
        """
        self.terms = tuple(terms)
        instead = {one.of: one.term for one in reversed(related) if one.stands_in}
        self.present = tuple(instead.get(i, term) for i, term in enumerate(terms))
        """The terms, where no source holds one with what stands in for it."""
        self.statistics = statistics
        self._weights = {
            term: idf for names in (self.present, self.terms) for term, idf in zip(names, statistics.idf, strict=False)
        }
        self.wanted = asked.wanted
        self._explain = explain
        self._recency = recency
        self._asked_from = asked_from
        self.names = asked.names
        self.asked = boosts.asked_categories(self.terms)
        self._related = tuple(related)
        self._whole = sum(statistics.idf[: len(self.terms)])
        self._keys = [term_key(term) for term in (*terms, *(one.term for one in related))]
        self._known: dict[bytes, ScoreParts] = {}

    def idf_of(self, term: str) -> float:
        """Return how rare a term of the question is; 0 for any other."""
        return self._weights.get(term, 0.0)

    def parts(self, record: Record) -> ScoreParts:
        """Return the parts of a source's score; a record that was scored before costs a look into a dict."""
        known = self._known.get(record.data)
        if known is None:
            known = self._known[record.data] = self._parts(record)
        return known

    def _parts(self, record: Record) -> ScoreParts:
        body = title = 0.0
        bits, forms, own, weight = 0, 0, len(self.terms), 0.0
        matched: list[tuple[str, float]] = []
        mean = self.statistics.mean_len.get(record.kind, 1.0)
        # The path of a module is evidence for its whole file and comes in there.
        is_module = record.kind == "module"
        title_weight = boosts.SYMBOL_TITLE_WEIGHT if record.kind == "symbol" else boosts.TITLE_WEIGHT
        k1 = boosts.MODULE_K1 if is_module else bm25.K1
        norm = bm25.length_norm(record.source_len, mean, k1)
        idfs = self.statistics.idf
        for i, value in record.postings(self._keys):
            freq, idf = value & MAX_FREQ, idfs[i]
            if not freq:
                continue
            if i >= own and self._related[i - own].if_missing:
                of = self._related[i - own].of
                if not (bits | forms) >> of & 1:
                    forms |= 1 << of
                    half = boosts.RELATED_WEIGHT * freq
                    weight += boosts.RELATED_WEIGHT * idfs[of]
                    body += idfs[of] * (k1 + 1) * half / (half + norm)
                continue
            # The formula of `bm25.term_score`; a call for each term of each source is too much.
            in_body = idf * (k1 + 1) * freq / (freq + norm)
            for_title = title_weight * idf if value & TITLE_BIT and not is_module else 0.0
            body += in_body
            title += for_title
            if i < own:
                bits |= 1 << i
                weight += idf
            elif self._related[i - own].stands_in:
                of = self._related[i - own].of
                weight += 0.0 if bits >> of & 1 else boosts.RELATED_WEIGHT * idfs[of]
                bits |= 1 << of
            if self._explain:
                term = self.terms[i] if i < own else self._related[i - own].term
                matched.append((term, round(in_body + for_title, SCORE_DIGITS)))
        code = record.kind in CODE_KINDS
        page = boosts.page_factor(record.category, self.asked, code=code)
        if page != 1.0 and quotes(self.wanted, record.path):
            page = 1.0
        return ScoreParts(
            bm25=body,
            title=title,
            coverage=boosts.coverage(
                bits.bit_count() + boosts.RELATED_COVERAGE * forms.bit_count() or boosts.RELATED_COVERAGE,
                own,
                code=code,
            ),
            prior=boosts.PRIOR_BY_KIND[record.kind],
            page=page,
            category=record.category if page != 1.0 else "",
            recency=self._recency.of(record) if self._recency is not None else 1.0,
            terms=tuple(sorted(matched, key=lambda pair: (-pair[1], pair[0]))),
            held=bits,
            forms=forms,
            share=weight / self._whole,
            wanted=wanted_factor(self.wanted, record),
            place=place_factor(record.pinned, self._asked_from) if self.knows_place(record.kind) else 1.0,
        )

    def knows_place(self, kind: str) -> bool:
        """Whether the place that is asked from may count for a source of a kind."""
        return bool(self._asked_from) and kind in ENTRY_KINDS


def combine(parts: ScoreParts) -> float:
    """Return the score of parts: all factors times (BM25 + title + evidence)."""
    evidence = 0.0
    for _, value in parts.evidence:
        evidence += value
    factors = parts.prior * parts.page * parts.recency * parts.coverage * parts.used * parts.place * parts.wanted
    factors *= parts.fresh
    return factors * (parts.bm25 + parts.title + evidence)


def before_factors(parts: ScoreParts) -> float:
    """Return what a source of code scores before what its kind, its page and the wording of the question make of it."""
    evidence = sum(value for _, value in parts.evidence)
    return parts.coverage * parts.used * (parts.bm25 + parts.title + evidence)


def rated(record: Record, layer: Searched, parts: ScoreParts) -> Ranked:
    """Return a source with the score that its parts make, rounded."""
    return Ranked(record, layer, round(combine(parts), SCORE_DIGITS), parts)
