"""The door to GitPython: git's porcelain (log, blame, config) for commands where its import does not matter.

Only its command interface is used, `Git.execute`. Its object layer fails on SHA-256 and reftable repositories and
leaves out paths that are not UTF-8. Its import takes several times as long as a bare interpreter, so it is late, and
`ask`, `query`, `show`, the gate, and hooks while they run never come here: they use `Repository.run`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from trove_git.errors import GitError
from trove_git.gitrepo.process import NO_PROGRAMS, Running, clean_environment, not_installed
from trove_git.gitrepo.repository import Repository

_environment_lock = threading.Lock()


def start(repository: Repository, arguments: Sequence[str]) -> Running:
    """Start git on a repository through GitPython, in the environment that `Repository.start` gives it.

    Args:
        repository: the repository; git runs in the top folder of its work tree where there is one.
        arguments: the git command with its arguments.

    Returns:
        The process; its output is bytes, with nothing stripped.

    Raises:
        GitError: git is not installed.
    """
    try:
        from git.cmd import Git
        from git.exc import GitCommandNotFound
    except ModuleNotFoundError:
        raise
    except ImportError as error:
        # GitPython runs `git version` when it is imported, and is not usable when that fails.
        raise not_installed() from error
    # GitPython expands `~` and `$NAME` in the name of the folder it is given; git takes the name as it is.
    command = ["git", *NO_PROGRAMS, "-C", repository.folder, *repository.naming, *arguments]
    environment = clean_environment(repository.environment)
    with _without(os.environ.keys() - environment.keys()):
        try:
            started = Git().execute(command, as_process=True, env=environment)
        except GitCommandNotFound as error:
            raise not_installed() from error
    # What GitPython wraps the process in ends it when it goes out of scope; `Running` waits for it.
    process, started.proc = started.proc, None
    if process is None:
        raise GitError("git did not start", where=f"git {arguments[0]}")
    return Running(command, process)


def run(repository: Repository, arguments: Sequence[str], *, check: bool = True) -> bytes:
    """Run git on a repository through GitPython and return its standard output.

    Raises:
        GitError: git is not installed, or it failed and `check` is set.
    """
    return start(repository, arguments).finish(check=check)


@contextmanager
def _without(names: Iterable[str]) -> Iterator[None]:
    """Take variables out of this process's environment: GitPython can add to what git inherits, not drop from it."""
    with _environment_lock:
        taken = {name: value for name in names if (value := os.environ.pop(name, None)) is not None}
        try:
            yield
        finally:
            os.environ.update(taken)
