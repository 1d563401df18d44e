"""Columns below each other, for wide letters and marks too."""

from __future__ import annotations

import pytest

from trove_git.output.columns import aligned


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ([], []),
        ([("a", "b")], ["a  b"]),
        ([("a", "b"), ("ccc", "d")], ["a    b", "ccc  d"]),
        ([("a", ""), ("bb", "c")], ["a", "bb  c"]),
        ([("東京", "x"), ("plain", "y")], ["東京   x", "plain  y"]),
        ([("e\u0301", "x"), ("ab", "y")], ["e\u0301   x", "ab  y"]),
    ],
)
def test_columns(rows, lines):
    assert aligned(rows) == lines
