"""Which public symbols of the code differ between two revisions: parsed are only the files that changed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from trove_git.code.extract import extract_facts
from trove_git.code.facts import FileFacts, Symbol
from trove_git.code.guess import MAX_FILE_BYTES, why_skipped
from trove_git.code.testfiles import is_test
from trove_git.gitrepo.objects import TreeChange, TreeEntry, list_tree, read_diff, start_diff
from trove_git.gitrepo.repository import Commit
from trove_git.gitrepo.touching import empty_tree
from trove_git.gitrepo.worktree import start_scan, uncommitted_paths
from trove_git.layers.code_worker import Workers
from trove_git.layers.facts_store import FactsStore, facts_key
from trove_git.layers.names import folders_of
from trove_git.lives.trove_history import ADDED, CHANGED, MOVED, REMOVED
from trove_git.lives.versions import Span
from trove_git.paths import below_root
from trove_git.records import NO_OID
from trove_git.sources.code_plan import CodeFile, attributed_paths, plan_code
from trove_git.sources.doc_rules import DocRules
from trove_git.sources.root_entry import RootEntry, entries_below
from trove_git.workspace.workspace import Workspace

FILE_MODE = 0o100644


class SymbolDiff(NamedTuple):
    """What happened to one public symbol."""

    action: str
    """ADDED, REMOVED, CHANGED (its signature) or MOVED (to another file)."""
    path: str
    """Below the root; of a removed symbol, where it was."""
    old_path: str
    symbol: Symbol
    """As it is; of a removed symbol, as it was."""
    old: Symbol | None
    """As it was, where that is something else."""


class CodeDiff(NamedTuple):
    """What differs in the public symbols of two revisions."""

    symbols: tuple[SymbolDiff, ...]
    """By path, then line."""
    file_count: int
    """Files of code that changed."""
    skipped: Mapping[str, str]
    """Path → why it was not parsed, or not wholly."""


class _Side(NamedTuple):
    """The changed files of one side."""

    files: Sequence[CodeFile]
    facts: Mapping[str, FileFacts]


def diff_code(workspace: Workspace, span: Span) -> CodeDiff:
    """Compare the public symbols of what changed between two revisions; tests are no public code.

    Raises:
        GitError: a tree cannot be read.
    """
    changes = _changes(workspace, span)
    prefix = workspace.root.prefix
    before = [RootEntry(c.old_mode, c.old_oid, below_root(c.path, prefix)) for c in changes if c.old_mode]
    after = entries_below((c.entry for c in changes if c.entry is not None), prefix)
    old = _committed(workspace, span.old, before)
    new = _committed(workspace, span.new, after) if span.new is not None else _on_disk(workspace, after)
    skipped = {path: facts.problem for side in (old, new) for path, facts in side.facts.items() if facts.problem}
    counted = {file.path for side in (old, new) for file in side.files}
    return CodeDiff(tuple(compare_symbols(old.facts, new.facts)), len(counted), skipped)


def _changes(workspace: Workspace, span: Span) -> list[TreeChange]:
    """Return the files below the root that differ."""
    repository, prefix = workspace.repository, workspace.root.prefix
    if span.new is not None:
        old_tree = span.old.tree if span.old is not None else empty_tree(repository)
        found = read_diff(start_diff(repository, old_tree, span.new.tree).finish())
        return [change for change in found if change.path.startswith(prefix)]
    below = [f":(top,literal){prefix}" if prefix else ":(top)"]
    paths = uncommitted_paths(start_scan(repository, below, below, []), below)
    tracked = list_tree(repository, span.old.tree, paths) if span.old is not None and paths else []
    known = {entry.path: entry for entry in tracked}
    changes = []
    for path in paths:
        was = known.get(path)
        is_there = os.path.isfile(os.path.join(repository.work_tree or "", path))
        entry = TreeEntry(was.mode if was else FILE_MODE, NO_OID, path) if is_there else None
        changes.append(TreeChange(path, "M", was.mode if was else 0, entry, was.oid if was else NO_OID))
    return changes


def _plan(workspace: Workspace, entries: Sequence[RootEntry], attributes: str) -> list[CodeFile]:
    """Return which of some files are code of the project that others may use."""
    generated = attributed_paths(attributes, [entry.path for entry in entries])
    files, _ = plan_code(entries, generated, DocRules(patterns=workspace.settings.docs))
    return [file for file in files if file.language and not is_test(file.path)]


def _committed(workspace: Workspace, commit: Commit | None, entries: Sequence[RootEntry]) -> _Side:
    """Return the facts of files of a commit, from those that are kept where they are."""
    if commit is None or not entries:
        return _Side((), {})
    repository = workspace.repository
    named = f"{commit.oid}:{workspace.root.prefix}.gitattributes"
    attributes = repository.run(["cat-file", "blob", named], check=False).decode("utf-8", "replace")
    files = _plan(workspace, entries, attributes)
    for folder in folders_of(workspace):
        with contextlib.suppress(OSError):
            store = FactsStore(folder)
            try:
                return _Side(files, _work(workspace, files, folder, store))
            finally:
                store.close()
    return _Side(files, _work(workspace, files, None, None))


def _work(
    workspace: Workspace, files: Sequence[CodeFile], folder: str | None, store: FactsStore | None
) -> dict[str, FileFacts]:
    facts: dict[str, FileFacts] = {}
    made: dict[str, bytes] = {}
    with Workers(workspace.repository, folder, {}) as workers:
        for file, worked in zip(files, workers.work(files), strict=True):
            facts[worked.path] = worked.facts
            if worked.new_facts:
                made[facts_key(file.path, file.oid)] = worked.new_facts
    if store is not None:
        store.write(made)
    return facts


def _on_disk(workspace: Workspace, entries: Sequence[RootEntry]) -> _Side:
    """Return the facts of files as they lie on disk."""
    root = workspace.root.path
    attributes = ""
    with contextlib.suppress(OSError), open(os.path.join(root, ".gitattributes"), encoding="utf-8") as stream:
        attributes = stream.read()
    files = _plan(workspace, entries, attributes)
    facts: dict[str, FileFacts] = {}
    for file in files:
        with contextlib.suppress(OSError), open(os.path.join(root, file.path), "rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
            skipped = why_skipped(file.path, data)
            found = extract_facts(file.path, b"" if skipped else data)
            facts[file.path] = found._replace(problem=skipped or found.problem)
    return _Side(files, facts)


Key = tuple[str, str, str]
"""Path, qualified name and kind of a symbol."""


def compare_symbols(old: Mapping[str, FileFacts], new: Mapping[str, FileFacts]) -> Iterable[SymbolDiff]:
    """Return what happened to the public symbols of files, by path and line.

    Args:
        old: path → facts of the file as it was.
        new: path → facts of the file as it is.
    """
    before, after = _exported(old), _exported(new)
    gone = {key: symbol for key, symbol in before.items() if key not in after}
    # The same symbol in another file was moved there.
    elsewhere: dict[tuple[str, str, str], list[Key]] = {}
    for key, symbol in gone.items():
        elsewhere.setdefault((*key[1:], symbol.signature), []).append(key)
    found = []
    for key, symbol in after.items():
        path, name, kind = key
        was = before.get(key)
        if was is not None:
            if was.signature != symbol.signature:
                found.append(SymbolDiff(CHANGED, path, path, symbol, was))
            continue
        sources = elsewhere.get((name, kind, symbol.signature))
        if sources:
            source = sources.pop(0)
            found.append(SymbolDiff(MOVED, path, source[0], symbol, None))
            del gone[source]
        else:
            found.append(SymbolDiff(ADDED, path, path, symbol, None))
    found += [SymbolDiff(REMOVED, key[0], key[0], symbol, None) for key, symbol in gone.items()]
    return sorted(found, key=lambda one: (one.path, one.symbol.line, one.symbol.qualified))


def _exported(facts: Mapping[str, FileFacts]) -> dict[Key, Symbol]:
    """Return the public symbols of files by path, name and kind."""
    return {
        (path, symbol.qualified, symbol.kind): symbol
        for path, of in facts.items()
        for symbol in of.symbols
        if symbol.exported
    }
