"""Files on disk as an index: what is not committed, the personal trove, and folders without commits."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass

from trove_git.commands.place import Place
from trove_git.entries.trove import is_entry_path
from trove_git.errors import WriteError
from trove_git.gitrepo.worktree import WorktreeScan, start_scan, uncommitted_paths
from trove_git.index.build import Draft
from trove_git.index.published import PublishedIndex
from trove_git.index.record import Prepared
from trove_git.index.search import MemoryIndex
from trove_git.index.store import Layer
from trove_git.sources.corpus import CORPUS_VERSION, disk_sources
from trove_git.sources.plan import SourceFile, TreeState
from trove_git.sources.scope import (
    DOC_ROOTS,
    MAX_FOLDERS_BELOW_DOC_ROOT,
    TROVE,
    Scope,
    choose_doc_root,
    doc_root_counts,
    pathspecs,
)
from trove_git.terms import TERMS_VERSION


@dataclass(slots=True)
class Overlay:
    """Uncommitted files: their sources, and the committed paths that they replace."""

    index: MemoryIndex
    hidden: frozenset[str]
    state: TreeState


def start(place: Place, patterns: tuple[str, ...]) -> WorktreeScan | None:
    """Start looking for uncommitted files; None where there are no files on disk."""
    repository = place.root.repository
    if repository is None or repository.work_tree is None:
        return None
    prefix = place.root.prefix
    trove = os.path.join(repository.work_tree, prefix, TROVE)
    ignored_too = [f":(top,literal){prefix}{TROVE.rstrip('/')}"] if os.path.isdir(trove) else []
    return start_scan(repository, pathspecs(patterns, prefix), ignored_too)


def finish(place: Place, scan: WorktreeScan, scope: Scope, patterns: tuple[str, ...]) -> Overlay:
    """Read the uncommitted files that a scan found."""
    prefix = place.root.prefix
    paths = [p[len(prefix) :] for p in uncommitted_paths(scan, pathspecs(patterns, prefix)) if p.startswith(prefix)]
    files = [SourceFile(scope.kind_of(path), path, "") for path in paths if scope.kind_of(path)]
    there = [file for file in files if os.path.lexists(os.path.join(place.root.path, file.path))]
    state = TreeState()
    sources = disk_sources(place.root.path, there, state)
    return Overlay(MemoryIndex([Prepared(s) for s in sources]), frozenset(f.path for f in files), state)


def abandon(scan: WorktreeScan) -> None:
    """Let a scan end unread: its pathspecs turned out to be the wrong ones."""
    uncommitted_paths(scan, ())


def read_unborn(place: Place, scan: WorktreeScan, patterns: tuple[str, ...]) -> Overlay:
    """Read the files of a repository that has no commit yet."""
    prefix = place.root.prefix
    paths = [p[len(prefix) :] for p in uncommitted_paths(scan, ()) if p.startswith(prefix)]
    return _read_files(place, paths, patterns)


def read_folder(place: Place) -> Overlay:
    """Read entries and docs of a folder outside Git."""
    root = place.root.path
    paths = [name for name in _listdir(root) if os.path.isfile(os.path.join(root, name))]
    for folder in (TROVE.rstrip("/"), *DOC_ROOTS):
        paths += _files_below(root, folder, MAX_FOLDERS_BELOW_DOC_ROOT)
    return _read_files(place, paths, place.settings().docs)


def open_personal(place: Place) -> tuple[PublishedIndex | MemoryIndex, TreeState] | None:
    """Return the index of the personal trove; None when there is none.

    It is published in the user's cache under a name made of every file's size and times.
    """
    trove = place.personal_trove
    if not os.path.isdir(trove):
        return None
    paths = [path for path in _files_below(trove, "", 2) if is_entry_path(path, personal=True)]
    if not paths:
        return None
    label = hashlib.blake2b(os.fsencode(trove), digest_size=8).hexdigest()
    layer = Layer(place.user_cache, f"personal-{label}-{CORPUS_VERSION}-{TERMS_VERSION}")
    layer.sweep()
    revision = _fingerprint(trove, paths)
    index = layer.open(revision)
    if index is None:
        state = TreeState()
        files = [SourceFile("personal", path, "") for path in paths]

        def fill(draft: Draft) -> bool:
            draft.add(disk_sources(trove, files, state, _personal_label))
            draft.finish({"notes": state.notes, "skipped": state.skipped})
            return True

        try:
            layer.publish(revision, None, fill)
            layer.clean_up([revision])
            index = layer.open(revision)
        except WriteError:
            pass
        if index is None:
            sources = disk_sources(trove, files, state, _personal_label)
            return MemoryIndex([Prepared(source) for source in sources]), state
    return index, TreeState(**index.manifest.state)  # type: ignore[arg-type]  # written above


def _personal_label(path: str) -> str:
    return f"~/.claude/trove/{path}"


def _read_files(place: Place, paths: list[str], patterns: tuple[str, ...]) -> Overlay:
    scope = Scope(choose_doc_root(doc_root_counts(paths)), patterns)
    files = [SourceFile(scope.kind_of(path), path, "") for path in sorted(set(paths)) if scope.kind_of(path)]
    state = TreeState()
    sources = disk_sources(place.root.path, files, state)
    return Overlay(MemoryIndex([Prepared(source) for source in sources]), frozenset(), state)


def _files_below(root: str, folder: str, depth: int) -> list[str]:
    """List the files of a folder, `depth` folders deep, as paths below the root; links to folders are not entered."""
    found = []
    for name in sorted(_listdir(os.path.join(root, folder))):
        path = f"{folder}/{name}" if folder else name
        full = os.path.join(root, path)
        if os.path.isdir(full):
            if depth > 0 and not os.path.islink(full):
                found += _files_below(root, path, depth - 1)
        elif os.path.isfile(full):
            found.append(path)
    return found


def _listdir(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _fingerprint(root: str, paths: list[str]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for path in paths:
        try:
            stat = os.stat(os.path.join(root, path))
            stamp = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
        except OSError:
            stamp = (0, 0, 0, 0)
        digest.update(repr((path, stamp)).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()
