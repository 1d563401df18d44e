"""Write what is needed to find a bug of ours: versions and the traceback, in the user's state folder."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from trove_git import __version__
from trove_git.workspace.userdirs import state_folder

GIT_SECONDS = 5.0
"""How long git may take to say its version: the report must be written, whatever hangs."""


def write_report(error: BaseException) -> Path:
    """Write the report and return its path; a temp file when the state folder cannot be written."""
    text = "\n".join(
        (
            f"git-trove {__version__}, python {platform.python_version()}, {platform.platform()}",
            f"git: {_git_version()}",
            f"interpreter: {_without_home(sys.executable)}",
            f"arguments: {sys.argv[1:2]}",
            "",
            *traceback.format_exception(error),
        )
    )
    name = time.strftime("crash-%Y%m%dT%H%M%S.log")
    try:
        folder = Path(state_folder(os.environ))
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError:
        with tempfile.NamedTemporaryFile("w", suffix=".log", prefix="git-trove-", delete=False, encoding="utf-8") as f:
            f.write(text)
            path = Path(f.name)
    return path


def _git_version() -> str:
    """Return what `git --version` prints, or why it prints nothing."""
    # Not through gitrepo, which may be what is broken.
    try:
        done = subprocess.run(["git", "--version"], capture_output=True, check=False, timeout=GIT_SECONDS)  # noqa: S607  # the one on PATH is what is asked about
    except (OSError, subprocess.SubprocessError) as error:
        return f"not known ({type(error).__name__})"
    return done.stdout.decode("utf-8", "replace").strip() or f"not known (status {done.returncode})"


def _without_home(path: str) -> str:
    """Return a path with the home folder as `~`: its name is often that of a person."""
    home = os.path.expanduser("~").rstrip(os.sep)
    return f"~{path.removeprefix(home)}" if home and path.startswith(home + os.sep) else path
