"""Files that git leaves out of the work tree on purpose, in a sparse checkout: they are missing, and not removed."""

from __future__ import annotations

import os
from collections.abc import Sequence

from trove_git.gitrepo.history import literal
from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath


def find_left_out(repository: Repository, folders: Sequence[RepoPath]) -> frozenset[RepoPath]:
    """Return the tracked files below some folders that are not checked out by the user's wish.

    Args:
        repository: one with a work tree.
        folders: their paths.

    Raises:
        GitError: git's index file cannot be read.
    """
    rows = os.fsdecode(repository.run(["ls-files", "-t", "-z", "--full-name", "--", *literal(folders)])).split("\0")
    return frozenset(RepoPath(row[2:]) for row in rows if row.startswith("S "))
