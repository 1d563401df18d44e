"""Which sources an answer cites: code is left alone."""

from __future__ import annotations

import pytest

from trove_git.answers.citations import Citations


def read(text: str) -> tuple[str, set[int]]:
    made = Citations()
    return made.feed(text) + made.finish(), made.numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Writers wait [1].", {1}),
        ("Both [1][2], or [1, 2], or [2,3].", {1, 2, 3}),
        ("word[2] and\n[9]", {2, 9}),
        ("none: [], [x], [1x], [a1], [1 2], [1000], [ 1 ]", set()),
        ("a span `rows[1]` and ``x ` [2]`` end [3]", {3}),
        ("a stray ` mark [1]\nends with its line [2]", {2}),
        ("```py\nrows[1]\n```\n[2]", {2}),
        ("  ~~~\nrows[1]\n```\n[3]\n~~~\n[2]", {2}),
        ("````\n[1]\n```\n[1]\n````\n[2]", {2}),
        ("text ``` [1] ``` [2]", {2}),
        ("```\nnever closed [1]", set()),
        ("[0] is no source", {0}),
    ],
)
def test_citations(text, numbers):
    assert read(text) == (text, numbers)
