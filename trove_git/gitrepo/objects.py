"""Commits, trees and blobs, read from the object database in a few long-lived processes.

Paths come out as `str` (`os.fsdecode` of Git's bytes). An object that cannot be read is
reported as such and costs nothing else: the reading process is started again behind it.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import IO, NamedTuple

from trove_git.gitrepo.process import Running, clean_environment, start
from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath
from trove_git.records import NO_OID, Oid, TreeOid

TOO_LARGE = "too large"
MISSING = "its object is missing or broken"
NOT_CLONED = "its object was not cloned"
SYMLINK = 0o120000
SUBMODULE = 0o160000
_REQUESTS_AT_ONCE = 200
"""Object ids written before answers are read: below the 64 KiB of a pipe, so that neither side waits."""
_SKIP_BYTES = 1 << 20


class TreeEntry(NamedTuple):
    """One file of a tree."""

    mode: int
    oid: Oid
    path: RepoPath
    size_bytes: int = 0
    """Size of the blob; 0 where it was not asked for."""


class TreeChange(NamedTuple):
    """One path that differs between two trees."""

    path: RepoPath
    status: str
    """`A` added, `D` deleted, `M` modified, `T` became another type of file."""
    old_mode: int
    """Mode of the file in the old tree; 0 where it lacks the path."""
    entry: TreeEntry | None
    """The file in the new tree; None where it lacks the path."""
    old_oid: Oid = NO_OID
    """Object id in the old tree; all zeros where it lacks the path."""


def list_tree(
    repository: Repository, tree: TreeOid, folders: Sequence[RepoPath] = (), *, sizes: bool = False
) -> list[TreeEntry]:
    """List the files of a tree, or of some folders of it.

    Args:
        repository: where to look.
        tree: object id of a tree.
        folders: paths of folders or files, without a final slash; none for the whole tree.
        sizes: ask for the size of each blob too, which reads the head of every object.

    Raises:
        GitError: a tree object is missing or broken.
    """
    long = ["--long"] if sizes else []
    out = repository.run(["ls-tree", "-r", "-z", "--full-tree", *long, tree, "--", *folders])
    entries = []
    for row in out.split(b"\0"):
        if not row:
            continue
        meta, _, path = row.partition(b"\t")
        mode, _, oid, *size = meta.split()
        size_bytes = int(size[0]) if size and size[0].isdigit() else 0
        entries.append(TreeEntry(int(mode, 8), Oid(oid.decode("ascii")), RepoPath(os.fsdecode(path)), size_bytes))
    return entries


def start_diff(repository: Repository, old: TreeOid, new: TreeOid) -> Running:
    """Start comparing two trees; `read_diff` takes the output."""
    return repository.start(["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-ext-diff", old, new, "--"])


def read_diff(output: bytes) -> list[TreeChange]:
    """Parse the output of `start_diff`: every path that differs, once."""
    fields = output.split(b"\0")
    changes = []
    for meta, raw_path in zip(fields[::2], fields[1::2], strict=False):
        old_mode, mode, old_oid, oid, status = meta.split(b" ")
        path = RepoPath(os.fsdecode(raw_path))
        entry = None if status == b"D" else TreeEntry(int(mode, 8), Oid(oid.decode("ascii")), path)
        changes.append(
            TreeChange(path, status.decode("ascii"), int(old_mode.lstrip(b":"), 8), entry, Oid(old_oid.decode("ascii")))
        )
    return changes


class Blob(NamedTuple):
    """The content of one object, or why there is none."""

    oid: Oid
    data: bytes | None
    size_bytes: int
    problem: str = ""
    """TOO_LARGE, MISSING, NOT_CLONED, or git's message; empty when data is there."""


class BlobReader:
    """Reads blobs through one `git cat-file --batch`; a context manager.

    Args:
        repository: where the blobs are.
        absent: objects that are known not to be there (`list_absent`), and not asked for.
    """

    def __init__(self, repository: Repository, absent: frozenset[Oid] = frozenset()) -> None:
        self._repository = repository
        self._absent = absent
        self._running: Running | None = None

    def __enter__(self) -> BlobReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> BlobReader:
        """Start the process before anything is asked, so that it is ready then."""
        if self._running is None:
            self._running = _start_batch(self._repository)
        return self

    def read(self, oid: Oid, max_bytes: int | None = None) -> Blob:
        """Read one blob."""
        return next(self.read_all([oid], max_bytes))

    def read_all(self, oids: Iterable[Oid], max_bytes: int | None = None) -> Iterator[Blob]:
        """Read blobs in the order asked.

        Args:
            oids: object ids.
            max_bytes: larger objects are passed over with the problem `too large`.
        """
        wanted = list(oids)
        there = self._read_there([oid for oid in wanted if oid not in self._absent], max_bytes)
        for oid in wanted:
            yield Blob(oid, None, 0, NOT_CLONED) if oid in self._absent else next(there)

    def _read_there(self, waiting: list[Oid], max_bytes: int | None) -> Iterator[Blob]:
        """Read blobs that may be there."""
        while waiting:
            batch, waiting = waiting[:_REQUESTS_AT_ONCE], waiting[_REQUESTS_AT_ONCE:]
            self._request(batch)
            for i, oid in enumerate(batch):
                blob = self._receive(oid, max_bytes)
                if blob is None:
                    yield Blob(oid, None, 0, self._failure())
                    self._request(batch[i + 1 :])
                else:
                    yield blob

    def _request(self, oids: Sequence[Oid]) -> None:
        if not oids:
            return
        self.start()
        assert self._running is not None
        stdin = self._running.process.stdin
        assert stdin is not None
        stdin.write("".join(f"{oid}\n" for oid in oids).encode("ascii"))
        stdin.flush()

    def _receive(self, oid: Oid, max_bytes: int | None) -> Blob | None:
        """Read one answer; None when the process died instead of answering."""
        assert self._running is not None
        stdout = self._running.process.stdout
        assert stdout is not None
        header = stdout.readline().split()
        if not header:
            return None
        if header[-1] in (b"missing", b"ambiguous"):
            return Blob(oid, None, 0, MISSING)
        size = int(header[2])
        if max_bytes is not None and size > max_bytes:
            _skip(stdout, size + 1)
            return Blob(oid, None, size, TOO_LARGE)
        data = stdout.read(size + 1)
        return Blob(oid, data[:-1], size) if len(data) == size + 1 else None

    def _failure(self) -> str:
        """Git's reason for dying; the next request starts a new process."""
        assert self._running is not None
        assert self._running.process.stderr is not None
        said = self._running.process.stderr.read().decode("utf-8", "replace").splitlines()
        lines = [line for line in said if not line.startswith("warning: ")] or said
        self.stop()
        return lines[0].removeprefix("fatal: ").removeprefix("error: ") if lines else "unreadable"

    def stop(self) -> None:
        """End the process; the next request starts a new one."""
        if self._running is None:
            return
        process, self._running = self._running.process, None
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for stream in (process.stdin, process.stdout, process.stderr):
            # What was asked of a process that is gone cannot be written any more.
            with contextlib.suppress(BrokenPipeError):
                stream.close()
        process.wait()


def _start_batch(repository: Repository) -> Running:
    return start(
        [f"--git-dir={repository.git_dir}", "cat-file", "--batch"],
        cwd=repository.git_dir,
        environment=clean_environment(repository.environment),
        stdin=subprocess.PIPE,
    )


def _skip(stream: IO[bytes], size: int) -> None:
    """Read and drop `size` bytes, or what is left, without holding them."""
    while size > 0:
        got = len(stream.read(min(size, _SKIP_BYTES)))
        size = size - got if got else 0


def list_absent(repository: Repository, tree: TreeOid) -> frozenset[Oid]:
    """Return the objects of a tree that a partial clone has left out; nothing for any other repository.

    Asked for one of them, git dies after a try to fetch it, which takes a tenth of a second each time.

    Source: git-rev-list(1), `--missing=print`: nothing is fetched, missing objects are printed behind a question mark.
    """
    try:
        packs = os.listdir(os.path.join(repository.common_dir, "objects", "pack"))
    except OSError:
        packs = []
    if not any(name.endswith(".promisor") for name in packs):
        return frozenset()
    arguments = ["rev-list", "--objects", "--no-object-names", "--missing=print", tree, "--"]
    out = repository.run(arguments, check=False).decode("ascii", "replace")
    return frozenset(Oid(line[1:]) for line in out.splitlines() if line.startswith("?"))


def has_come(repository: Repository, tree: TreeOid, oids: Iterable[Oid]) -> bool:
    """Whether at least one of some objects of a tree, which could not be read, can be read now."""
    absent = list_absent(repository, tree)
    return is_any_readable(repository, [oid for oid in oids if oid not in absent])


def is_any_readable(repository: Repository, oids: Iterable[Oid]) -> bool:
    """Whether at least one of some objects can be read."""
    with BlobReader(repository) as reader:
        return any(blob.data is not None or blob.problem == TOO_LARGE for blob in reader.read_all(oids, 0))
