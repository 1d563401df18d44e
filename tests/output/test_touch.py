"""Entries that were confirmed."""

from __future__ import annotations

from trove_git.commands.touch import Touched
from trove_git.output.touch import render_touch, touch_object

DONE = [
    Touched("project", "a", "t/a\x1b.md", "2024-05-31", True),
    Touched("project", "b", "t/b.md", "2024-05-31", False),
]


def test_text():
    assert render_touch(DONE, terminal=True) == (
        "confirmed t/a\ufffd.md  2024-05-31\nconfirmed already t/b.md  2024-05-31\n"
    )


def test_object():
    assert touch_object(DONE[1:]) == {
        "entries": [
            {"kind": "project", "slug": "b", "path": "t/b.md", "confirmed": "2024-05-31", "changed": False},
        ],
    }
