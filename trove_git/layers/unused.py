"""Remove layers that no settings of today lead to: of other versions, other `trove.docs`, a shallow clone's old edge.

Their names cannot be told apart from those that another worktree, another folder with `.trove/` or another
version of this package needs, so a layer goes only when nobody has used it for a while.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator

from trove_git.code.versions import FACTS_VERSION
from trove_git.index.store import FORMAT_VERSION, TEMPORARY
from trove_git.layers.ages import ages_layer_in
from trove_git.layers.commits import commits_layer_in
from trove_git.layers.history_layer import history_layer_in
from trove_git.layers.names import code_layer_in, folders_of, layer_in
from trove_git.storage import TEMPORARY as WRITTEN
from trove_git.storage import temporary_path
from trove_git.workspace.workspace import Workspace

UNUSED_SECONDS = 14 * 24 * 3600
"""Time after which a layer that nobody has used goes."""
_LAYERS = (layer_in, code_layer_in, history_layer_in, ages_layer_in, commits_layer_in)
_LAYER_NAME = re.compile(
    r"((?:knowledge|code|history|commits|ages)-[0-9a-f]{8}(?:-[0-9a-f]{8})?)(?:\.(?:later|named))?\Z"
)
"""A layer, or a file that is kept beside it: `code_postponed.py`, `retention.py`."""
_FACTS_NAME = re.compile(r"(facts-[0-9]+\.sqlite)(?:-wal|-shm|\.lock)?\Z")


def remove_unused(workspace: Workspace, now: float) -> list[str]:
    """Remove what other settings and versions left behind, in all folders that hold indexes of the repository.

    Args:
        workspace: whose layers stay whatever their age.
        now: seconds since 1970.

    Returns:
        The paths that were removed.
    """
    removed: list[str] = []
    for folder in folders_of(workspace):
        current = {layer(workspace, folder).directory for layer in _LAYERS}
        current.add(os.path.join(folder, str(FORMAT_VERSION), f"facts-{FACTS_VERSION}.sqlite"))
        for paths in _kept_in(folder):
            if paths[0] not in current and now - max(map(_last_use, paths)) > UNUSED_SECONDS:
                removed += filter(_take_away, paths)
        _remove_empty(folder)
    return removed


def _kept_in(folder: str) -> Iterator[list[str]]:
    """Yield what is kept, of every format version, each as its paths: a layer or database first, what belongs to it."""
    for version in filter(str.isdecimal, _names(folder)):
        whole: dict[str, list[str]] = {}
        for name in _names(os.path.join(folder, version)):
            path = os.path.join(folder, version, name)
            found = _FACTS_NAME.match(name) or _LAYER_NAME.match(name)
            if found:
                whole.setdefault(os.path.join(folder, version, found[1]), []).append(path)
            # What a killed process was writing or removing.
            elif name.startswith((TEMPORARY, WRITTEN)):
                yield [path]
        for first, paths in whole.items():
            yield sorted({first, *paths})


def _last_use(path: str) -> float:
    """Return when a layer or file was last used: opening a revision touches its directory."""
    times = [0.0]
    for part in (path, *(os.path.join(path, name) for name in _names(path))):
        with contextlib.suppress(OSError):
            times.append(os.stat(part).st_mtime)
    return max(times)


def _take_away(path: str) -> bool:
    """Remove a file or a layer, out of sight first, so that nobody finds half of one."""
    aside = temporary_path(os.path.dirname(path), TEMPORARY)
    try:
        os.rename(path, aside)
    except OSError:
        return False
    if os.path.isdir(aside):
        shutil.rmtree(aside, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            os.unlink(aside)
    return True


def _remove_empty(folder: str) -> None:
    """Remove the folders of format versions of which nothing is left."""
    for version in filter(str.isdecimal, _names(folder)):
        with contextlib.suppress(OSError):
            os.rmdir(os.path.join(folder, version))


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
