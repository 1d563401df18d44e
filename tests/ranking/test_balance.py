"""Scores of code beside those of words: sums by hand."""

from __future__ import annotations

import math

import pytest

from tests.support.indexes import source
from trove_git.index.record import Prepared
from trove_git.index.search import MemoryIndex
from trove_git.ranking.asked import Asked
from trove_git.ranking.balance import LEAST, balanced
from trove_git.ranking.score import Ranked, rated
from trove_git.ranking.searched import WordsLayer
from trove_git.records import ScoreParts

LAYER = WordsLayer(MemoryIndex([]))
WORD = 8.0
ALL = 1.0 - LEAST
"""Share of the question that makes a strength of 1."""


def hit(kind: str, path: str, score: float, share: float = ALL, wanted: float = 1.0) -> Ranked:
    record = Prepared(source(path, "alpha", kind=kind)).record
    return rated(record, LAYER, ScoreParts(score, 0.0, 1.0, 1.0, 1.0, "", 1.0, share=share, wanted=wanted))


DOC = hit("doc", "a.md", WORD)


def scores(found: list[Ranked], words: list[Ranked], code: float = 1.0) -> list[float]:
    return [one.score for one in balanced(found, words, Asked(code=code))]


def test_where_both_are_as_strong_the_best_of_the_code_counts_as_much_as_the_question_says():
    code = [hit("symbol", "a.py", 16.0), hit("module", "a.py", 4.0)]
    assert scores(code, [hit("doc", "b.md", 2.0), DOC]) == [8.0, 2.0]
    assert scores(code, [DOC], code=0.5) == [4.0, 1.0]


@pytest.mark.parametrize(
    ("share", "score"),
    [
        pytest.param(0.25 - LEAST, 4.0, id="8 x root of 0.25 / 1"),
        pytest.param(0.0, WORD * math.sqrt(LEAST), id="no word of the question: commits of its file hold them"),
    ],
)
def test_code_that_holds_less_of_the_question_counts_less(share, score):
    assert scores([hit("symbol", "a.py", 16.0, share)], [DOC]) == [pytest.approx(score)]


def test_code_counts_more_where_the_words_hold_little():
    assert scores([hit("symbol", "a.py", 16.0)], [hit("doc", "a.md", 8.0, 0.25 - LEAST)]) == [pytest.approx(16.0)]


def test_code_that_stands_out_counts_more():
    found = [hit("symbol", f"{i}.py", score) for i, score in enumerate((16.0, 9.0, 9.0, 9.0, 9.0, 4.0, 1.0))]
    # The sixth file has 4, so the best is 4 times as strong: 8 x root of 4.
    assert scores(found, [DOC])[0] == pytest.approx(16.0)


def test_other_symbols_of_a_file_do_not_say_how_far_the_best_stands_out():
    found = [hit("symbol", "a.py", score) for score in (16.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)]
    assert scores(found, [DOC])[0] == pytest.approx(8.0)


@pytest.mark.parametrize("kind", ["symbol", "module", "subsystem", "arch"])
def test_every_kind_of_code_is_scaled_and_says_so_in_its_prior(kind):
    (one,) = balanced([hit(kind, "a", 16.0)], [DOC], Asked(code=1.0))
    assert (one.score, one.parts.prior) == (8.0, 0.5)


def test_commits_stay_as_they_are():
    commit = hit("commit", "", 5.0)
    assert scores([hit("symbol", "a.py", 16.0), commit], [DOC]) == [8.0, 5.0]
    assert balanced([commit], [DOC], Asked()) == [commit]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param([], id="no words"),
        pytest.param([hit("doc", "a.md", 0.0)], id="words that score nothing"),
    ],
)
def test_without_words_code_stays_as_it_is(words):
    found = [hit("symbol", "a.py", 16.0), hit("module", "b.py", 4.0)]
    assert balanced(found, words, Asked()) == found


def test_without_code_there_is_nothing_to_do():
    assert balanced([], [DOC], Asked()) == []
    found = [hit("symbol", "a.py", 0.0)]
    assert balanced(found, [DOC], Asked()) == found


def test_what_the_question_asks_for_still_counts_in_full_afterwards():
    """The file it quotes has three times its score, and keeps it beside the best doc."""
    assert scores([hit("module", "a.py", 16.0, wanted=3.0)], [DOC]) == [pytest.approx(24.0)]
    found = [hit("symbol", "a.py", 16.0, wanted=0.3), hit("symbol", "b.py", 8.0)]
    assert scores(found, [DOC]) == [pytest.approx(0.3 * 8.0 * math.sqrt(2)), pytest.approx(4.0 * math.sqrt(2))]
    # A doc that is not asked for is compared by what it is without that.
    assert scores([hit("symbol", "a.py", 16.0)], [hit("doc", "a.md", 8.0, wanted=0.3)]) == [pytest.approx(8.0)]
