"""Files that several processes share: written whole or not at all, one writer at a time, temporary ones known by name.

Nothing here knows what the files mean. Whoever can do without a file catches OSError; `write_atomically` is for what
the user asked to be written.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator

from trove_git.errors import WriteError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

TEMPORARY = ".trove-tmp-"
"""What the name of a file that is being written begins with: hidden, so that it is no entry, doc or hook."""
PAUSE_SECONDS = 0.02
"""Between two tries for a lock that is wanted for a limited time; the trove is locked for a few milliseconds."""


def temporary_path(folder: str, prefix: str = TEMPORARY) -> str:
    """Return a new path in a folder: random, because two containers may share the folder and the process id."""
    return os.path.join(folder, f"{prefix}{os.urandom(8).hex()}")


def replace_file(path: str, data: bytes, *, sync: bool = False, keep_mode: bool = True, new_mode: int = 0o666) -> None:
    """Replace a file's content in one step. A symlink is replaced and not written through.

    Args:
        path: the file, there or not; its folder is there.
        data: the whole content.
        sync: wait until the content is on the disk: for what cannot be made again.
        keep_mode: a file that is there keeps its permissions.
        new_mode: permissions of any other file, less the umask.

    Raises:
        OSError: it cannot be written; the old content is untouched.
    """
    temporary = temporary_path(os.path.dirname(path))
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, new_mode)
    try:
        with open(descriptor, "wb") as f:
            f.write(data)
            if sync:
                f.flush()
                os.fsync(f.fileno())
        if keep_mode and os.path.isfile(path) and not os.path.islink(path):
            os.chmod(temporary, os.stat(path).st_mode & 0o7777)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace a file of the user's in one step, in a folder that is made when it is missing; see `replace_file`.

    Raises:
        WriteError: the folder or file cannot be written; the old content is untouched.
    """
    name = os.fspath(path)
    try:
        os.makedirs(os.path.dirname(name) or os.curdir, exist_ok=True)
        replace_file(name, data, sync=True)
    except OSError as error:
        raise WriteError(f"cannot write the file: {reason(error)}", where=name) from error


def reason(error: OSError) -> str:
    """Return why the system refused, as a message says it: lower case, without the path."""
    return (error.strerror or type(error).__name__).lower()


@contextlib.contextmanager
def locked(path: str, *, wait: bool, limit_seconds: float | None = None) -> Iterator[bool]:
    """Hold the lock of a file, which ends with the process that holds it.

    The file is made when it is missing, and not removed here. On POSIX the lock is `flock`, straight from the standard
    library: to import `filelock` takes 20 ms, a quarter of a question, for the same system call.

    Args:
        path: the lock file.
        wait: whether to wait for another holder.
        limit_seconds: how long to wait; None for as long as it takes.

    Yields:
        Whether the lock is held; False only without `wait` or after the limit.

    Raises:
        OSError: the file cannot be made.
    """
    if fcntl is None:
        from filelock import FileLock, Timeout

        lock = FileLock(path)
        try:
            lock.acquire(timeout=0 if not wait else -1 if limit_seconds is None else limit_seconds)
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
        yield _take(handle, wait, limit_seconds)
    finally:
        os.close(handle)


def _take(handle: int, wait: bool, limit_seconds: float | None) -> bool:
    """Take the lock of an open file; return whether it is held."""
    if wait and limit_seconds is None:
        fcntl.flock(handle, fcntl.LOCK_EX)
        return True
    end = time.monotonic() + (limit_seconds or 0.0 if wait else 0.0)
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(PAUSE_SECONDS)
        else:
            return True
