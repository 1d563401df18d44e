"""Words of the field that mean the same."""

from __future__ import annotations

import pytest

from trove_git.ranking import synonyms as room
from trove_git.ranking.synonyms import synonyms
from trove_git.terms import question_terms


def term(word: str) -> str:
    return question_terms(word)[0]


@pytest.mark.parametrize(
    ("word", "other"),
    [("undo", "revert"), ("repo", "repository"), ("folder", "directory"), ("images", "picture"), ("db", "database")],
)
def test_each_word_of_a_group_means_the_others(word, other):
    assert term(other) in synonyms(term(word))
    assert term(word) in synonyms(term(other))


def test_most_words_mean_themselves_only():
    assert synonyms("zygote") == ()
    assert all(name not in synonyms(name) for name in room._groups())


def test_each_group_has_terms_of_its_own():
    """A word that is cut into several, a stop word, or two that are one form would be lost without a sign."""
    for line in filter(None, (line.split() for line in room._GROUPS.split("\n"))):
        terms = [question_terms(word) for word in line]
        assert all(len(found) == 1 for found in terms), line
        assert len({found[0] for found in terms}) == len(line) > 1, line
