"""Making a trove."""

from __future__ import annotations

import pytest

from tests.support.troves import files_below, make_folders, write_entry
from trove_git.commands.init import ENTRY_FORMAT, init
from trove_git.entries.check import check_trove
from trove_git.entries.entry import parse_entry


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def test_a_project_trove_is_made_once(folders):
    first = init(folders.troves().project)
    assert first.made == ("entries/", "INDEX.md", ".gitattributes")
    before = files_below(folders.repo)
    assert init(folders.troves().project).made == ()
    assert files_below(folders.repo) == before
    assert not (folders.home / ".claude").exists()


def test_entries_that_lie_there_already_are_listed(folders):
    write_entry(folders.personal, "flat.md", "Flat")
    assert init(folders.troves().personal).entry_count == 1
    assert "- [Flat](flat.md) - Text.\n" in (folders.personal / "INDEX.md").read_text()
    assert files_below(folders.repo) == {}


def test_an_index_that_is_there_is_left_alone(folders):
    write_entry(folders.project, "entries/a.md")
    (folders.project / "INDEX.md").write_text("mine\n")
    assert init(folders.troves().project).made == (".gitattributes",)
    assert (folders.project / "INDEX.md").read_text() == "mine\n"


def test_the_printed_format_is_an_entry_without_findings():
    text = ENTRY_FORMAT.partition("\nslug     ")[0]
    path = "entries/bulk-inserts-need-one-transaction.md"
    entry = parse_entry(text.encode(), path)
    findings = check_trove({path: entry}, f"- [x]({path})\n", index_path="INDEX.md", today="2024-06-01")
    assert [finding.message for finding in findings] == ["link to an entry that is not here: [[slug-of-another-entry]]"]
