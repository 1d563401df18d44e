"""Who said each line, as lines and as an object."""

from __future__ import annotations

import pytest

from trove_git.commands.blame import UNCOMMITTED, Blamed, Said
from trove_git.gitrepo.blame import BlamedLine
from trove_git.output.blame import blame_asides, blame_object, render_blame
from trove_git.records import NO_OID, Oid

LINE = BlamedLine(1, "---", Oid("a" * 40), "A Tester", "a@example.org", 1_700_000_000, "+0000")
FOUND = Blamed(
    "e/a.md",
    NO_OID,
    (
        Said(LINE, "unsigned", True),
        Said(LINE._replace(line=12, text="x\x1b[1m", commit=Oid("0" * 40)), UNCOMMITTED, False),
    ),
    ("a note",),
)


def test_text():
    assert render_blame(FOUND, terminal=True) == (
        "^aaaaaaaaa  2023-11-14  A Tester  unsigned     1   ---\n"
        "-           -           -         uncommitted  12  x\ufffd[1m\n"
    )
    assert render_blame(FOUND).endswith("x\x1b[1m\n")
    assert blame_asides(FOUND) == "-- a note\n"


@pytest.mark.parametrize(
    ("zone", "day"), [("+0200", "2023-11-15"), ("-0530", "2023-11-14"), ("+02", "2023-11-14"), ("", "2023-11-14")]
)
def test_the_day_is_that_of_the_author(zone, day):
    found = FOUND._replace(lines=(Said(LINE._replace(zone=zone), "unsigned", False),))
    assert render_blame(found).split("  ")[1] == day


def test_object():
    assert blame_object(FOUND) == {
        "path": "e/a.md", "revision": None,
        "lines": [
            {"line": 1, "text": "---", "signature": "unsigned", "commit": "a" * 40, "date": "2023-11-14T22:13:20Z",
             "author": "A Tester", "email": "a@example.org", "at_edge": True},
            {"line": 12, "text": "x\x1b[1m", "signature": UNCOMMITTED, "commit": None},
        ],
        "notes": ["a note"],
    }  # fmt: skip
