"""An entry file → one source."""

from __future__ import annotations

from tests.support.repos import entry
from trove_git.sources.entries import entry_sources

PATH = ".claude/trove/entries/retry-storm.md"


def test_fields_of_an_entry():
    text = entry("Retry storm", "Wait before you retry.", tags="http, Back Off")
    (source,), notes = entry_sources("project", PATH, text.encode(), "0" * 40)
    assert notes == []
    assert (source.kind, source.path, source.oid) == ("project", PATH, "0" * 40)
    assert (source.title, source.title_text) == ("Retry storm", "Retry storm\nretry storm")
    assert (source.entry_type, source.tags) == ("gotcha", ("http", "Back Off"))
    assert source.keywords == ("gotcha", "http", "Back Off")
    assert text.split("\n")[source.line - 1 : source.end_line] == ["", "Wait before you retry."]
    assert "Wait before you retry." in source.body


def test_the_summary_is_searched():
    text = "---\ntitle: T\nslug: retry-storm\nsummary: jitter helps\n---\nBody.\n"
    (source,), _ = entry_sources("personal", "retry-storm.md", text.encode(), "")
    assert "jitter helps" in source.body
    assert source.keywords == ()


def test_a_malformed_entry_is_searched_and_noted():
    (source,), notes = entry_sources("project", PATH, b"---\ntitle: [x\n\nmarker word\n", "")
    assert "marker word" in source.body
    assert notes
    assert notes[0].path == PATH
    assert notes[0].line >= 1


def test_a_json_entry():
    data = b'{"title": "T", "type": "decision", "tags": ["a"],\n "data": {"text": "payload word"}}'
    (source,), notes = entry_sources("project", ".claude/trove/entries/x.json", data, "")
    assert notes == []
    assert (source.title, source.entry_type) == ("T", "decision")
    assert "payload word" in source.body


def test_an_empty_file_is_one_line_long():
    (source,), notes = entry_sources("project", PATH, b"", "")
    assert source.end_line >= source.line >= 1
    assert [note.text for note in notes]
