"""What a question asks for, by its wording."""

from __future__ import annotations

import pytest

from trove_git.ranking.asked import PLAIN, Asked, code_share, named_terms, read_question
from trove_git.ranking.boosts import CODE_SHARE, CODE_SHARE_ASKED, CODE_SHARE_IDENTIFIER
from trove_git.ranking.wanted import CALL, Wanted


@pytest.mark.parametrize(
    ("question", "share"),
    [
        pytest.param("why is the retry budget so small", CODE_SHARE, id="a sentence"),
        pytest.param("retry budget", CODE_SHARE_IDENTIFIER, id="key words"),
        pytest.param("which handler drops the budget", CODE_SHARE_ASKED, id="which thing of the code"),
        pytest.param("how do we deploy", CODE_SHARE, id="how to do a thing"),
        pytest.param("", CODE_SHARE, id="nothing"),
        pytest.param("RetryBudget", CODE_SHARE_IDENTIFIER, id="capitals inside"),
        pytest.param("retryBudget limits", CODE_SHARE_IDENTIFIER, id="a small letter first"),
        pytest.param("limits of retry_budget", CODE_SHARE_IDENTIFIER, id="underscore"),
        pytest.param("retry::budget", CODE_SHARE_IDENTIFIER, id="two colons"),
        pytest.param("what does spend() return", CODE_SHARE_IDENTIFIER, id="parentheses"),
        pytest.param("is it an HTTP timeout", CODE_SHARE, id="an abbreviation is no identifier"),
        pytest.param("which function spends the budget", CODE_SHARE_ASKED, id="a word about code"),
        pytest.param("CLASSES for queues", CODE_SHARE_ASKED, id="in any case"),
        pytest.param("where is the queue defined", CODE_SHARE_ASKED, id="defined"),
        pytest.param("how retries are implemented", CODE_SHARE_ASKED, id="implemented"),
        pytest.param("entry points of the program", CODE_SHARE_ASKED, id="entry points"),
        pytest.param("how the budget is computed", CODE_SHARE_ASKED, id="how … is …ed"),
        pytest.param("where the budget is computed", CODE_SHARE_ASKED, id="where … is …ed"),
        pytest.param("where can I see the budget", CODE_SHARE, id="where for a user"),
        pytest.param("how locking works", CODE_SHARE_ASKED, id="how … works"),
        pytest.param("architecture", CODE_SHARE_ASKED, id="architecture"),
        pytest.param("is subclassing fine", CODE_SHARE, id="part of a word does not count"),
        pytest.param("how do I call a function", CODE_SHARE, id="a user's question wins"),
        pytest.param("how can my class use RetryBudget", CODE_SHARE_IDENTIFIER, id="but an identifier still counts"),
        pytest.param("can't import the module", CODE_SHARE, id="trouble"),
    ],
)
def test_share_of_code(question, share):
    assert code_share(question) == share


def test_more_of_code_is_wanted_the_more_the_wording_says_so():
    assert 0 < CODE_SHARE < CODE_SHARE_IDENTIFIER < CODE_SHARE_ASKED <= 1


@pytest.mark.parametrize(
    ("question", "named"),
    [
        pytest.param("", set(), id="nothing"),
        pytest.param("socket", {"socket"}, id="one word is a name"),
        pytest.param("the", set(), id="one word that is never searched for"),
        pytest.param("open socket", set(), id="small letters"),
        pytest.param("Open socket", set(), id="a sentence begins with a capital anyway"),
        pytest.param("open Socket", {"socket"}, id="a capital later"),
        pytest.param("open HTTP", set(), id="an abbreviation"),
        pytest.param("where is spend_limit used", {"spendlimit"}, id="underscore"),
        pytest.param("where is RetryBudget used", {"retrybudget"}, id="capitals inside"),
        pytest.param("RetryBudget and Socket", {"retrybudget", "socket"}, id="two"),
        pytest.param("where is net::Socket used", {"socket"}, id="the last part of a path"),
    ],
)
def test_terms_that_are_names(question, named):
    assert named_terms(question) == named


def test_read_question():
    assert read_question("which class is RetryBudget") == Asked(CODE_SHARE_ASKED, frozenset({"retrybudget"}))
    assert read_question("is the retry budget small") == PLAIN == Asked(CODE_SHARE, frozenset())
    assert read_question("where do I set the budget").share == CODE_SHARE_ASKED
    used = read_question("who calls retry?")
    assert used == Asked(1.0, frozenset({"retry"}), Wanted(frozenset({CALL}), frozenset({"retry"})))
