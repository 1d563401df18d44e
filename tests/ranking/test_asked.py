"""What a question asks for, by its wording."""

from __future__ import annotations

import pytest

from trove_git.ranking.asked import PLAIN, Asked, read_question
from trove_git.ranking.boosts import CODE_ASKED, CODE_NAMED, CODE_OF_USER, CODE_UNSURE
from trove_git.ranking.names import Name
from trove_git.ranking.wanted import CALL, Wanted


@pytest.mark.parametrize(
    ("question", "code", "defining"),
    [
        pytest.param("", CODE_UNSURE, CODE_UNSURE, id="nothing"),
        pytest.param("why is the retry budget so small", CODE_UNSURE, CODE_UNSURE, id="a sentence"),
        pytest.param("retry budget", CODE_UNSURE, CODE_UNSURE, id="key words"),
        pytest.param("is subclassing fine", CODE_UNSURE, CODE_UNSURE, id="part of a word does not count"),
        pytest.param("timeout of HTTP requests", CODE_UNSURE, CODE_UNSURE, id="an abbreviation is no identifier"),
        pytest.param("how do we deploy", CODE_OF_USER, CODE_OF_USER, id="how to do a thing"),
        pytest.param("how to deploy", CODE_OF_USER, CODE_OF_USER, id="how to"),
        pytest.param("is there a way to deploy", CODE_OF_USER, CODE_OF_USER, id="is there a way"),
        pytest.param("my tests hang", CODE_OF_USER, CODE_OF_USER, id="what somebody has"),
        pytest.param("where can I see the budget", CODE_OF_USER, CODE_OF_USER, id="where for a user"),
        pytest.param(
            "how do I call a function", CODE_OF_USER, CODE_OF_USER, id="a user's question wins over a word about code"
        ),
        pytest.param("can't import the module", CODE_OF_USER, CODE_OF_USER, id="trouble"),
        pytest.param("where is the budget documented", CODE_OF_USER, CODE_OF_USER, id="a page"),
        pytest.param("how do the retries stop", CODE_ASKED, CODE_ASKED, id="how the program does it"),
        pytest.param("how is the budget computed", CODE_ASKED, CODE_ASKED, id="how something is done"),
        pytest.param("which handler drops the budget", CODE_ASKED, CODE_ASKED, id="which thing of the code"),
        pytest.param("which function spends the budget", CODE_ASKED, CODE_ASKED, id="a word about code"),
        pytest.param("CLASSES and functions for queues", CODE_ASKED, CODE_ASKED, id="in any case"),
        pytest.param("where the budget is computed", CODE_ASKED, CODE_ASKED, id="where"),
        pytest.param("who uses the budget", CODE_UNSURE, CODE_UNSURE, id="a use of no name"),
        pytest.param("which file retries", CODE_ASKED, CODE_ASKED, id="a file is asked for"),
        pytest.param("what implements retries", CODE_ASKED, CODE_ASKED, id="implements"),
        pytest.param("entry points of the program", CODE_ASKED, CODE_ASKED, id="entry points"),
        pytest.param("what does the codebase hold", CODE_ASKED, CODE_ASKED, id="codebase"),
        pytest.param("where do I set the budget", CODE_ASKED, CODE_ASKED, id="where something is configured"),
        pytest.param("RetryBudget", CODE_UNSURE, CODE_NAMED, id="capitals inside"),
        pytest.param("architecture", CODE_ASKED, CODE_ASKED, id="a word alone in small letters may be a name or not"),
        pytest.param("where is the queue defined", CODE_ASKED, CODE_NAMED, id="where it is defined"),
        pytest.param("retryBudget limits", CODE_UNSURE, CODE_NAMED, id="a small letter first"),
        pytest.param("limits of retry_budget", CODE_UNSURE, CODE_NAMED, id="underscore"),
        pytest.param("retry::budget", CODE_UNSURE, CODE_NAMED, id="two colons"),
        pytest.param("what does spend() return", CODE_UNSURE, CODE_NAMED, id="parentheses"),
        pytest.param(
            "how can my class use RetryBudget", CODE_OF_USER, CODE_UNSURE, id="an identifier in a user's question"
        ),
        pytest.param("what does the Budget hold", CODE_UNSURE, CODE_UNSURE, id="a capitalised word is no sure name"),
        pytest.param(
            "what does docs/guide.md say", CODE_UNSURE, CODE_UNSURE, id="a file that is quoted is no identifier"
        ),
    ],
)
def test_how_much_code_counts(question, code, defining):
    asked = read_question(question)
    assert (asked.code, asked.code_defining) == (code, defining)


def test_more_of_code_is_wanted_the_more_the_wording_says_so():
    assert 0 < CODE_OF_USER < CODE_UNSURE < CODE_ASKED < CODE_NAMED


def test_read_question():
    assert read_question("is the budget too small") == PLAIN == Asked(CODE_UNSURE, CODE_UNSURE)
    asked = read_question("which class is RetryBudget")
    assert (asked.code, asked.code_defining, asked.names.asked_for) == (CODE_ASKED, CODE_NAMED, False)
    assert Name("RetryBudget", 1.0, certain=True) in asked.names.found
    used = read_question("who calls retry?")
    assert used.wanted == Wanted(frozenset({CALL}), frozenset({"retry"}))
    assert (used.code, used.names.asked_for) == (CODE_ASKED, False)
