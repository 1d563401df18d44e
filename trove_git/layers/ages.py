"""When and by which commit each entry and doc of a commit was last changed, exactly and at any depth; kept.

The newest commits come from the history layer. What none of them touched is looked for in all the
history behind, once: the next commit takes the answers over.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from trove_git.errors import WriteError
from trove_git.gitrepo.history import read_commits, start_beyond
from trove_git.gitrepo.last_changes import Change, LastChanges, find_last_changes, open_paths
from trove_git.index.publish import discard, publish_files, sweep
from trove_git.index.store import Layer
from trove_git.layers.history import newest_commits
from trove_git.layers.history_layer import history_layer_in
from trove_git.layers.names import folders_of, layer_in
from trove_git.layers.retention import tidy
from trove_git.paths import RepoPath, from_top
from trove_git.records import Oid
from trove_git.sources.plan import plan_commit

if TYPE_CHECKING:
    from trove_git.gitrepo.repository import Commit
    from trove_git.workspace.workspace import Workspace

AGES_VERSION = 2
"""Raise when the last changes of entries and docs would be found or kept in another way; one line for each version.

1 (2026-11-30): the time of the last change of each path.
2 (2026-11-30): the commit of it too.
"""

NAME = "ages.json"


def open_ages(workspace: Workspace, commit: Commit) -> Mapping[RepoPath, int]:
    """Return path → time of its last change, in seconds since 1970, for all entries and docs.

    A path whose last change lies beyond the edge of a shallow clone is missing.

    Raises:
        GitError: the history cannot be read.
    """
    return _times(open_changes(workspace, commit))


def read_ages(workspace: Workspace, commit: Commit) -> dict[RepoPath, int] | None:
    """Return the same where it was found before, else None."""
    found = _read_kept(workspace, commit)
    return _times(found) if found is not None else None


def open_changes(workspace: Workspace, commit: Commit) -> Mapping[RepoPath, Change]:
    """Return path → its last change, for all entries and docs; see `open_ages`."""
    found = _read_kept(workspace, commit)
    if found is not None:
        return found
    layers = [ages_layer_in(workspace, folder) for folder in folders_of(workspace)]
    changes = _find(workspace, commit, layers)

    def fill(directory: str) -> bool:
        _write(directory, changes)
        return True

    for layer in layers:
        with contextlib.suppress(WriteError):
            sweep(layer)
            # What is there and could not be read is broken.
            discard(layer, commit.oid)
            publish_files(layer, commit.oid, fill)
            tidy(workspace, layer, commit.oid)
            break
    return changes


def _times(changes: Mapping[RepoPath, Change]) -> dict[RepoPath, int]:
    return {path: change.time for path, change in changes.items()}


def _read_kept(workspace: Workspace, commit: Commit) -> dict[RepoPath, Change] | None:
    """Return what was found before and is used by that, else None."""
    for folder in folders_of(workspace):
        directory = ages_layer_in(workspace, folder).path(commit.oid)
        found = _read(directory)
        if found is not None:
            with contextlib.suppress(OSError):
                os.utime(directory)
            return found
    return None


def ages_layer_in(workspace: Workspace, folder: str) -> Layer:
    """Return the layer of ages: it follows from what is an entry or doc, and from the history."""
    known, history = (
        os.path.basename(layer(workspace, folder).directory).rpartition("-")[2]
        for layer in (layer_in, history_layer_in)
    )
    return Layer(folder, f"ages-{known}-{crc32(f'{AGES_VERSION} {history}'.encode()):08x}")


def _write(directory: str, changes: Mapping[RepoPath, Change]) -> None:
    """Write changes, each commit once: most touch several paths."""
    commits = {change: number for number, change in enumerate(dict.fromkeys(changes.values()))}
    paths = {path: commits[change] for path, change in changes.items()}
    with open(os.path.join(directory, NAME), "w", encoding="ascii") as f:
        f.write(json.dumps({"commits": list(commits), "paths": paths}))


def _read(directory: str) -> dict[RepoPath, Change] | None:
    try:
        with open(os.path.join(directory, NAME), encoding="ascii") as f:
            found = json.load(f)
        commits = [Change(int(time), Oid(str(oid))) for time, oid in found["commits"]]
        return {RepoPath(path): commits[number] for path, number in found["paths"].items()}
    except (OSError, ValueError, AttributeError, KeyError, TypeError, IndexError):
        return None


def _find(workspace: Workspace, commit: Commit, layers: Sequence[Layer]) -> dict[RepoPath, Change]:
    """Walk the newest commits, down to one whose ages are known; then, where needed, all behind them."""
    plan = plan_commit(workspace.repository, commit, workspace.root.prefix, workspace.settings.docs)
    paths = [from_top(planned.path, workspace.root.prefix) for planned in plan.files]
    known = {
        Oid(revision): found
        for layer in layers
        for revision in layer.list()[0]
        if (found := _read(layer.path(revision))) is not None
    }
    near = find_last_changes(
        workspace.repository, newest_commits(workspace, commit), open_paths(commit.oid, paths), known
    )
    return {**near.changes, **(_walk_beyond(workspace, near) if near.left else {})}


def _walk_beyond(workspace: Workspace, near: LastChanges) -> Mapping[RepoPath, Change]:
    """Look at the whole history behind the commits that a walk has reached."""
    reached = [oid for oid in near.left if oid.isalnum()]
    paths = sorted({path for oid in reached for path in near.left[oid]})
    if not paths:
        return {}
    commits = read_commits(workspace.repository, start_beyond(workspace.repository, reached, paths).finish())
    return find_last_changes(workspace.repository, commits, {oid: near.left[oid] for oid in reached}).changes
