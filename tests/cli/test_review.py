"""`git trove review` as a user runs it."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.support.troves import make_folders, run, write_entry


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def commit():
    subprocess.run(["git", "add", "-A"], check=True)
    subprocess.run(["git", "commit", "-qm", "x"], check=True)


def test_text_json_and_exit_codes(folders, monkeypatch, capsys):
    (folders.repo / "net.py").write_text("RETRY_LIMIT = 30\n")
    write_entry(folders.project, "entries/a.md", "Retries end", "After `RETRY_LIMIT` = 30 attempts, see net.py.")
    commit()
    clean = "-- 0 doubtful, 0 changed, 0 dangling, 0 near-duplicates, 0 possible contradictions of 1 entry\n"
    assert run(monkeypatch, capsys, "review") == (0, clean, "")
    (folders.repo / "net.py").write_text("RETRY_LIMIT = 60\n")
    commit()
    result = run(monkeypatch, capsys, "review")
    assert (result.code, result.err) == (1, "")
    assert result.out.startswith(
        "1  doubtful  .claude/trove/entries/a.md:8  Retries end\n   30 changed: RETRY_LIMIT = 30\n"
    )
    assert "     +RETRY_LIMIT = 60\n" in result.out
    value = json.loads(run(monkeypatch, capsys, "review", "a", "--json").out)
    assert (value["reviewed"], value["entries"][0]["level"]) == (1, "doubtful")
    assert run(monkeypatch, capsys, "review", "b").code == 2


def test_an_entry_that_is_named_is_shown_whatever_is_found(folders, monkeypatch, capsys):
    (folders.repo / "net.py").write_text("RETRY_LIMIT = 30\n")
    write_entry(folders.project, "entries/a.md", "Retries end", "After `RETRY_LIMIT` = 30 attempts, see net.py.")
    write_entry(folders.project, "entries/b.md", "Other", "Oranges are squeezed.")
    commit()
    (folders.repo / "net.py").write_text("RETRY_LIMIT = 30\nPAUSE = 1\n")
    commit()
    assert "  changed  " not in run(monkeypatch, capsys, "review").out
    for arguments in (["a"], ["--all"]):
        result = run(monkeypatch, capsys, "review", *arguments)
        assert (result.code, result.out.splitlines()[0][:10]) == (0, "1  changed")
        assert "   net.py changed in 1 commit since " in result.out
    named = json.loads(run(monkeypatch, capsys, "review", "a", "--json").out)["entries"]
    assert [(e["slug"], e["commits"][0]["count"]) for e in named] == [("a", 1)]


def test_in_the_home_folder_personal_entries_are_compared_with_each_other(folders, monkeypatch, capsys):
    write_entry(folders.personal, "a.md")
    monkeypatch.chdir(folders.home)
    result = run(monkeypatch, capsys, "review")
    assert result.code == 0
    assert "-- personal entries are about no one repository: looked for pairs only\n" in result.out
