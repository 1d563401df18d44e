"""A source as it is stored, and read back."""

from __future__ import annotations

import os
from typing import Any
from zlib import crc32

import pytest

from trove_git.index.record import CATEGORIES, MAX_FREQ, TITLE_BIT, Prepared, Record, own_names, path_key, term_key
from trove_git.records import KINDS, Source


def source(body: str = "text", title: str = "Title", **fields) -> Source:
    made: dict[str, Any] = {"kind": "doc", "path": "a.md", "line": 1, "end_line": 2, "title": title, "body": body}
    return Source(**made | fields)


def test_fields_survive():
    made = source(
        kind="project", path=os.fsdecode(b"caf\xe9 \xc3\xa9.md"), line=3, end_line=70_000, title='T "ü" 数',
        oid="ab" * 32, entry_type="gotcha", tags=("a", "B c"), category="vendored",
    )  # fmt: skip
    record = Record(Prepared(made).record.data)
    assert (record.kind, record.category, record.path) == ("project", "vendored", made.path)
    assert (record.line, record.end_line, record.title, record.oid) == (3, 70_000, made.title, made.oid)
    assert (record.entry_type, record.tags) == ("gotcha", ("a", "B c"))
    assert record.pinned == ()


def test_pinned_paths_survive():
    made = source(kind="project", pinned=('src/"a" ü.py', "docs/**"), summary=("x",))
    assert Record(Prepared(made).record.data).pinned == made.pinned
    assert Record(Prepared(made).record.data).summary == ("x",)


def test_what_a_record_is_pinned_to_changes_no_other_byte():
    data, pinned = (Prepared(source(kind="project", pinned=pins)).record.data for pins in ((), ("a/b",)))
    added = b',["a/b"]'
    # The length of the JSON, four bytes before the path, is the one other difference.
    assert pinned[18:].replace(added, b"") == data[18:]
    assert (pinned[:14], len(pinned)) == (data[:14], len(data) + len(added))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_stored(kind):
    assert Prepared(source(kind=kind)).record.kind == kind


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_category_can_be_stored(category):
    assert Prepared(source(category=category)).record.category == category


def test_title_terms_are_body_terms_too():
    prepared = Prepared(source("alpha beta alpha", "beta Gamma gamma"))
    assert prepared.title_terms == ["beta", "gamma"]
    assert prepared.body_terms == ["alpha", "beta", "alpha", "beta", "gamma"]
    assert prepared.record.source_len == 5


def test_title_words_are_the_title_text_and_the_keywords():
    prepared = Prepared(source(title="Shown", title_text="Shown\nAncestor", keywords=("gotcha", "Back Off")))
    assert prepared.title_terms == ["shown", "ancestor", "gotcha", "back", "off"]


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        pytest.param("alpha", (2, False), id="body twice"),
        pytest.param("beta", (2, True), id="body and title"),
        pytest.param("gamma", (1, True), id="title"),
        pytest.param("delta", (0, False), id="neither"),
    ],
)
def test_frequencies(term, expected):
    record = Prepared(source("alpha beta alpha", "beta gamma")).record
    assert record.freq(term_key(term)) == expected


def test_a_frequency_has_a_limit():
    record = Prepared(source("word " * 300)).record
    assert record.freq(term_key("word")) == (MAX_FREQ, False)
    assert record.source_len == 301


def test_a_key_that_straddles_postings_is_not_found():
    """The bytes of a key may also occur across two postings; only a multiple of five is a hit."""
    record = Prepared(source(" ".join(f"word{i}" for i in range(50)), "")).record
    start = record._postings_at
    keys = {record.data[at : at + 4] for at in range(start, len(record.data) - 4, 5)}
    across = [record.data[at : at + 4] for at in range(start + 1, len(record.data) - 4) if (at - start) % 5]
    assert len(across) > 100
    assert [record.freq(key) for key in across if key not in keys] == [(0, False)] * len(across)


def test_a_key_is_found_behind_one_that_straddles():
    data = Prepared(source("", "")).record.data
    # The key of the second posting also begins one byte into the first.
    record = Record(data + b"\x00abcd" + b"abcd\x03")
    assert record.freq(b"abcd") == (3, False)


def test_keys():
    assert term_key("retry") == crc32(b"retry").to_bytes(4, "little")
    assert len(term_key("\udce9")) == 4
    assert path_key("a.md") != path_key("b.md")
    assert path_key(os.fsdecode(b"\xff.md")) != path_key("\ufffd.md")
    assert path_key("docs/a b \u00fc.md") == "docs/a b \u00fc.md"
    assert path_key(os.fsdecode(b"\xff.md")) == "\0ff2e6d64"


def test_postings_of_several_terms_are_those_of_each():
    record = Prepared(source("alpha beta beta " + " ".join(f"word{i}" for i in range(50)), "Alpha")).record
    across = [record.data[at : at + 4] for at in range(record._postings_at + 1, len(record.data) - 4)]
    keys = [term_key("beta"), term_key("missing"), term_key("alpha"), *across]
    expected = [(i, record.posting(key)) for i, key in enumerate(keys) if record.posting(key)]
    assert record.postings(keys) == expected
    assert expected[:2] == [(0, 2), (2, 2 | TITLE_BIT)]
    assert record.postings([]) == []


@pytest.mark.parametrize(
    ("title", "names"),
    [
        pytest.param("reap", "=reap ~reap", id="a function"),
        pytest.param("net.Pool.reapAll", "=reapAll ~reapall", id="without what it lies in"),
        pytest.param("caches", "=caches ~cach", id="its term is folded"),
        pytest.param("<=> b", "=<=> ~b", id="an operator"),
        pytest.param("", "", id="no name"),
    ],
)
def test_what_a_symbol_is_found_by_as_a_definition(title, names):
    assert own_names(source(kind="symbol", title=title)) == names
