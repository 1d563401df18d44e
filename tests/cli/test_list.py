"""`git trove list` as a user runs it."""

from __future__ import annotations

import json

import pytest

from tests.support.troves import make_folders, run, write_entry


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_the_columns_are_aligned_for_wide_and_combined_letters_too(folders, monkeypatch, capsys):
    write_entry(folders.project, "entries/東京.md", "Tokyo", created="2024-02-02", type="decision")
    write_entry(folders.project, "entries/हिं.md", "Marks", created="2024-02-01")
    write_entry(folders.personal, "plain.md", "Plain", created="", type="")
    assert run(monkeypatch, capsys, "list") == (
        0,
        "2024-02-02  project   decision   東京   Tokyo\n"
        "2024-02-01  project   reference  हिं    Marks\n"
        "-           personal  -          plain  Plain\n",
        "",
    )


def test_filters_and_json(folders, monkeypatch, capsys):
    write_entry(folders.project, "memory/a.md", "A", tags="x")
    write_entry(folders.project, "entries/b.md", "B")
    value = json.loads(
        run(monkeypatch, capsys, "list", "--section", "memory", "--tag", "X", "--type", "reference", "--json").out
    )
    assert [(entry["slug"], entry["kind"], entry["section"]) for entry in value["entries"]] == [
        ("a", "project", "memory")
    ]


def test_no_entry_is_an_honest_no(folders, monkeypatch, capsys):
    assert run(monkeypatch, capsys, "list") == (1, "", "no entries\n")
    result = run(monkeypatch, capsys, "list", "--json")
    assert (result.code, json.loads(result.out)) == (1, {"entries": []})
    assert not (folders.home / ".claude").exists()


def test_an_unreadable_file_is_named(folders, monkeypatch, capsys):
    write_entry(folders.project, "entries/a.md")
    (folders.project / "entries" / "b.md").symlink_to("/nowhere")
    result = run(monkeypatch, capsys, "list")
    assert result.code == 0
    assert result.err.startswith("-- .claude/trove/entries/b.md: a symlink leads out")
