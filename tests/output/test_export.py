"""What is said beside a bundle."""

from __future__ import annotations

import pytest

from trove_git.commands.export import Exported
from trove_git.entries.bundle import BundledEntry
from trove_git.gate import GateFinding
from trove_git.output.export import export_notes, export_refusal, export_summary, is_refused

ENTRY = BundledEntry("a.md", "text", {})
SECRET = GateFinding("t/a\x1b.md", 3, "token", 40, True)


@pytest.mark.parametrize(
    ("done", "refused", "text"),
    [
        (Exported((ENTRY,), (), ()), False, ""),
        (Exported((ENTRY,), (SECRET._replace(blocks=False),), ()), False, ""),
        (Exported((), (), ()), True, "no entries\n"),
        (Exported((ENTRY,), (SECRET,), ()), True,
         "t/a\ufffd.md:3: token (40 characters)\nnot exported: remove the secrets first\n"),
    ],
)  # fmt: skip
def test_refusal(done, refused, text):
    assert is_refused(done) is refused
    assert not refused or export_refusal(done, terminal=True) == text


def test_what_was_written():
    assert export_summary(Exported((ENTRY,), (), ()), "b.md") == "-- 1 entry in b.md\n"
    assert export_summary(Exported((ENTRY, ENTRY), (), ()), "b.md") == "-- 2 entries in b.md\n"
    assert export_notes(Exported((), (), ("x\x1b",)), terminal=True) == "-- x\ufffd\n"
