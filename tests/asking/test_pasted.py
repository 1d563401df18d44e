"""A pasted message finds the place that prints it."""

from __future__ import annotations

import pytest

from tests.support.repos import Repo
from trove_git.asking.ask import Request, ask
from trove_git.workspace.workspace import find_workspace

STORE = '''"""A store."""


def put(part):
    """Put a part."""
    if busy():
        raise Busy(f"store {part.store} is busy, the part {part.number} waits")


LIMIT = "parts above the limit of {limit} are never sent"
'''
TESTS = '''def test_put():
    """A busy store waits."""
    assert str(error) == "store 7 is busy, the part 9 waits"
'''
GUIDE = """# Guide

A busy store has waiting parts: why a part waits, busy stores and waiting parts of a store.

## Messages

    nothing is ever lost in a store
"""


@pytest.fixture
def store(repo: Repo) -> Repo:
    repo.write("src/store.py", STORE)
    repo.write("tests/test_store.py", TESTS)
    repo.write("docs/guide.md", GUIDE)
    repo.commit("a store")
    return repo


def first(repo: Repo, question: str) -> str:
    return ask(find_workspace(str(repo.path)), Request(question)).hits[0].cite


@pytest.mark.parametrize(
    ("question", "cite"),
    [
        pytest.param("store 12 is busy, the part 3 waits", "src/store.py:7", id="other values"),
        pytest.param('where is "is busy, the part" from', "src/store.py:7", id="in quotation marks"),
        pytest.param("Error: parts above the limit of 8 are never sent", "src/store.py:10", id="a constant"),
        pytest.param("nothing is ever lost in a store", "docs/guide.md:7", id="in a doc"),
    ],
)
def test_the_place_that_prints_it_is_first(store, question, cite):
    assert first(store, question) == cite


def test_a_question_cites_the_definition_as_before(store):
    assert first(store, "why is the part of a busy store waiting") == "src/store.py:4"


def test_a_sentence_about_the_whole_file_is_cited_by_its_line(repo):
    text = '"""A store.\n\nNo part is ever given to the store twice.\n"""\n\n\ndef put():\n    pass\n'
    repo.commit("a store", {"src/store.py": text, "docs/guide.md": GUIDE})
    (hit, *_) = ask(find_workspace(str(repo.path)), Request("no part is ever given to the store twice")).hits
    assert (hit.cite, hit.snippet) == ("src/store.py:3", "No part is ever given to the store twice.")
