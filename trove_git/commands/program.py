"""Where the program `git-trove` of this installation is, for hooks to name it."""

from __future__ import annotations

import os
import shutil
import sys


def find_program() -> str:
    """Return the absolute path of git-trove: beside this interpreter, else on PATH; empty where it is in neither."""
    # Not the real path: in a virtual environment the interpreter is a link out of it.
    beside = shutil.which("git-trove", path=os.path.dirname(os.path.abspath(sys.executable)))
    found = beside or shutil.which("git-trove")
    return os.path.abspath(found) if found else ""
