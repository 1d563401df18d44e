"""When each path of a commit was last changed, exactly as `git log -1 -- PATH` finds it, for all paths at once.

`git log -- PATH` follows one chain of commits: from a commit that has the path as one of its parents
has it to the first such parent, until a commit differs from all of them. Here the paths that are still
open travel along these chains together, each commit handing them on to the parents that have them alike.
A file that was moved without a change travels on under its old name, so a move does not make it young.

Source: git-log(1), History Simplification, default mode.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from trove_git.gitrepo.repository import Repository
from trove_git.paths import RepoPath
from trove_git.records import HistoryCommit, Oid

Open = dict[RepoPath, list[RepoPath]]
"""Path at some commit → the paths it has at the commit that is asked."""


class Change(NamedTuple):
    """The last change of a path."""

    time: int
    """When it was committed, in seconds since 1970."""
    oid: Oid
    """The commit."""


class LastChanges(NamedTuple):
    """What a walk found."""

    changes: Mapping[RepoPath, Change]
    """Path → its last change."""
    left: Mapping[Oid, Mapping[RepoPath, Sequence[RepoPath]]]
    """Commits that the walk did not reach → paths there that are still open → their paths at the asked commit."""

    @property
    def times(self) -> dict[RepoPath, int]:
        """Path → when it was last changed, in seconds since 1970."""
        return {path: change.time for path, change in self.changes.items()}


def find_last_changes(
    repository: Repository,
    commits: Sequence[HistoryCommit],
    start_at: Mapping[Oid, Mapping[RepoPath, Sequence[RepoPath]]],
    known: Mapping[Oid, Mapping[RepoPath, Change]] | None = None,
) -> LastChanges:
    """Find the last change of paths among some commits.

    Args:
        repository: asked how merges of three and more differ from their parents.
        commits: with whole ancestry among themselves, in any order.
        start_at: commit → path there → its paths at the asked commit, such as `open_paths` makes.
        known: commit → path there → its last change, from an earlier walk.

    Raises:
        GitError: a tree is missing or broken.
    """
    opened = {oid: {path: list(of) for path, of in found.items()} for oid, found in start_at.items()}
    walk = _Walk(_Differences(repository), opened, known or {})
    for commit in _children_first(commits):
        walk.visit(commit)
    return LastChanges(walk.changes, walk.open)


def open_paths(commit: Oid, paths: Iterable[RepoPath]) -> dict[Oid, Open]:
    """Return the paths of a commit as a walk starts with them."""
    return {commit: {path: [path] for path in paths}}


class _Walk:
    """Paths on their way through the commits."""

    def __init__(
        self, differences: _Differences, start_at: dict[Oid, Open], known: Mapping[Oid, Mapping[RepoPath, Change]]
    ) -> None:
        self._differences = differences
        self._known = known
        self.open = start_at
        self.changes: dict[RepoPath, Change] = {}

    def visit(self, commit: HistoryCommit) -> None:
        """Decide the paths that are open at a commit, or hand them on to its parents."""
        waiting = self.open.pop(commit.oid, None)
        if not waiting:
            return
        for path in self._known.get(commit.oid, {}).keys() & waiting.keys():
            self._decide(waiting.pop(path), self._known[commit.oid][path])
        changed = [path for path in commit.paths if path in waiting]
        moved = {new: old for old, new in commit.renames} if changed else {}
        # Joined to the others afterwards: the old path may be open too, and that one ends here.
        under_old_names: Open = {}
        for path in changed:
            followed = waiting.pop(path)
            if len(commit.parents) > 1:
                self._follow_merge(commit, path, followed)
            elif path in moved:
                under_old_names[moved[path]] = followed
            else:
                self._decide(followed, Change(commit.time, commit.oid))
        waiting |= under_old_names
        # What is still open at a root is a path that no commit has.
        if commit.parents and waiting:
            self._hand_on(commit.parents[0], waiting)

    def _follow_merge(self, commit: HistoryCommit, path: RepoPath, followed: list[RepoPath]) -> None:
        """Follow a path that differs from the first parent to the first other parent that has it alike."""
        if path in commit.own:
            self._decide(followed, Change(commit.time, commit.oid))
        elif len(commit.parents) == 2:
            self._hand_on(commit.parents[1], {path: followed})
        else:
            same = (p for p in commit.parents[1:] if path not in self._differences.between(p, commit.oid))
            self._hand_on(next(same), {path: followed})

    def _decide(self, followed: Iterable[RepoPath], change: Change) -> None:
        for path in followed:
            self.changes[path] = change

    def _hand_on(self, parent: Oid, paths: Open) -> None:
        there = self.open.get(parent)
        if there is None:
            self.open[parent] = paths
            return
        if len(there) < len(paths):
            there, paths = paths, there
            self.open[parent] = there
        for path, followed in paths.items():
            there[path] = [*there.get(path, ()), *followed]


def _children_first(commits: Sequence[HistoryCommit]) -> Iterator[HistoryCommit]:
    """Yield commits so that no parent comes before its children."""
    by_oid = {commit.oid: commit for commit in commits}
    children = dict.fromkeys(by_oid, 0)
    for commit in commits:
        for parent in commit.parents:
            if parent in children:
                children[parent] += 1
    ready = [commit for commit in reversed(commits) if not children[commit.oid]]
    while ready:
        commit = ready.pop()
        yield commit
        for parent in commit.parents:
            if parent in children:
                children[parent] -= 1
                if not children[parent]:
                    ready.append(by_oid[parent])


class _Differences:
    """Which paths differ between a merge and one of its parents, asked of git once for each pair."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._known: dict[tuple[Oid, Oid], frozenset[RepoPath]] = {}

    def between(self, parent: Oid, commit: Oid) -> frozenset[RepoPath]:
        """Return the paths; trees decide, so blobs need not be there.

        Raises:
            GitError: a tree is missing or broken.
        """
        if (parent, commit) not in self._known:
            options = ("-r", "-z", "--no-renames", "--name-only", "--ignore-submodules=none")
            out = self._repository.run(["diff-tree", *options, parent, commit, "--"])
            self._known[parent, commit] = frozenset(map(RepoPath, os.fsdecode(out).split("\0")[:-1]))
        return self._known[parent, commit]
