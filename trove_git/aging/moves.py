"""Where a file that is gone is now, as the commit that removed it tells."""

from __future__ import annotations

import os

from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath
from trove_git.records import Oid

MOST_COMPARED = 400
"""Removed and added files of one commit, above which git does not look for those that are only alike."""
_DIFF = ("diff-tree", "-r", "-z", "--no-commit-id", "--diff-filter=R", "--name-status", "--no-ext-diff")


def find_moves(repository: Repository, commit: Oid) -> dict[RepoPath, RepoPath]:
    """Return old → new path of the files that a commit moved, changed or not.

    Where blobs are missing, as in a partial clone, those that it did not change. A merge moves nothing itself.
    """
    for how in ("-M", "-M100%"):
        running = repository.start([*_DIFF, how, f"-l{MOST_COMPARED}", commit, "--"])
        fields = os.fsdecode(running.finish(check=False)).split("\0")
        if running.succeeded:
            return dict(zip(map(RepoPath, fields[1::3]), map(RepoPath, fields[2::3]), strict=False))
    return {}
