"""What is shown while code is indexed: on a terminal only, and never in the answer."""

from __future__ import annotations

import io
import sys

import pytest

from trove_git.cli.building import show_building


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    show = show_building("0123456789abcdef")
    assert screen.getvalue() == "building the code index of 0123456 …\n"
    show(10, 20)
    show(20, 20)
    assert screen.getvalue().endswith("\n\r10/20 files\r20/20 files\n")


@pytest.mark.parametrize("stream", [io.StringIO(), None])
def test_nobody_else_is(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO | None) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    show_building("0123456789abcdef")(1, 2)
    assert stream is None or stream.getvalue() == ""
