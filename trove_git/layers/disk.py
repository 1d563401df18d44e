"""Files on disk as an index in memory: uncommitted ones, and folders that have no commit."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from trove_git.index.record import Prepared
from trove_git.index.search import MemoryIndex
from trove_git.paths import RootPath
from trove_git.records import NO_OID
from trove_git.sources.corpus import disk_sources
from trove_git.sources.doc_rules import (
    DEPTH_ON_DISK,
    DOC_FOLDERS,
    TROVE,
    DocRules,
    choose_doc_root,
    doc_root_counts,
)
from trove_git.sources.plan import SourceFile
from trove_git.sources.state import TreeState
from trove_git.workspace.workspace import Workspace


def index_files(root: str, paths: Iterable[RootPath], rules: DocRules) -> tuple[MemoryIndex, TreeState]:
    """Index the files among some paths that are entries or docs.

    Args:
        root: absolute folder that the paths are below.
        paths: what to look at; need not be in order, may repeat.
        rules: which of them count.
    """
    files = [SourceFile(rules.kind_of(path), path, NO_OID) for path in sorted(set(paths)) if rules.kind_of(path)]
    state = TreeState()
    return MemoryIndex([Prepared(source) for source in disk_sources(root, files, state)]), state


def read_unborn(
    workspace: Workspace, paths: Sequence[RootPath], patterns: tuple[str, ...]
) -> tuple[MemoryIndex, TreeState]:
    """Read the files of a repository that has no commit yet, given as paths below the root."""
    rules = DocRules(choose_doc_root(doc_root_counts(paths)), patterns)
    return index_files(workspace.root.path, paths, rules)


def read_folder(workspace: Workspace) -> tuple[MemoryIndex, TreeState]:
    """Read entries and docs of a folder outside Git; folders deeper than docs go are not looked at."""
    root = workspace.root.path
    paths = [RootPath(name) for name in list_names(root) if os.path.isfile(os.path.join(root, name))]
    for folder in (TROVE.rstrip("/"), *DOC_FOLDERS):
        paths += files_below(root, folder, DEPTH_ON_DISK)
    rules = DocRules(choose_doc_root(doc_root_counts(paths)), workspace.settings.docs)
    return index_files(root, paths, rules)


def files_below(root: str, folder: str, depth: int) -> list[RootPath]:
    """List the files of a folder, `depth` folders deep, as paths below the root; links to folders are not entered."""
    found = []
    for name in list_names(os.path.join(root, folder)):
        path = RootPath(f"{folder}/{name}" if folder else name)
        full = os.path.join(root, path)
        if os.path.isdir(full):
            if depth > 0 and not os.path.islink(full):
                found += files_below(root, path, depth - 1)
        elif os.path.isfile(full):
            found.append(path)
    return found


def list_names(folder: str) -> list[str]:
    """List a folder in order; nothing when it cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
