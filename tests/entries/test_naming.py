"""Which paths a reference may stand for."""

from __future__ import annotations

import pytest

from trove_git.entries.naming import candidate_paths, is_whole, may_be_folder
from trove_git.paths import RepoPath
from trove_git.records import Reference

ENTRY = "pkg/.claude/trove/entries/a.md"


@pytest.mark.parametrize(
    ("text", "beside", "prefix", "expected"),
    [
        ("src/a.py", False, "", ["src/a.py"]),
        ("src/a.py", False, "pkg/", ["pkg/src/a.py", "src/a.py"]),
        ("src/a.py", None, "pkg/", ["pkg/src/a.py"]),
        ("../../../a.md", True, "pkg/", ["pkg/a.md"]),
        ("b.md", True, "", ["pkg/.claude/trove/entries/b.md", "b.md"]),
        ("../a.py", False, "", []),
        (".", False, "pkg/", ["pkg"]),
    ],
    ids=["root", "scope", "pinned", "link", "link from the root", "outside", "the scope itself"],
)
def test_candidates(text, beside, prefix, expected):
    reference = Reference(text, "path", 1, pinned=beside is None, beside=bool(beside))
    assert list(candidate_paths(reference, RepoPath(ENTRY), prefix)) == expected


@pytest.mark.parametrize(
    ("pinned", "beside", "path", "whole", "folder"),
    [
        (False, False, "src/net", False, True),
        (False, False, "src/net.d", False, False),
        (False, False, "src/.net", False, True),
        (True, False, "src/net.d", True, True),
        (False, True, "src/net.d", True, False),
    ],
)
def test_what_it_says(pinned, beside, path, whole, folder):
    reference = Reference(path, "path", 1, pinned, beside)
    assert (is_whole(reference), may_be_folder(reference, path)) == (whole, folder)
