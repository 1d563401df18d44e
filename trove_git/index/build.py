"""Build an index: start from nothing or from hard links to a published one, change sources, commit.

Files of a published index are never changed, so linking them is a copy: the engine only
adds segments and deletion lists beside them.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterable, Sequence

import tantivy

from trove_git.errors import IndexCorrupt
from trove_git.index.manifest import Manifest, read_manifest, write_manifest
from trove_git.index.published import PublishedIndex
from trove_git.index.record import Packed, pack_source, path_key
from trove_git.index.schema import document, schema
from trove_git.records import Source

HEAP_FROM_NOTHING_BYTES = 128_000_000
"""Below this one thread makes several segments, and ties lose the order of insertion."""
HEAP_UPDATE_BYTES = 15_000_000
"""The least the engine accepts; enough for the difference between two commits."""
SOME_TERMS = 50
"""Terms that are tried to find one that a source still has."""
REBUILD_WHEN_DELETED = 0.25
"""Share of removed sources above which an update is refused: the engine never purges a large segment."""


class Draft:
    """An index that is being built in a directory of its own.

    Args:
        directory: an empty folder.
        base: a published index whose sources are taken over, or None.

    Raises:
        IndexCorrupt: `base` cannot be read.
        OSError: the folder cannot be written.
    """

    def __init__(self, directory: str, base: PublishedIndex | None = None) -> None:
        self.directory = directory
        self._base = base
        self._some_term = ""
        if base is None:
            self.manifest = Manifest()
            index = tantivy.Index(schema(), path=directory)
        else:
            self.manifest = read_manifest(base.directory)
            _link(base.directory, directory)
            index = tantivy.Index.open(directory)
        heap = HEAP_FROM_NOTHING_BYTES if base is None else HEAP_UPDATE_BYTES
        self._writer = index.writer(heap_size=heap, num_threads=1)

    def remove(self, paths: Iterable[str]) -> None:
        """Remove the sources of some files, summaries aside; only in a draft with a base, and before `add`."""
        self.remove_keys([path_key(path) for path in paths])

    def remove_keys(self, keys: Sequence[str]) -> None:
        """Remove the sources of some keys (`record.source_key`); only in a draft with a base, and before `add`."""
        assert self._base is not None
        for record in self._base.lookup_keys(keys):
            self.manifest.count(record.kind, -1, -record.source_len)
            self.manifest.deleted += 1
        for key in keys:
            self._writer.delete_documents_by_term("key", key)

    def add(self, sources: Iterable[Source]) -> None:
        """Add sources; their order is the order in which equal scores come out of the engine."""
        self.add_packed(pack_source(source) for source in sources)

    def add_packed(self, packed: Iterable[Packed]) -> None:
        """Add sources that were packed before, perhaps by another process."""
        for source in packed:
            self._some_term = self._some_term or source.body.partition(" ")[0]
            self.manifest.count(source.kind, 1, source.source_len)
            self._writer.add_document(document(source))

    @property
    def worn(self) -> bool:
        """Whether so much was removed that building from nothing is better."""
        return self.manifest.deleted > REBUILD_WHEN_DELETED * (self.manifest.live + self.manifest.deleted)

    def finish(self, state: dict[str, object]) -> None:
        """Commit, and write the manifest; the directory is complete afterwards.

        Args:
            state: what the builder needs to know again when it updates this index.
        """
        self._writer.commit()
        # Without this every merge is cancelled, and segments pile up.
        self._writer.wait_merging_threads()
        self.manifest.state = state
        self._read_engine_statistics()
        write_manifest(self.manifest, self.directory)
        for name in os.listdir(self.directory):
            if name.endswith(".lock"):
                os.unlink(os.path.join(self.directory, name))

    def abandon(self) -> None:
        """Stop the engine's threads: they would write into the directory while it is removed."""
        # A writer that has failed, or is done, says that there is nothing to stop.
        with contextlib.suppress(ValueError, RuntimeError):
            self._writer.rollback()
            self._writer.wait_merging_threads()

    def _read_engine_statistics(self) -> None:
        """Note the counts that the engine's scores use; they include sources that were removed."""
        with open(os.path.join(self.directory, "meta.json"), encoding="utf-8") as f:
            self.manifest.engine_docs = sum(s["max_doc"] for s in json.load(f)["segments"])
        searcher = tantivy.Index.open(self.directory).searcher()
        self.manifest.deleted = self.manifest.engine_docs - searcher.num_docs
        self.manifest.engine_mean_len = _mean_len(searcher, self._some_term)


def _mean_len(searcher: tantivy.Searcher, term: str) -> float:
    """Return the mean source length that the engine uses, which only an explained score tells.

    Args:
        searcher: of the finished index.
        term: one that a source has; empty to look for one, which takes longer.
    """
    terms = [term] if term else [found for found, _ in searcher.terms_with_prefix("body", "", limit=SOME_TERMS)]
    queries = [tantivy.Query.term_query(schema(), "body", term, "freq") for term in terms]
    hits = ((query, searcher.search(query, 1, count=False).hits) for query in queries)
    query, found = next(((query, found) for query, found in hits if found), (None, []))
    if query is None:
        return 0.0
    waiting = [json.loads(query.explain(searcher, found[0][1]).to_json())]
    while waiting:
        part = waiting.pop()
        if part["description"].startswith("avgdl"):
            return float(part["value"])
        waiting += part.get("details", [])
    return 0.0


def _link(source: str, target: str) -> None:
    """Link the files that `meta.json` names; the files that the engine rewrites are copied or made anew."""
    try:
        with open(os.path.join(source, "meta.json"), encoding="utf-8") as f:
            segments = {s["segment_id"].replace("-", "") for s in json.load(f)["segments"]}
        names = [n for n in os.listdir(source) if n.partition(".")[0] in segments]
        for name in names:
            _link_or_copy(os.path.join(source, name), os.path.join(target, name))
        shutil.copyfile(os.path.join(source, "meta.json"), os.path.join(target, "meta.json"))
        with open(os.path.join(target, ".managed.json"), "w", encoding="utf-8") as f:
            json.dump(["meta.json", *names], f)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise IndexCorrupt(f"index cannot be copied: {error}", where=source) from error


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        # A file system without hard links, or one that limits their number.
        shutil.copyfile(source, target)
