"""One entry, whole."""

from __future__ import annotations

import pytest

from trove_git.commands.show import Shown
from trove_git.entries.entry import parse_entry
from trove_git.output.show import render_show, show_asides, show_object

TEXT = "---\ntitle: A\nslug: a\ntype: gotcha\ncreated: 2024-01-01\n---\n\nSay \x1b[1m it.\n"


def shown(text: str = TEXT, *, archived: bool = False) -> Shown:
    return Shown("project", parse_entry(text.encode(), ".claude/trove/entries/a.md"), "entries/a.md", archived)


@pytest.mark.parametrize(
    ("text", "terminal", "printed"),
    [
        (TEXT, False, TEXT),
        (TEXT, True, TEXT.replace("\x1b", "\ufffd")),
        (TEXT.rstrip(), False, TEXT),
    ],
)
def test_text(text, terminal, printed):
    assert render_show(shown(text), terminal=terminal) == printed


def test_asides():
    assert show_asides(shown()) == ""
    broken = shown(TEXT.replace("title: A", "title: ["), archived=True)
    first, second = show_asides(broken).splitlines()[:2]
    assert first == "-- archived: .claude/trove/entries/a.md"
    assert second.startswith("-- .claude/trove/entries/a.md:")


def test_object():
    value = show_object(shown(archived=True))
    assert (value["slug"], value["text"], value["archived"], value["problems"]) == ("a", TEXT, True, [])
    assert "revision" not in value
    assert show_object(shown(), "f" * 40)["revision"] == "f" * 40
