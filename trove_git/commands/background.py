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
from trove_git.layers.indexer import turn
from trove_git.workspace.scopes import folders_in_use
from trove_git.workspace.workspace import Workspace, find_again, find_workspace

NICENESS = 10
"""Below what the user does meanwhile."""
AWAITED_NICENESS = 5
"""Of a build that a question started: a busy core gives it a quarter of its time, and a tenth at 10, so that the
estimate in the footer would not hold."""
MOST_ROUNDS = 20
"""HEADs that one indexer follows: someone who commits faster than it indexes is served by the next question."""


def index_now(workspace: Workspace, *, awaited: bool = False) -> int:
    """Index HEAD, the scopes in use too, and again while HEAD moves.

    Args:
        workspace: where to work.
        awaited: whether the next question waits for it.

    Returns:
        How many commits were indexed; 0 when another indexer is at work or there is no commit.

    Raises:
        WriteError: the git dir cannot be written.
        GitError: the commit cannot be read.
    """
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(AWAITED_NICENESS if awaited else NICENESS)
    repository = require_repository(workspace.root)
    done = 0
    try:
        while done < MOST_ROUNDS and workspace.repository.head is not None:
            head = workspace.repository.head
            with turn(repository) as held:
                if not held:
                    break
                index(workspace)
                _index_scopes(workspace)
            done += 1
            workspace = find_again(workspace)
            if workspace.root.repository is None or workspace.repository.head == head:
                break
    except OSError as error:
        raise WriteError(f"the git dir cannot be written: {error.strerror}", where=repository.git_dir) from error
    return done


def _index_scopes(workspace: Workspace) -> None:
    """Index the scopes below the top that are in use."""
    for folder in folders_in_use(workspace, time.time()):
        # One that cannot be indexed now is by its next question, and must not keep the others waiting.
        with contextlib.suppress(TroveError):
            index(find_workspace(folder))
