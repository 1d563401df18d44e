"""Paths from the top of a tree, and below the root."""

from __future__ import annotations

import pytest

from trove_git.paths import RepoPath, RootPath, below_root, from_top, root_folders, those_below_root


@pytest.mark.parametrize(("prefix", "full", "folders"), [("", "src/a.py", []), ("pkg/é/", "pkg/é/src/a.py", ["pkg/é"])])
def test_a_path_comes_and_goes(prefix, full, folders):
    assert from_top(RootPath("src/a.py"), prefix) == full
    assert below_root(RepoPath(full), prefix) == "src/a.py"
    assert root_folders(prefix) == folders


def test_what_lies_elsewhere_is_left_out():
    paths = [RepoPath(path) for path in ("pkg/a.py", "pkg2/a.py", "a.py", "lib/pkg/b.py", "pkg/pkg/c.py")]
    assert list(those_below_root(paths, "pkg/")) == ["a.py", "pkg/c.py"]
    assert list(map(str, those_below_root(paths, ""))) == list(map(str, paths))
