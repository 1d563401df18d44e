"""`git trove show` as a user runs it."""

from __future__ import annotations

import json
import sys

import pytest

from tests.support.troves import make_folders, run, write_entry


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_it_prints_the_text_of_the_entry(folders, monkeypatch, capsys):
    file = write_entry(folders.project, "entries/a.md", "Größe", "Red \x1b[31m and\r\nmore")
    assert run(monkeypatch, capsys, "show", "a") == (0, file.read_bytes().decode(), "")


def test_a_terminal_gets_no_control_characters(folders, monkeypatch, capsys):
    write_entry(folders.project, "entries/a.md", body="Red \x1b[31m\u202e and\r\nmore")
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    out = run(monkeypatch, capsys, "show", "a").out
    assert "Red \ufffd[31m\ufffd and\nmore" in out


def test_what_is_wrong_with_it_goes_to_standard_error(folders, monkeypatch, capsys):
    (folders.project / "entries").mkdir(parents=True)
    (folders.project / "entries" / "a.md").write_text("No head")
    result = run(monkeypatch, capsys, "show", "a")
    assert result.out == "No head\n"
    assert result.err == "-- .claude/trove/entries/a.md:1: no front matter (keys between two lines of ---)\n"


def test_json(folders, monkeypatch, capsys):
    write_entry(folders.personal, "a.md", "A", tags="x, y")
    value = json.loads(run(monkeypatch, capsys, "show", "a", "--json").out)
    head = {"kind", "path", "slug", "title", "type", "created", "confirmed", "section", "tags", "summary", "paths"}
    assert set(value) == head | {"body", "text", "problems", "archived"}
    assert (value["kind"], value["path"], value["tags"], value["problems"]) == (
        "personal",
        "~/.claude/trove/a.md",
        ["x", "y"],
        [],
    )


def test_an_unknown_slug_is_an_error_with_a_hint(folders, monkeypatch, capsys):
    write_entry(folders.project, "entries/wal-gotcha.md")
    result = run(monkeypatch, capsys, "show", "wal-gotha")
    assert result == (2, "", "error: no entry has this slug (wal-gotha)\nhint: close: wal-gotcha\n")
