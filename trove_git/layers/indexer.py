"""The indexer of a work tree: its turn, one at a time, and how it is started as a process of its own.

What that process does is `commands/background.py`. A question that builds something long takes the same turn.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from trove_git.errors import TroveError
from trove_git.gitrepo.repository import Repository
from trove_git.storage import locked
from trove_git.workspace.workspace import Workspace

LOCK_NAME = "indexing.lock"
EVENT = "post-commit"
"""The hook that the indexer stands for where none was called; it does the same for each of them."""


@contextmanager
def turn(repository: Repository) -> Iterator[bool]:
    """Take the turn to index a work tree, without waiting for it.

    Args:
        repository: whose work tree.

    Yields:
        Whether it is this process's turn; False while another one indexes.

    Raises:
        OSError: the git dir cannot be written.
    """
    folder = os.path.join(repository.git_dir, "trove")
    os.makedirs(folder, exist_ok=True)
    with locked(os.path.join(folder, LOCK_NAME), wait=False) as held:
        yield held


def start(event: str, folder: str, *, awaited: bool = False) -> None:
    """Start the indexer as a process of its own and leave it.

    Args:
        event: name of the hook, for its arguments.
        folder: where to run it.
        awaited: whether the next question waits for what it builds.

    Raises:
        TroveError: no process can be started.
    """
    # -P: the folder is the user's repository, and a module of its own must not come before ours.
    command = [sys.executable, "-P", "-m", "trove_git", "hook", "--now", *(["--awaited"] if awaited else []), event]
    try:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        # It outlives this process, which does not wait for it.
        process.returncode = 0
    except OSError as error:
        raise TroveError(f"the indexer cannot be started: {error.strerror}") from error


def start_first(workspace: Workspace) -> None:
    """Start the indexer where no build of code was ever begun; after that, questions see to it.

    Neither the engine nor git is needed to find out: the start of a session must not take long.
    """
    if workspace.root.repository is None or workspace.repository.head is None:
        return
    if _has_code(workspace.index_folder) or not os.access(workspace.repository.git_dir, os.W_OK):
        return
    with contextlib.suppress(TroveError):
        start(EVENT, workspace.root.path)


def _has_code(folder: str) -> bool:
    """Whether a code layer lies in a folder of indexes, of any version; or one that is being built, or put off."""
    with contextlib.suppress(OSError):
        for version in os.listdir(folder):
            with contextlib.suppress(OSError):
                if any(name.startswith("code-") for name in os.listdir(os.path.join(folder, version))):
                    return True
    return False
