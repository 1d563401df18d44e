"""The personal trove as an index, published in the user's cache.

Its name there is made of every file's size and times, so that a changed file is seen
without a look into it.
"""

from __future__ import annotations

import hashlib
import os

from trove_git.entries.trove import is_entry_path
from trove_git.errors import IndexCorrupt, WriteError
from trove_git.index.published import PublishedIndex
from trove_git.index.search import MemoryIndex
from trove_git.index.store import Layer
from trove_git.layers.disk import files_below
from trove_git.paths import RootPath
from trove_git.records import NO_OID
from trove_git.sources.state import TreeState
from trove_git.sources.versions import CORPUS_VERSION
from trove_git.terms import TERMS_VERSION
from trove_git.workspace.workspace import Workspace

FOLDERS_DEEP = 2


def open_personal(workspace: Workspace) -> tuple[PublishedIndex | MemoryIndex, TreeState] | None:
    """Return the index of the personal trove; None when it has no entries."""
    trove = workspace.personal_trove
    paths = [path for path in files_below(trove, "", FOLDERS_DEEP) if is_entry_path(path, personal=True)]
    if not paths:
        return None
    label = hashlib.blake2b(os.fsencode(trove), digest_size=8).hexdigest()
    layer = Layer(workspace.user_cache, f"personal-{label}-{CORPUS_VERSION}-{TERMS_VERSION}")
    revision = _fingerprint(trove, paths)
    try:
        index = layer.open(revision)
    except IndexCorrupt:
        index = None
    if index is None:
        return _build(trove, paths, layer, revision)
    return index, TreeState(index.manifest.state)


def _build(
    trove: str, paths: list[RootPath], layer: Layer, revision: str
) -> tuple[PublishedIndex | MemoryIndex, TreeState]:
    """Publish the index of the personal trove; keep it in memory where the cache cannot be written."""
    from trove_git.index.build import Draft
    from trove_git.index.publish import clean_up, discard, publish, sweep
    from trove_git.index.record import Prepared
    from trove_git.sources.corpus import disk_sources
    from trove_git.sources.plan import SourceFile

    state = TreeState()
    files = [SourceFile("personal", path, NO_OID) for path in paths]
    sources = list(disk_sources(trove, files, state, lambda path: f"~/.claude/trove/{path}"))

    def fill(draft: Draft) -> bool:
        draft.add(sources)
        draft.finish(state.to_json())
        return True

    try:
        sweep(layer)
        discard(layer, revision)
        publish(layer, revision, None, fill)
        clean_up(layer, [revision])
        index = layer.open(revision)
    except (WriteError, IndexCorrupt):
        index = None
    return index or MemoryIndex([Prepared(source) for source in sources]), state


def _fingerprint(root: str, paths: list[RootPath]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for path in paths:
        try:
            stat = os.stat(os.path.join(root, path))
            stamp = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
        except OSError:
            stamp = (0, 0, 0, 0)
        digest.update(repr((path, stamp)).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()
