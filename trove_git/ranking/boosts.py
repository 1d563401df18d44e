"""Factors and additions around BM25: title, coverage, the prior of a kind, pages that count less.

All numbers of the ranking stand here, each with its reason; docs/ranking.md explains them to users.
"""

from __future__ import annotations

from trove_git.terms import question_terms

TITLE_WEIGHT = 1.0
"""A term in the title adds this times its idf: as much as the term being there a second time."""

COVERAGE_EXPONENT = 0.3
"""Exponent of the share of the question's terms that a source holds. With 1 a long question finds whatever
shares its filler words; 0.2 to 0.4 are equal on questions about docs, and better than 0 and 1."""

PRIOR_BY_KIND = {
    "personal": 1.25,
    "project": 1.25,
    "doc": 1.1,
    "arch": 1.0,
    "subsystem": 1.0,
    "module": 1.0,
    "symbol": 0.9,
    "tool": 0.6,
    "commit": 0.6,
}
"""Curated notes are trusted a little more than docs, docs more than generated summaries."""

CATEGORY_FACTOR = {
    "changelog": 0.4,
    "contributing": 0.4,
    "blog": 0.4,
    "test": 0.4,
    "example": 0.4,
    "deprecated": 0.4,
    "vendored": 0.4,
}
"""Pages that mention everything and explain little; the most consistent gain on questions about docs."""


def _folded(words: str) -> frozenset[str]:
    """Return words as the terms that a question has."""
    return frozenset(question_terms(words))


CATEGORY_TERMS: dict[str, frozenset[str]] = {
    "changelog": _folded("change changed changelog release released history news version since"),
    "contributing": _folded(
        "contribute contributor maintainer conduct governance pr patch test build compile source debug develop"
        " development setup lint release"
    ),
    "blog": _folded("blog post announcement announced"),
    "test": _folded("test tested spec fixture playground"),
    "example": _folded("example sample demo benchmark template"),
    "deprecated": _folded("deprecated legacy archive obsolete old"),
    "vendored": _folded("vendored vendor third external"),
}
"""A question with one of these terms asks for such pages; then they count in full."""


def coverage(matched: float, total: float) -> float:
    """Return the factor for the share of the question that a source holds.

    Args:
        matched: number of the question's terms in the source.
        total: number of the question's terms.
    """
    return float((matched / total) ** COVERAGE_EXPONENT)


def page_factor(category: str, asked: frozenset[str]) -> float:
    """Return the factor of a source's page, 1 for most.

    Args:
        category: category of the page, or empty.
        asked: categories that the question asks for.
    """
    return CATEGORY_FACTOR[category] if category and category not in asked else 1.0


def asked_categories(terms: tuple[str, ...]) -> frozenset[str]:
    """Return the categories of pages that a question names."""
    words = set(terms)
    return frozenset(name for name, triggers in CATEGORY_TERMS.items() if words & triggers)
