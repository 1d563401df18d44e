"""Checking a trove on disk."""

from __future__ import annotations

import pytest

from tests.support.troves import files_below, make_folders, write_entry
from trove_git.commands.check import check
from trove_git.errors import TroveNotFound

TODAY = "2024-06-01"


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_without_a_trove_there_is_nothing_to_check(folders):
    for location, hint in zip(
        folders.troves().all(), ("git trove init makes", "git trove init --personal"), strict=True
    ):
        with pytest.raises(TroveNotFound) as raised:
            check(location, today=TODAY)
        assert raised.value.hint.startswith(hint)


def test_the_check_alone_writes_nothing(folders):
    write_entry(folders.project, "entries/a.md")
    before = files_below(folders.repo)
    result = check(folders.troves().project, today=TODAY)
    assert [str(finding) for finding in result.findings] == [
        ".claude/trove/INDEX.md: missing; git trove check --fix writes it"
    ]
    assert (result.entry_count, result.error_count, result.note_count, result.fixed) == (1, 1, 0, False)
    assert files_below(folders.repo) == before


def test_fix_writes_the_index_anew(folders):
    write_entry(folders.project, "entries/a.md", created="2025-01-01")
    (folders.project / "INDEX.md").write_text("- [Gone](entries/gone.md)\n")
    result = check(folders.troves().project, today=TODAY, fix=True)
    assert (result.fixed, result.error_count, result.note_count) == (True, 0, 1)
    assert (folders.project / "INDEX.md").read_text() == "- [a](entries/a.md) - Text.\n"
    assert check(folders.troves().project, today=TODAY, fix=True).fixed is False


def test_files_that_cannot_be_read_fail_the_check(folders):
    write_entry(folders.personal, "a.md")
    (folders.personal / "INDEX.md").write_text("- [a](a.md)\n")
    (folders.personal / "b.md").symlink_to("/nowhere")
    result = check(folders.troves().personal, today=TODAY)
    assert result.entry_count == 2
    assert [(f.path, f.severity) for f in result.findings] == [("~/.claude/trove/b.md", "error")]
