"""Build a code layer for a question: of HEAD when that takes no longer than it may wait, of a named revision always.

Where HEAD's takes longer, the nearest one answers, a process of its own builds it, and the footer says so. Who names a
revision wants to know what was true there: the code of another one would be a wrong answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from trove_git.code.guess import MAX_FILE_BYTES
from trove_git.errors import GitError, IndexCorrupt
from trove_git.gitrepo.repository import Commit
from trove_git.index.publish import discard
from trove_git.index.published import PublishedIndex
from trove_git.index.store import Layer
from trove_git.layers.code_build import Base, CodeTree, build_code, find_base, read_code_tree
from trove_git.layers.code_postponed import Later
from trove_git.layers.code_started import NOT_STARTED, note_of, start_build
from trove_git.layers.code_worker import count_workers
from trove_git.layers.indexer import turn
from trove_git.layers.names import Building, Code, code_layer_in, folders_of, is_current_code
from trove_git.wording import counted
from trove_git.workspace.workspace import Workspace

QUICK_SECONDS = 1.0
"""A build that takes no longer is not worth a turn or an exact estimate."""
BYTES_A_SECOND = 1_000_000
"""Source that one process reads, parses and indexes: 0.9 to 1.1 MB on a core of a common server (flask, httpx, ripgrep,
pytest and vite, with the two numbers below)."""
SECONDS_A_FILE = 0.0005
"""Handling each file and deriving the summaries again, from the facts of every file."""
SECONDS_A_BUILD = 0.1
TEXT_SHARE = 0.2
"""A file without a grammar costs that part of one with a grammar."""
TYPICAL_BYTES = 10_000
"""Of a file whose size is not known: in a partial clone, or before the sizes are asked for."""
OVERTIME = 2.0
"""A build is left to a process of its own after that many times of what a question may wait: the machine is busy, or
slower than the estimate takes it to be."""
POLL_SECONDS = 0.1
NOT_KEPT = "the code of that revision was not searched: its index cannot be written anywhere"


class Patience(NamedTuple):
    """How long a question waits for code, and what is told meanwhile."""

    seconds: float
    building: Building
    named: bool = False
    """Whether the user named the commit: then it waits as long as it takes."""


class _Overtime(Exception):
    """A build takes too long to wait for.

    Args:
        seconds: what is left of it.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def open_or_build(workspace: Workspace, commit: Commit, patience: Patience) -> Code:
    """Return a code layer for a commit that is not published, or is broken.

    Args:
        workspace: where to work.
        commit: the commit that is asked.
        patience: how long to wait for a build.
    """
    layers = [code_layer_in(workspace, folder) for folder in folders_of(workspace)]
    reader = _open_current(workspace, commit, layers)
    if reader is not None:
        return Code(reader)
    try:
        sizes = not any(layer.list()[0] for layer in layers)
        tree = read_code_tree(workspace, commit, sizes=sizes)
        base = next((found for layer in layers if (found := find_base(workspace, tree, layer)) is not None), None)
        seconds = _seconds(tree, base)
        if seconds > QUICK_SECONDS and not sizes:
            tree = read_code_tree(workspace, commit, sizes=True)
            seconds = _seconds(tree, base)
    except GitError as error:
        return Code(None, (f"code was not looked at: {error}",), complete=False)
    if not patience.named and seconds > patience.seconds:
        return _put_off(workspace, tree, base, layers[0], seconds)
    try:
        if seconds <= QUICK_SECONDS or patience.named:
            return _build(workspace, tree, base, patience)
        return _build_in_turn(workspace, tree, base, patience, layers)
    except _Overtime as over:
        return _put_off(workspace, tree, _again(base, layers), layers[0], over.seconds)


def wait_for(workspace: Workspace, commit: Commit, seconds: float, under_way: Callable[[], bool]) -> Code | None:
    """Wait until a code layer that somebody builds is published; None where that takes longer, or comes to nothing.

    Args:
        workspace: where to work.
        commit: whose code layer is built.
        seconds: how long to wait.
        under_way: whether it is still being built.
    """
    layers = [code_layer_in(workspace, workspace.index_folder)]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        at_work = under_way()
        reader = _open_current(workspace, commit, layers)
        if reader is not None:
            return Code(reader)
        if not at_work:
            return None
        time.sleep(POLL_SECONDS)
    return None


def _open_current(workspace: Workspace, commit: Commit, layers: list[Layer]) -> PublishedIndex | None:
    """Return the code layer of a commit where one is published; a broken or outdated one is taken away."""
    for layer in layers:
        try:
            reader = layer.open(commit.oid)
        except IndexCorrupt:
            discard(layer, commit.oid)
            continue
        if reader is not None and is_current_code(workspace, commit, reader.manifest.state):
            return reader
        if reader is not None:
            reader.close()
            discard(layer, commit.oid)
    return None


def _build_in_turn(
    workspace: Workspace, tree: CodeTree, base: Base | None, patience: Patience, layers: list[Layer]
) -> Code:
    """Build a layer that takes a while, unless somebody else is at it: then wait for theirs."""
    until = time.monotonic() + patience.seconds
    while True:
        with _turn(workspace) as mine:
            # Whoever had the turn may have published it.
            reader = _open_current(workspace, tree.commit, layers)
            if reader is not None:
                if base is not None:
                    base.reader.close()
                return Code(reader)
            if mine:
                return _build(workspace, tree, base, patience)
        left = until - time.monotonic()
        if left <= 0:
            raise _Overtime(_seconds(tree, base))
        time.sleep(min(left, POLL_SECONDS))


@contextmanager
def _turn(workspace: Workspace) -> Iterator[bool]:
    """Take the turn of the indexer; where the git dir cannot be written, nobody else takes it either."""
    with ExitStack() as stack:
        try:
            mine = stack.enter_context(turn(workspace.repository))
        except OSError:
            mine = True
        yield mine


def _build(workspace: Workspace, tree: CodeTree, base: Base | None, patience: Patience) -> Code:
    if base is not None:
        base.reader.close()
    progress = patience.building(tree.commit.oid)
    if not patience.named:
        progress = _limited(progress, OVERTIME * patience.seconds)
    built = build_code(workspace, tree, progress=progress)
    if built is None:
        # The knowledge layer has said that nothing can be written, but not that there is no code for that.
        return Code(None, (NOT_KEPT,) if patience.named else (), complete=False)
    return Code(built.reader)


def _limited(progress: Callable[[int, int], None], seconds: float) -> Callable[[int, int], None]:
    """Return a progress that ends the build when it takes longer than some seconds."""
    began = time.monotonic()

    def tell(done: int, total: int) -> None:
        progress(done, total)
        took = time.monotonic() - began
        if done < total and took > seconds:
            # There will be no more of it.
            progress(total, total)
            raise _Overtime(took * (total - done) / max(1, done))

    return tell


def _put_off(workspace: Workspace, tree: CodeTree, base: Base | None, layer: Layer, seconds: float) -> Code:
    """Answer from what there is, and have the layer built meanwhile."""
    behind = "" if base is None else _behind(workspace, base.revision, tree.commit)
    revision = base.revision if base is not None else ""
    now = time.time()
    later = Later(tree.commit.tree, revision, behind, now, seconds)
    reader = base.reader if base is not None else None
    if start_build(workspace, layer, later):
        return Code(reader, (note_of(later, under_way=True, now=now),), complete=False)
    return Code(reader, (f"{behind}; git trove index brings it up to date" if behind else NOT_STARTED,), complete=False)


def _again(base: Base | None, layers: list[Layer]) -> Base | None:
    """Open a base that was closed; None where it is gone."""
    if base is None:
        return None
    for layer in layers:
        try:
            reader = layer.open(base.revision)
        except IndexCorrupt:
            continue
        if reader is not None:
            return base._replace(reader=reader)
    return None


def _seconds(tree: CodeTree, base: Base | None) -> float:
    """Estimate how long building takes."""
    files = [file for file in tree.files if base is None or file.path in base.changed]
    size = 0.0
    for file in files:
        here = 0 if file.oid in tree.absent else tree.sizes.get(file.path, TYPICAL_BYTES)
        if here <= MAX_FILE_BYTES:
            size += here if file.language else here * TEXT_SHARE
    # They share the work of files; the summaries and the writing are one process's.
    workers = count_workers(int(size))
    return size / BYTES_A_SECOND / workers + len(tree.files) * SECONDS_A_FILE + SECONDS_A_BUILD


def _behind(workspace: Workspace, revision: str, commit: Commit) -> str:
    running = workspace.repository.start(["rev-list", "--count", f"{revision}...{commit.oid}", "--"])
    count = running.finish(check=False).strip().decode("ascii", "replace")
    if not running.succeeded or not count.isdigit():
        return "code index of another commit"
    return f"code index {counted(int(count), 'commit')} behind"
