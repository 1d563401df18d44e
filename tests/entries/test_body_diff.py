"""What changed between two versions of an entry."""

from __future__ import annotations

import pytest

from trove_git.entries.body_diff import (
    MOST_LINES,
    FieldChange,
    diff_bodies,
    diff_fields,
    diff_lines,
    similarity,
)
from trove_git.entries.entry import Entry, parse_entry


def shown(old: str, new: str) -> list[str]:
    """Each change as its kind, its line, and its parts with marks."""
    marks = {" ": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    return [
        f"{c.kind}{c.line} " + "".join(marks[mark].format(text) for mark, text in c.parts)
        for c in diff_lines(old.split("\n"), new.split("\n"))
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("same\nlines", "same\nlines", []),
        ("a", "a\nb", ["+2 {+b+}"]),
        ("a\nb", "b", ["-1 [-a-]"]),
        ("wait 30 seconds", "wait 60 seconds", ["~1 wait [-30-]{+60+} seconds"]),
        ("one two three four", "one five six four", ["~1 one [-two three-]{+five six+} four"]),
        ("keep this word", "keep word", ["~1 keep [-this -]word"]),
        ("end", "end now please", ["~1 end{+ now please+}"]),
        ("all of it", "something else", ["-1 [-all of it-]", "+1 {+something else+}"]),
        ("a\n\nb", "a\nb", []),
        (
            "first line here\nsecond line here",
            "new\nfirst line there\nsecond line here",
            ["+1 {+new+}", "~2 first line [-here-]{+there+}"],
        ),
        ("x y z\nq", "q\nx y w", ["-1 [-x y z-]", "+2 {+x y w+}"]),
    ],
    ids=range(11),
)
def test_lines(old: str, new: str, expected: list[str]) -> None:
    assert shown(old, new) == expected


def test_the_sides_can_be_put_together_again() -> None:
    (change,) = diff_lines(["Retry 3 times, then wait."], ["Retry 5 times and then stop."])
    assert (change.old, change.new) == ("Retry 3 times, then wait.", "Retry 5 times and then stop.")


def test_long_bodies_and_lines_are_compared() -> None:
    lines = [f"word{n} text" for n in range(4 * MOST_LINES)]
    assert len(list(diff_lines(lines, [f"{line} more" for line in lines]))) == len(lines)
    one, other = " ".join(lines), " ".join(f"{line} more" for line in lines)
    assert [change.kind for change in diff_lines([one], [other])] == ["~"]


def entry(head: str, body: str = "Body.\n") -> Entry:
    return parse_entry(f"---\n{head}---\n{body}".encode(), ".claude/trove/entries/a.md")


def test_fields() -> None:
    old = entry("title: A\ntype: gotcha\ntags: [x, y]\nowner: me\nsummary: s\n")
    new = entry("title: A\ntype: decision\ntags: [y, z]\npaths: [src/a.py]\nzone: [1]\n")
    assert diff_fields(old, new) == (
        FieldChange("type", "gotcha", "decision"),
        FieldChange("tags", ("x", "y"), ("y", "z")),
        FieldChange("summary", "s", ""),
        FieldChange("paths", "", ("src/a.py",)),
        FieldChange("owner", "me", ""),
        FieldChange("zone", "", ("1",)),
    )
    assert diff_fields(old, old) == ()
    confirmed = entry("title: A\ntype: gotcha\ntags: [x, y]\nowner: me\nsummary: s\nconfirmed: 2024-05-01\n")
    assert diff_fields(old, confirmed) == (FieldChange("confirmed", "", "2024-05-01"),)


def test_lines_of_a_body_are_those_of_the_file_whatever_its_line_ends() -> None:
    old, new = entry("title: A\n", "One.\r\nTwo.\r\n"), entry("title: A\ntype: gotcha\n", "One.\nTwo.\nThree.\n")
    assert [(c.kind, c.line) for c in diff_bodies(old, new)] == [("+", 7)]


@pytest.mark.parametrize(
    ("old", "new", "share"),
    [
        ("a b", "a b", 1.0),
        ("a b", "b a", 1.0),
        ("a b", "a c", 0.5),
        ("a", "b", 0.0),
        ("", "", 0.0),
        ("a a", "a", 2 / 3),
    ],
)
def test_similarity(old: str, new: str, share: float) -> None:
    assert similarity(old, new) == pytest.approx(share)
