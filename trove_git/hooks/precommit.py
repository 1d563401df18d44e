"""pre-commit as a program: find it, validate a configuration, install and uninstall its hooks.

It is never imported. Its own `install` moves a hook that is there to `NAME.legacy` and runs it too;
that is its way, and is done only when the user asks for pre-commit.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence

from trove_git.errors import TroveError
from trove_git.gitrepo import porcelain
from trove_git.gitrepo.process import without_repository
from trove_git.gitrepo.repository import Repository
from trove_git.hooks.changes import read
from trove_git.hooks.layout import PRE_COMMIT, generated_by

TYPES_SETTING = "trove.installedHookTypes"
"""Types of hook that pre-commit's install added for us in this clone; `uninstall` takes them out again."""


def find_program() -> str:
    """Return the path of pre-commit: beside this interpreter, else on PATH.

    Raises:
        TroveError: it is in neither.
    """
    found = shutil.which("pre-commit", path=os.path.dirname(sys.executable)) or shutil.which("pre-commit")
    if found is None:
        raise TroveError("pre-commit is not installed", hint="pip install pre-commit")
    return found


def run_program(
    arguments: Sequence[str], folder: str, inherited: Mapping[str, str], extra: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run pre-commit in a work tree, with an environment that points git at no other repository."""
    environment = without_repository(inherited) | dict(extra or {})
    return subprocess.run(
        [find_program(), *arguments], cwd=folder, env=environment, check=False, stdin=subprocess.DEVNULL,
        capture_output=True, encoding="utf-8", errors="backslashreplace",
    )  # fmt: skip


def validate(text: str, environment: Mapping[str, str]) -> None:
    """Let pre-commit check a configuration before it is written.

    Raises:
        TroveError: it is not valid.
    """
    with tempfile.TemporaryDirectory(prefix="git-trove-") as folder:
        path = os.path.join(folder, "config.yaml")
        with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as f:
            f.write(text)
        done = run_program(["validate-config", path], folder, environment)
    if done.returncode:
        raise TroveError(
            f"pre-commit does not accept the configuration: {_last_line(done)}",
            where=".pre-commit-config.yaml",
            hint="git trove install --print shows what to add",
        )


def install(repository: Repository, hook_types: Sequence[str]) -> list[str]:
    """Let pre-commit install its hooks for some types; return the types that were not installed before.

    Raises:
        TroveError: pre-commit refuses, for example because core.hooksPath is set.
    """
    new = [name for name in hook_types if not is_installed(repository, name)]
    options = [option for name in hook_types for option in ("--hook-type", name)]
    done = run_program(["install", *options], _top(repository), repository.environment)
    if done.returncode:
        raise TroveError(f"pre-commit install failed: {_first_line(done)}", hint="git trove doctor says more")
    if new:
        before = _remembered(repository)
        remembered = " ".join([*before, *(name for name in new if name not in before)])
        porcelain.run(repository, ["config", "--local", TYPES_SETTING, remembered])
    return new


def uninstall(repository: Repository) -> list[str]:
    """Let pre-commit take out the hooks that `install` added; return their types.

    Raises:
        TroveError: pre-commit is gone or fails.
    """
    names = _remembered(repository)
    if names:
        options = [option for name in names for option in ("--hook-type", name)]
        done = run_program(["uninstall", *options], _top(repository), repository.environment)
        if done.returncode:
            raise TroveError(f"pre-commit uninstall failed: {_first_line(done)}")
        porcelain.run(repository, ["config", "--local", "--unset-all", TYPES_SETTING])
    return names


def is_installed(repository: Repository, name: str) -> bool:
    """Whether pre-commit's own hook file is there for a type; it always lies in the common dir."""
    return generated_by(read(os.path.join(repository.common_dir, "hooks", name)) or "") == PRE_COMMIT


def _remembered(repository: Repository) -> list[str]:
    out = porcelain.run(repository, ["config", "--local", "--get", TYPES_SETTING], check=False)
    return out.decode("ascii", "replace").split()


def _top(repository: Repository) -> str:
    assert repository.work_tree is not None
    return repository.work_tree


def _first_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return lines[0].removeprefix("[ERROR] ") if lines else f"status {done.returncode}"


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return lines[-1] if lines else f"status {done.returncode}"
