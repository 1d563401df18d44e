"""A lock that ends with the process that holds it.

On POSIX it is `flock`, straight from the standard library: importing `filelock` takes 20 ms,
a quarter of a question, for the same system call. Elsewhere `filelock` knows how.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def locked(path: str, *, wait: bool) -> Iterator[bool]:
    """Hold the lock of a file, which is made when it is missing; it is not removed here.

    Args:
        path: the lock file.
        wait: whether to wait for another holder.

    Yields:
        Whether the lock is held; False only without `wait`.

    Raises:
        OSError: the file cannot be made.
    """
    if fcntl is None:
        from filelock import FileLock, Timeout

        lock = FileLock(path)
        try:
            lock.acquire(timeout=-1 if wait else 0)
        except Timeout:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()
        return
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True
    finally:
        os.close(handle)
