"""Factors around BM25."""

from __future__ import annotations

import pytest

from trove_git.ranking.boosts import (
    CATEGORY_FACTOR,
    CATEGORY_TERMS,
    CODE_CATEGORY_FACTOR,
    CODE_COVERAGE_EXPONENT,
    COVERAGE_EXPONENT,
    PRIOR_BY_KIND,
    asked_categories,
    coverage,
    page_factor,
)
from trove_git.records import KINDS
from trove_git.terms import question_terms


@pytest.mark.parametrize(
    ("matched", "total", "factor"),
    [
        pytest.param(1, 1, 1.0, id="all of one"),
        pytest.param(3, 3, 1.0, id="all"),
        pytest.param(1, 2, 0.5**COVERAGE_EXPONENT, id="0.5 ^ 0.3 = 0.812"),
        pytest.param(1, 10, 0.1**COVERAGE_EXPONENT, id="0.1 ^ 0.3 = 0.501"),
    ],
)
def test_coverage(matched, total, factor):
    assert coverage(matched, total) == pytest.approx(factor)


def test_coverage_of_code_falls_faster():
    assert coverage(1, 2, code=True) == pytest.approx(0.5**CODE_COVERAGE_EXPONENT)  # 0.5 ^ 0.7 = 0.616
    assert coverage(1, 2, code=True) < coverage(1, 2)
    assert coverage(2, 2, code=True) == 1.0


def test_every_kind_has_a_prior():
    assert set(PRIOR_BY_KIND) == set(KINDS)


@pytest.mark.parametrize(
    ("category", "asked", "factor"),
    [
        pytest.param("", (), 1.0, id="most pages"),
        pytest.param("changelog", (), 0.4, id="counts less"),
        pytest.param("changelog", ("changelog",), 1.0, id="asked for"),
        pytest.param("changelog", ("blog",), 0.4, id="another one asked for"),
    ],
)
def test_factor_of_a_page(category, asked, factor):
    assert page_factor(category, frozenset(asked)) == factor


@pytest.mark.parametrize(
    ("category", "asked", "factor"),
    [
        pytest.param("", (), 1.0, id="most files"),
        pytest.param("test", (), 0.2, id="tests"),
        pytest.param("test", ("test",), 1.0, id="tests, asked for"),
        pytest.param("stub", (), 0.5, id="stubs"),
        pytest.param("config", (), 0.3, id="files without a grammar"),
        pytest.param("example", ("test",), 0.2, id="another one asked for"),
    ],
)
def test_factor_of_a_file_of_code(category, asked, factor):
    assert page_factor(category, frozenset(asked), code=True) == factor


@pytest.mark.parametrize(
    ("question", "categories"),
    [
        ("how do we deploy", set()),
        ("what changed", {"changelog"}),
        ("version of an old page", {"changelog", "config", "deprecated"}),
        ("contributing guide", {"contributing"}),
        ("test fixtures", {"contributing", "test"}),
        ("playground examples", {"example", "test"}),
        ("vendored code", {"vendored"}),
        ("blog posts", {"blog"}),
        ("which settings are there", {"config"}),
        ("type declarations", {"stub"}),
    ],
)
def test_categories_that_a_question_asks_for(question, categories):
    assert asked_categories(tuple(question_terms(question))) == categories


def test_a_factor_lowers_and_never_removes():
    assert all(0 < factor < 1 for factor in CATEGORY_FACTOR.values())
    assert all(0 < factor < 1 for factor in CODE_CATEGORY_FACTOR.values())
    assert CODE_CATEGORY_FACTOR.keys() == CATEGORY_FACTOR.keys()


def test_triggers_are_written_as_questions_are_cut():
    """A trigger that no question can yield would never ask for its pages."""
    for words in CATEGORY_TERMS.values():
        assert words
        assert [word for word in words if word not in question_terms(f"{word} {word}e {word}ing")] == []
