"""`git trove remember` as a user runs it."""

from __future__ import annotations

import json
import re
import sys
import types

import pytest

from tests.support.troves import make_folders, run, write_entry
from trove_git.commands.remember import find_none
from trove_git.entries.duplicates import SimilarEntry


@pytest.fixture
def similar(monkeypatch):
    """Stands in for the ranking, which has tests of its own."""
    module = types.ModuleType("trove_git.reviewing.similar")
    monkeypatch.setattr(module, "find_similar", find_none, raising=False)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


@pytest.fixture
def folders(tmp_path, monkeypatch, capsys, similar):
    folders = make_folders(tmp_path, monkeypatch)
    run(monkeypatch, capsys, "init")
    return folders


def editor(folders, monkeypatch, script: str) -> None:
    path = folders.home / "editor.sh"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("GIT_EDITOR", str(path))


def test_all_options(folders, monkeypatch, capsys):
    options = "--type gotcha --tag db --tag wal --section memory --path src/a.py --summary Short --why because"
    more = ["--related", "other", "--project"]
    (folders.repo / "src").mkdir()
    (folders.repo / "src" / "a.py").touch()
    result = run(monkeypatch, capsys, "remember", "A title", "The body.", *options.split(), *more)
    assert result == (0, "created .claude/trove/memory/entries/a-title.md\n", "")
    text = (folders.project / "memory" / "entries" / "a-title.md").read_text()
    assert re.search(r"^created: \d{4}-\d\d-\d\d$", text, re.MULTILINE)
    assert (
        "\ntags: [db, wal]\nsummary: Short\npaths: [src/a.py]\n---\n\nThe body.\n\n**Why it matters:** because\n"
        in text
    )
    assert text.endswith("\n\n**Related:** [[other]]\n")


def test_the_body_comes_from_standard_input(folders, monkeypatch, capsys):
    result = run(monkeypatch, capsys, "remember", "T", "--json", stdin="Größe\udcff\n")
    assert json.loads(result.out) == {
        "action": "created",
        "kind": "project",
        "slug": "t",
        "title": "T",
        "path": ".claude/trove/entries/t.md",
        "index_changed": True,
    }
    assert "\n\nGröße\ufffd\n" in (folders.project / "entries" / "t.md").read_text()


def test_personal(folders, monkeypatch, capsys):
    assert run(monkeypatch, capsys, "remember", "T", "x", "--personal").out == "created ~/.claude/trove/entries/t.md\n"


def test_at_a_terminal_an_editor_opens(folders, monkeypatch, capsys):
    editor(folders, monkeypatch, 'echo "Typed." > "$1"')
    assert run(monkeypatch, capsys, "remember", "T", stdin=None).code == 0
    assert "\n\nTyped.\n" in (folders.project / "entries" / "t.md").read_text()


def test_edit_starts_from_what_is_there(folders, monkeypatch, capsys):
    write_entry(folders.project, "entries/a.md", "A", "Old.")
    editor(folders, monkeypatch, 'sed -e s/Old/New/ "$1" > "$1.x"; mv "$1.x" "$1"')
    assert (
        run(monkeypatch, capsys, "remember", "A", "--update", "a", "--edit").out
        == "updated .claude/trove/entries/a.md\n"
    )
    assert "\nNew.\n" in (folders.project / "entries" / "a.md").read_text()
    run(monkeypatch, capsys, "remember", "B", "Old given.", "--edit")
    assert "\nNew given.\n" in (folders.project / "entries" / "b.md").read_text()


def test_a_text_that_was_not_saved_writes_nothing(folders, monkeypatch, capsys):
    editor(folders, monkeypatch, "true")
    result = run(monkeypatch, capsys, "remember", "T", stdin=None)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: the text was not saved; nothing was written\nhint: ")
    editor(folders, monkeypatch, "exit 1")
    assert run(monkeypatch, capsys, "remember", "T", stdin=None).code == 2
    assert list((folders.project / "entries").iterdir()) == []


def test_an_update_that_says_nothing_new_says_so(folders, monkeypatch, capsys):
    write_entry(folders.project, "entries/a.md", "A")
    result = run(monkeypatch, capsys, "remember", "A", "--update", "a")
    assert result == (0, "unchanged .claude/trove/entries/a.md\n", "-- the entry says this already\n")


def test_a_slug_that_is_taken_is_an_error_with_the_way_out(folders, monkeypatch, capsys):
    run(monkeypatch, capsys, "remember", "A", "x")
    result = run(monkeypatch, capsys, "remember", "A", "y")
    assert result == (
        2,
        "",
        "error: an entry has this slug (.claude/trove/entries/a.md)\nhint: --update a changes it\n",
    )


def test_similar_entries_stop_it(folders, similar, monkeypatch, capsys):
    similar.find_similar = lambda title, body, entries: [SimilarEntry("b", ".claude/trove/entries/b.md", "B", 0.9)]
    result = run(monkeypatch, capsys, "remember", "A", "x")
    assert result.code == 2
    assert result.err.startswith("error: a similar entry exists: b: B (.claude/trove/entries/b.md)\nhint: --update b ")
    assert run(monkeypatch, capsys, "remember", "A", "x", "--force").code == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["T"], "error: the body is empty"),
        ([" ", "x"], "error: the title is empty"),
        (["T", "x", "--update", "nowhere"], "error: no entry has this slug (nowhere)"),
        (["T", "x", "--type", "idea"], "Usage:"),
        (["T", "x", "--section", "other"], "Usage:"),
    ],
)
def test_errors_are_the_users_to_fix(folders, monkeypatch, capsys, arguments, error):
    result = run(monkeypatch, capsys, "remember", *arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(error)


@pytest.mark.parametrize("name", ["init", "remember", "show", "list", "grep", "path", "check"])
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help(monkeypatch, capsys, name, flag):
    result = run(monkeypatch, capsys, name, flag)
    assert result.code == 0
    assert result.out.startswith(f"Usage: git trove {name} ")
