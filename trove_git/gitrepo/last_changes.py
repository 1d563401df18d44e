"""When each path of a commit was last changed, exactly as `git log -1 -- PATH` finds it, for all paths at once.

`git log -- PATH` follows one chain of commits: from a commit that has the path as one of its parents
has it to the first such parent, until a commit differs from all of them. Here the paths that are still
open travel along these chains together, each commit handing them on to the parents that have them alike.
A file that was moved without a change travels on under its old name, so a move does not make it young.

Source: git-log(1), History Simplification, default mode.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from trove_git.gitrepo.process import clean_environment, start
from trove_git.gitrepo.repository import Repository
from trove_git.records import HistoryCommit

Open = dict[str, list[str]]
"""Path at some commit → the paths it has at the commit that is asked."""


class LastChanges(NamedTuple):
    """What a walk found."""

    times: Mapping[str, int]
    """Path → when it was last changed, in seconds since 1970."""
    left: Mapping[str, Mapping[str, Sequence[str]]]
    """Commits that the walk did not reach → paths there that are still open → their paths at the asked commit."""


def find_last_changes(
    repository: Repository,
    commits: Sequence[HistoryCommit],
    start_at: Mapping[str, Mapping[str, Sequence[str]]],
    known: Mapping[str, Mapping[str, int]] | None = None,
) -> LastChanges:
    """Find the last change of paths among some commits.

    Args:
        repository: asked for the blobs of merges.
        commits: with whole ancestry among themselves, in any order.
        start_at: commit → path there → its paths at the asked commit, such as `open_paths` makes.
        known: commit → path there → when it was last changed, from an earlier walk.
    """
    with _Blobs(repository) as blobs:
        walk = _Walk(
            blobs, {oid: {path: list(of) for path, of in found.items()} for oid, found in start_at.items()}, known or {}
        )
        for commit in _children_first(commits):
            walk.visit(commit)
    return LastChanges(walk.times, walk.open)


def open_paths(commit: str, paths: Iterable[str]) -> dict[str, Open]:
    """Return the paths of a commit as a walk starts with them."""
    return {commit: {path: [path] for path in paths}}


class _Walk:
    """Paths on their way through the commits."""

    def __init__(self, blobs: _Blobs, start_at: dict[str, Open], known: Mapping[str, Mapping[str, int]]) -> None:
        self._blobs = blobs
        self._known = known
        self.open = start_at
        self.times: dict[str, int] = {}

    def visit(self, commit: HistoryCommit) -> None:
        """Decide the paths that are open at a commit, or hand them on to its parents."""
        waiting = self.open.pop(commit.oid, None)
        if not waiting:
            return
        for path in self._known.get(commit.oid, {}).keys() & waiting.keys():
            self._decide(waiting.pop(path), self._known[commit.oid][path])
        changed = [path for path in commit.paths if path in waiting]
        moved = {new: old for old, new in commit.renames} if changed else {}
        for path in changed:
            followed = waiting.pop(path)
            if len(commit.parents) > 1:
                self._follow_merge(commit, path, followed)
            elif path in moved:
                waiting[moved[path]] = [*waiting.get(moved[path], ()), *followed]
            else:
                self._decide(followed, commit.time)
        # What is still open at a root is a path that no commit has.
        if commit.parents and waiting:
            self._hand_on(commit.parents[0], waiting)

    def _follow_merge(self, commit: HistoryCommit, path: str, followed: list[str]) -> None:
        """Follow a path that differs from the first parent to the first other parent that has it alike."""
        if path in commit.own:
            self._decide(followed, commit.time)
        elif len(commit.parents) == 2:
            self._hand_on(commit.parents[1], {path: followed})
        else:
            oids = self._blobs.look_up([f"{name}:{path}" for name in (commit.oid, *commit.parents[1:])])
            same = (parent for parent, oid in zip(commit.parents[1:], oids[1:], strict=True) if oid == oids[0])
            self._hand_on(next(same), {path: followed})

    def _decide(self, followed: Iterable[str], time: int) -> None:
        for path in followed:
            self.times[path] = time

    def _hand_on(self, parent: str, paths: Open) -> None:
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


class _Blobs:
    """Object ids of `COMMIT:PATH`, asked of one `git cat-file --batch-check`; a context manager."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> _Blobs:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.communicate()

    def look_up(self, names: Collection[str]) -> list[bytes]:
        """Return the object id of each name; empty for a path that is not there."""
        if any("\n" in name for name in names):
            # The names of a batch end with their line.
            return [self._repository.run(["rev-parse", "--verify", "-q", n], check=False).strip() for n in names]
        if self._process is None:
            self._process = start(
                [f"--git-dir={self._repository.git_dir}", "cat-file", "--batch-check=%(objectname)"],
                cwd=self._repository.git_dir, environment=clean_environment(os.environ), stdin=subprocess.PIPE,
            ).process  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"".join(os.fsencode(name) + b"\n" for name in names))
        self._process.stdin.flush()
        answers = [self._process.stdout.readline().strip() for _ in names]
        return [b"" if answer.endswith(b" missing") else answer for answer in answers]
