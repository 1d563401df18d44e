"""`touch`: one date changes, and nothing else of a file."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.troves import make_folders, write_entry
from trove_git.commands.touch import touch
from trove_git.entries.entry import parse_entry
from trove_git.entries.writing import locked
from trove_git.errors import EntryError, EntryNotFound, WriteError

TODAY = "2024-05-06"
HEAD = "---\ntitle: A\nslug: a\nmood: good  # kept\n"


@pytest.fixture
def folders(tmp_path, monkeypatch):
    return make_folders(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.md", f"{HEAD}---\n\nText.\n", f"{HEAD}confirmed: {TODAY}\n---\n\nText.\n"),
        ("a.md", f"{HEAD}confirmed: 2020-01-01\n---\nText.", f"{HEAD}confirmed: {TODAY}\n---\nText."),
        ("a.md", f"\ufeff{HEAD}---\nText.\n", f"\ufeff{HEAD}confirmed: {TODAY}\n---\nText.\n"),
        (
            "a.md",
            f"{HEAD}---\nText.\n".replace("\n", "\r\n"),
            f"{HEAD}confirmed: {TODAY}\n---\nText.\n".replace("\n", "\r\n"),
        ),
        (
            "a.json",
            '{\n  "title" : "A",\n  "x": [1],\n  "data" : "T"\n}\n',
            f'{{\n  "title" : "A",\n  "x": [1],\n  "confirmed" : "{TODAY}",\n  "data" : "T"\n}}\n',
        ),
        ("a.json", '{"data":{"b":1},"title":"A"}', f'{{"confirmed":"{TODAY}","data":{{"b":1}},"title":"A"}}'),
        (
            "a.json",
            '{"title": "A", "confirmed": "2020-01-01", "data": ""}',
            f'{{"title": "A", "confirmed": "{TODAY}", "data": ""}}',
        ),
    ],
    ids=["new key", "old key", "byte order mark", "CRLF", "JSON lines", "JSON first", "JSON old key"],
)
def test_only_the_date_changes(folders, name, before, after):
    file = folders.project / "entries" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(before.encode())
    (touched,) = touch(folders.troves(), ["a"], today=TODAY)
    assert file.read_bytes().decode() == after
    assert touched == ("project", "a", f".claude/trove/entries/{name}", TODAY, True)
    assert parse_entry(file.read_bytes(), name).confirmed == TODAY
    assert touch(folders.troves(), ["a"], today=TODAY)[0].changed is False
    assert file.read_bytes().decode() == after


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_other_encodings_stay(folders, encoding):
    file = write_entry(folders.project, "entries/a.md", "Größe")
    file.write_bytes(file.read_bytes().decode().encode(encoding))
    touch(folders.troves(), ["a"], today=TODAY)
    text = file.read_bytes().decode(encoding)
    assert "Größe" in text
    assert f"confirmed: {TODAY}\n---" in text


def test_bytes_that_cannot_be_kept_are_refused(folders):
    file = folders.project / "entries" / "a.md"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"\xff\xfe" + "---\ntitle: A\n---\n".encode("utf-16-le") + b"\x00")
    with pytest.raises(EntryError, match="not readable text"):
        touch(folders.troves(), ["a"], today=TODAY)


def test_an_entry_with_a_merge_conflict_is_not_confirmed(folders):
    file = write_entry(folders.project, "entries/a.md", body="<<<<<<< HEAD\n30\n=======\n60\n>>>>>>> side")
    with pytest.raises(EntryError, match=r"merge conflict.*a\.md:8"):
        touch(folders.troves(), ["a"], today=TODAY)
    assert TODAY not in file.read_text()


def test_what_another_process_writes_meanwhile_is_kept(folders):
    file = write_entry(folders.project, "entries/a.md")
    location = folders.troves().project
    with ThreadPoolExecutor() as pool, locked(location):
        waiting = pool.submit(touch, folders.troves(), ["a"], today=TODAY)
        with pytest.raises(TimeoutError):
            waiting.result(timeout=0.3)
        file.write_text(file.read_text() + "More.\n")
    assert waiting.result()[0].changed
    assert file.read_text().endswith("More.\n")
    assert TODAY in file.read_text()


def test_the_project_s_comes_first_and_several_are_one_step(folders):
    ours = write_entry(folders.project, "entries/a.md")
    theirs = write_entry(folders.personal, "a.md")
    personal = write_entry(folders.personal, "b.md")
    before = theirs.read_bytes()
    assert [t.kind for t in touch(folders.troves(), ["b", "a", "b"], today=TODAY)] == ["personal", "project"]
    assert theirs.read_bytes() == before
    assert all(f"confirmed: {TODAY}" in file.read_text() for file in (ours, personal))
    later = "2024-05-07"
    with pytest.raises(EntryNotFound) as raised:
        touch(folders.troves(), ["a", "bb"], today=later)
    assert raised.value.hint == "close: b"
    (folders.project / "entries" / "c.json").write_text('{"title": "C"}')
    with pytest.raises(EntryError, match=r"c\.json:1"):
        touch(folders.troves(), ["a", "c"], today=later)
    assert later not in ours.read_text()


def test_nothing_outside_the_repository_is_written(folders, tmp_path):
    outside = write_entry(tmp_path / "outside", "a.md")
    folders.project.mkdir(parents=True)
    (folders.project / "entries").symlink_to(outside.parent)
    with pytest.raises((WriteError, EntryNotFound)):
        touch(folders.troves(), ["a"], today=TODAY)
    assert TODAY not in outside.read_text()
