"""Write what is needed to find a bug of ours: versions and the traceback, in the user's state folder."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path

from trove_git import __version__
from trove_git.workspace.userdirs import state_folder


def write_report(error: BaseException) -> Path:
    """Write the report and return its path; a temp file when the state folder cannot be written."""
    text = "\n".join(
        (
            f"git-trove {__version__}, python {platform.python_version()}, {platform.platform()}",
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
