"""Uncommitted files: what of the asked commit is hidden by files on disk, and what those files hold."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from trove_git.gitrepo.worktree import WorktreeScan, abandon, start_scan, uncommitted_paths
from trove_git.paths import RootPath, those_below_root
from trove_git.sources.doc_rules import TROVE, DocRules, pathspecs, untracked_pathspecs
from trove_git.workspace.workspace import Workspace

if TYPE_CHECKING:
    # Not imported at run time: the scan is started before the search engine is loaded.
    from trove_git.index.search import MemoryIndex
    from trove_git.sources.state import TreeState


class Overlay(NamedTuple):
    """Sources of files on disk, and the committed paths that they replace."""

    reader: MemoryIndex
    state: TreeState
    hidden: frozenset[RootPath]
    deleted: int
    """How many of the hidden paths are gone from disk."""


class UncommittedFiles:
    """The files on disk that no commit holds; a context manager.

    Git looks for them from the moment this is made; leaving waits until it has ended.

    Args:
        workspace: where to look.
        patterns: which files are docs, as far as is known before the commit is read.
    """

    def __init__(self, workspace: Workspace, patterns: tuple[str, ...]) -> None:
        self._workspace = workspace
        self._patterns = patterns
        self._scan = _start(workspace, patterns)

    def __enter__(self) -> UncommittedFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let git end; what was not read until now is lost."""
        scan, self._scan = self._scan, None
        if scan is not None:
            abandon(scan)

    def paths(self) -> list[RootPath] | None:
        """Return every path below the root, where there is no commit yet; None where there are no files on disk.

        Raises:
            GitError: git cannot list them.
        """
        return self._read(()) if self._scan is not None else None

    def overlay(self, rules: DocRules) -> Overlay | None:
        """Read the uncommitted files that are entries or docs; None when there are none.

        Args:
            rules: of the commit; where they name other docs than was known before, git looks once more.

        Raises:
            GitError: git cannot compare the files with HEAD.
        """
        if rules.patterns != self._patterns:
            self.close()
            self._patterns = rules.patterns
            self._scan = _start(self._workspace, rules.patterns)
        if self._scan is None:
            return None
        hidden = frozenset(
            path for path in self._read(pathspecs(rules.patterns, self._workspace.root.prefix)) if rules.kind_of(path)
        )
        if not hidden:
            return None
        from trove_git.layers.disk import index_files

        root = self._workspace.root.path
        there = [path for path in hidden if os.path.lexists(os.path.join(root, path))]
        return Overlay(*index_files(root, there, rules), hidden, len(hidden) - len(there))

    def _read(self, specs: Sequence[str]) -> list[RootPath]:
        """Return what git found, as paths below the root."""
        assert self._scan is not None
        prefix = self._workspace.root.prefix
        try:
            found = uncommitted_paths(self._scan, specs)
        finally:
            self.close()
        return list(those_below_root(found, prefix))


def _start(workspace: Workspace, patterns: tuple[str, ...]) -> WorktreeScan | None:
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
