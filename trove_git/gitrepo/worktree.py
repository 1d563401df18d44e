"""Which files on disk differ from HEAD: changed, deleted, untracked, and git-ignored ones where asked.

Two quick processes answer the common case of a clean work tree; only paths that they
name are looked at again by `git status`, which knows about stale stat data and filters.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.gitrepo.process import Running
from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath

_MAX_STATUS_ARGUMENTS = 500
"""Paths named to one `git status`; with more, the pathspecs are used instead."""


class WorktreeScan(NamedTuple):
    """Processes that look for uncommitted paths, started early and read later."""

    repository: Repository
    changed: Running | None
    """Tracked paths whose stat data or content differ from HEAD."""
    untracked: Running
    ignored: Running | None
    """Every untracked path below the folders whose ignored files count too."""


def start_scan(
    repository: Repository, pathspecs: Sequence[str], untracked: Sequence[str], ignored_too: Sequence[str]
) -> WorktreeScan:
    """Start looking for uncommitted files.

    Args:
        repository: one with a work tree.
        pathspecs: git pathspecs from the top of the work tree; which tracked files are of interest.
        untracked: the same for untracked files.
        ignored_too: pathspecs under which git-ignored files count.
    """
    changed = None
    if repository.head is not None:
        changed = repository.start(["diff-index", "-z", "--name-only", "--no-renames", "HEAD", "--", *pathspecs])
    others = ["ls-files", "--full-name", "-z", "--others"]
    if repository.head is None:
        others.append("--cached")
    found = repository.start([*others, "--exclude-standard", "--", *untracked])
    ignored = repository.start([*others, "--", *ignored_too]) if ignored_too else None
    return WorktreeScan(repository, changed, found, ignored)


def uncommitted_paths(scan: WorktreeScan, pathspecs: Sequence[str]) -> list[RepoPath]:
    """Return the paths whose content on disk is not HEAD's, sorted; deleted ones among them.

    Folders of nested repositories are left out: they are not this repository's files.

    Raises:
        GitError: git cannot compare, for example because its index file is broken.
    """
    paths = set(map(RepoPath, _split(scan.untracked.finish())))
    if scan.ignored is not None:
        paths.update(map(RepoPath, _split(scan.ignored.finish())))
    if scan.changed is not None:
        suspects = list(map(RepoPath, _split(scan.changed.finish())))
        paths.update(_confirm(scan.repository, suspects, pathspecs))
    return sorted(path for path in paths if not path.endswith("/"))


def abandon(scan: WorktreeScan) -> None:
    """Let the processes of a scan end without reading what they found; after `uncommitted_paths` it does nothing."""
    for running in (scan.changed, scan.untracked, scan.ignored):
        if running is not None and running.process.returncode is None:
            running.finish(check=False)


def _confirm(repository: Repository, suspects: Sequence[RepoPath], pathspecs: Sequence[str]) -> list[RepoPath]:
    """Ask `git status`, which compares content, about paths whose stat data changed."""
    if not suspects:
        return []
    if len(suspects) <= _MAX_STATUS_ARGUMENTS:
        pathspecs = [f":(literal,top){path}" for path in suspects]
    arguments = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=no", "--ignore-submodules=all"]
    rows = _split(repository.run([*arguments, "--", *pathspecs]))
    return [RepoPath(row[3:]) for row in rows]


def _split(output: bytes) -> list[str]:
    return [os.fsdecode(row) for row in output.split(b"\0") if row]
