"""`git trove grep` as a user runs it."""

from __future__ import annotations

import json

import pytest

from tests.support.troves import make_folders, run, write_entry


@pytest.fixture
def folders(tmp_path, monkeypatch):
    folders = make_folders(tmp_path, monkeypatch)
    write_entry(folders.project, "entries/a.md", body="Use [one] transaction")
    return folders


def test_it_prints_path_line_and_text(folders, monkeypatch, capsys):
    line = ".claude/trove/entries/a.md:8: Use [one] transaction\n"
    assert run(monkeypatch, capsys, "grep", "^Use") == (0, line, "")
    assert run(monkeypatch, capsys, "grep", "-i", "-F", "[ONE]") == (0, line, "")


def test_json_and_no_match(folders, monkeypatch, capsys):
    value = json.loads(run(monkeypatch, capsys, "grep", "--json", "^Use").out)
    assert value == {
        "matches": [
            {"kind": "project", "path": ".claude/trove/entries/a.md", "line": 8, "text": "Use [one] transaction"}
        ]
    }
    assert run(monkeypatch, capsys, "grep", "nowhere") == (1, "", "")


def test_a_broken_pattern_is_an_error(folders, monkeypatch, capsys):
    result = run(monkeypatch, capsys, "grep", "(")
    assert result.code == 2
    assert result.err.startswith("error: not a regular expression: ")
    assert result.err.endswith("\nhint: -F takes the pattern as plain text\n")
