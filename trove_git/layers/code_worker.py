"""Read, parse and pack files of code: the part of a build that runs in this process or in several others."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from trove_git.code.extract import extract_facts
from trove_git.code.facts import FileFacts
from trove_git.code.guess import MAX_FILE_BYTES, why_skipped
from trove_git.entries.encoding import decode
from trove_git.garbage import stop_collecting
from trove_git.gitrepo.objects import TOO_LARGE, BlobReader
from trove_git.gitrepo.repository import Repository
from trove_git.index.record import Packed, pack_source
from trove_git.layers.facts_store import FactsStore, facts_key, pack_facts
from trove_git.paths import RootPath
from trove_git.records import Oid, Source
from trove_git.sources.code import symbol_sources
from trove_git.sources.code_plan import MAX_TEXT_BYTES, CodeFile

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from types import TracebackType

T = TypeVar("T")
R = TypeVar("R")

FILES_AT_ONCE = 100
"""Files that are handed to a worker at a time, at most."""
BYTES_AT_ONCE = 300_000
"""Source that is handed to a worker at a time; with more, one worker is still busy when the others are done."""
SOURCES_AT_ONCE = 250
"""Summaries that are handed to a worker at a time."""
WORKERS_ABOVE_BYTES = 5_000_000
"""Source above which starting other interpreters pays off."""
MAX_COMMENT_CHARACTERS = 20_000


class Worked(NamedTuple):
    """What one file gave."""

    path: RootPath
    facts: FileFacts
    new_facts: bytes
    """Packed facts that were not kept yet; empty for none."""
    symbols: list[Packed]
    unread: bool = False
    """Whether its blob is missing, and may come."""


class Bench:
    """What working on files needs, opened once a process.

    Args:
        repository: where the blobs are.
        store_folder: where facts are kept; None for nowhere.
        absent: objects that are known not to be there.
    """

    def __init__(self, repository: Repository, store_folder: str | None, absent: frozenset[Oid] = frozenset()) -> None:
        self._store = FactsStore(store_folder)
        self._reader = BlobReader(repository, absent)

    def close(self) -> None:
        """Close what was opened."""
        self._store.close()
        self._reader.stop()

    def work(self, files: Sequence[CodeFile]) -> list[Worked]:
        """Work on some files."""
        known = self._store.read(facts_key(file.path, file.oid) for file in files)
        blobs = self._reader.read_all((file.oid for file in files), MAX_FILE_BYTES)
        return [
            _work_on(file, blob.data, blob.problem, known.get(facts_key(file.path, file.oid)))
            for file, blob in zip(files, blobs, strict=True)
        ]


def _work_on(file: CodeFile, data: bytes | None, problem: str, known: FileFacts | None) -> Worked:
    if data is None:
        return Worked(file.path, _no_facts(file, problem), b"", [], problem != TOO_LARGE)
    facts = known
    if facts is None:
        skipped = why_skipped(file.path, data)
        facts = _no_facts(file, skipped) if skipped else extract_facts(file.path, data)
        facts = facts if facts.language or facts.problem else _text_facts(data)
        facts = facts._replace(size_bytes=len(data))
    new = pack_facts(facts) if known is None else b""
    lines = decode(data).text.split("\n") if facts.symbols else []
    packed = [pack_source(source) for source in symbol_sources(file.path, file.oid, lines, facts)]
    return Worked(file.path, facts, new, packed)


def _no_facts(file: CodeFile, problem: str) -> FileFacts:
    return FileFacts(file.language, (), (), "", "", 0, "", 0, problem)


def _text_facts(data: bytes) -> FileFacts:
    """Facts of a file without a grammar: its text."""
    if len(data) > MAX_TEXT_BYTES or b"\0" in data[:8000]:
        return FileFacts("", (), (), "", "", 0, "", 0, "too large" if len(data) > MAX_TEXT_BYTES else "binary")
    text = decode(data).text
    return FileFacts("", (), (), "", "", 0, text[:MAX_COMMENT_CHARACTERS], text.count("\n") + 1)


def count_workers(size_bytes: int) -> int:
    """Return how many processes work on that much source: 1 where others would not pay off."""
    return max(2, min(8, os.cpu_count() or 2)) if size_bytes > WORKERS_ABOVE_BYTES else 1


class Workers:
    """A context manager that works on files and packs sources, in other processes where there is enough to do.

    Args:
        repository: where the blobs are.
        store_folder: where facts are kept; None for nowhere, and then there is one process.
        sizes: path → bytes of the files that there will be work on; others count as empty.
        absent: objects that are known not to be there.
    """

    def __init__(
        self,
        repository: Repository,
        store_folder: str | None,
        sizes: Mapping[str, int],
        absent: frozenset[Oid] = frozenset(),
    ) -> None:
        self._repository, self._store_folder, self._sizes, self._absent = repository, store_folder, sizes, absent
        self._pool: ProcessPoolExecutor | None = None
        self._count = 1
        wanted = count_workers(sum(sizes.values()))
        if store_folder is not None and wanted > 1:
            self._count = wanted
            import multiprocessing
            from concurrent.futures import ProcessPoolExecutor

            # Spawned, not forked: a forked process would share the locks and pipes of this one.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._count, mp_context=context, initializer=_begin, initargs=(repository, store_folder, absent)
            )

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def work(
        self, files: Sequence[CodeFile], progress: Callable[[int, int], None] = lambda *_: None
    ) -> Iterator[Worked]:
        """Work on files; results come in their order.

        Args:
            files: what to work on.
            progress: told how many files of how many are done.
        """
        tasks = list(_portions(files, self._sizes))
        done = 0
        for results in self._in_pool(_work, tasks) if self._pool is not None else self._here(tasks):
            yield from results
            done += len(results)
            progress(done, len(files))

    def pack(self, sources: Sequence[Source]) -> Iterator[Packed]:
        """Pack sources; results come in their order."""
        if self._pool is None or len(sources) <= SOURCES_AT_ONCE:
            yield from map(pack_source, sources)
            return
        starts = range(0, len(sources), SOURCES_AT_ONCE)
        for results in self._in_pool(_pack, [sources[start : start + SOURCES_AT_ONCE] for start in starts]):
            yield from results

    def _here(self, tasks: Sequence[Sequence[CodeFile]]) -> Iterator[list[Worked]]:
        bench = Bench(self._repository, self._store_folder, self._absent)
        try:
            yield from map(bench.work, tasks)
        finally:
            bench.close()

    def _in_pool(self, function: Callable[[Sequence[T]], list[R]], tasks: Sequence[Sequence[T]]) -> Iterator[list[R]]:
        """Yield results in the order of the tasks, with enough of them under way and few waiting in memory."""
        assert self._pool is not None
        waiting: deque[Future[list[R]]] = deque()
        for task in tasks:
            waiting.append(self._pool.submit(function, task))
            if len(waiting) > 4 * self._count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _portions(files: Sequence[CodeFile], sizes: Mapping[str, int]) -> Iterator[Sequence[CodeFile]]:
    """Cut a list of files into tasks."""
    start = size = 0
    for number, file in enumerate(files):
        size += min(sizes.get(file.path, 0), MAX_FILE_BYTES)
        if size > BYTES_AT_ONCE or number - start >= FILES_AT_ONCE - 1:
            yield files[start : number + 1]
            start, size = number + 1, 0
    if start < len(files):
        yield files[start:]


_BENCHES: list[Bench] = []
"""The one of a worker's process; it ends with the process."""


def _begin(repository: Repository, store_folder: str, absent: frozenset[Oid]) -> None:
    """Prepare a worker's process."""
    # It makes no circles worth a search, and ends soon.
    stop_collecting()
    _BENCHES.append(Bench(repository, store_folder, absent))


def _work(files: Sequence[CodeFile]) -> list[Worked]:
    return _BENCHES[0].work(files)


def _pack(sources: Sequence[Source]) -> list[Packed]:
    return list(map(pack_source, sources))
