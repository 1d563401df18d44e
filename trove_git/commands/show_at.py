"""Find one entry as it was at a revision: by the slug it had there, else by one that it has or had elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from trove_git.commands.show import Shown, not_found
from trove_git.entries.entry import parse_entry
from trove_git.entries.pairing import slug_of
from trove_git.entries.slug import normalize
from trove_git.entries.trove import MAX_ENTRY_BYTES
from trove_git.errors import EntryNotFound, GitError
from trove_git.gitrepo.objects import BlobReader
from trove_git.gitrepo.repository import Commit, require_repository
from trove_git.gitrepo.touching import list_touching
from trove_git.lives.entry_history import GONE, follow, read_history, walk
from trove_git.lives.trove_history import entries_of, find_trove_folder
from trove_git.paths import RepoPath
from trove_git.records import Oid
from trove_git.workspace.troves import PROJECT
from trove_git.workspace.workspace import Workspace


class ShownAt(NamedTuple):
    """An entry as it was."""

    shown: Shown
    revision: Oid
    """Object id of the commit."""


def show_at(workspace: Workspace, slug: str, revision: str) -> ShownAt:
    """Find the entry of a slug at a revision.

    Raises:
        NotARepository: outside Git.
        UnknownRevision: the revision names no commit.
        EntryNotFound: the commit has no such entry, under any name that it has here or had before.
        GitError: an object cannot be read, as in a partial clone.
    """
    repository = require_repository(workspace.root)
    commit = repository.resolve_commit(revision)
    slug = normalize(slug)
    folder = find_trove_folder(workspace, commit.tree)
    there = entries_of(repository, commit.tree, folder)
    path = _find(workspace, commit, slug, there)
    if path is None:
        raise _missing(workspace, slug, revision, there)
    with BlobReader(repository) as reader:
        blob = reader.read(there[path], MAX_ENTRY_BYTES)
    if blob.data is None:
        hint = f"git show {there[path]} fetches it in a partial clone"
        raise GitError(f"the text cannot be read: {blob.problem}", where=folder.display(path), hint=hint)
    entry = parse_entry(blob.data, folder.display(path))
    return ShownAt(Shown(PROJECT, entry, folder.below(path)), commit.oid)


def _find(workspace: Workspace, commit: Commit, slug: str, there: Mapping[RepoPath, Oid]) -> RepoPath | None:
    """Return the path of an entry at a commit."""
    named = next((path for path in there if slug_of(path) == slug), None)
    if named is not None or not there:
        return named
    head = workspace.repository.head
    earlier = _earlier_name(workspace, head, commit, slug, there) if head is not None else None
    return earlier if earlier is not None else _later_name(workspace, commit, slug, there)


def _earlier_name(
    workspace: Workspace, head: Commit, commit: Commit, slug: str, there: Mapping[RepoPath, Oid]
) -> RepoPath | None:
    """Return the path that an entry had at a commit from which HEAD came, by a slug that it has or had in between."""
    history, walked, wanted = walk(workspace, head, slug)
    # The names at a commit that touched no trove are those after the last one before it that did.
    reached = list_touching(workspace.repository, commit.oid, [history.folder.path], limit=1, connected=True)
    names = walked.names.get(reached[0].oid, {}) if reached else {}
    meant = {*wanted, GONE}
    return next((path for path, origins in names.items() if path in there and meant & origins), None)


def _later_name(workspace: Workspace, commit: Commit, slug: str, there: Mapping[RepoPath, Oid]) -> RepoPath | None:
    """Return the path at a commit of an entry that had the slug before."""
    walked = follow(read_history(workspace, commit), there)
    for path, steps in walked.steps.items():
        if any(slug in (change.slug, change.old_slug) for step in steps for change in step.changes):
            return path
    return None


def _missing(workspace: Workspace, slug: str, revision: str, there: Mapping[RepoPath, Oid]) -> EntryNotFound:
    """Make the error for a slug that a commit does not have."""
    head = workspace.repository.head
    known: set[str] = set()
    if head is not None:
        folder = find_trove_folder(workspace, head.tree)
        known = {slug_of(path) for path in entries_of(workspace.repository, head.tree, folder)}
    error = not_found(slug, map(slug_of, there))
    hint = f"git trove log {slug} shows when it came" if slug in known else error.hint
    return EntryNotFound("no entry has this slug there", where=f"{slug} at {revision}", hint=hint)
