"""Build the code layer of a commit: symbols of changed files, and every summary that came out different.

Symbols follow from their file alone. Summaries follow from the facts of the whole tree, so they
are all derived again, and those whose content changed replace the old ones; that keeps the index a
pure function of the commit.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple
from zlib import crc32

from trove_git.code.architecture import describe_architecture
from trove_git.code.facts import FileFacts
from trove_git.code.manifests import parse_manifests
from trove_git.code.modules import describe_modules, module_summary
from trove_git.code.resolve import Resolver
from trove_git.code.subsystems import find_subsystems, subsystem_summary
from trove_git.entries.encoding import decode
from trove_git.errors import GitError, IndexCorrupt, WriteError
from trove_git.garbage import collecting
from trove_git.gitrepo.objects import BlobReader, list_absent, list_tree
from trove_git.gitrepo.replaced import replaced_contents
from trove_git.gitrepo.repository import Commit
from trove_git.index.build import Draft
from trove_git.index.manifest import read_manifest
from trove_git.index.publish import discard, publish, sweep
from trove_git.index.published import PublishedIndex
from trove_git.index.record import path_key, source_key
from trove_git.index.store import Layer
from trove_git.layers.code_worker import Worked, Workers
from trove_git.layers.derived import read_derived, write_derived
from trove_git.layers.facts_store import FactsStore, facts_key
from trove_git.layers.names import code_layer_in, folders_of, unread_in
from trove_git.layers.nearest import iter_distances
from trove_git.layers.retention import tidy
from trove_git.paths import RootPath, below_root, root_folders
from trove_git.records import Oid, Source
from trove_git.sources.code import module_source, summary_source
from trove_git.sources.code_plan import CodeFile, attributed_paths, plan_code
from trove_git.sources.doc_rules import DocRules, choose_doc_root, doc_root_counts
from trove_git.sources.root_entry import RootEntry, entries_below
from trove_git.workspace.workspace import Workspace

MOST_CHANGED = 0.5
"""Share of the files above which a published layer is not near."""


class CodeTree(NamedTuple):
    """What of a commit is code."""

    commit: Commit
    files: list[CodeFile]
    sizes: Mapping[str, int]
    """Path → bytes; empty where sizes were not asked for."""
    paths: list[RootPath]
    """Every path of the tree."""
    manifests: Mapping[str, bytes]
    readmes: Mapping[str, str]
    absent: frozenset[Oid] = frozenset()
    """Objects that a partial clone has left out."""


class Built(NamedTuple):
    """A code layer, opened."""

    reader: PublishedIndex
    how: str
    """`from nothing`, `from OID`, or empty when it was there."""
    lost: tuple[str, ...] = ()
    """Files that changed, parse no longer, and lost symbols by that."""


def read_code_tree(workspace: Workspace, commit: Commit, *, sizes: bool) -> CodeTree:
    """List what of a commit is code.

    Raises:
        GitError: the tree cannot be read.
    """
    prefix = workspace.root.prefix
    folders = root_folders(prefix)
    absent = list_absent(workspace.repository, commit.tree)
    # The size of a blob that was not cloned cannot be had.
    sizes = sizes and not absent
    try:
        listed = list_tree(workspace.repository, commit.tree, folders, sizes=sizes)
    except GitError:
        if not sizes:
            raise
        # Nor that of a blob that is missing; the blob itself is passed over with its reason.
        listed, sizes = list_tree(workspace.repository, commit.tree, folders), False
    # Facts are kept by what a file holds, and git lists a replaced blob under its own name.
    now = replaced_contents(workspace.repository)
    entries = entries_below((e._replace(oid=now[e.oid]) if e.oid in now else e for e in listed), prefix)
    paths = [entry.path for entry in entries]
    # Not what settings name: another setting must not make the layer another one.
    rules = DocRules(choose_doc_root(doc_root_counts(paths)))
    with BlobReader(workspace.repository, absent) as reader:
        attributes = _text_of(reader, entries, ".gitattributes")
        files, manifests = plan_code(entries, attributed_paths(attributes, paths), rules)
        contents = reader.read_all([entry.oid for entry in manifests], 1 << 20)
        found: dict[str, bytes] = {
            entry.path: blob.data for entry, blob in zip(manifests, contents, strict=True) if blob.data
        }
        readmes = [
            e for e in entries if e.path.rpartition("/")[2].lower().startswith("readme") and rules.kind_of(e.path)
        ]
        texts = reader.read_all([entry.oid for entry in readmes], 1 << 18)
        said: dict[str, str] = {
            e.path: decode(blob.data).text for e, blob in zip(readmes, texts, strict=True) if blob.data
        }
    return CodeTree(commit, files, {e.path: e.size_bytes for e in entries if sizes}, paths, found, said, absent)


def _text_of(reader: BlobReader, entries: Iterable[RootEntry], path: str) -> str:
    entry = next((entry for entry in entries if entry.path == path), None)
    data = reader.read(entry.oid, 1 << 20).data if entry is not None else None
    return decode(data).text if data else ""


class Base(NamedTuple):
    """A published code layer to start from."""

    revision: str
    reader: PublishedIndex
    changed: Mapping[RootPath, Oid]
    """Paths that differ, below the root → object id that they had."""


def build_code(
    workspace: Workspace, tree: CodeTree, *, full: bool = False, progress: Callable[[int, int], None] = lambda *_: None
) -> Built | None:
    """Publish the code layer of a commit and open it.

    Args:
        workspace: where to work.
        tree: what of the commit is code.
        full: build from nothing, and forget the kept facts of these files.
        progress: told how many files of how many are done.

    Returns:
        None where no place can be written.
    """
    for folder in folders_of(workspace):
        layer = code_layer_in(workspace, folder)
        sweep(layer)
        if full:
            discard(layer, tree.commit.oid)
        base = None if full else find_base(workspace, tree, layer)
        try:
            with collecting():
                built = _publish(workspace, tree, layer, base, progress)
        except WriteError:
            continue
        finally:
            if base is not None:
                base.reader.close()
        reader = layer.open(tree.commit.oid)
        if reader is not None:
            tidy(workspace, layer, tree.commit.oid)
            lost = reader.manifest.state.get("lost", [])
            return Built(reader, built, tuple(lost) if isinstance(lost, list) else ())
    return None


def find_base(workspace: Workspace, tree: CodeTree, layer: Layer) -> Base | None:
    """Return the published code layer with the fewest changed paths; None where most files differ from all of them.

    Such a one is no help to build from, and its code cannot do for that of this tree.
    """
    best: tuple[str, dict[RootPath, Oid]] | None = None
    prefix = workspace.root.prefix
    for revision, state, changes in iter_distances(workspace, layer, tree.commit.tree):
        # What was missing there may have come.
        changed = dict(unread_in(state))
        changed |= {below_root(c.path, prefix): c.old_oid for c in changes if c.path.startswith(prefix)}
        if best is None or len(changed) < len(best[1]):
            best = (revision, changed)
    if best is None or ".gitattributes" in best[1]:
        return None
    if sum(1 for file in tree.files if file.path in best[1]) > MOST_CHANGED * len(tree.files):
        return None
    try:
        index = layer.open(best[0])
    except IndexCorrupt:
        discard(layer, best[0])
        return None
    return Base(best[0], index, best[1]) if index is not None else None


def _publish(
    workspace: Workspace, tree: CodeTree, layer: Layer, base: Base | None, progress: Callable[[int, int], None]
) -> str:
    """Build and publish; return how."""
    before = base.changed if base is not None else {}
    if base is not None:
        try:
            fill = _filler(workspace, tree, layer, base, before, progress)
            if publish(layer, tree.commit.oid, base.reader, fill):
                return f"from {base.revision}"
        except IndexCorrupt:
            discard(layer, base.revision)
    publish(layer, tree.commit.oid, None, _filler(workspace, tree, layer, None, before, progress))
    return "from nothing"


def _filler(
    workspace: Workspace,
    tree: CodeTree,
    layer: Layer,
    base: Base | None,
    before: Mapping[RootPath, Oid],
    progress: Callable[[int, int], None],
) -> Callable[[Draft], bool]:
    """Return what fills a draft.

    Args:
        workspace: where to work.
        tree: what of the commit is code.
        layer: where the draft will be published.
        base: what the draft starts from; None for nothing.
        before: changed path → object id that it had in the commit that was indexed before.
        progress: told how many files of how many are done.
    """

    def fill(draft: Draft) -> bool:
        files = [file for file in tree.files if base is None or file.path in base.changed]
        if base is not None:
            draft.remove_keys([path_key(path) for path in sorted(base.changed)])
            if draft.worn:
                return False
        sizes: dict[str, int] = {file.path: tree.sizes.get(file.path, 0) for file in files}
        with Workers(workspace.repository, os.path.dirname(layer.directory), sizes, tree.absent) as workers:
            facts, unread = _add_symbols(workers, workspace, tree, layer, draft, files, progress)
            summaries, skipped = summary_sources(tree, facts)
            old = read_derived(base.reader.directory) if base is not None else {}
            new = {source_key(source.kind, source.path): _checksum(source) for source in summaries}
            gone = [key for key, checksum in old.items() if new.get(key) != checksum]
            if base is not None:
                draft.remove_keys(gone)
                if draft.worn:
                    return False
            changed = [s for s in summaries if (key := source_key(s.kind, s.path)) and old.get(key) != new[key]]
            draft.add_packed(workers.pack(changed))
        write_derived(draft.directory, new, skipped)
        lost = _lost(layer, before, facts)
        state = {"tree": tree.commit.tree, "languages": _languages(tree, facts), "skipped": len(skipped)}
        draft.finish(state | {"lost": lost, "unread": unread})
        return True

    return fill


def _add_symbols(
    workers: Workers,
    workspace: Workspace,
    tree: CodeTree,
    layer: Layer,
    draft: Draft,
    files: list[CodeFile],
    progress: Callable[[int, int], None],
) -> tuple[dict[str, FileFacts], dict[RootPath, Oid]]:
    """Add the symbols of some files, and keep new facts.

    Returns:
        The facts of all files of the tree, and path → object id of those whose blobs are missing.
    """
    store = FactsStore(os.path.dirname(layer.directory))
    try:
        facts: dict[str, FileFacts] = {}
        unread: dict[RootPath, Oid] = {}
        batch: dict[str, bytes] = {}
        oids = {file.path: file.oid for file in files}
        try:
            for worked in workers.work(files, progress):
                facts[worked.path] = worked.facts
                if worked.unread:
                    unread[worked.path] = oids[worked.path]
                draft.add_packed(worked.symbols)
                _keep(batch, worked, oids)
                if len(batch) > 500:
                    store.write(batch)
                    batch.clear()
        finally:
            # A build that is given up leaves the next one less to do.
            store.write(batch)
        others = [file for file in tree.files if file.path not in facts]
        facts |= _facts_of_others(workers, store, others)
        _forget(workspace, tree, layer, store)
    finally:
        store.close()
    return facts, unread


def _forget(workspace: Workspace, tree: CodeTree, layer: Layer, store: FactsStore) -> None:
    """Remove the facts that neither this commit nor HEAD needs, once they outnumber those that one of them does.

    An old revision may be a tenth of HEAD: what HEAD needs must not go because somebody asked it.
    """
    counts = [len(tree.files)]
    for revision in layer.list()[0]:
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
            counts.append(read_manifest(layer.path(revision)).kinds.get("module", 0))
    if store.count() <= 2 * max(counts):
        return
    trees = [tree]
    head = workspace.repository.head
    if head is not None and head.tree != tree.commit.tree:
        with contextlib.suppress(GitError):
            trees.append(read_code_tree(workspace, head, sizes=False))
    store.forget_others(facts_key(file.path, file.oid) for found in trees for file in found.files)


def _keep(batch: dict[str, bytes], worked: Worked, oids: Mapping[RootPath, Oid]) -> None:
    if worked.new_facts:
        batch[facts_key(worked.path, oids[worked.path])] = worked.new_facts


def _facts_of_others(workers: Workers, store: FactsStore, files: list[CodeFile]) -> dict[str, FileFacts]:
    """Return the facts of files whose symbols are in the index already; those that are not kept are made again."""
    keys = {file.path: facts_key(file.path, file.oid) for file in files}
    known = store.read(keys.values())
    facts: dict[str, FileFacts] = {path: known[key] for path, key in keys.items() if key in known}
    missing = [file for file in files if file.path not in facts]
    batch: dict[str, bytes] = {}
    oids = {file.path: file.oid for file in missing}
    for worked in workers.work(missing):
        facts[worked.path] = worked.facts
        _keep(batch, worked, oids)
    store.write(batch)
    return facts


def summary_sources(tree: CodeTree, facts: Mapping[str, FileFacts]) -> tuple[list[Source], dict[str, str]]:
    """Return the summaries of modules, subsystems and the architecture, and why files were skipped."""
    parsed = {path: facts[path] for path in sorted(facts) if facts[path].language}
    resolver = Resolver(parsed, tree.paths, tree.manifests)
    modules = describe_modules(parsed, resolver, readmes=tree.readmes)
    manifests = parse_manifests(tree.manifests)
    subsystems = find_subsystems(modules, parsed, manifests, readmes=tree.readmes)
    sizes = {path: found.size_bytes for path, found in parsed.items()}
    sources = []
    for file in tree.files:
        found, info = facts[file.path], modules.get(file.path)
        if found.problem and not found.symbols and not found.comments:
            continue
        summary = module_summary(info) if info is not None else [(line, 0) for line in _first_lines(found.comments)]
        used_by = len(info.used_by) if info is not None else 0
        sources.append(
            module_source(file.path, file.oid, found, summary, used_by, info.purpose if info is not None else "")
        )
    sources += [summary_source("subsystem", s.folder, s.name, subsystem_summary(s)) for s in subsystems]
    architecture = describe_architecture(modules, subsystems, parsed, manifests, sizes, readmes=tree.readmes)
    if architecture:
        sources.append(summary_source("arch", "", "architecture", architecture))
    skipped = {path: found.problem for path, found in sorted(facts.items()) if found.problem}
    return sources, skipped


def _checksum(source: Source) -> int:
    """Return a checksum of everything that a source is made of; cutting it into terms would take longer."""
    return crc32(repr(source).encode("utf-8", "backslashreplace"))


def _first_lines(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines() if any(map(str.isalnum, line))]
    return lines[:3]


def _lost(layer: Layer, changed: Mapping[RootPath, Oid], facts: Mapping[str, FileFacts]) -> list[str]:
    """Return the changed files that do not parse now and have fewer symbols than before."""
    suspects = [path for path in changed if path in facts and facts[path].problem]
    if not suspects:
        return []
    store = FactsStore(os.path.dirname(layer.directory))
    try:
        before = store.read(facts_key(path, changed[path]) for path in suspects)
    finally:
        store.close()
    return sorted(
        path
        for path in suspects
        if (old := before.get(facts_key(path, changed[path]))) and len(old.symbols) > len(facts[path].symbols)
    )


def _languages(tree: CodeTree, facts: Mapping[str, FileFacts]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for file in tree.files:
        language = facts[file.path].language
        if language:
            counts[language] = counts.get(language, 0) + 1
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
