"""Uncommitted files: what of the asked commit is hidden by files on disk, and what those files hold."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from trove_git.gitrepo.worktree import WorktreeScan, abandon, start_scan, uncommitted_paths
from trove_git.sources.scope import TROVE, Scope, pathspecs, untracked_pathspecs
from trove_git.workspace.workspace import Workspace

if TYPE_CHECKING:
    # Not imported at run time: the scan is started before the search engine is loaded.
    from trove_git.index.search import MemoryIndex
    from trove_git.sources.state import TreeState


class Overlay(NamedTuple):
    """Sources of files on disk, and the committed paths that they replace."""

    reader: MemoryIndex
    state: TreeState
    hidden: frozenset[str]
    deleted: int
    """How many of the hidden paths are gone from disk."""


def start(workspace: Workspace, patterns: tuple[str, ...]) -> WorktreeScan | None:
    """Start looking for uncommitted files; None where there are no files on disk."""
    repository = workspace.root.repository
    if repository is None or repository.work_tree is None:
        return None
    prefix = workspace.root.prefix
    ignored_too = (
        [f":(top,literal){prefix}{TROVE.rstrip('/')}"] if os.path.isdir(f"{workspace.root.path}/{TROVE}") else []
    )
    try:
        names = os.listdir(workspace.root.path)
    except OSError:
        names = []
    untracked = untracked_pathspecs(patterns, prefix, names)
    return start_scan(repository, pathspecs(patterns, prefix), untracked, ignored_too)


def finish(workspace: Workspace, scan: WorktreeScan, scope: Scope) -> Overlay | None:
    """Read the uncommitted files that a scan found; None when there are none."""
    prefix = workspace.root.prefix
    specs = pathspecs(scope.patterns, prefix)
    try:
        found = uncommitted_paths(scan, specs)
    finally:
        abandon(scan)
    paths = [path[len(prefix) :] for path in found if path.startswith(prefix)]
    hidden = frozenset(path for path in paths if scope.kind_of(path))
    if not hidden:
        return None
    from trove_git.layers.disk import index_files

    there = [path for path in hidden if os.path.lexists(os.path.join(workspace.root.path, path))]
    return Overlay(*index_files(workspace.root.path, there, scope), hidden, len(hidden) - len(there))
