"""Where a command works and with which settings: found once, handed to every use case."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

import platformdirs

from trove_git import settings
from trove_git.gitrepo import config
from trove_git.gitrepo.repository import Root, find_root
from trove_git.settings import Settings


@dataclass(frozen=True, slots=True)
class Place:
    """The folder that is asked, what the user set, and where the user's own files are."""

    root: Root
    flags: Mapping[str, object] = field(default_factory=dict)
    git_config: Mapping[str, list[str]] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)

    def settings(self, repo_config: Mapping[str, list[str]] | None = None) -> Settings:
        """Return the settings in force, with those of the commit's `.trove/config` where it is known."""
        return settings.resolve(
            flags=self.flags, environment=self.environment, git_config=self.git_config, repo_config=repo_config or {}
        )

    @property
    def personal_trove(self) -> str:
        """Absolute path of the personal trove, there or not."""
        return os.path.join(os.path.expanduser("~"), ".claude", "trove")

    @property
    def user_cache(self) -> str:
        """Folder for indexes that cannot or should not lie in a repository."""
        return os.path.join(platformdirs.user_cache_dir("git-trove", appauthor=False), "trove")

    @property
    def index_place(self) -> str:
        """Folder in which the repository's indexes are published."""
        assert self.root.repository is not None
        return os.path.join(self.root.repository.common_dir, "trove")


def find_place(repo: str | None, flags: Mapping[str, object] | None = None) -> Place:
    """Find the folder that a command works on.

    Args:
        repo: what `--repo` named, or None to look upward from here.
        flags: settings given on the command line.
    """
    root = find_root(repo or os.getcwd(), explicit=repo is not None)
    values: dict[str, list[str]] = {}
    if root.repository is not None:
        values = config.parse(config.start_reading(root.repository).finish(check=False))
    return Place(root, flags or {}, values, dict(os.environ))
