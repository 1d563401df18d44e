"""Where the trove is."""

from __future__ import annotations

from pathlib import Path

from trove_git.entries.trove import TroveLocation
from trove_git.output.path import path_object, render_path
from trove_git.workspace.troves import Found

FOUND = Found(TroveLocation(Path("/r/t"), "t", False, Path("/r"), Path("/u")), False)


def test_text_and_object():
    assert render_path(FOUND) == f"{Path('/r/t')}\n"
    assert path_object(FOUND, "project") == {"path": str(Path("/r/t")), "kind": "project", "exists": False}
