"""What is wrong with a trove."""

from __future__ import annotations

from pathlib import Path

import pytest

from trove_git.commands.check import Checked
from trove_git.entries.trove import TroveLocation
from trove_git.output.check import check_object, check_summary, render_check
from trove_git.records import Finding

FOUND = (Finding("a.md", 3, "bad\x1b"), Finding("b.md", 0, "no related line", "note"))


def checked(count: int, *findings: Finding, fixed: bool = False) -> Checked:
    return Checked(TroveLocation(Path("t"), "t", False, Path(), Path()), count, findings, fixed)


def test_text():
    assert render_check(checked(2, *FOUND), terminal=True) == "a.md:3: bad\ufffd\nb.md: note: no related line\n"


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (checked(0), "0 entries checked: 0 errors, 0 notes\n"),
        (checked(1, *FOUND), "1 entry checked: 1 error, 1 note\n"),
        (checked(2, FOUND[0], *FOUND, fixed=True),
         "INDEX.md was written anew\n2 entries checked: 2 errors, 1 note\n"),
    ],
)  # fmt: skip
def test_summary(result, text):
    assert check_summary(result) == text


def test_object():
    assert check_object(checked(2, FOUND[0])) == {
        "checked": 2, "errors": 1, "notes": 0, "fixed": False,
        "findings": [{"path": "a.md", "line": 3, "message": "bad\x1b", "severity": "error"}],
    }  # fmt: skip
