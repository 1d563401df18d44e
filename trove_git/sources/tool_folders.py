"""Which folders PATH names, and which Pythons stand behind pyenv's.

A question to a catalog that is current needs no more than this of how one is read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping


def split_path(variable: str, environment: Mapping[str, str] | None = None) -> list[str]:
    """Return the folders of a PATH variable, in order, each once.

    Relative folders are left out: what they hold depends on where a question is asked. So are
    the folders of Windows in its Linux subsystem, whose files take a second to list.
    """
    folders = [os.path.normpath(part) for part in variable.split(os.pathsep) if os.path.isabs(part)]
    if "WSL_DISTRO_NAME" in (environment or {}):
        folders = [folder for folder in folders if not _is_of_windows(folder)]
    return list(dict.fromkeys(folders))


def python_homes(folder: str) -> list[str]:
    """Return the prefixes of the Pythons that pyenv's folder of shims stands for, the newest first; else none."""
    versions = f"{os.path.dirname(folder)}/versions"
    if os.path.basename(folder) != "shims" or not os.path.isdir(versions):
        return []
    names = sorted(os.listdir(versions), key=lambda name: [int(n) for n in name.split(".") if n.isdigit()])
    return [f"{versions}/{name}" for name in reversed(names)]


def _is_of_windows(folder: str) -> bool:
    parts = folder.split("/")
    return len(parts) > 2 and parts[1] == "mnt" and len(parts[2]) == 1
