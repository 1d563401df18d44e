"""Finding one entry by its slug."""

from __future__ import annotations

import pytest

from tests.support.troves import make_folders, write_entry
from trove_git.commands.show import show
from trove_git.errors import EntryNotFound


@pytest.fixture
def troves(tmp_path, monkeypatch):
    folders = make_folders(tmp_path, monkeypatch)
    write_entry(folders.project, "memory/entries/both.md", "Project's")
    write_entry(folders.personal, "both.md", "Personal")
    write_entry(folders.personal, "entries/cafe\u0301-rules.md", "Mine")
    return folders.troves()


def test_the_project_comes_before_the_personal_trove(troves):
    shown = show(troves, "both")
    assert (shown.kind, shown.path, shown.entry.title) == ("project", "memory/entries/both.md", "Project's")


def test_a_slug_composed_or_not_is_the_same(troves):
    assert show(troves, "café-rules").kind == "personal"
    assert show(troves, "cafe\u0301-rules").entry.title == "Mine"


@pytest.mark.parametrize(
    ("slug", "hint"),
    [
        ("cafe-rules", "close: café-rules"),
        ("BOTH", "git trove list"),
        ("../../etc/passwd", "git trove list"),
        ("", "git trove list"),
    ],
)
def test_a_slug_that_no_entry_has_is_an_error_with_close_ones(troves, slug, hint):
    with pytest.raises(EntryNotFound) as raised:
        show(troves, slug)
    assert raised.value.where == slug
    assert raised.value.hint.startswith(hint)
