"""Pieces of bytes as lines, events and objects."""

from __future__ import annotations

import pytest

from trove_git.answers.stream import as_object, iter_events, iter_lines, text_at


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ([], []),
        ([b"a\nb\r\n\nc"], [b"a", b"b", b"", b"c"]),
        ([b"a", b"b\n", b"c\r", b"\nd\n"], [b"ab", b"c", b"d"]),
    ],
)
def test_lines(pieces, lines):
    assert list(iter_lines(pieces)) == lines


@pytest.mark.parametrize(
    ("text", "events"),
    [
        (b"data: a\n\ndata:b\r\n\r\n", [b"a", b"b"]),
        (b"event: x\nid: 1\ndata: a\ndata:  b\n: a comment\n\n", [b"a\n b"]),
        (b"event: x\n\n\ndata: a\n\ndata: cut", [b"a"]),
    ],
)
def test_events(text, events):
    assert list(iter_events([text])) == events
    assert list(iter_events(text[at : at + 1] for at in range(len(text)))) == events


@pytest.mark.parametrize("data", [b"", b"[1]", b"{", b"\xff", b"[" * 100_000, b"1"])
def test_what_is_no_object_is_an_empty_one(data):
    assert as_object(data) == {}


def test_text_in_an_object():
    value = as_object(b'{"a": {"b": "x", "n": 1}}')
    assert text_at(value, "a", "b") == "x"
    assert [text_at(value, *keys) for keys in (("a",), ("a", "n"), ("a", "b", "c"), ("z", "b"))] == [""] * 4
