"""Who said what of an entry: each line with its commit, its author, and whether the commit is signed."""

from __future__ import annotations

import os
from typing import NamedTuple

from trove_git.commands.show import not_found
from trove_git.commands.show_at import show_at
from trove_git.entries.pairing import slug_of
from trove_git.entries.slug import normalize
from trove_git.entries.trove import TROVE_FOLDER
from trove_git.errors import EntryNotFound, GitError
from trove_git.gitrepo.blame import BlamedLine, blame
from trove_git.gitrepo.history import shallow_edge
from trove_git.gitrepo.objects import list_tree
from trove_git.gitrepo.repository import Repository, require_repository
from trove_git.gitrepo.signatures import signatures_of
from trove_git.lives.trove_history import entries_of, find_trove_folder
from trove_git.lives.versions import OnDisk
from trove_git.paths import RepoPath
from trove_git.records import NO_OID, Oid
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import Workspace

UNCOMMITTED = "uncommitted"
EDGE = "lines of ^ commits may be older: the clone is shallow"


class Said(NamedTuple):
    """One line and who said it."""

    blamed: BlamedLine
    signature: str
    """One of `gitrepo/signatures.py`, or UNCOMMITTED."""
    at_edge: bool
    """Whether an older commit may have written it, which was not cloned."""


class Blamed(NamedTuple):
    """An entry, line by line."""

    path: str
    """As messages name it."""
    revision: Oid
    """Object id of the commit that was asked; empty for the file on disk."""
    lines: tuple[Said, ...]
    notes: tuple[str, ...]


def blame_entry(workspace: Workspace, slug: str, revision: str | None = None) -> Blamed:
    """Say which commit each line of an entry is from.

    Args:
        workspace: where the repository is.
        slug: the entry's.
        revision: blame it as it was there; None for the file on disk, or for HEAD in a bare repository.

    Raises:
        NotARepository: outside Git.
        EntryNotFound: there is no such entry.
        UnknownRevision: the revision names no commit.
        GitError: an object is missing, as in a partial clone.
    """
    repository = require_repository(workspace.root)
    if revision is None and not workspace.root.on_disk:
        revision = "HEAD"
    if revision is not None:
        found = show_at(workspace, slug, revision)
        folder = find_trove_folder(workspace, repository.resolve_commit(found.revision).tree)
        shown, commit = found.shown.entry.path, found.revision
        lines = _ask(repository, folder.path_of(found.shown.path), commit)
    else:
        shown, commit = _find(workspace, normalize(slug)), NO_OID
        lines = _blame_file(workspace, repository, shown)
    signatures = signatures_of(repository, (line.commit for line in lines if line.is_committed))
    edge = shallow_edge(repository)
    said = tuple(Said(line, signatures.get(line.commit, UNCOMMITTED), line.commit in edge) for line in lines)
    return Blamed(shown, commit, said, (EDGE,) if any(line.at_edge for line in said) else ())


def _find(workspace: Workspace, slug: str) -> str:
    """Return the path of an entry on disk, as messages name it.

    Raises:
        EntryNotFound: the project's trove has none; the hint says where else it may be.
    """
    troves = locate_troves(workspace)
    paths = list(OnDisk(troves.project).keys) if troves.project is not None else []
    path = next((path for path in paths if slug_of(path) == slug), None)
    if path is not None:
        return f"{TROVE_FOLDER}/{path}"
    error = not_found(slug, map(slug_of, paths))
    if any(slug_of(path) == slug for path in OnDisk(troves.personal).keys):
        message = "the entry is personal; its trove is not in this repository"
        raise EntryNotFound(message, where=slug, hint=f"git trove show {slug} prints it")
    head = workspace.repository.head
    if head is not None and any(
        slug_of(name) == slug
        for name in entries_of(workspace.repository, head.tree, find_trove_folder(workspace, head.tree))
    ):
        raise EntryNotFound("the entry is not on disk", where=slug, hint=f"git trove blame --at HEAD {slug}")
    raise EntryNotFound(error.message, where=slug, hint=f"{error.hint}; git trove log {slug} looks for it in the past")


def _blame_file(workspace: Workspace, repository: Repository, shown: str) -> list[BlamedLine]:
    """Blame a file on disk; one that HEAD has not is not committed as a whole."""
    top = os.path.realpath(repository.work_tree or workspace.root.path)
    file = os.path.realpath(os.path.join(workspace.root.path, shown))
    path = RepoPath(os.path.relpath(file, top).replace(os.sep, "/"))
    head = repository.head
    if head is not None and list_tree(repository, head.tree, [path]):
        return _ask(repository, path, NO_OID)
    with open(file, "rb") as stream:
        text = stream.read().decode("utf-8", "replace")
    rows = text.removesuffix("\n").split("\n")
    zeros = Oid("0" * (len(head.oid) if head is not None else 40))
    return [BlamedLine(number, row.removesuffix("\r"), zeros, "", "", 0, "+0000") for number, row in enumerate(rows, 1)]


def _ask(repository: Repository, path: RepoPath, commit: Oid) -> list[BlamedLine]:
    try:
        return blame(repository, path, commit)
    except GitError as error:
        hint = error.hint or f"git blame {path} says more, and in a partial clone fetches what is missing"
        raise GitError(f"the history cannot be read: {error.message}", where=path, hint=hint) from error
