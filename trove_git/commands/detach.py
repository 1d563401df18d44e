"""Start the indexer as a process of its own; `background.py` is what that process does."""

from __future__ import annotations

import subprocess
import sys

from trove_git.errors import TroveError


def start(event: str, folder: str) -> None:
    """Start the indexer as a process of its own and leave it.

    Args:
        event: name of the hook, for its arguments.
        folder: where to run it.

    Raises:
        TroveError: no process can be started.
    """
    # -P: the folder is the user's repository, and a module of its own must not come before ours.
    command = [sys.executable, "-P", "-m", "trove_git", "hook", "--now", event]
    try:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        # It outlives this process, which does not wait for it.
        process.returncode = 0
    except OSError as error:
        raise TroveError(f"the indexer cannot be started: {error.strerror}") from error
