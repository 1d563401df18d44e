"""Where a command works and with which settings: found once, handed to every use case."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import NamedTuple

from trove_git import settings
from trove_git.errors import TroveError
from trove_git.gitrepo import config
from trove_git.gitrepo.repository import Repository, Root, locate, read_root, start_reading_root
from trove_git.settings import Settings
from trove_git.workspace import userdirs


class _Fields(NamedTuple):
    root: Root
    flags: Mapping[str, object] = {}
    git_config: Mapping[str, list[str]] = {}
    environment: Mapping[str, str] = {}
    here: str = ""
    """Absolute folder that the program was started in; empty where it is gone."""
    named: str | None = None
    """What `--repo` named; None where the root was found upward from `here`."""


class Workspace(_Fields):
    """The folder that is asked, what the user set, and where the user's own files are."""

    @cached_property
    def settings(self) -> Settings:
        """The user's settings, without those of any commit.

        Raises:
            SettingError: one does not parse.
        """
        return self.settings_with({})

    def settings_with(self, repo_config: Mapping[str, list[str]]) -> Settings:
        """Return the settings in force for a commit: the user's with those of its `.trove/config`.

        Raises:
            SettingError: one does not parse.
        """
        return settings.resolve(
            flags=self.flags, environment=self.environment, git_config=self.git_config, repo_config=repo_config
        )

    @property
    def personal_trove(self) -> str:
        """Absolute path of the personal trove, there or not."""
        return os.path.join(os.path.expanduser("~"), ".claude", "trove")

    @property
    def user_cache(self) -> str:
        """Folder for indexes that cannot or should not lie in a repository."""
        return os.path.join(userdirs.cache_folder(self.environment), "trove")

    @property
    def lock_folder(self) -> str:
        """Folder for the locks of troves that have no git dir."""
        return os.path.join(userdirs.cache_folder(self.environment), "locks")

    @property
    def repository(self) -> Repository:
        """The repository; only where the root has one."""
        assert self.root.repository is not None
        return self.root.repository

    @property
    def index_folder(self) -> str:
        """Folder in which the repository's indexes are published."""
        return os.path.join(self.repository.common_dir, "trove")


def find_workspace(
    repo: str | None,
    flags: Mapping[str, object] | None = None,
    meanwhile: Callable[[], object] = lambda: None,
    here: str | None = None,
) -> Workspace:
    """Find the folder that a command works on.

    Args:
        repo: what `--repo` named, or None to look upward from `here`.
        flags: settings given on the command line.
        meanwhile: called while git looks at the repository.
        here: folder to look from; None for the current one.
    """
    environment = dict(os.environ)
    located = locate(repo or here or os.getcwd(), environment, explicit=repo is not None)
    asking = start_reading_root(located)
    running = config.start_reading(located) if located.folder else None
    meanwhile()
    root = read_root(located, asking)
    values = config.parse(running.finish(check=False)) if running is not None else {}
    return Workspace(root, flags or {}, values, environment, here or current_folder(), repo)


def find_again(workspace: Workspace) -> Workspace:
    """Find a workspace as it is now, from where it was found: HEAD and settings may have changed since."""
    return find_workspace(workspace.named, workspace.flags, here=workspace.here or None)


def find_session_workspace(folder: str, *, with_config: bool = False) -> Workspace:
    """Find a workspace upward from a folder, by the one rule for every command; from the files alone where git fails.

    Args:
        folder: counts where it is one, else the current folder.
        with_config: read git's configuration, for one run of git more.
    """
    here = folder if os.path.isdir(folder) else current_folder()
    environment = dict(os.environ)
    located = locate(here or os.getcwd(), environment)
    try:
        asking = start_reading_root(located)
        running = config.start_reading(located) if with_config and located.folder else None
        root = read_root(located, asking)
        values = config.parse(running.finish(check=False)) if running is not None else {}
    except TroveError:
        return Workspace(Root(located.root, None), environment=environment, here=here)
    return Workspace(root, git_config=values, environment=environment, here=here)


def current_folder() -> str:
    """Return the folder that the program was started in; empty where somebody has removed it."""
    try:
        return os.getcwd()
    except OSError:
        return ""
