"""Narrow a question to what was changed since a date or by an author: the paths that may be hits."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from trove_git.errors import GitError, UsageError
from trove_git.gitrepo.authors import select_by_author
from trove_git.gitrepo.last_changes import Change
from trove_git.gitrepo.since import parse_since
from trove_git.index.search import Filter, MemoryIndex
from trove_git.layers import history_layer
from trove_git.layers.ages import open_changes
from trove_git.layers.history import newest_commits
from trove_git.paths import below_root, from_top
from trove_git.ranking.searched import WordsLayer
from trove_git.sources.plan import plan_commit

if TYPE_CHECKING:
    from trove_git.asking.changed import Changed
    from trove_git.gitrepo.repository import Commit
    from trove_git.layers.opening import Opened
    from trove_git.workspace.workspace import Workspace

LAST_SHOWN_SECOND = 253_370_764_800
"""9999-01-01T00:00:00Z, the last time that the footer shows: git takes any number of seconds for a date, and in no
time zone is this one past the last year of a calendar."""
_NAMES = {"project": "entries", "doc": "docs", "commit": "commits"}


class Narrowed(NamedTuple):
    """What may be a hit."""

    filter: Filter
    notes: tuple[str, ...]
    """What the footer should say."""


def narrow(workspace: Workspace, opened: Opened, changed: Changed, narrowing: Filter) -> Narrowed:
    """Narrow a question to what was changed since a date or by an author.

    Args:
        workspace: where to look.
        opened: what is searched.
        changed: what is wanted.
        narrowing: the filter so far, with the kinds that `Changed.kinds` names.

    Raises:
        UsageError: there is no commit, `--since` is no date, or `--author` no pattern.
        GitError: a commit cannot be read.
    """
    commit = opened.asked
    if commit is None:
        raise UsageError("--since and --author need commits", where=workspace.root.path, hint="there is none here yet")
    after = parse_since(workspace.repository, changed.since) if changed.since is not None else None
    notes = [_searched_note(narrowing.kinds, after, changed.author)]
    changes: dict[str, Change] = {}
    if "commit" in narrowing.kinds:
        try:
            changes |= _commits(workspace, commit, after, notes)
        except GitError as error:
            notes.append(f"commits were left out, for they cannot be read: {error}")
    if {"project", "doc"} & set(narrowing.kinds):
        try:
            changes |= _files(workspace, opened, commit, narrowing.kinds, notes)
        except GitError as error:
            notes.append(f"entries and docs were left out, for their last changes are not known: {error}")
    if after is not None:
        changes = {path: change for path, change in changes.items() if change.time >= after}
    uncommitted = set(_uncommitted(opened))
    paths = changes.keys() - uncommitted
    if changed.author is not None:
        by_author = select_by_author(workspace.repository, (change.oid for change in changes.values()), changed.author)
        paths = {path for path in paths if changes[path].oid in by_author}
    elif after is not None and after <= time.time():
        # What is on disk only was changed after everything that is committed.
        paths |= uncommitted
    return Narrowed(narrowing._replace(paths=frozenset(paths)), tuple(notes))


def _searched_note(kinds: tuple[str, ...], after: int | None, author: str | None) -> str:
    """Say what was searched: a date that git read in another way than it was meant shows here."""
    note = f"only {' and '.join(_NAMES[kind] for kind in _NAMES if kind in kinds)}"
    if after is not None:
        note += f" since {time.strftime('%Y-%m-%d %H:%M', time.localtime(min(after, LAST_SHOWN_SECOND)))}"
    return f"{note} by {author}" if author is not None else note


def _commits(workspace: Workspace, commit: Commit, after: int | None, notes: list[str]) -> Mapping[str, Change]:
    """Return object id → the commit itself, of the newest; note where older ones would belong to the answer."""
    commits = newest_commits(workspace, commit)
    full = len(commits) >= history_layer.NEWEST
    if full and (after is None or after < min(found.time for found in commits)):
        notes.append(f"of the commits the newest {len(commits)} were searched")
    return {found.oid: Change(found.time, found.oid) for found in commits}


def _files(
    workspace: Workspace, opened: Opened, commit: Commit, kinds: tuple[str, ...], notes: list[str]
) -> Mapping[str, Change]:
    """Return path below the root → last change, of entries and docs; note how many have none in a shallow clone."""
    prefix = workspace.root.prefix
    found = open_changes(workspace, commit)
    if os.path.exists(os.path.join(workspace.repository.common_dir, "shallow")):
        docs = opened.settings.docs
        files = plan_commit(workspace.repository, commit, prefix, docs).files
        unknown = sum(1 for file in files if file.kind in kinds and from_top(file.path, prefix) not in found)
        if unknown:
            notes.append(f"{unknown} left out that changed before this shallow clone begins")
    return {below_root(path, prefix): change for path, change in found.items() if path.startswith(prefix)}


def _uncommitted(opened: Opened) -> Iterator[str]:
    """Yield the paths whose text is searched as it is on disk."""
    for layer in opened.searched:
        if isinstance(layer, WordsLayer) and layer.uncommitted and isinstance(layer.reader, MemoryIndex):
            yield from (record.path for record in layer.reader.records)
