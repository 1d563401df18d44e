"""BM25 by hand, and against an independent implementation."""

from __future__ import annotations

import math
import random

import bm25s
import pytest

from trove_git.index.record import Prepared, term_key
from trove_git.ranking import bm25
from trove_git.records import Source


@pytest.mark.parametrize(
    ("sources", "doc_freq", "expected"),
    [
        pytest.param(10, 1, math.log(1 + 9.5 / 1.5), id="ln(1 + 9.5/1.5) = 1.992"),
        pytest.param(10, 5, math.log(2), id="ln(1 + 5.5/5.5) = 0.693"),
        pytest.param(10, 10, math.log(1 + 0.5 / 10.5), id="ln(1 + 0.5/10.5) = 0.047, still above 0"),
        pytest.param(10, 0, math.log(22), id="ln(1 + 10.5/0.5) = 3.091"),
    ],
)
def test_idf(sources, doc_freq, expected):
    assert bm25.idf(sources, doc_freq) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("freq", "length", "expected"),
    [
        pytest.param(1, 10, 1.0, id="2.2 x 1 / (1 + 1.2 x 1) = 1"),
        pytest.param(2, 10, 4.4 / 3.2, id="2.2 x 2 / (2 + 1.2) = 1.375"),
        pytest.param(1, 20, 2.2 / 3.1, id="2.2 / (1 + 1.2 x (0.25 + 0.75 x 2)) = 0.710"),
        pytest.param(1, 0, 2.2 / 1.3, id="2.2 / (1 + 1.2 x 0.25) = 1.692"),
    ],
)
def test_score_of_a_term(freq, length, expected):
    assert bm25.term_score(freq, 1.0, length, 10.0) == pytest.approx(expected)
    assert bm25.term_score(freq, 3.0, length, 10.0) == pytest.approx(3 * expected)


def test_a_higher_k1_saturates_later():
    # 2 occurrences at the mean length: 4 x 2 / (2 + 3) = 1.6 where k1 = 1.2 gives 1.375
    assert bm25.term_score(2, 1.0, 10, 10.0, 3.0) == pytest.approx(1.6)


def test_a_score_has_a_limit():
    assert bm25.term_score(10**9, 1.0, 10, 10.0) == pytest.approx(bm25.K1 + 1)


def test_an_independent_implementation_gives_the_same_scores():
    """Their idf is the same; their term factor lacks the constant (k1 + 1) = 2.2 in the numerator."""
    chance = random.Random(7)
    words = [f"word{i}x" for i in range(40)]
    corpus = [[words[min(int(chance.expovariate(0.15)), 39)] for _ in range(chance.randint(3, 60))] for _ in range(80)]
    prepared = [Prepared(Source("doc", f"{i}.md", 1, 1, "", " ".join(tokens))) for i, tokens in enumerate(corpus)]
    assert [p.body_terms for p in prepared] == corpus
    theirs = bm25s.BM25(method="lucene", idf_method="lucene", k1=bm25.K1, b=bm25.B, dtype="float64")
    theirs.index(corpus, show_progress=False)
    mean = sum(map(len, corpus)) / len(corpus)
    for _ in range(30):
        question = chance.sample(words[:20], 3)
        frequencies = [sum(term in tokens for tokens in corpus) for term in question]
        expected = theirs.get_scores(question)
        for i, source in enumerate(prepared):
            made = 0.0
            for term, doc_freq in zip(question, frequencies, strict=True):
                freq, _ = source.record.freq(term_key(term))
                if freq:
                    made += bm25.term_score(freq, bm25.idf(len(corpus), doc_freq), source.record.source_len, mean)
            assert made == pytest.approx(expected[i] * (bm25.K1 + 1), rel=1e-4)
