"""What became of a fact."""

from __future__ import annotations

import pytest

from trove_git.commands.remember import CREATED, UNCHANGED, Remembered
from trove_git.output.remember import remember_asides, remember_object, render_remember, unmatched_line


@pytest.mark.parametrize(("action", "aside"), [(CREATED, ""), (UNCHANGED, "-- the entry says this already\n")])
def test_text(action, aside):
    result = Remembered(action, "project", "a", "A", "t/a\x1b.md", False)
    assert render_remember(result, terminal=True) == f"{action} t/a\ufffd.md\n"
    assert remember_asides(result) == aside


def test_object():
    assert list(remember_object(Remembered(CREATED, "project", "a", "A", "t/a.md", True))) == [
        "action", "kind", "slug", "title", "path", "index_changed",
    ]  # fmt: skip


def test_a_pattern_that_fits_no_file():
    assert unmatched_line("src/x.py") == "-- no file fits src/x.py\n"
    assert unmatched_line("pkg/a b", ":/a b") == "-- no file fits pkg/a b; from the top: --path ':/a b'\n"
