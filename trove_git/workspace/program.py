"""What hooks know of this clone: where the program `git-trove` is, and whether settings count more files as docs."""

from __future__ import annotations

import os
import shutil
import sys

from trove_git.hooks.stubs import Local
from trove_git.workspace.workspace import Workspace

WIDENING = ("docs", "secrets")
"""Settings `trove.*` by which more files may be docs, or be looked at like docs."""


def find_program() -> str:
    """Return the absolute path of git-trove: beside this interpreter, else on PATH; empty where it is in neither."""
    # Not the real path: in a virtual environment the interpreter is a link out of it.
    beside = shutil.which("git-trove", path=os.path.dirname(os.path.abspath(sys.executable)))
    found = beside or shutil.which("git-trove")
    return os.path.abspath(found) if found else ""


def read_local(workspace: Workspace) -> Local:
    """Return what the hooks of a clone should know."""
    return Local(find_program(), any_file=any(workspace.git_config.get(key) for key in WIDENING))
