"""`prune`: what it says it will do, what it does, and what no longer sees the entry."""

from __future__ import annotations

import subprocess

import pytest

from tests.support.troves import files_below, make_folders, write_entry
from trove_git.asking.ask import Request, ask
from trove_git.commands.check import check
from trove_git.commands.list_entries import Wanted, list_entries
from trove_git.commands.prune import CHANGED, COMMITTED, UNCOMMITTED, plan_prune, prune
from trove_git.commands.show import show
from trove_git.commands.touch import touch
from trove_git.errors import EntryExists, EntryNotFound, WriteError


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


def plan(folders, *slugs, delete=False):
    return plan_prune(folders.workspace(), folders.troves(), slugs, delete=delete)


def commit(folders):
    subprocess.run(["git", "add", "-A"], check=True)
    subprocess.run(["git", "commit", "-qm", "x"], check=True)


def test_an_archived_entry_is_seen_by_show_alone(folders):
    write_entry(folders.project, "memory/entries/zebra.md", "Zebra stripes")
    other = write_entry(folders.project, "entries/b.md", "Other", "See [[zebra]].")
    check(folders.troves().project, today="2024-01-02", fix=True)
    commit(folders)
    (retiring,) = plan(folders, "zebra")
    assert (retiring.kind, retiring.state) == ("project", COMMITTED)
    assert retiring.target == ".claude/trove/archive/memory/entries/zebra.md"
    assert retiring.linked_from == ((".claude/trove/entries/b.md", 8),)
    assert (folders.project / "memory/entries/zebra.md").is_file(), "a plan changes nothing"
    prune([retiring])
    assert sorted(files_below(folders.project)) == ["INDEX.md", "archive/memory/entries/zebra.md", "entries/b.md"]
    assert "zebra.md" not in (folders.project / "INDEX.md").read_text()
    assert "Other" in (folders.project / "INDEX.md").read_text()
    assert [entry.slug for _, entry in list_entries(folders.troves(), Wanted()).rows] == ["b"]
    assert check(folders.troves().project, today="2024-01-02").entry_count == 1
    shown = show(folders.troves(), "zebra")
    assert (shown.archived, shown.entry.section, shown.entry.path) == (True, "memory", retiring.target)
    assert show(folders.troves(), "b").archived is False
    other.write_text("---\ntitle: Other\n---\nNo link.\n")
    for committed in (False, True):
        if committed:
            commit(folders)
        assert ask(folders.workspace(), Request("zebra stripes")).hits == (), committed


def test_where_one_cannot_be_retired_the_list_is_right(folders):
    write_entry(folders.project, "entries/a.md")
    write_entry(folders.project, "entries/b.md")
    check(folders.troves().project, today="2024-01-02", fix=True)
    planned = plan(folders, "a", "b")
    (folders.project / "entries/b.md").unlink()
    with pytest.raises(WriteError, match="cannot retire the entry"):
        prune(planned)
    assert "entries/" not in (folders.project / "INDEX.md").read_text()
    assert (folders.project / "archive/entries/a.md").is_file()


@pytest.mark.parametrize("find", [plan, lambda at, slug: touch(at.troves(), [slug], today="2024-01-02")])
def test_of_an_archived_entry_it_is_said_that_it_is_archived(folders, find):
    write_entry(folders.project, "entries/a.md")
    prune(plan(folders, "a"))
    with pytest.raises(EntryNotFound, match="the entry is archived") as raised:
        find(folders, "a")
    assert raised.value.hint == "git trove show a prints it"


@pytest.mark.parametrize("delete", [False, True])
def test_to_retire_twice_leaves_the_personal_entry_of_that_name(folders, delete):
    write_entry(folders.project, "entries/a.md")
    write_entry(folders.personal, "entries/b.md")
    mine = write_entry(folders.personal, "entries/a.md")
    prune(plan(folders, "a"))
    with pytest.raises(EntryNotFound, match="the entry is archived"):
        plan(folders, "b", "a", delete=delete)
    assert mine.is_file()
    assert [one.kind for one in plan(folders, "b", delete=delete)] == ["personal"]


def test_delete_removes_the_file_and_empty_archives_stay_away(folders):
    write_entry(folders.project, "entries/a.md")
    write_entry(folders.project, "entries/b.md")
    check(folders.troves().project, today="2024-01-02", fix=True)
    found = plan(folders, "a", delete=True)
    assert [(r.target, r.state) for r in found] == [("", UNCOMMITTED)]
    prune(found)
    assert sorted(files_below(folders.project)) == ["INDEX.md", "entries/b.md"]
    with pytest.raises(EntryNotFound):
        show(folders.troves(), "a")


def test_what_is_not_committed_is_known(folders):
    for slug in ("kept", "edited", "staged", "new"):
        write_entry(folders.project, f"entries/{slug}.md")
    (folders.project / "entries" / "new.md").rename(folders.repo / "new")
    commit(folders)
    (folders.repo / "new").rename(folders.project / "entries" / "new.md")
    write_entry(folders.project, "entries/edited.md", body="Other.")
    write_entry(folders.project, "entries/staged.md", body="Other.")
    subprocess.run(["git", "add", ".claude/trove/entries/staged.md"], check=True)
    states = {r.located.entry.slug: r.state for r in plan(folders, "kept", "edited", "staged", "new")}
    assert states == {"kept": COMMITTED, "edited": CHANGED, "staged": CHANGED, "new": UNCOMMITTED}


def test_links_of_entries_that_go_too_are_no_matter(folders):
    write_entry(folders.personal, "a.md", body="[[b]]")
    write_entry(folders.personal, "b.md", body="[[a]]")
    assert [r.linked_from for r in plan(folders, "a", "b")] == [(), ()]
    assert [len(r.linked_from) for r in plan(folders, "a")] == [1]


def test_a_name_that_the_archive_has_is_refused(folders):
    write_entry(folders.personal, "a.md", "New")
    write_entry(folders.personal, "archive/a.md", "Old")
    before = files_below(folders.personal)
    with pytest.raises(EntryExists, match=r"~/\.claude/trove/archive/a\.md"):
        plan(folders, "a")
    assert files_below(folders.personal) == before
    prune(plan(folders, "a", delete=True))
    assert list(files_below(folders.personal)) == ["archive/a.md"]


def test_a_link_inside_the_repository_is_archived_as_a_file(folders):
    write_entry(folders.repo, "notes/a.md", "Linked")
    (folders.project / "entries").mkdir(parents=True)
    (folders.project / "entries" / "a.md").symlink_to("../../../notes/a.md")
    prune(plan(folders, "a"))
    archived = folders.project / "archive" / "entries" / "a.md"
    assert not archived.is_symlink()
    assert archived.read_bytes() == (folders.repo / "notes" / "a.md").read_bytes()
    assert not (folders.project / "entries" / "a.md").is_symlink()


def test_an_archive_that_leads_out_of_the_repository_is_not_written(folders, tmp_path):
    file = write_entry(folders.project, "entries/a.md")
    (tmp_path / "outside").mkdir()
    (folders.project / "archive").symlink_to(tmp_path / "outside")
    found = plan(folders, "a")
    with pytest.raises(WriteError, match="symlink"):
        prune(found)
    assert file.is_file()
    assert list((tmp_path / "outside").iterdir()) == []
