"""Writing facts: new entries, changes to them, and what stops a write."""

from __future__ import annotations

import codecs
import os

import pytest

from tests.support.troves import files_below, make_folders, write_entry
from trove_git.commands.init import init
from trove_git.commands.remember import Fact, find_none, read_body, remember, update
from trove_git.entries.duplicates import SimilarEntry
from trove_git.errors import EntryError, EntryExists, EntryNotFound, TroveNotFound, UsageError, WriteError

TODAY = "2024-06-01"
FACT = Fact("Bulk inserts: one transaction", "WAL splits them. Always.")


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


@pytest.fixture
def project(folders):
    init(folders.troves().project)
    return folders.troves().project


def similar(title, body, entries):
    return [SimilarEntry(entry.slug, entry.path, entry.title, 0.9) for entry in entries.values()]


def test_a_new_entry_is_written_in_the_canonical_form_and_listed(folders, project):
    fact = FACT._replace(
        type="gotcha",
        tags=("db", "wal", "db"),
        paths=("src/a.py",),
        summary="Use one",
        why="data loss",
        related=("other",),
    )
    result = remember(project, fact, today=TODAY)
    assert result == (
        "created",
        "project",
        "bulk-inserts-one-transaction",
        FACT.title,
        f".claude/trove/entries/{result.slug}.md",
        True,
    )
    assert (folders.repo / result.path).read_bytes().decode() == (
        '---\ntitle: "Bulk inserts: one transaction"\nslug: bulk-inserts-one-transaction\ntype: gotcha\n'
        "created: 2024-06-01\ntags: [db, wal]\nsummary: Use one\npaths: [src/a.py]\n---\n\n"
        "WAL splits them. Always.\n\n**Why it matters:** data loss\n\n**Related:** [[other]]\n"
    )
    index = (folders.project / "INDEX.md").read_text()
    assert index.endswith("\n\n- [Bulk inserts: one transaction](entries/bulk-inserts-one-transaction.md) - Use one\n")


def test_a_personal_trove_is_made_on_the_way_and_the_project_stays_untouched(folders):
    result = remember(folders.troves().personal, FACT._replace(section="memory"), today=TODAY)
    assert result.path == f"~/.claude/trove/memory/entries/{result.slug}.md"
    assert sorted(files_below(folders.home / ".claude")) == ["trove/INDEX.md", f"trove/memory/entries/{result.slug}.md"]
    assert files_below(folders.repo) == {}
    assert "type: reference\n" in (folders.personal / "memory" / "entries" / f"{result.slug}.md").read_text()


def test_a_project_write_leaves_the_personal_trove_alone(folders, project):
    write_entry(folders.personal, "mine.md")
    before = files_below(folders.personal)
    remember(project, FACT, today=TODAY)
    assert files_below(folders.personal) == before
    assert sorted(os.listdir(folders.project)) == [".gitattributes", "INDEX.md", "entries"]


def test_a_project_without_a_trove_is_not_given_one_silently(folders):
    with pytest.raises(TroveNotFound) as raised:
        remember(folders.troves().project, FACT, today=TODAY)
    assert "git trove init" in raised.value.hint
    assert files_below(folders.repo) == {}


@pytest.mark.parametrize(
    ("fact", "problem"),
    [
        (Fact(" \n", "x"), "the title is empty"),
        (Fact("T", " \n\n"), "the body is empty"),
        (Fact("T", "x", related=("a/b",)), "path separators"),
    ],
)
def test_a_fact_that_is_none_is_refused(project, fact, problem):
    with pytest.raises(UsageError, match=problem):
        remember(project, fact, today=TODAY)


def test_bytes_that_are_no_text_do_not_break_the_file(folders, project):
    result = remember(project, Fact("caf\udce9", "a\udcffb\r\nc", tags=(" x\ny ", " ")), today=TODAY)
    text = (folders.repo / result.path).read_bytes().decode()
    assert "tags: [x y]\n" in text
    assert text.endswith("a?b\nc\n")


@pytest.mark.parametrize(
    "path", ["entries/bulk-inserts-one-transaction.md", "memory/Bulk-inserts-one-transaction.json"]
)
def test_a_slug_that_is_taken_is_never_overwritten(folders, project, path):
    write_entry(folders.project, path)
    before = files_below(folders.repo)
    with pytest.raises(EntryExists) as raised:
        remember(project, FACT, today=TODAY, force=True)
    assert raised.value.where == f".claude/trove/{path}"
    assert raised.value.hint.startswith("--update ")
    assert files_below(folders.repo) == before


def test_similar_entries_stop_the_write_unless_forced(folders, project):
    write_entry(folders.project, "entries/a.md", "First")
    write_entry(folders.project, "entries/b.md", "Second")
    with pytest.raises(EntryExists, match="2 similar entries exist: a: First; b: Second") as raised:
        remember(project, FACT, today=TODAY, find_similar=similar)
    assert raised.value.hint.startswith("--update a changes it; --force")
    assert remember(project, FACT, today=TODAY, find_similar=similar, force=True).action == "created"


def test_one_similar_entry_is_named(folders, project):
    write_entry(folders.project, "entries/a.md", "First")
    with pytest.raises(EntryExists, match="a similar entry exists: a: First"):
        remember(project, FACT, today=TODAY, find_similar=similar)
    assert find_none("t", "b", {}) == ()


def test_an_update_keeps_everything_it_was_not_given(folders, project):
    old = (
        b"\xef\xbb\xbf---\r\ntitle: Old\r\nslug: a\r\ncreated: 2020-01-01\r\nteam: x  # ours\r\ntags: [p]\r\n---\r\n"
        b"\r\nOld text.\r\n\r\n**Related:** [[b]]\r\n"
    )
    file = folders.project / "entries" / "a.md"
    file.write_bytes(old)
    result = update(
        project, "a", Fact("New", "New\ntext.", tags=("q",), why="w", related=("c",), type="gotcha", summary="s")
    )
    assert (result.action, result.path) == ("updated", ".claude/trove/entries/a.md")
    assert file.read_bytes() == (
        b"\xef\xbb\xbf---\r\ntitle: New\r\nslug: a\r\ncreated: 2020-01-01\r\nteam: x  # ours\r\ntags: [q]\r\n"
        b"type: gotcha\r\nsummary: s\r\n---\r\n\r\n"
        b"New\r\ntext.\r\n\r\n**Why it matters:** w\r\n\r\n**Related:** [[c]]\r\n"
    )


def test_an_update_without_a_body_keeps_the_body(folders, project):
    file = write_entry(folders.project, "entries/a.md", "Old")
    before = file.read_text()
    update(project, "a", Fact("New"))
    assert file.read_text() == before.replace("title: Old", "title: New")


def test_an_update_that_says_nothing_new_changes_no_byte(folders, project):
    file = write_entry(folders.project, "entries/a.md", "Same")
    file.write_bytes(codecs.BOM_UTF8 + file.read_bytes() + b"\n\n")
    before = file.read_bytes()
    assert (
        update(project, "a", Fact("Same", "Text.\n\n**Why it matters:** x\n\n**Related:** [[a]]")).action == "unchanged"
    )
    assert file.read_bytes() == before


def test_the_line_in_the_index_follows_the_entry(folders, project):
    remember(project, Fact("A", "First. More."), today=TODAY)
    update(project, "a", Fact("A", "Second. More."))
    assert "- [A](entries/a.md) - Second.\n" in (folders.project / "INDEX.md").read_text()
    index = (folders.project / "INDEX.md").read_text().replace("Second.", "By hand")
    (folders.project / "INDEX.md").write_text(index)
    update(project, "a", Fact("B", "Third."))
    assert "- [B](entries/a.md) - By hand\n" in (folders.project / "INDEX.md").read_text()


def test_an_entry_without_front_matter_gets_what_was_given(folders, project):
    file = folders.project / "entries" / "a.md"
    file.write_text("Text.\n")
    update(project, "a", Fact("A"))
    assert file.read_text() == "---\ntitle: A\n---\nText.\n"


def test_latin_1_becomes_utf_8(folders, project):
    file = folders.project / "entries" / "a.md"
    file.write_bytes(b"---\ntitle: A\n---\ncaf\xe9\n")
    update(project, "a", Fact("B"))
    assert file.read_bytes() == "---\ntitle: B\n---\ncafé\n".encode()


@pytest.mark.parametrize(
    ("path", "text", "slug", "fact", "error"),
    [
        ("entries/a.json", '{"title": "A", "data": 1}', "a", Fact("B"), EntryError),
        ("entries/a.md", "---\ntitle: A\n", "a", Fact("B", "x"), EntryError),
        ("entries/a.md", "---\n'x: A\n---\n", "a", Fact("B"), EntryError),
        ("entries/a.md", "---\ntitle: A\n---\n", "b", Fact("B"), EntryNotFound),
        ("entries/a.md", "---\ntitle: A\n---\n", "a", Fact("B", section="memory"), UsageError),
        ("entries/a.md", "---\ntitle: A\n---\n", "a", Fact(""), UsageError),
    ],
)
def test_an_update_that_would_do_damage_is_refused(folders, project, path, text, slug, fact, error):
    (folders.project / path).write_text(text)
    before = files_below(folders.repo)
    with pytest.raises(error):
        update(project, slug, fact)
    assert files_below(folders.repo) == before


def test_nothing_is_written_behind_a_symlink_out_of_the_repository(folders, project, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (folders.project / "memory").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(WriteError, match="a symlink leads out"):
        remember(project, FACT._replace(section="memory"), today=TODAY)
    assert os.listdir(tmp_path / "elsewhere") == []


def test_an_editor_starts_from_the_body_that_is_there(folders, project):
    write_entry(folders.project, "entries/a.md", body="One\r\ntwo")
    assert read_body(project, "a").startswith("One\ntwo\n\n**Why")
    with pytest.raises(EntryNotFound, match="no entry has this slug"):
        read_body(project, "b")
