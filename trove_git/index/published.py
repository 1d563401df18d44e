"""A published index: one directory, opened for reading and searched with tantivy."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn, TypeVar

import tantivy

from trove_git.errors import IndexCorrupt
from trove_git.index.manifest import read_manifest
from trove_git.index.record import Record, path_key
from trove_git.index.search import Candidates, Filter, Question

T = TypeVar("T")
MIN_FUZZY = 5
MIN_FUZZY_TWICE = 8
"""Letters of a name that may be mistyped once, and twice; shorter ones are near too many others."""
MAX_KEPT_RECORDS = 20_000
"""A record has about a kilobyte."""
_REMOVAL_PAUSES = (0.0, 0.005, 0.02, 0.1)
"""Seconds before each try to remove a folder in which the engine may still make a file."""


class PublishedIndex:
    """A directory that tantivy searches.

    Args:
        directory: a published index; it is opened as it is and never changed.

    Raises:
        IndexCorrupt: a file is missing, foreign or broken.
    """

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self._shadow: str | None = None
        self._kept: dict[int, Record] = {}
        """Segment and number of a stored source → its record."""
        try:
            self.manifest = read_manifest(directory)
            self._index = self._open()
            self._schema = self._index.schema
            self._searcher = self._index.searcher()
            live = self._searcher.num_docs
        except BaseException as error:  # noqa: BLE001  # the engine's panics
            self.close()
            _raise_corrupt(error, directory)
        if live != self.manifest.live:
            self.close()
            raise IndexCorrupt("index and its manifest disagree", where=directory)

    def _open(self) -> tantivy.Index:
        """Open the directory, or, where it cannot be written, a shadow of links to its files.

        The engine takes a lock file when it opens an index, even to read it.
        """
        if os.access(self.directory, os.W_OK):
            return tantivy.Index.open(self.directory)
        import shutil
        import tempfile

        self._shadow = tempfile.mkdtemp(prefix="git-trove-")
        for name in os.listdir(self.directory):
            source, target = os.path.join(self.directory, name), os.path.join(self._shadow, name)
            if name == "meta.json":
                shutil.copyfile(source, target)
            elif not name.endswith(".lock"):
                os.symlink(source, target)
        return tantivy.Index.open(self._shadow)

    def close(self) -> None:
        """Remove what opening left on disk."""
        if self._shadow is not None:
            import shutil
            import time

            # A thread of the engine looks once for a newer index right after opening, with a lock file of its own:
            # one that it makes while the folder is being removed would keep it.
            for pause_seconds in _REMOVAL_PAUSES:
                time.sleep(pause_seconds)
                shutil.rmtree(self._shadow, ignore_errors=True)
                if not os.path.exists(self._shadow):
                    break
            self._shadow = None

    def doc_freq(self, term: str) -> int:
        """Return how many live sources hold the term."""
        return self.doc_freqs((term,))[0]

    def doc_freqs(self, terms: Sequence[str]) -> list[int]:
        """Return how many live sources hold each of some terms."""
        freq = self._searcher.doc_freq
        found = self._guard(lambda: [freq("body", term) for term in terms])
        if self.manifest.deleted:
            return [held and self._count(self._term("body", term)) for held, term in zip(found, terms, strict=True)]
        return found

    def matches(self, terms: Sequence[str], narrowing: Filter) -> int:
        """Return how many live sources hold at least one of the terms."""
        query = self._narrow(_any([self._term("body", term) for term in terms]), narrowing)
        return self._count(query)

    def _count(self, query: tantivy.Query) -> int:
        # The attribute is missing from tantivy's type stubs.
        return self._guard(lambda: int(self._searcher.search(query, 1).count))  # type: ignore[attr-defined]

    def candidates(self, question: Question, narrowing: Filter, limit: int) -> Candidates:
        """Return the `limit` sources with the highest engine scores."""
        parts = []
        for term, idf in zip(question.terms, question.idf, strict=True):
            held = self._searcher.doc_freq("body", term)
            if held:
                parts += self._weighted(term, idf, held, question)
        if not parts:
            return Candidates([], None)
        query = self._narrow(_any(parts), narrowing)
        found = self._guard(lambda: self._searcher.search(query, limit, count=False).hits)
        records = self._guard(lambda: [self._record(at) for _, at in found])
        return Candidates(records, float(found[-1][0]) if len(found) == limit else None)

    def lookup(self, paths: Iterable[str]) -> list[Record]:
        """Return every source of some paths."""
        return self.lookup_keys([path_key(path) for path in paths])

    def lookup_keys(self, keys: Sequence[str]) -> list[Record]:
        """Return every source of some keys."""
        total = self._searcher.num_docs
        if not keys or not total:
            return []
        query = tantivy.Query.term_set_query(self._schema, "key", keys)
        found = self._guard(lambda: self._searcher.search(query, total, count=False).hits)
        return self._guard(lambda: [self._record(at) for _, at in found])

    def module_doc_freqs(self, terms: Sequence[str]) -> tuple[list[int], list[int]]:
        """Return in how many modules each term is a word of the path, and of the names that are defined."""
        columns = []
        for name in ("path", "names"):
            counts = [self._searcher.doc_freq(name, term) for term in terms]
            if self.manifest.deleted:
                counts = [n and self._count(self._term(name, term)) for n, term in zip(counts, terms, strict=True)]
            columns.append(counts)
        return columns[0], columns[1]

    def holding(self, terms: Sequence[str], narrowing: Filter, limit: int) -> list[Record]:
        """Return sources that hold all of some terms, those first that hold them most."""
        must = [(tantivy.Occur.Must, self._term("body", term)) for term in terms]
        return self._records(self._narrow(tantivy.Query.boolean_query(must), narrowing), limit) if must else []

    def strongest_modules(self, weights: Sequence[tuple[str, str, float]], limit: int) -> list[Record]:
        """Return the modules with the highest sum of weights.

        Args:
            weights: field (`path` or `names`), term, and what it adds.
            limit: how many.
        """
        const = tantivy.Query.const_score_query
        parts = [const(self._term(name, term), weight) for name, term, weight in weights]
        return self._records(_any(parts), limit) if parts else []

    def symbols_of(self, paths: Sequence[str], terms: Sequence[str], limit: int) -> list[Record]:
        """Return symbols of some files that hold at least one term."""
        if not paths or not terms:
            return []
        const = tantivy.Query.const_score_query
        files = tantivy.Query.term_set_query(self._schema, "key", [path_key(path) for path in paths])
        texts = _any([self._term("body", term) for term in terms])
        query = tantivy.Query.boolean_query([(tantivy.Occur.Must, const(files, 0.0)), (tantivy.Occur.Must, texts)])
        return self._records(query, limit)

    def definitions(self, names: Sequence[str], limit: int) -> list[Record]:
        """Return symbols that define a name.

        Args:
            names: as `defined_as` and `defined_like` make them.
            limit: how many.
        """
        const = tantivy.Query.const_score_query
        parts = [const(self._term("names", name), 2.0 if name[0] == "=" else 1.0) for name in names]
        return self._records(_any(parts), limit) if parts else []

    def definitions_near(self, names: Sequence[str], limit: int) -> list[Record]:
        """Return symbols whose name is nearest to one that nothing defines.

        Nearest is one letter away (one more, one less, another one, two swapped), for a long name else two, else
        what goes on where the name ends.

        Args:
            names: forms of the one name, as `defined_as` and `defined_like` make them.
            limit: how many.
        """
        fuzzy, must = tantivy.Query.fuzzy_term_query, tantivy.Occur.Must
        for distance, prefix, least in ((1, False, MIN_FUZZY), (2, False, MIN_FUZZY_TWICE), (0, True, MIN_FUZZY_TWICE)):
            near = [
                fuzzy(self._schema, "names", name, distance=distance, prefix=prefix)
                for name in names
                if len(name) > least
            ]
            query = tantivy.Query.boolean_query([(must, _any(near)), (must, self._term("kind", "symbol"))])
            if records := self._records(query, limit) if near else []:
                return records
        return []

    def symbols_titled(self, term: str, limit: int) -> list[Record]:
        """Return symbols that have a term in their name."""
        const = tantivy.Query.const_score_query
        parts = [const(self._term("title", term), 0.0), const(self._term("kind", "symbol"), 0.0)]
        return self._records(tantivy.Query.boolean_query([(tantivy.Occur.Must, part) for part in parts]), limit)

    def _records(self, query: tantivy.Query, limit: int) -> list[Record]:
        found = self._guard(lambda: self._searcher.search(query, limit, count=False).hits)
        return self._guard(lambda: [self._record(at) for _, at in found])

    def _record(self, at: tantivy.DocAddress) -> Record:
        """Return a stored source; what one question has read, the next one of a session need not."""
        key = at.segment_ord << 32 | at.doc
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MAX_KEPT_RECORDS:
                self._kept.clear()
            found = self._kept[key] = Record(self._searcher.doc(at)["record"][0])
        return found

    def _weighted(self, term: str, idf: float, held: int, question: Question) -> list[tantivy.Query]:
        """The parts of the engine's score for one term: BM25 with our idf, its title weight, its presence."""
        body = self._term("body", term)
        docs = self.manifest.engine_docs
        engine_idf = math.log(1 + (docs - held + 0.5) / (held + 0.5))
        const = tantivy.Query.const_score_query
        parts = [
            tantivy.Query.boost_query(body, idf / engine_idf),
            const(self._term("title", term), question.title_weight * idf),
        ]
        if term not in question.without_presence:
            parts.append(const(body, question.presence_weight))
        return parts

    def _narrow(self, query: tantivy.Query, narrowing: Filter) -> tantivy.Query:
        must = [(tantivy.Occur.Must, query)]
        for name, values in (("kind", narrowing.kinds), ("type", narrowing.types), ("tag", narrowing.tags)):
            if values:
                wanted = _any([self._term(name, value) for value in values])
                must.append((tantivy.Occur.Must, tantivy.Query.const_score_query(wanted, 0.0)))
        if narrowing.paths is not None:
            keys = [path_key(path) for path in sorted(narrowing.paths)]
            here = tantivy.Query.term_set_query(self._schema, "key", keys) if keys else tantivy.Query.empty_query()
            must.append((tantivy.Occur.Must, tantivy.Query.const_score_query(here, 0.0)))
        return tantivy.Query.boolean_query(must) if len(must) > 1 else query

    def _term(self, name: str, value: str) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, name, value, "freq" if name == "body" else "basic")

    def _guard(self, call: Callable[[], T]) -> T:
        try:
            return call()
        except BaseException as error:  # noqa: BLE001  # the engine's panics
            _raise_corrupt(error, self.directory)


def _any(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    return tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in queries])


def _raise_corrupt(error: BaseException, directory: str) -> NoReturn:
    """Raise IndexCorrupt, or what is none of our business.

    The engine panics on some damage, and its PanicException derives from BaseException.
    """
    if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError)):
        raise error
    raise IndexCorrupt(f"index cannot be read: {error}", where=directory) from error
