"""Where an entry came from, in its own front matter."""

from __future__ import annotations

import json

from trove_git.entries.entry import parse_entry
from trove_git.entries.origin import read_origin, says_the_same, write_origin

ORIGIN = {"author": "Ünal: A", "date": "2024-01-01T00:00:00Z", "commit": "1e10", "repository": "https://h/p"}


def written(text: str, path: str = "a.md", origin: dict[str, str] = ORIGIN) -> str:
    return write_origin(text, origin, parse_entry(text.encode(), path))


def test_it_is_added_and_read_and_the_first_one_counts() -> None:
    for path, text in (
        ("a.md", "---\r\ntitle: T\r\nx: y\r\n---\r\nBody\r\n"),
        ("a.json", '{"title": "T", "data": {"k": [1]}}'),
    ):
        once = written(text, path)
        entry = parse_entry(once.encode(), path)
        assert read_origin(entry) == ORIGIN
        assert entry.body == parse_entry(text.encode(), path).body
        assert written(once, path, {"author": "Other"}) == once
        assert written(text, path, {}) == text
    assert json.loads(once)["data"] == {"k": [1]}


def test_line_ends_and_other_keys_stay() -> None:
    text = written("\ufeff---\r\ntitle: T # why\r\n---\r\nBody\r\n")
    assert text.startswith("\ufeff---\r\ntitle: T # why\r\norigin-author: ")
    assert "\n" not in text.replace("\r\n", "")


def test_two_that_say_the_same() -> None:
    one = "---\ntitle: T\ntags: [a]\nx: y\n---\n\nBody\n"
    same = written(one.replace("\n", "\r\n")).replace("[a]", "a")
    assert says_the_same(parse_entry(one.encode(), "a.md"), parse_entry(same.encode(), "b.md"))
    for other in (
        one.replace("T", "U"),
        one.replace("[a]", "[b]"),
        one.replace("y", "z"),
        one.replace("Body", "Bodies"),
    ):
        assert not says_the_same(parse_entry(one.encode(), "a.md"), parse_entry(other.encode(), "a.md"))
