"""What an entry speaks about, through the index and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.entries.entry import parse_entry
from trove_git.index.record import Prepared
from trove_git.records import Reference
from trove_git.sources import references as room
from trove_git.sources.entries import entry_sources
from trove_git.sources.references import Spoken, read_lines, spoken, write_lines

TEXT = b"""---
title: Zebra
confirmed: 2026-05-02
paths: src/m y.py, 'src/*.js'
---
See `wait_long` in [it](../a%20b.md).
"""
EXPECTED = Spoken(
    (
        Reference("src/m y.py", "path", 4, pinned=True),
        Reference("src/*.js", "pattern", 4, pinned=True),
        Reference("../a b.md", "path", 6, beside=True),
        Reference("wait_long", "symbol", 6),
    ),
    1_777_766_399,
)


def test_the_index_keeps_it():
    (source,), _ = entry_sources("project", ".claude/trove/entries/zebra.md", TEXT, "ab")
    assert read_lines(Prepared(source).record.summary) == EXPECTED


def test_a_personal_entry_speaks_of_files_elsewhere():
    (source,), _ = entry_sources("personal", "entries/zebra.md", TEXT, "")
    assert source.summary == ()


@pytest.mark.parametrize(
    ("value", "confirmed"),
    [
        ("2026-05-02", 1_777_766_399), ("'2026-05-02'", 1_777_766_399), ("2026-05-02T10:00:00Z", 1_777_766_399),
        ("2026-02-30", None), ("yesterday", None), ("[2026-05-02]", None), ("", None),
    ],
)  # fmt: skip
def test_confirmed(value, confirmed):
    assert spoken(parse_entry(f"---\ntitle: A\nconfirmed: {value}\n---\nx\n".encode(), "a.md")).confirmed == confirmed


def test_a_list_of_many_files_is_cut():
    body = " ".join(f"`src/a{n}.py`" for n in range(room.MOST + 9))
    found = spoken(parse_entry(f"---\ntitle: A\n---\n{body}\n".encode(), "a.md")).references
    assert [reference.text for reference in found] == [f"src/a{n}.py" for n in range(room.MOST)]


REFERENCES = st.builds(
    Reference,
    st.text(alphabet=st.characters(exclude_characters="\n"), min_size=1),
    st.sampled_from(["path", "symbol", "pattern"]),
    st.integers(1, 9999),
    st.booleans(),
    st.booleans(),
)


@given(st.lists(REFERENCES).map(tuple), st.none() | st.integers())
def test_lines_give_back_what_was_written(references, confirmed):
    found = Spoken(references, confirmed)
    assert read_lines(write_lines(found)) == found
