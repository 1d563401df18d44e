"""Hooks in git's own configuration (git 2.54 and newer), written with plain `git config`.

    [hook "trove-pre-commit"]
        event = pre-commit
        command = …

They run wherever git looks for hook files, before those, and beside every manager.
Source: git-hook(1), git-config(1) `hook.<friendly-name>`, of git 2.55.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trove_git.errors import GitError
from trove_git.gitrepo import porcelain
from trove_git.gitrepo.repository import Repository
from trove_git.hooks.stubs import ALL_HOOKS, Local, render_command


def friendly_name(name: str) -> str:
    """Return the name under which a hook of ours stands in the configuration."""
    return f"trove-{name}"


def read_hooks(repository: Repository) -> dict[str, str]:
    """Return the hooks of ours in the repository's configuration: name → command."""
    return {name: command for name in ALL_HOOKS if (command := _get(repository, name, "command"))}


def wanted_hooks(names: Sequence[str], local: Local) -> dict[str, str]:
    """Return what ought to stand there: name → command."""
    return {name: render_command(name, local) for name in names}


def write_hooks(repository: Repository, wanted: Mapping[str, str]) -> list[str]:
    """Write hooks into the repository's configuration; return the names of those that were not so already.

    Raises:
        GitError: the configuration cannot be written.
    """
    changed = []
    for name, command in wanted.items():
        if _get(repository, name, "command") == command and _get(repository, name, "event") == name:
            continue
        for key, value in (("event", name), ("command", command)):
            setting = f"hook.{friendly_name(name)}.{key}"
            porcelain.run(repository, ["config", "--local", "--replace-all", setting, value])
        changed.append(name)
    return changed


def remove_hooks(repository: Repository) -> list[str]:
    """Take our hooks out of the repository's configuration; return their names.

    Raises:
        GitError: the configuration cannot be written.
    """
    there = [name for name in ALL_HOOKS if _get(repository, name, "event") or _get(repository, name, "command")]
    for name in there:
        porcelain.run(repository, ["config", "--local", "--remove-section", f"hook.{friendly_name(name)}"])
    return there


def _get(repository: Repository, name: str, key: str) -> str:
    setting = f"hook.{friendly_name(name)}.{key}"
    running = porcelain.start(repository, ["config", "--local", "-z", "--get-all", setting])
    values = running.finish(check=False).decode("utf-8", "surrogateescape").split("\0")[:-1]
    if running.process.returncode not in (0, 1):
        raise GitError("git cannot read its configuration", where=setting)
    return values[-1] if len(values) == 1 else "\0".join(values)
