"""Run git: one clean environment, many processes at once, git's own message when it fails.

Every call names the git dir, drops the variables that point git at another repository,
takes no optional lock and fetches nothing lazily.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence

from trove_git.errors import GitError
from trove_git.settings import KEY_VARIABLES

LOCAL_ENVIRONMENT = frozenset(
    "GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_OBJECT_DIRECTORY GIT_DIR"
    " GIT_WORK_TREE GIT_IMPLICIT_WORK_TREE GIT_GRAFT_FILE GIT_INDEX_FILE GIT_NO_REPLACE_OBJECTS GIT_REPLACE_REF_BASE"
    " GIT_PREFIX GIT_INTERNAL_SUPER_PREFIX GIT_SHALLOW_FILE GIT_COMMON_DIR GIT_NAMESPACE GIT_EXTERNAL_DIFF"
    " GIT_DIFF_OPTS GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS".split()
)
"""What `git rev-parse --local-env-vars` lists, and the variables that change what pathspecs and diffs mean."""

ALWAYS = {
    "GIT_NO_LAZY_FETCH": "1",
    # git before 2.44 does not know the variable above; with no transport allowed it cannot fetch either.
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


CONFIGURATION = frozenset({"GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"})
"""Names of LOCAL_ENVIRONMENT by which the user sets git's configuration for one run."""


def without_repository(inherited: Mapping[str, str], *, keep: frozenset[str] = frozenset()) -> dict[str, str]:
    """Return the environment of a program that is to find the repository by itself.

    Args:
        inherited: the environment this process got.
        keep: names of LOCAL_ENVIRONMENT that stay, such as CONFIGURATION.
    """
    drop = LOCAL_ENVIRONMENT - keep
    return {k: v for k, v in inherited.items() if k not in drop}


def clean_environment(inherited: Mapping[str, str], *, keep: frozenset[str] = frozenset()) -> dict[str, str]:
    """Return the environment git runs in.

    Args:
        inherited: the environment this process got.
        keep: names of LOCAL_ENVIRONMENT that stay, such as GIT_INDEX_FILE for the gate.
    """
    inner = without_repository(inherited, keep=keep)
    for name in KEY_VARIABLES:
        inner.pop(name, None)
    return inner | ALWAYS


class Running:
    """A git process that was started and whose output is wanted later."""

    __slots__ = ("arguments", "process")

    def __init__(self, arguments: Sequence[str], process: subprocess.Popen[bytes]) -> None:
        self.arguments = arguments
        self.process = process

    def finish(self, *, check: bool = True) -> bytes:
        """Wait for git and return its standard output.

        Args:
            check: raise when git fails; otherwise a failure yields what was printed so far.

        Raises:
            GitError: git ended with a status other than 0 and `check` is set.
        """
        out, err = self.process.communicate()
        if check and self.process.returncode != 0:
            raise failure(err, self.arguments)
        return out

    @property
    def succeeded(self) -> bool:
        """Whether the finished process ended with status 0."""
        return self.process.returncode == 0


def failure(stderr: bytes, arguments: Sequence[str]) -> GitError:
    """Turn git's standard error into our error: its first complaints, and its own advice as the hint."""
    lines = [line for line in stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    fatal = next((line.removeprefix("fatal: ") for line in lines if line.startswith("fatal: ")), "")
    error = next((line.removeprefix("error: ") for line in lines if line.startswith("error: ")), "")
    first = ": ".join(filter(None, (fatal, error))) or (lines[0] if lines else "git failed")
    command = next((a for a in arguments[1:] if not a.startswith("-")), "")
    advice = next((line.strip() for line in lines if line.strip().startswith("git config ")), "")
    return GitError(first, where=f"git {command}", hint=advice)


NO_PROGRAMS = ("-c", "core.fsmonitor=false")
"""A question runs no program that the configuration of a repository names, as `core.fsmonitor` may."""


def not_installed() -> GitError:
    """Return the error for a machine without git."""
    return GitError("git is not installed or not on PATH", hint="install git 2.34 or newer")


def start(
    arguments: Sequence[str], *, cwd: str, environment: Mapping[str, str], stdin: int = subprocess.DEVNULL
) -> Running:
    """Start git without waiting for it.

    Args:
        arguments: what follows `git`.
        cwd: folder to run in.
        environment: complete environment, see `clean_environment`.
        stdin: a file descriptor or subprocess constant.

    Raises:
        GitError: git is not installed, or the folder cannot be entered.
    """
    started = ["git", *NO_PROGRAMS, *arguments]
    try:
        process = subprocess.Popen(
            started, cwd=cwd, env=environment, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    except FileNotFoundError as error:
        if error.filename == "git":
            raise not_installed() from error
        raise GitError("no such folder", where=cwd) from error
    except OSError as error:
        raise GitError(f"git cannot run: {error.strerror}", where=cwd) from error
    return Running(["git", *arguments], process)


def run(arguments: Sequence[str], *, cwd: str, inherited: Mapping[str, str], check: bool = True) -> bytes:
    """Run git in `cwd` with what is clean of an environment and return its standard output."""
    return start(arguments, cwd=cwd, environment=clean_environment(inherited)).finish(check=check)
