"""The catalog of installed tools as an index, kept in one file of the user's cache.

The file's name follows from PATH, so two environments keep a catalog each. It is built anew
when a folder of PATH has changed, after a week, and whenever it is not what it should be.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping, Sequence
from zlib import crc32

from trove_git.errors import IndexCorrupt
from trove_git.index.onefile import OneFileIndex
from trove_git.index.store import FORMAT_VERSION
from trove_git.sources.tool_folders import split_path
from trove_git.sources.versions import CATALOG_VERSION
from trove_git.storage import TEMPORARY, replace_file
from trove_git.terms import TERMS_VERSION
from trove_git.workspace.workspace import Workspace

MAX_AGE_SECONDS = 7 * 24 * 3600
"""Manual pages may come without a change in the folders of commands."""
PREFIX = "tools-"


def open_catalog(workspace: Workspace, now: float | None = None) -> OneFileIndex:
    """Return the catalog of the tools on PATH, from the cache where that is current.

    Args:
        workspace: whose environment and cache are used.
        now: seconds since the epoch; None for the clock.
    """
    seconds = time.time() if now is None else now
    folders = split_path(workspace.environment.get("PATH", ""), workspace.environment)
    stamps = _stamps(folders)
    path = os.path.join(workspace.user_cache, PREFIX + _label(workspace.environment, folders))
    return _read(path, stamps, seconds) or _build(path, workspace.environment, folders, stamps, seconds)


def _read(path: str, stamps: Sequence[object], now: float) -> OneFileIndex | None:
    """Open the file; None when it is missing, broken or not current."""
    try:
        with open(path, "rb") as f:
            index = OneFileIndex(f.read(), path)
    except (OSError, IndexCorrupt):
        return None
    state = index.manifest.state
    built = state.get("built")
    if state.get("stamps") != stamps or not isinstance(built, (int, float)):
        return None
    return index if 0 <= now - built < MAX_AGE_SECONDS else None


def _build(
    path: str, environment: Mapping[str, str], folders: Sequence[str], stamps: Sequence[object], now: float
) -> OneFileIndex:
    """Read the catalog and put it into the cache, where that can be written."""
    from trove_git.index.onefile import write_index
    from trove_git.index.record import Prepared
    from trove_git.sources.tools import Machine, read_catalog, tool_source

    tools = read_catalog(Machine(tuple(folders), environment.get("MANPATH", "")))
    data = write_index([Prepared(tool_source(tool)) for tool in tools], {"stamps": list(stamps), "built": now})
    with contextlib.suppress(OSError):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        replace_file(path, data, new_mode=0o600)
        _sweep(path, now)
    return OneFileIndex(data)


def _sweep(kept: str, now: float) -> None:
    """Remove catalogs beside one that are too old to be used, and what killed builds left behind."""
    folder = os.path.dirname(kept)
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if name.startswith((PREFIX, TEMPORARY)) and path != kept and now - os.stat(path).st_mtime > MAX_AGE_SECONDS:
            os.unlink(path)


def _label(environment: Mapping[str, str], folders: Sequence[str]) -> str:
    decides = repr((CATALOG_VERSION, FORMAT_VERSION, TERMS_VERSION, list(folders), environment.get("MANPATH", "")))
    return f"{crc32(decides.encode('utf-8', 'surrogateescape')):08x}"


def _stamps(folders: Sequence[str]) -> list[list[object]]:
    """Return each folder of PATH with the time it last changed; 0 where there is none."""
    stamps: list[list[object]] = []
    for folder in folders:
        try:
            changed = os.stat(folder).st_mtime_ns
        except OSError:
            changed = 0
        stamps.append([folder, changed])
    return stamps
