"""Layout of a trove: which path is an entry, where writes go, what is read from disk."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import trove_git
from trove_git.entries import trove as trove_module
from trove_git.entries.reading import read_trove
from trove_git.entries.trove import (
    TroveLocation,
    entry_path,
    is_entry_path,
    is_inside,
    iter_entry_files,
    locate_for_writing,
    section_of,
)


@pytest.mark.parametrize(
    ("path", "project", "personal"),
    [
        ("entries/a.md", True, True),
        ("entries/a.json", True, True),
        ("entries/A.MD", True, True),
        ("memory/a.md", True, True),
        ("memory/entries/a.md", True, True),
        ("conventions/a.md", True, True),
        ("context/entries/a.json", True, True),
        ("a.md", False, True),
        ("INDEX.md", False, False),
        ("README.md", False, False),
        ("memory/INDEX.md", False, False),
        ("entries/INDEX.md", True, True),
        ("entries/index.md", True, True),
        ("entries/.a.md", False, False),
        (".trove-1.tmp", False, False),
        ("entries/a.txt", False, False),
        ("entries/sub/a.md", False, False),
        ("entries/memory/a.md", False, False),
        ("archive/a.md", False, False),
        ("archive/entries/a.md", False, False),
        ("memory/sub/a.md", False, False),
        ("", False, False),
    ],
)
def test_is_entry_path(path, project, personal):
    assert is_entry_path(path, personal=False) is project
    assert is_entry_path(path, personal=True) is personal


@pytest.mark.parametrize(
    ("path", "section"),
    [
        ("entries/a.md", ""),
        ("memory/a.md", "memory"),
        ("context/entries/a.md", "context"),
        ("memory", ""),
        ("a.md", ""),
    ],
)
def test_section_of(path, section):
    assert section_of(path) == section


def test_a_new_entry_has_an_entry_path():
    assert entry_path("a") == "entries/a.md"
    assert entry_path("a", "memory") == "memory/entries/a.md"
    assert is_entry_path(entry_path("a", "memory"), personal=False)


def test_the_project_trove_is_written_to_when_it_has_an_index(tmp_path):
    project, personal = tmp_path / "project", tmp_path / "personal"
    assert locate_for_writing(project, personal) == personal
    project.mkdir()
    assert locate_for_writing(project, personal) == personal
    (project / "INDEX.md").write_text("")
    assert locate_for_writing(project, personal) == project


def write(folder, *paths):
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(path)


def test_entry_files_come_in_the_order_of_their_paths(tmp_path):
    write(
        tmp_path,
        "entries/b.md",
        "memory/entries/a.json",
        "memory/c.md",
        "entries/.x.md",
        "INDEX.md",
        "flat.md",
        "entries/sub/d.md",
    )
    (tmp_path / "entries" / "folder.md").mkdir()
    files = list(iter_entry_files(tmp_path, personal=False))
    assert [f.path for f in files] == ["entries/b.md", "memory/c.md", "memory/entries/a.json"]
    assert files[0].data == b"entries/b.md"
    assert [f.path for f in iter_entry_files(tmp_path, personal=True)][1] == "flat.md"


def test_a_missing_trove_has_no_files(tmp_path):
    assert list(iter_entry_files(tmp_path / "none", personal=True)) == []
    (tmp_path / "entries").write_text("a file")
    assert list(iter_entry_files(tmp_path, personal=False)) == []


def test_a_symlink_out_of_the_boundary_is_not_followed(tmp_path):
    write(tmp_path, "secret.md", "repo/docs/in.md", "repo/trove/entries/real.md")
    entries = tmp_path / "repo" / "trove" / "entries"
    (entries / "out.md").symlink_to(tmp_path / "secret.md")
    (entries / "in.md").symlink_to(tmp_path / "repo" / "docs" / "in.md")
    (entries / "gone.md").symlink_to("nowhere.md")
    (entries / "loop.md").symlink_to("loop.md")
    (tmp_path / "repo" / "trove" / "memory").symlink_to(tmp_path)
    files = {f.path: f for f in iter_entry_files(tmp_path / "repo" / "trove", False, tmp_path / "repo")}
    assert files["entries/in.md"].data == b"repo/docs/in.md"
    assert "not followed" in files["entries/out.md"].problem
    assert "not followed" in files["memory/secret.md"].problem
    assert files["entries/gone.md"].problem == "cannot be read: no such file or directory"
    assert files["entries/loop.md"].problem.startswith("cannot be read: ")
    assert all(f.data == b"" for f in files.values() if f.problem)
    alone = {f.path: f for f in iter_entry_files(tmp_path / "repo" / "trove", False)}
    assert "not followed" in alone["entries/in.md"].problem


def test_what_is_no_file_or_too_large_is_reported(tmp_path, monkeypatch):
    (tmp_path / "entries").mkdir()
    os.mkfifo(tmp_path / "entries" / "pipe.md")
    write(tmp_path, "entries/large.md")
    monkeypatch.setattr(trove_module, "MAX_ENTRY_BYTES", 4)
    assert [f.problem for f in iter_entry_files(tmp_path, False)] == [
        "larger than 0 MB; it is not read",
        "not a regular file",
    ]


def test_a_folder_that_cannot_be_read_is_reported(tmp_path, monkeypatch):
    write(tmp_path, "entries/a.md")
    real = os.listdir

    def refuse(path):
        if str(path).endswith("memory"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "listdir", refuse)
    assert [(f.path, f.problem) for f in iter_entry_files(tmp_path, False)] == [
        ("memory", "the folder cannot be read: permission denied"),
        ("entries/a.md", ""),
    ]


def test_is_inside(tmp_path):
    assert is_inside(tmp_path / "a" / "b", tmp_path)
    assert is_inside(tmp_path, tmp_path)
    assert not is_inside(str(tmp_path) + "x", tmp_path)
    assert is_inside(tmp_path, "/")


def test_read_trove_names_files_as_the_user_would(tmp_path):
    write(tmp_path, "entries/a.md")
    (tmp_path / "entries" / "b.md").symlink_to("/nowhere-at-all")
    trove = read_trove(TroveLocation(tmp_path, ".claude/trove", False, tmp_path, tmp_path / "locks"))
    assert [(path, entry.path) for path, entry in trove.entries.items()] == [
        ("entries/a.md", ".claude/trove/entries/a.md")
    ]
    assert [(f.path, f.line) for f in trove.unreadable] == [(".claude/trove/entries/b.md", 0)]


def test_importing_the_room_is_cheap():
    code = (
        "import sys, trove_git.entries.check, trove_git.entries.reading;"
        "print(sorted({'yaml', 'tempfile', 'filelock', 'platformdirs', 'datetime', 'click'} & set(sys.modules)))"
    )
    environment = os.environ | {"PYTHONPATH": os.path.dirname(os.path.dirname(trove_git.__file__))}
    run = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert run.stdout.strip() == "[]"
