"""Okapi BM25: what the terms of a question say about one source, and how rare a term is."""

from __future__ import annotations

import math

K1 = 1.2
"""Saturation of a term's frequency; 1.2 is best for sections and symbols (3 for whole files)."""
B = 0.75
"""How much of the length of a source is held against it."""


def idf(source_count: int, doc_freq: int) -> float:
    """Return the inverse document frequency of a term.

    Args:
        source_count: sources in the whole corpus, before any filter.
        doc_freq: sources that hold the term, 0..source_count.

    Returns:
        A weight above 0.

    Source: Robertson & Zaragoza 2009 with Lucene's 1 inside the logarithm, which keeps it above 0.
    """
    return math.log(1 + (source_count - doc_freq + 0.5) / (doc_freq + 0.5))


def term_score(term_freq: int, term_idf: float, source_len: int, mean_source_len: float, k1: float = K1) -> float:
    """Score one term in one source with BM25.

    Args:
        term_freq: occurrences of the term in the source, at least 1.
        term_idf: `idf` of the term.
        source_len: length of the source, in terms.
        mean_source_len: mean length of the sources of the same kind, in terms, above 0.
        k1: saturation of the frequency.

    Returns:
        A score above 0 and below (k1 + 1) · idf; comparable only between sources of one corpus.

    Source: Robertson & Zaragoza 2009.
    """
    return term_idf * (k1 + 1) * term_freq / (term_freq + length_norm(source_len, mean_source_len, k1))


def length_norm(source_len: int, mean_source_len: float, k1: float = K1) -> float:
    """Return what the length of a source adds to a term's frequency below the fraction line; see `term_score`."""
    return k1 * (1 - B + B * source_len / mean_source_len)
