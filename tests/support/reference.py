"""The plain, slow scorer: the formula of docs/ranking.md over source texts, with nothing shared with the fast path.

It keeps every source as a bag of terms and scores all of them; no candidates, no bounds,
no records. Only the tokenizer, the choice of related terms and the numbers of `ranking/boosts.py` and
`ranking/place.py` are the product's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from trove_git.ranking import boosts
from trove_git.ranking.place import PLACE_FACTOR
from trove_git.ranking.related import find_related
from trove_git.records import Source
from trove_git.terms import question_terms, source_terms

K1, B = 1.2, 0.75


class ReferenceIndex:
    """Sources, scored one by one."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        self.titles = []
        self.bags = []
        for source in sources:
            title = list(
                dict.fromkeys(
                    source_terms(source.title_text or source.title)
                    + [t for keyword in source.keywords for t in source_terms(keyword)]
                )
            )
            self.titles.append(set(title))
            self.bags.append(Counter(source_terms(source.body) + title))
        self.lengths = [sum(bag.values()) for bag in self.bags]
        by_kind: dict[str, list[int]] = {}
        for source, length in zip(sources, self.lengths, strict=True):
            by_kind.setdefault(source.kind, []).append(length)
        self.means = {kind: sum(lengths) / len(lengths) for kind, lengths in by_kind.items()}

    def ask(
        self, question: str, hits: int = 12, per_kind: int = 6, folder: str = "", *, expanded: bool = False
    ) -> list[tuple[float, str, str, int, str]]:
        """Return score, kind, path, line and title of the hits.

        Args:
            question: the question.
            hits: how many at most.
            per_kind: how many of a kind at most.
            folder: where it is asked from; patterns are to have the form `folder/**`.
            expanded: whether related terms are looked for too.
        """
        terms = question_terms(question)
        n = len(self.sources)

        def idf_of(term: str) -> float:
            df = sum(1 for bag in self.bags if term in bag)
            return math.log(1 + (n - df + 0.5) / (df + 0.5))

        weights = {term: idf_of(term) for term in terms}
        related = (
            find_related(question, lambda asked: [sum(t in bag for bag in self.bags) for t in asked])
            if expanded
            else ()
        )
        for one in related:
            weights[one.term] = boosts.RELATED_WEIGHT * min(idf_of(one.term), weights[terms[one.of]])
        scored = []
        for i, source in enumerate(self.sources):
            held = [term for term in weights if term in self.bags[i]]
            covered = {terms[one.of] for one in related if one.term in held and one.stands_in}
            covered |= {term for term in held if term in terms}
            share = (len(covered) or boosts.RELATED_COVERAGE) / len(terms)
            if held:
                above = any(f"{folder}/".startswith(pattern.removesuffix("**")) for pattern in source.pinned)
                score = self._score(i, terms, held, weights, share) * (PLACE_FACTOR if folder and above else 1.0)
                scored.append((-round(score, 9), source.path, source.line, source.title, i))
        chosen: list[tuple[float, str, str, int, str]] = []
        used: Counter[str] = Counter()
        told = set()
        for score, path, line, title, i in sorted(scored):
            kind = self.sources[i].kind
            capped = frozenset((term, min(freq, 63)) for term, freq in self.bags[i].items())
            fact = (kind if kind == "doc" else "entry", title, capped)
            if used[kind] < per_kind and len(chosen) < hits and fact not in told:
                told.add(fact)
                used[kind] += 1
                chosen.append((-score, kind, path, line, title))
        return chosen

    def _score(self, i: int, terms: Sequence[str], held: Sequence[str], idf: dict[str, float], share: float) -> float:
        source = self.sources[i]
        total = title = 0.0
        for term in held:
            freq = min(self.bags[i][term], 63)
            norm = K1 * (1 - B + B * self.lengths[i] / self.means[source.kind])
            total += idf[term] * (K1 + 1) * freq / (freq + norm)
            if term in self.titles[i]:
                title += boosts.TITLE_WEIGHT * idf[term]
        factor = boosts.PRIOR_BY_KIND[source.kind]
        asked = {name for name, words in boosts.CATEGORY_TERMS.items() if words & set(terms)}
        if source.category and source.category not in asked:
            factor *= boosts.CATEGORY_FACTOR[source.category]
        return factor * share**boosts.COVERAGE_EXPONENT * (total + title)
