"""Which files of a commit are sources: planned from the whole tree, or from what changed since another commit.

The answer for a commit is the same whichever way it was reached. Where a change reaches
beyond the file it happened in (another folder of documentation, a configuration, a
symbolic link), the update is given up and the commit is planned from its whole tree.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from trove_git.errors import GitError
from trove_git.gitrepo.config import read_blob_config
from trove_git.gitrepo.objects import SUBMODULE, SYMLINK, BlobReader, TreeChange, list_tree
from trove_git.gitrepo.repository import Commit, Repository
from trove_git.paths import RootPath, below_root, root_folders, those_below_root
from trove_git.records import Oid, TreeOid
from trove_git.settings import SAFE_KEYS
from trove_git.sources.doc_rules import (
    CONFIG,
    DOC_ROOTS,
    TROVE,
    DocRules,
    choose_doc_root,
    counts_for,
    doc_root_counts,
)
from trove_git.sources.root_entry import RootEntry, entries_below
from trove_git.sources.state import TreeState

MAX_LINK_BYTES = 4096
MAX_LINKS_IN_CHAIN = 8
_LINKED_FOLDERS = frozenset({TROVE.rstrip("/"), TROVE.partition("/")[0], *DOC_ROOTS})
"""Folders that may be symbolic links to other folders of the same tree."""


class SourceFile(NamedTuple):
    """One file that yields sources."""

    kind: str
    """`project` or `doc`."""
    path: RootPath
    oid: Oid


class Plan(NamedTuple):
    """What to take out of an index and what to put in."""

    removed: tuple[RootPath, ...]
    files: tuple[SourceFile, ...]
    state: TreeState


def plan_commit(repository: Repository, commit: Commit, prefix: str, patterns: tuple[str, ...]) -> Plan:
    """Plan the index of a commit from its whole tree.

    Args:
        repository: where to look.
        commit: the commit.
        prefix: path of the root below the top of the tree, with a final slash, or empty.
        patterns: `trove.docs` as the user set it.

    Raises:
        GitError: a tree cannot be read.
    """
    entries = entries_below(list_tree(repository, commit.tree, root_folders(prefix)), prefix)
    state = TreeState()
    state.tree = commit.tree
    state.doc_roots = doc_root_counts(e.path for e in entries if e.mode != SUBMODULE)
    config = next((e for e in entries if e.path == CONFIG and e.mode not in (SYMLINK, SUBMODULE)), None)
    if config is not None:
        try:
            found = read_blob_config(repository, config.oid)
            state.config = {key: values for key, values in found.items() if key in SAFE_KEYS}
        except GitError as error:
            state.notes[CONFIG] = [(1, f"ignored: {error.message}")]
    rules = state.doc_rules(patterns)
    files = list(_regular_files(entries, rules))
    links = [e for e in entries if e.mode == SYMLINK and (e.path in _LINKED_FOLDERS or rules.kind_of(e.path))]
    if links:
        files += _linked_files(repository, links, {e.path: e for e in entries}, rules, state)
    return Plan((), tuple(sorted(set(files), key=lambda f: os.fsencode(f.path))), state)


def plan_update(
    changes: Sequence[TreeChange], tree: TreeOid, prefix: str, patterns: tuple[str, ...], state: TreeState
) -> Plan | None:
    """Plan the difference between two commits.

    Args:
        changes: every path that differs between the indexed tree and the wanted one.
        tree: object id of the wanted tree.
        prefix: as for `plan_commit`.
        patterns: as for `plan_commit`.
        state: state of the indexed commit.

    Returns:
        The plan, or None when the commit must be planned from its whole tree.
    """
    counts = dict(state.doc_roots)
    removed, entries = [], []
    rules = state.doc_rules(patterns)
    for change in changes:
        if not change.path.startswith(prefix):
            continue
        path = below_root(change.path, prefix)
        if path == CONFIG or (change.entry and change.entry.mode == SYMLINK and _matters(path, rules)):
            return None
        _count_root(counts, path, change)
        if rules.kind_of(path):
            removed.append(path)
            if change.entry is not None:
                entries.append(RootEntry(change.entry.mode, change.entry.oid, path))
    if state.unread or choose_doc_root(counts) != rules.doc_root or _reaches_link(changes, prefix, state):
        return None
    updated = state.without(frozenset(removed))
    updated.doc_roots = counts
    updated.tree = tree
    return Plan(tuple(removed), tuple(_regular_files(entries, rules)), updated)


def _regular_files(entries: Iterable[RootEntry], rules: DocRules) -> Iterable[SourceFile]:
    for entry in entries:
        kind = rules.kind_of(entry.path) if entry.mode not in (SYMLINK, SUBMODULE) else ""
        if kind:
            yield SourceFile(kind, entry.path, entry.oid)


def _matters(path: RootPath, rules: DocRules) -> bool:
    return path in _LINKED_FOLDERS or bool(rules.kind_of(path))


def _count_root(counts: dict[str, int], path: RootPath, change: TreeChange) -> None:
    root = path.partition("/")[0]
    if root in counts and counts_for(path, root):
        now = change.entry is not None and change.entry.mode != SUBMODULE
        before = change.old_mode not in (0, SUBMODULE)
        counts[root] += int(now) - int(before)


def _reaches_link(changes: Iterable[TreeChange], prefix: str, state: TreeState) -> bool:
    """Whether a change is to a symbolic link, or to what one leads to or led through."""
    watched = {path for link, chain in state.links.items() for path in (link, *chain)}
    folders = tuple(f"{path}/" for path in watched)
    paths = those_below_root((change.path for change in changes), prefix)
    return bool(watched) and any(path in watched or path.startswith(folders) for path in paths)


def _linked_files(
    repository: Repository,
    links: Sequence[RootEntry],
    tree: Mapping[RootPath, RootEntry],
    rules: DocRules,
    state: TreeState,
) -> Iterable[SourceFile]:
    """Yield the files that links inside the tree lead to, unless they are sources under their own name.

    A link that leaves the tree, is broken or goes round in circles leads nowhere.
    """
    with BlobReader(repository) as reader:
        for link in links:
            chain = state.links.setdefault(link.path, [])
            target = _resolve(link.path, tree, reader, chain)
            found = tree.get(target) if target is not None else None
            if target is None or (found is not None and found.mode == SUBMODULE):
                continue
            if found is None and link.path in _LINKED_FOLDERS:
                yield from _files_below(link.path, target, tree, rules)
            elif found is not None and rules.kind_of(link.path) and not rules.kind_of(target):
                yield SourceFile(rules.kind_of(link.path), link.path, found.oid)


def _resolve(
    path: RootPath, tree: Mapping[RootPath, RootEntry], reader: BlobReader, chain: list[RootPath]
) -> RootPath | None:
    """Return the path that a link leads to, inside the tree or not there; each step is added to `chain`."""
    for _ in range(MAX_LINKS_IN_CHAIN + 1):
        entry = tree.get(path)
        if entry is None or entry.mode != SYMLINK:
            return path
        target = reader.read(entry.oid, MAX_LINK_BYTES).data
        if target is None:
            return None
        path = RootPath(posixpath.normpath(posixpath.join(posixpath.dirname(path), os.fsdecode(target))))
        if path.startswith(("/", "..")):
            return None
        chain.append(path)
    return None


def _files_below(
    link: RootPath, target: RootPath, tree: Mapping[RootPath, RootEntry], rules: DocRules
) -> Iterable[SourceFile]:
    for path, entry in tree.items():
        if not path.startswith(target + "/") or entry.mode in (SYMLINK, SUBMODULE):
            continue
        seen_as = RootPath(link + path[len(target) :])
        kind = rules.kind_of(seen_as)
        if kind and not rules.kind_of(path):
            yield SourceFile(kind, seen_as, entry.oid)
