"""Paths of files in a tree: from its top, as git has them, and below the root that is searched.

A `RepoPath` begins at the top of the repository: git lists and compares such paths, and is asked for them. A `RootPath`
begins at the root, the folder that is searched: sources, entries, facts and citations have such paths. The root is the
top, or a folder below it; then its own path with a final slash, the prefix, stands before each of its files. At the top
the prefix is empty, and both kinds of path read alike: only their types tell them apart. Neither is a path on disk, a
revision or an object id; names that are not UTF-8 are as `os.fsdecode` makes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NewType

RepoPath = NewType("RepoPath", str)
"""Path from the top of a tree."""

NOWHERE = RepoPath("")
"""Stands for a path where there is none."""

RootPath = NewType("RootPath", str)
"""Path below the root."""


def below_root(path: RepoPath, prefix: str) -> RootPath:
    """Return the path below the root of a file that lies there."""
    return RootPath(path[len(prefix) :])


def those_below_root(paths: Iterable[RepoPath], prefix: str) -> Iterator[RootPath]:
    """Yield the paths below the root of those files that lie there."""
    return (below_root(path, prefix) for path in paths if path.startswith(prefix))


def from_top(path: RootPath, prefix: str) -> RepoPath:
    """Return the path from the top of a file below the root."""
    return RepoPath(f"{prefix}{path}")


def root_folders(prefix: str) -> list[RepoPath]:
    """Return the folder of the root as git takes folders to look in: none for the top."""
    return [RepoPath(prefix.rstrip("/"))] if prefix else []
