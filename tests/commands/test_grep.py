"""Searching lines of entries."""

from __future__ import annotations

import pytest

from tests.support.troves import make_folders, write_entry
from trove_git.commands.grep import grep
from trove_git.errors import UsageError


@pytest.fixture
def troves(tmp_path, monkeypatch):
    folders = make_folders(tmp_path, monkeypatch)
    write_entry(folders.project, "entries/a.md", "Alpha", "One (1)\r\nTwo")
    write_entry(folders.personal, "b.md", "Beta", "one")
    return folders.troves()


@pytest.mark.parametrize(
    ("pattern", "options", "expected"),
    [
        ("^O.e", {}, [(".claude/trove/entries/a.md", 8, "One (1)")]),
        (
            "^one",
            {"ignore_case": True},
            [(".claude/trove/entries/a.md", 8, "One (1)"), ("~/.claude/trove/b.md", 8, "one")],
        ),
        ("e (1)", {"fixed": True}, [(".claude/trove/entries/a.md", 8, "One (1)")]),
        ("E (", {"fixed": True, "ignore_case": True}, [(".claude/trove/entries/a.md", 8, "One (1)")]),
        (r"\)$", {}, [(".claude/trove/entries/a.md", 8, "One (1)")]),
        ("title: B", {}, [("~/.claude/trove/b.md", 2, "title: Beta")]),
        ("nothing", {}, []),
    ],
)
def test_lines_are_found_with_their_places(troves, pattern, options, expected):
    assert [(m.path, m.line, m.text) for m in grep(troves, pattern, **options)] == expected


def test_the_end_of_the_file_is_no_line_of_its_own(troves):
    assert all(match.line < 13 for match in grep(troves, "^$"))


def test_a_pattern_that_is_none_is_an_error_the_user_can_fix(troves):
    with pytest.raises(UsageError, match="not a regular expression") as raised:
        grep(troves, "(")
    assert raised.value.where == "("
    assert raised.value.hint.startswith("-F")
