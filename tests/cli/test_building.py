"""What is shown while code is indexed: on a terminal only, once it takes a moment, and never in the answer."""

from __future__ import annotations

import io
import sys

import pytest

from trove_git.cli import building
from trove_git.cli.building import show_building, watch_building


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    assert watch_building() is show_building
    monkeypatch.setattr(building, "SHOWN_AFTER_SECONDS", 0)
    show = show_building("0123456789abcdef")
    show(10, 20)
    assert screen.getvalue() == "\r\x1b[Kindexing the code of 0123456: 10 of 20 files"
    show(20, 20)
    assert screen.getvalue().endswith("\r\x1b[K")


def test_what_is_quick_is_not_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(building, "SHOWN_AFTER_SECONDS", 1e9)
    show = show_building("0123456789abcdef")
    show(10, 20)
    show(20, 20)
    assert screen.getvalue() == ""


@pytest.mark.parametrize("stream", [io.StringIO(), None])
def test_nobody_else_is(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO | None) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    assert watch_building() is None
