"""A review as text and as JSON."""

from __future__ import annotations

from typing import Any

from trove_git.output.review import is_clean, render_review, review_object
from trove_git.output.style import Style
from trove_git.reviewed import EntryPair, ReviewedCommits, ReviewedEntry, ReviewReason, ReviewResult

REASON = ReviewReason("30 changed: LIMIT = 30", 0.6, 0, "src/a.py", 3)
DOUBTFUL = ReviewedEntry(
    "doubtful", "a", ".claude/trove/entries/a.md", 8, "Title \x1b[31m", 0.6, (REASON,) * 6, "f" * 40, 1_700_000_000,
    ("src/a.py",), (ReviewedCommits("src/a.py", 2, "e" * 40, 1_700_086_400),), ("@@ -1 +1 @@", "-\tx = 30", "+x = 60"),
)  # fmt: skip
CHANGED = ReviewedEntry("changed", "b", ".claude/trove/entries/b.md", 7, "B", 0.1, (), "", 0, ("src/a.py",))
PAIR = EntryPair("contradiction", 0.456, ("a", "b"), ("x/a.md", "x/b.md"), (8, 9), ("It is 30.", "It is 60."))
RESULT = ReviewResult((DOUBTFUL, CHANGED), (PAIR,), 40, "d" * 40, ("a note",))

TEXT = """\
1  doubtful  .claude/trove/entries/a.md:8  Title \ufffd[31m
   30 changed: LIMIT = 30
   30 changed: LIMIT = 30
   30 changed: LIMIT = 30
   30 changed: LIMIT = 30
   +2 more
   src/a.py changed in 2 commits since 2023-11-14, last 2023-11-15 eeeeeee
     @@ -1 +1 @@
     -    x = 30
     +x = 60
2  contradicts?  0.46  a  b
   x/a.md:8  It is 30.
   x/b.md:9  It is 60.
-- 1 doubtful, 1 changed, 0 dangling, 0 near-duplicates, 1 possible contradiction of 40 entries
-- a note
"""


def test_text():
    assert render_review(RESULT, limit=0) == TEXT


def test_the_limit_says_what_is_left():
    lines = render_review(RESULT, limit=1).splitlines()
    assert lines[0].startswith("1  doubtful")
    assert "-- 1 more; --limit 0 shows all" in lines
    assert not any(line.startswith("2  ") for line in lines)


def test_all_shows_what_merely_changed():
    assert "2  changed  .claude/trove/entries/b.md:7  B\n" in render_review(RESULT, limit=0, everything=True)


def test_long_lines_are_cut():
    result = RESULT._replace(entries=(DOUBTFUL._replace(change=("-" + "x" * 900,)),))
    assert max(map(len, render_review(result, limit=0).splitlines())) < 170


def test_colours():
    text = render_review(RESULT, limit=0, style=Style(colour=True))
    assert "\x1b[31m-    x = 30\x1b[0m" in text
    assert "\x1b[32m+x = 60\x1b[0m" in text


def test_json():
    value: dict[str, Any] = review_object(RESULT, limit=20, everything=False)
    assert value["counts"] == {
        "dangling": 0, "doubtful": 1, "changed": 1, "holds": 0, "contradiction": 1, "near-duplicate": 0,
    }  # fmt: skip
    (found,) = value["entries"]
    assert (found["since_date"], found["diff"][1]) == ("2023-11-14", "-\tx = 30")
    assert found["reasons"][0] == {
        "text": "30 changed: LIMIT = 30", "strength": 0.6, "line": None, "path": "src/a.py", "file_line": 3,
    }  # fmt: skip
    assert value["pairs"][0]["entries"][1] == {"slug": "b", "path": "x/b.md", "line": 9, "text": "It is 60."}
    everything: dict[str, Any] = review_object(RESULT, limit=0, everything=True)
    assert len(everything["entries"]) == 2


def test_only_what_is_marked_is_something_to_look_at():
    assert not is_clean(RESULT)
    assert not is_clean(RESULT._replace(entries=()))
    assert is_clean(RESULT._replace(entries=(CHANGED,), pairs=()))
