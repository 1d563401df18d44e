"""Bring the indexes of HEAD up to date behind the user's back: one indexer a work tree, and gently.

A second one exits at once. The first looks at HEAD again when it is done, so that a commit made meanwhile
is not missed.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys

from trove_git.commands.index import index
from trove_git.commands.place import Place, find_place
from trove_git.errors import TroveError, WriteError
from trove_git.gitrepo.repository import require_repository
from trove_git.index.lock import locked

LOCK_NAME = "indexing.lock"
NICENESS = 10
"""Below what the user does meanwhile."""
MOST_ROUNDS = 20
"""HEADs that one indexer follows: someone who commits faster than it indexes is served by the next question."""


def start(event: str, folder: str) -> None:
    """Start the indexer as a process of its own and leave it.

    Args:
        event: name of the hook, for its arguments.
        folder: where to run it.

    Raises:
        TroveError: no process can be started.
    """
    command = [sys.executable, "-m", "trove_git", "hook", "--now", event]
    try:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        # It outlives this process, which does not wait for it.
        process.returncode = 0
    except OSError as error:
        raise TroveError(f"the indexer cannot be started: {error.strerror}") from error


def index_now(place: Place) -> int:
    """Index HEAD, and again while HEAD moves.

    Args:
        place: where to work.

    Returns:
        How many commits were indexed; 0 when another indexer is at work or there is no commit.

    Raises:
        WriteError: the git dir cannot be written.
        GitError: the commit cannot be read.
    """
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICENESS)
    repository = require_repository(place.root)
    done = 0
    folder = os.path.join(repository.git_dir, "trove")
    try:
        os.makedirs(folder, exist_ok=True)
        while done < MOST_ROUNDS and place.repository.head is not None:
            head = place.repository.head
            with locked(os.path.join(folder, LOCK_NAME), wait=False) as held:
                if not held:
                    break
                index(place)
            done += 1
            place = find_place(None)
            if place.root.repository is None or place.repository.head == head:
                break
    except OSError as error:
        raise WriteError(f"the git dir cannot be written: {error.strerror}", place=folder) from error
    return done
