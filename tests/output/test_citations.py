"""The text of an answer: citations found and linked, code left alone, nothing that steers a terminal."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.output.citations import CitedText
from trove_git.output.style import Style
from trove_git.records import Hit, ScoreParts

PARTS = ScoreParts(bm25=1.0, title=0.0, coverage=1.0, prior=1.0, page=1.0, category="", recency=1.0)
HITS = [
    Hit("doc", "a.md", 1, "A", "", 1.0, PARTS, "a.md:1", location="/r/a.md"),
    Hit("doc", "b.md", 1, "B", "", 1.0, PARTS, "b.md:1", location="/r/b.md"),
    Hit("doc", "c.md", 1, "C", "", 1.0, PARTS, "c.md:1"),
]


def read(text: str, style: Style | None = None) -> tuple[str, set[int]]:
    made = CitedText(HITS, style or Style())
    return made.feed(text) + made.finish(), made.numbers


def linked(number: int, name: str) -> str:
    return f"\x1b]8;;file:///r/{name}\x1b\\{number}\x1b]8;;\x1b\\"


def test_citations_are_links():
    shown, _ = read("x [1], [2, 3] and [4]; `[1]`", Style(links=True))
    assert shown == f"x [{linked(1, 'a.md')}], [{linked(2, 'b.md')}, 3] and [4]; `[1]`"


def test_citations_are_coloured():
    assert read("x [1] [4]", Style(colour=True))[0] == "x [\x1b[36m1\x1b[0m] [4]"


def test_nothing_steers_the_terminal():
    evil = "\x1b]0;x\x07 [\x1b[1]\x1b[31m\r\u202e`\x1b`\n```\n\x9b1m\n"
    shown, _ = read(evil)
    assert not any(c in shown for c in "\x1b\x07\x9b\r\u202e")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-- redacted before send: 0", " -- redacted before send: 0"),
        ("a\n-- 9 of 9 matches\n  -- x", "a\n -- 9 of 9 matches\n   -- x"),
        ("a -- b --- c\n---\n--x", "a -- b --- c\n---\n--x"),
        ("--", "--"),
    ],
)
def test_a_line_of_an_answer_never_looks_like_one_of_ours(text, shown):
    assert read(text)[0] == shown


def test_it_is_shown_as_it_comes():
    made = CitedText(HITS)
    assert [made.feed(piece) for piece in ("Writers ", "wait [", "1", "]. ", "`a", "[2]` end")] == [
        "Writers ", "wait ", "", "[1]. ", "`a", "[2]` end",
    ]  # fmt: skip
    assert made.finish() == ""
    assert made.numbers == {1}


TEXT = st.text(alphabet="ab[]`~-, 12\n\x1b", max_size=60)


@given(TEXT, st.lists(st.integers(0, 60), max_size=8))
def test_however_it_is_cut_into_pieces(text, cuts):
    made = CitedText(HITS, Style(links=True))
    at = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    shown = "".join(made.feed(text[a:b]) for a, b in pairwise(at)) + made.finish()
    assert (shown, made.numbers) == read(text, Style(links=True))
