"""`git trove check` as a user runs it."""

from __future__ import annotations

import json

import pytest

from tests.support.troves import make_folders, run, write_entry


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_findings_fail_it_and_fix_repairs_the_index(folders, monkeypatch, capsys):
    write_entry(folders.project, "entries/a.md", created="2999-01-01")
    note = ".claude/trove/entries/a.md:5: note: created in the future: 2999-01-01\n"
    missing = ".claude/trove/INDEX.md: missing; git trove check --fix writes it\n"
    assert run(monkeypatch, capsys, "check") == (1, missing + note, "1 entry checked: 1 error, 1 note\n")
    assert run(monkeypatch, capsys, "check", "--fix") == (
        0, note, "INDEX.md was written anew\n1 entry checked: 0 errors, 1 note\n",
    )  # fmt: skip


def test_json_and_personal(folders, monkeypatch, capsys):
    write_entry(folders.personal, "a.md", type="idea")
    write_entry(folders.personal, "b.md")
    (folders.personal / "INDEX.md").write_text("- [a](a.md)\n- [b](b.md)\n")
    result = run(monkeypatch, capsys, "check", "--personal", "--json")
    value = json.loads(result.out)
    assert (result.code, value["checked"], value["errors"], value["notes"], value["fixed"]) == (1, 2, 1, 0, False)
    assert value["findings"][0].keys() == {"path", "line", "message", "severity"}
    assert value["findings"][0]["path"] == "~/.claude/trove/a.md"
    assert result.err == "2 entries checked: 1 error, 0 notes\n"


def test_in_the_home_folder_the_personal_trove_is_checked(folders, monkeypatch, capsys):
    write_entry(folders.personal, "a.md")
    (folders.personal / "INDEX.md").write_text("- [a](a.md)\n")
    monkeypatch.chdir(folders.home)
    assert run(monkeypatch, capsys, "check") == (0, "", "1 entry checked: 0 errors, 0 notes\n")


def test_without_a_trove_it_is_an_error(folders, monkeypatch, capsys):
    result = run(monkeypatch, capsys, "check")
    assert result == (2, "", "error: no trove here (.claude/trove)\nhint: git trove init makes one\n")
