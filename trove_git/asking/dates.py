"""When the files of hits were last changed, as far as the history of the commit that is asked tells."""

from __future__ import annotations

import time
from collections.abc import Mapping

from trove_git.errors import GitError
from trove_git.gitrepo.repository import Commit
from trove_git.index.history import PublishedHistory
from trove_git.layers.ages import open_ages, read_ages
from trove_git.layers.history import open_history
from trove_git.paths import RepoPath, RootPath, from_top
from trove_git.ranking.score import Recency
from trove_git.ranking.searched import CommitsLayer, Searched, find_code
from trove_git.workspace.workspace import Workspace


class Dates:
    """Times of last changes; entries and docs at any depth where they were looked for, code in the newest commits.

    Args:
        workspace: where the commit is.
        commit: the commit that is asked.
        searched: its layers; a code layer brings its history along.
        deep: look for every entry and doc; else only what is known already.
    """

    def __init__(self, workspace: Workspace, commit: Commit, searched: tuple[Searched, ...], *, deep: bool) -> None:
        self._prefix = workspace.root.prefix
        code = find_code(searched)
        opened = code.history if code is not None else None
        self._history: PublishedHistory | None = opened or open_history(workspace, commit)
        self.problem = ""
        """Why ages are not known; empty when they are."""
        ages: Mapping[RepoPath, int] | None = None
        try:
            ages = open_ages(workspace, commit) if deep else read_ages(workspace, commit)
        except GitError as error:
            self.problem = f"ages of entries and docs are not known: {error}"
        self._ages: Mapping[RepoPath, int] = ages or {}
        commits = self._history if any(isinstance(layer, CommitsLayer) for layer in searched) else None
        self._commits: dict[str, int] = {}
        """Path of a commit, which is its object id → time, where commits are searched."""
        if commits is not None:
            self._commits = {commits.oid(n): time for n, time in enumerate(commits.times)}
        # Where no history could be kept, what was changed last stands for the newest commit.
        times = self._history.times if self._history is not None else self._ages.values()
        self._newest = max(times, default=None)

    def of(self, path: str) -> int | None:
        """Return when a file below the root was last changed, or a commit made, in seconds since 1970."""
        if path in self._commits:
            return self._commits[path]
        full = from_top(RootPath(path), self._prefix)
        found = self._ages.get(full)
        return found if found is not None or self._history is None else self._history.path_time(full)

    def of_folder(self, path: str) -> int | None:
        """Return when anything in a folder below the root was last changed."""
        folder = f"{self._prefix}{path}/" if path else self._prefix
        return self._history.folder_time(folder) if self._history is not None else None

    @property
    def oldest(self) -> int | None:
        """Return the time of the oldest commit that was looked at."""
        return min(self._history.times, default=None) if self._history is not None else None

    def recency(self, half_life_seconds: int) -> Recency:
        """Return how much more what was changed lately counts.

        Ages are counted from the newest commit, so a project that rests still has a newest part, and
        an old revision is asked as of its day; a commit from the future counts as of now.
        """
        now = int(time.time())
        return Recency(half_life_seconds, min(now, self._newest) if self._newest is not None else now, self.of)
