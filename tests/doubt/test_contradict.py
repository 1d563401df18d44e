"""Sentences that cannot both be right, and those that can."""

from __future__ import annotations

import pytest

from trove_git.doubt.contradict import find_contradiction
from trove_git.entries.entry import parse_entry


def entry(body: str):
    return parse_entry(f"---\ntitle: T\n---\n{body}\n".encode(), "a.md")


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("The client gives up after 30 attempts.", "The client gives up after 50 attempts.", True),
        ("The client gives up after 30 attempts.", "The client gives up after 30 attempts, 5 a minute.", False),
        ("The client gives up after 30 attempts.", "The server starts within 50 seconds.", False),
        ("Bulk inserts need one transaction.", "Bulk inserts do not need one transaction.", True),
        ("Bulk inserts never need one transaction.", "Bulk inserts do not need one transaction.", False),
        ("Bulk inserts need one transaction.", "A transaction is not what the importer of reports begins with.", False),
        ("First. The cache of pages is disabled in tests.", "The cache of pages is there in tests. Last.", True),
        ("The port 30 is in `pkg/api/src/a.ts`.", "See pkg/api/src/b.ts:100 for the port.", False),
        ("The port 30 is in a.ts.", "The port is in b.ts:100.", False),
        ("The [limit](pkg/api/limits.md) is 30.", "A [name](pkg/api/names.md) has 60 letters.", False),
        ("The retry limit in `src/net.py:10` is 30.", "The retry limit in `src/net.py` is 60.", True),
    ],
)
def test_contradictions(one, other, found):
    assert (find_contradiction(entry(one), entry(other)) is not None) is found


def test_the_two_sentences_are_named():
    found = find_contradiction(entry("Intro.\nThe retry limit of jobs is 30."), entry("The retry limit of jobs is 60."))
    assert (found.first.line, found.first.text) == (5, "The retry limit of jobs is 30.")
    assert (found.second.line, found.second.text) == (4, "The retry limit of jobs is 60.")
