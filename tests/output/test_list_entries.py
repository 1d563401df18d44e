"""Entries as rows and as objects."""

from __future__ import annotations

from trove_git.commands.list_entries import Listing
from trove_git.entries.entry import parse_entry
from trove_git.output.list_entries import list_object, render_list, unreadable_files
from trove_git.records import Finding

HEAD = "---\ntitle: The\u202e title\nslug: a\ntype: gotcha\ncreated: 2024-01-01\n---\n\nText.\n"
FULL = parse_entry(HEAD.encode(), ".claude/trove/entries/a.md")
BARE = parse_entry(b"---\ntitle: B\nslug: bb\n---\n\nText.\n", ".claude/trove/entries/bb.md")
LISTING = Listing((("project", FULL), ("personal", BARE)), (Finding("x.md", 0, "no UTF-8"),))


def test_rows():
    assert render_list(LISTING, terminal=True) == (
        "2024-01-01  project   gotcha  a   The\ufffd title\n-           personal  -       bb  B\n"
    )
    assert "The\u202e title" in render_list(LISTING)
    assert render_list(Listing((), ())) == ""


def test_files_that_could_not_be_read():
    assert unreadable_files(LISTING) == "-- x.md: no UTF-8\n"


def test_object():
    value = list_object(LISTING)["entries"]
    assert isinstance(value, list)
    assert value[1] == {
        "kind": "personal", "path": ".claude/trove/entries/bb.md", "slug": "bb", "title": "B", "type": "",
        "created": "", "confirmed": "", "section": "", "tags": [], "summary": "", "paths": [],
    }  # fmt: skip
