"""An answer as text, literally; colours, links and wrapping; nothing in it steers the terminal."""

from __future__ import annotations

import os
from typing import Any

import pytest

from trove_git.output.text import Style, clean, explain_parts, render_ask, render_counts
from trove_git.records import AskResult, ChangedFile, Hit, MissingReference, ScoreParts, Staleness

PARTS = ScoreParts(
    bm25=2.5, title=1.25, coverage=0.8123, prior=1.25, page=1.0, category="", recency=1.0,
    terms=(("bulk", 2.5), ("wal", 1.25)),
)  # fmt: skip


def hit(kind: str, cite: str, title: str, snippet: str, **fields) -> Hit:
    path, _, line = cite.rpartition(":")
    made: dict[str, Any] = {"score": 3.8, "parts": PARTS, "path": path, "line": int(line or 1)} | fields
    return Hit(kind=kind, title=title, snippet=snippet, cite=cite, **made)


ENTRY = hit(
    "project",
    ".claude/trove/memory/entries/wal-gotcha.md:9",
    "WAL gotcha: bulk inserts",
    "Bulk inserts must run inside one transaction.",
    location="/repo/.claude/trove/memory/entries/wal-gotcha.md",
)
DOC = hit("doc", "docs/db.md:4", "Database > Writing", "Writers wait for each other.", uncommitted=True)
BARE = hit("doc", "a.md:1", "", "")


def result(*hits: Hit, **fields) -> AskResult:
    made: dict[str, Any] = {
        "query": "why do bulk inserts fail", "matches": 7, "searched": 40, "tokens": 84, "budget": 1500,
        "revision": "ab",
    }  # fmt: skip
    return AskResult(hits=hits, **(made | fields))


GOLDEN = """\
1  project  .claude/trove/memory/entries/wal-gotcha.md:9  WAL gotcha: bulk inserts
   Bulk inserts must run inside one transaction.
2  doc  docs/db.md:4  Database > Writing  (uncommitted)
   Writers wait for each other.
3  doc  a.md:1
-- 3 of 7 matches | ~84/1500 tokens | offline retrieval; add --provider for a written answer
-- 1 uncommitted file included
"""


def test_an_answer():
    assert render_ask(result(ENTRY, DOC, BARE, notes=("1 uncommitted file included",))) == GOLDEN


def test_a_title_equal_to_the_citation_is_not_repeated():
    made = render_ask(result(hit("doc", "a.md:1", "a.md:1", "x")))
    assert made.startswith("1  doc  a.md:1\n   x\n")


def test_no_match():
    made = render_ask(result(notes=("no commit yet",)))
    assert made == 'no matches for "why do bulk inserts fail" in 40 sources\n-- no commit yet\n'


def test_explained():
    lines = render_ask(result(ENTRY), explain=True).split("\n")
    assert lines[2:4] == [
        "   3.800 = prior 1.25 x recency 1.00 x coverage 0.81 x (bm25 2.500 + title 1.250)",
        "   terms: bulk 2.500, wal 1.250",
    ]


def test_explained_page_that_counts_less():
    (formula, _) = explain_parts(1.5, PARTS._replace(page=0.4, category="changelog"))
    assert formula == (
        "1.500 = prior 1.25 x changelog 0.40 x recency 1.00 x coverage 0.81 x (bm25 2.500 + title 1.250)"
    )


def test_colours():
    lines = render_ask(result(ENTRY, DOC), Style(colour=True)).split("\n")
    assert lines[0] == (
        "1  \x1b[33mproject\x1b[0m  \x1b[36m.claude/trove/memory/entries/wal-gotcha.md:9\x1b[0m"
        "  \x1b[1mWAL gotcha: bulk inserts\x1b[0m"
    )
    assert lines[1] == "   Bulk inserts must run inside one transaction."
    assert lines[2].endswith("  \x1b[2m(uncommitted)\x1b[0m")
    assert (
        lines[4]
        == "\x1b[2m-- 2 of 7 matches | ~84/1500 tokens | offline retrieval; add --provider for a written answer\x1b[0m"
    )


def test_what_speaks_against_an_entry_stands_below_its_line():
    stale = Staleness((ChangedFile("src/\x1b.js", 4, 1_777_680_000),), (MissingReference("src/old.js", 3),))
    lines = render_ask(result(ENTRY._replace(stale=stale)), explain=True).split("\n")
    assert lines[1:5] == [
        "   Bulk inserts must run inside one transaction.",
        "   dangling? src/old.js no longer exists",
        '   stale? "src/\\033.js" changed in 4 commits since, last 2026-05-02',
        "   3.800 = prior 1.25 x recency 1.00 x coverage 0.81 x (bm25 2.500 + title 1.250)",
    ]
    narrow = render_ask(result(ENTRY._replace(stale=stale, snippet="")), Style(colour=True, columns=30)).split("\n")
    assert narrow[1:3] == ["\x1b[33m   dangling? src/old.js no\x1b[0m", "\x1b[33m   longer exists\x1b[0m"]


def test_a_demoted_entry_explains_why():
    (formula, _) = explain_parts(1.5, PARTS._replace(fresh=0.7))
    assert " x coverage 0.81 x fresh 0.70 x (bm25" in formula


def test_colours_without_a_match():
    made = render_ask(result(notes=("x",)), Style(colour=True))
    assert made.split("\n")[1] == "\x1b[2m-- x\x1b[0m"


def test_nothing_is_painted_as_nothing():
    assert Style(colour=True).paint("", "\x1b[1m") == ""
    assert Style().paint("x", "\x1b[1m") == "x"


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/repo/a.md", "file://host/repo/a.md"),
        ("/re po/ü#?%.md", "file://host/re%20po/%C3%BC%23%3F%25.md"),
        ("/repo/\x1b]8;;\x07.md", "file://host/repo/%1B%5D8%3B%3B%07.md"),
        (os.fsdecode(b"/repo/caf\xe9.md"), "file://host/repo/caf%E9.md"),
    ],
)
def test_links(location, target):
    assert Style(links=True, host="host").link("text", location) == f"\x1b]8;;{target}\x1b\\text\x1b]8;;\x1b\\"


def test_a_hit_without_a_file_has_no_link():
    made = render_ask(result(ENTRY, DOC), Style(links=True))
    assert made.count("\x1b]8;;file:///repo/.claude/trove/memory/entries/wal-gotcha.md\x1b\\") == 1
    assert "\n2  doc  docs/db.md:4  " in made


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("plain ü 数 \u00a0", "plain ü 数 \u00a0"),
        ("a\tb\nc", "a\tb\nc"),
        ("\x1b[31mred\x1b[0m", "\ufffd[31mred\ufffd[0m"),
        ("a\rb", "a\ufffdb"),
        ("\x00\x07\x08\x0b\x1f\x7f", "\ufffd" * 6),
        ("\x80\x9b31m\x9f", "\ufffd\ufffd31m\ufffd"),
        ("\u202eevil\u202c \u2066x\u2069", "\ufffdevil\ufffd \ufffdx\ufffd"),
    ],
)
def test_clean(text, cleaned):
    assert clean(text) == cleaned


def test_nothing_in_an_answer_steers_the_terminal():
    evil = "\x1b]0;x\x07\u202e"
    made = render_ask(result(hit("doc", "a.md:1", f"t{evil}", f"s{evil}"), notes=(f"n{evil}",)))
    assert "\x1b" not in made
    assert made.count("\ufffd]0;x\ufffd\ufffd") == 3
    assert "\x1b" not in render_ask(result(query=evil, notes=(evil,)))


LONG = "one two three four-five " * 4


@pytest.mark.parametrize(
    ("columns", "lines"),
    [
        pytest.param(0, [f"   {LONG.strip()}"], id="never"),
        pytest.param(200, [f"   {LONG.strip()}"], id="wide enough"),
        pytest.param(
            51,
            [
                "   one two three four-five one two three four-five",
                "   one two three four-five one two three four-five",
            ],
            id="two rows",
        ),
        pytest.param(1, ["   one two three", "   four-five one two", "   three four-five"], id="at least 20"),
    ],
)
def test_a_cited_line_is_wrapped_on_a_terminal(columns, lines):
    made = render_ask(result(hit("doc", "a.md:1", "t", LONG.strip())), Style(columns=columns)).split("\n")
    assert made[1 : 1 + len(lines)] == lines
    assert max(map(len, made[1:-2])) <= max(columns, 20) or not columns


@pytest.mark.parametrize(
    ("counts", "text"),
    [({}, "nothing"), ({"project": 6}, "6 project"), ({"project": 6, "doc": 5}, "6 project, 5 doc")],
)
def test_counts(counts, text):
    assert render_counts(counts) == text
