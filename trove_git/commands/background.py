"""Bring the indexes of HEAD up to date behind the user's back: one indexer a work tree, and gently.

Those of the top, and those of the scopes below it that are in use.

A second one exits at once. The first looks at HEAD again when it is done, so that a commit made meanwhile
is not missed.
"""

from __future__ import annotations

import contextlib
import os
import time

from trove_git.commands.index import index
from trove_git.errors import TroveError, WriteError
from trove_git.gitrepo.repository import require_repository
from trove_git.storage import locked
from trove_git.workspace.scopes import folders_in_use
from trove_git.workspace.workspace import Workspace, find_again, find_workspace

LOCK_NAME = "indexing.lock"
NICENESS = 10
"""Below what the user does meanwhile."""
MOST_ROUNDS = 20
"""HEADs that one indexer follows: someone who commits faster than it indexes is served by the next question."""


def index_now(workspace: Workspace) -> int:
    """Index HEAD, the scopes in use too, and again while HEAD moves.

    Args:
        workspace: where to work.

    Returns:
        How many commits were indexed; 0 when another indexer is at work or there is no commit.

    Raises:
        WriteError: the git dir cannot be written.
        GitError: the commit cannot be read.
    """
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICENESS)
    git_dir = require_repository(workspace.root).git_dir
    lock = os.path.join(git_dir, "trove", LOCK_NAME)
    done = 0
    try:
        os.makedirs(os.path.dirname(lock), exist_ok=True)
        while done < MOST_ROUNDS and workspace.repository.head is not None:
            head = workspace.repository.head
            with locked(lock, wait=False) as held:
                if not held:
                    break
                index(workspace)
                _index_scopes(workspace)
            done += 1
            workspace = find_again(workspace)
            if workspace.root.repository is None or workspace.repository.head == head:
                break
    except OSError as error:
        raise WriteError(f"the git dir cannot be written: {error.strerror}", where=git_dir) from error
    return done


def _index_scopes(workspace: Workspace) -> None:
    """Index the scopes below the top that are in use."""
    for folder in folders_in_use(workspace, time.time()):
        # One that cannot be indexed now is by its next question, and must not keep the others waiting.
        with contextlib.suppress(TroveError):
            index(find_workspace(folder))
