"""Read, parse and pack files of code: the part of a build that runs in this process or in several others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from trove_git.code.extract import extract_facts
from trove_git.code.facts import FileFacts
from trove_git.code.guess import MAX_FILE_BYTES, why_skipped
from trove_git.commands.facts_store import FactsStore, facts_key, pack_facts
from trove_git.entries.encoding import decode
from trove_git.gitrepo.objects import BlobReader
from trove_git.gitrepo.repository import Repository
from trove_git.index.record import Packed, pack_source
from trove_git.sources.code import symbol_sources
from trove_git.sources.code_plan import MAX_TEXT_BYTES, CodeFile

FILES_AT_ONCE = 100
"""Files that are handed to a worker at a time."""
WORKERS_ABOVE_BYTES = 5_000_000
"""Source above which starting other interpreters pays off."""
MAX_COMMENT_CHARACTERS = 20_000


class Worked(NamedTuple):
    """What one file gave."""

    path: str
    facts: FileFacts
    new_facts: bytes
    """Packed facts that were not kept yet; empty for none."""
    symbols: list[Packed]


class Task(NamedTuple):
    """Some files to work on."""

    repository: Repository
    store_folder: str | None
    files: tuple[CodeFile, ...]


def work(task: Task) -> list[Worked]:
    """Work on some files."""
    store = FactsStore(task.store_folder)
    try:
        known = store.read(facts_key(file.path, file.oid) for file in task.files)
    finally:
        store.close()
    with BlobReader(task.repository) as reader:
        blobs = reader.read_all((file.oid for file in task.files), MAX_FILE_BYTES)
        return [
            _work_on(file, blob.data, blob.problem, known.get(facts_key(file.path, file.oid)))
            for file, blob in zip(task.files, blobs, strict=True)
        ]


def _work_on(file: CodeFile, data: bytes | None, problem: str, known: FileFacts | None) -> Worked:
    if data is None:
        return Worked(file.path, _no_facts(file, problem), b"", [])
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


def work_on_all(
    repository: Repository,
    store_folder: str | None,
    files: Sequence[CodeFile],
    size_bytes: int,
    progress: Callable[[int, int], None],
) -> Iterator[Worked]:
    """Work on files, in other processes where there is enough to do; results come in the order of the files.

    Args:
        repository: where the blobs are.
        store_folder: where facts are kept; None for nowhere, and then there is one process.
        files: what to work on.
        size_bytes: their size together.
        progress: told how many files of how many are done.
    """
    tasks = [
        Task(repository, store_folder, tuple(files[start : start + FILES_AT_ONCE]))
        for start in range(0, len(files), FILES_AT_ONCE)
    ]
    done = 0
    for results in _results(tasks, parallel=size_bytes > WORKERS_ABOVE_BYTES and store_folder is not None):
        yield from results
        done += len(results)
        progress(done, len(files))


def _results(tasks: Sequence[Task], *, parallel: bool) -> Iterator[list[Worked]]:
    if not parallel:
        yield from map(work, tasks)
        return
    import multiprocessing
    import os
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor

    workers = max(2, min(8, os.cpu_count() or 2))
    # Spawned, not forked: a forked process would share the locks and pipes of this one.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        waiting: deque[Future[list[Worked]]] = deque()
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
