"""The life of an entry: every commit that wrote, moved, renamed, retired or removed it, on every line of history.

Names travel from children to parents. At a commit each name that is followed is handed to every parent under the
name that it has there; where two lines meet again, it goes on once, so no commit is told twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from trove_git.entries.pairing import slug_of
from trove_git.entries.slug import normalize
from trove_git.gitrepo.repository import Commit
from trove_git.gitrepo.touching import FileChange, Touching, list_touching
from trove_git.lives.trove_history import (
    REMOVED,
    EntryChange,
    EntryReader,
    TroveFolder,
    classify,
    compare_with_parents,
    entries_of,
    find_trove_folder,
    own_changes,
)
from trove_git.paths import RepoPath
from trove_git.records import Oid
from trove_git.workspace.workspace import Workspace

Names = dict[RepoPath, frozenset[RepoPath]]
"""Path at some commit → what is followed under it."""

GONE = RepoPath("")
"""Stands for what is followed although the commit that was asked has no entry of it."""


class Step(NamedTuple):
    """One commit in the life of an entry."""

    commit: Touching
    changes: tuple[EntryChange, ...]


class Walked(NamedTuple):
    """What following names through a history found."""

    steps: Mapping[RepoPath, tuple[Step, ...]]
    """Path at the commit that was asked, or GONE → its commits, newest first."""
    names: Mapping[Oid, Names]
    """Commit → the names that things have after it."""
    is_partial: bool
    """See `TroveHistory`."""


class Life(NamedTuple):
    """The life of the entry of a slug."""

    steps: tuple[Step, ...]
    """Newest first."""
    slugs: tuple[str, ...]
    """Slugs that it has now; empty when it is gone."""
    is_archived: bool
    """Whether it is retired now."""
    is_partial: bool
    """See `TroveHistory`."""


class TroveHistory(NamedTuple):
    """The commits that touched a trove, and what they did there."""

    folder: TroveFolder
    commits: Sequence[Touching]
    """Children first; parents name commits of this list."""
    by_parent: Mapping[Oid, Sequence[Sequence[EntryChange]]]
    """Commit → what happened to entries against each parent."""
    own: Mapping[Oid, Sequence[EntryChange]]
    """Commit → what it did itself."""
    is_partial: bool
    """Whether entries that were moved and edited at once may count as removed and added, because texts are missing."""


def read_history(workspace: Workspace, commit: Commit) -> TroveHistory:
    """Read how a commit's trove came to be.

    Raises:
        GitError: a commit or tree is missing or broken.
    """
    folder = find_trove_folder(workspace, commit.tree)
    commits = list_touching(workspace.repository, commit.oid, [folder.path], connected=True)
    with EntryReader(workspace.repository, folder) as reader:
        by_parent = compare_with_parents(workspace.repository, commits, folder, reader)
    edges = {c.oid for c in commits if c.at_edge}

    def told(oid: Oid, changes: Iterable[FileChange]) -> list[EntryChange]:
        return classify(changes, folder, at_edge=oid in edges)

    return TroveHistory(
        folder,
        commits,
        {oid: [told(oid, changes) for changes in of] for oid, of in by_parent.items()},
        {oid: told(oid, own_changes(of)) for oid, of in by_parent.items()},
        reader.missing > 0,
    )


def find_life(workspace: Workspace, commit: Commit, slug: str) -> Life:
    """Find the life of the entry that has, or had, a slug.

    Raises:
        GitError: a commit or tree is missing or broken.
    """
    history, walked, wanted = walk(workspace, commit, slug)
    changes: dict[str, dict[EntryChange, None]] = {}
    for path in (*wanted, GONE):
        for step in walked.steps.get(path, ()):
            changes.setdefault(step.commit.oid, {}).update(dict.fromkeys(step.changes))
    return Life(
        tuple(Step(c, tuple(changes[c.oid])) for c in history.commits if c.oid in changes),
        tuple(dict.fromkeys(slug_of(path) for path in wanted)),
        bool(wanted) and all(history.folder.is_archived(path) for path in wanted),
        history.is_partial,
    )


def walk(workspace: Workspace, commit: Commit, slug: str) -> tuple[TroveHistory, Walked, Sequence[RepoPath]]:
    """Follow the entry that has a slug at a commit; where none has, every entry that had it once.

    Returns:
        The history, what was followed through it, and the paths at the commit of the entries that are meant.

    Raises:
        GitError: a commit or tree is missing or broken.
    """
    slug = normalize(slug)
    history = read_history(workspace, commit)
    paths = list(entries_of(workspace.repository, commit.tree, history.folder))
    named = [path for path in paths if slug_of(path) == slug]
    walked = follow(history, named or paths, slug)
    wanted = named or [path for path in paths if any(_mentions(step, slug) for step in walked.steps.get(path, ()))]
    return history, walked, wanted


def _mentions(step: Step, slug: str) -> bool:
    """Whether a step is about a slug."""
    return any(slug in (change.slug, change.old_slug) for change in step.changes)


def follow(history: TroveHistory, paths: Iterable[RepoPath], gone_slug: str = "") -> Walked:
    """Follow entries from the newest commits of a history to where they came from.

    Args:
        history: what to walk.
        paths: which are followed.
        gone_slug: also follow the entries of this slug that were removed.
    """
    start: Names = {path: frozenset([path]) for path in paths}
    inner = {parent for commit in history.commits for parent in commit.parents}
    names: dict[Oid, Names] = {c.oid: dict(start) for c in history.commits if c.oid not in inner}
    steps: dict[RepoPath, list[Step]] = {}
    for commit in history.commits:
        here = names.setdefault(commit.oid, {})
        own = history.own[commit.oid]
        for change in own:
            if change.action == REMOVED and change.slug == gone_slug:
                here[change.path] = here.get(change.path, frozenset()) | {GONE}
        told: dict[RepoPath, list[EntryChange]] = {}
        for change in own:
            for origin in here.get(change.path, ()):
                told.setdefault(origin, []).append(change)
        for origin, changes in told.items():
            steps.setdefault(origin, []).append(Step(commit, tuple(changes)))
        # A commit without parents is compared with nothing, and hands nothing on.
        for parent, differing in zip(commit.parents, history.by_parent[commit.oid], strict=False):
            _hand_on(names.setdefault(parent, {}), here, differing)
    return Walked({path: tuple(of) for path, of in steps.items()}, names, history.is_partial)


def _hand_on(there: Names, here: Names, changes: Sequence[EntryChange]) -> None:
    """Give what is followed the names that it has at a parent."""
    moved = {change.path: change.old_path for change in changes if change.path != change.old_path}
    left = {change.old_path for change in changes if change.path != change.old_path} - moved.keys()
    for path, followed in here.items():
        # What is followed by a name that moved away below it is another entry from there on.
        if path in moved:
            name = moved[path]
        elif path in left:
            continue
        else:
            name = path
        there[name] = there.get(name, frozenset()) | followed
