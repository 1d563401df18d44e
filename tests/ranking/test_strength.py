"""Whether what was found is about the question at all."""

from __future__ import annotations

import math

import pytest

from tests.support.indexes import source
from trove_git.index.record import Prepared
from trove_git.index.search import Filter, MemoryIndex
from trove_git.ranking import bm25
from trove_git.ranking.rank import Expansion, Limits, rank
from trove_git.ranking.related import Related
from trove_git.ranking.score import Ranked
from trove_git.ranking.searched import WordsLayer
from trove_git.ranking.strength import strength
from trove_git.records import ScoreParts

RECORD = Prepared(source("a.md", "alpha")).record


def hit(score: float, share: float, wanted: float = 1.0, *, defines: bool = False) -> Ranked:
    evidence = (("definition", 2.0),) if defines else ()
    parts = ScoreParts(1.0, 0.0, 1.0, 1.0, 1.0, "", 1.0, evidence=evidence, share=share, wanted=wanted)
    return Ranked(RECORD, WordsLayer(MemoryIndex([])), score, parts)


@pytest.mark.parametrize(
    ("hits", "words", "expected"),
    [
        pytest.param([], 3, 0.0, id="nothing"),
        pytest.param([hit(4.0, 0.5)], 1, 0.5, id="one word"),
        pytest.param([hit(4.0, 0.5), hit(4.0, 0.9)], 4, 1.0, id="half of a long question is more"),
        pytest.param([hit(4.0, 0.1, wanted=3.0), hit(4.0, 0.1)], 9, 1.0, id="asked for by its wording"),
        pytest.param([hit(4.0, 0.1, wanted=0.3), hit(4.0, 0.1)], 1, 0.1, id="not asked for"),
        pytest.param([hit(4.0, 0.1, defines=True)], 1, 1.0, id="a definition of its name"),
    ],
)
def test_strength(hits, words, expected):
    assert strength(hits, words) == pytest.approx(expected)


def test_the_share_of_a_source_goes_by_the_weight_of_its_terms():
    sources = [source("a.md", "alpha beta"), source("b.md", "alpha gamma"), source("c.md", "delta")]
    layers = [WordsLayer(MemoryIndex([Prepared(s) for s in sources]))]
    alpha, beta = bm25.idf(3, 2), bm25.idf(3, 1)
    found = {r.record.path: r for r in rank(layers, ("alpha", "beta"), Filter(), Limits(9, 9, {}))}
    assert found["a.md"].parts.share == 1.0
    assert found["b.md"].parts.share == pytest.approx(alpha / (alpha + beta))
    related = Expansion((Related("delta", 1, True), Related("gamma", 1, True)))
    found = {r.record.path: r for r in rank(layers, ("alpha", "beta"), Filter(), Limits(9, 9, {}), related=related)}
    assert found["c.md"].parts.share == pytest.approx(0.5 * beta / (alpha + beta))
    assert found["a.md"].parts.share == 1.0
    assert math.isclose(found["b.md"].parts.share, (alpha + 0.5 * beta) / (alpha + beta))
