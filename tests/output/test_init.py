"""A trove that was made, and what an entry looks like."""

from __future__ import annotations

from pathlib import Path

import pytest

from trove_git.commands.init import Initialised
from trove_git.entries.check import check_trove
from trove_git.entries.entry import parse_entry
from trove_git.entries.trove import TroveLocation
from trove_git.output.init import ENTRY_FORMAT, NEXT, init_object, render_init

LOCATION = TroveLocation(Path("/r/t"), "t", False, Path("/r"), Path("/u"))


@pytest.mark.parametrize(
    ("made", "state"), [((), "nothing to do"), (("INDEX.md", ".gitattributes"), "made INDEX.md, .gitattributes")]
)
def test_text(made, state):
    text = render_init(Initialised(LOCATION, made, 0), "project")
    assert text == f"project trove: {LOCATION.folder} ({state})\n\n{ENTRY_FORMAT}\n{NEXT}\n"


def test_object():
    assert init_object(Initialised(LOCATION, ("INDEX.md",), 2), "personal") == {
        "path": str(LOCATION.folder), "kind": "personal", "made": ["INDEX.md"], "entries": 2, "format": ENTRY_FORMAT,
    }  # fmt: skip


def test_the_printed_format_is_an_entry_without_findings():
    text = ENTRY_FORMAT.partition("\nslug     ")[0]
    path = "entries/bulk-inserts-need-one-transaction.md"
    entry = parse_entry(text.encode(), path)
    findings = check_trove({path: entry}, f"- [x]({path})\n", index_path="INDEX.md", today="2024-06-01")
    assert [finding.message for finding in findings] == ["link to an entry that is not here: [[slug-of-another-entry]]"]
