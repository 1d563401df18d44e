"""`git trove prune` and `git trove touch` as a user runs them."""

from __future__ import annotations

import datetime
import json

import pytest

from tests.support.troves import make_folders, run, write_entry


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_without_a_terminal_it_shows_and_asks_for_yes(folders, monkeypatch, capsys):
    file = write_entry(folders.project, "entries/a.md", "The title")
    write_entry(folders.project, "entries/b.md", body="[[a]]")
    shown = (
        "archive .claude/trove/entries/a.md -> .claude/trove/archive/entries/a.md  The title\n"
        "-- no commit has it\n-- linked from .claude/trove/entries/b.md:8\n"
    )
    refused = "error: nothing was changed: there is no terminal to ask at\nhint: --yes does it\n"
    assert run(monkeypatch, capsys, "prune", "a") == (2, shown, refused)
    assert file.is_file()
    assert run(monkeypatch, capsys, "prune", "a", "--yes") == (0, shown, "")
    assert not file.exists()
    result = run(monkeypatch, capsys, "show", "a")
    assert (result.code, result.err) == (0, "-- archived: .claude/trove/archive/entries/a.md\n")
    assert json.loads(run(monkeypatch, capsys, "show", "a", "--json").out)["archived"] is True


@pytest.mark.parametrize(("answer", "code", "there"), [("n", 1, True), ("y", 0, False)])
def test_at_a_terminal_it_asks(folders, monkeypatch, capsys, answer, code, there):
    file = write_entry(folders.project, "entries/a.md")
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: answer)
    result = run(monkeypatch, capsys, "prune", "a", "--delete", stdin=None)
    assert result.code == code
    assert "-- no commit has it; it is lost\n" in result.out
    assert file.exists() is there


def test_json(folders, monkeypatch, capsys):
    write_entry(folders.project, "entries/a.md")
    result = run(monkeypatch, capsys, "prune", "a", "--yes", "--json")
    assert json.loads(result.out) == {
        "entries": [
            {
                "kind": "project",
                "slug": "a",
                "path": ".claude/trove/entries/a.md",
                "archived_to": ".claude/trove/archive/entries/a.md",
                "state": "not committed",
                "linked_from": [],
            }
        ]
    }


def test_touch_says_what_it_confirmed(folders, monkeypatch, capsys):
    write_entry(folders.project, "entries/a.md")
    today = datetime.date.today().isoformat()
    said = f".claude/trove/entries/a.md  {today}\n"
    assert run(monkeypatch, capsys, "touch", "a") == (0, f"confirmed {said}", "")
    assert run(monkeypatch, capsys, "touch", "a") == (0, f"confirmed already {said}", "")
    value = json.loads(run(monkeypatch, capsys, "touch", "a", "--json").out)
    assert value["entries"][0] == {
        "kind": "project",
        "slug": "a",
        "path": ".claude/trove/entries/a.md",
        "confirmed": today,
        "changed": False,
    }
    assert json.loads(run(monkeypatch, capsys, "show", "a", "--json").out)["confirmed"] == today
