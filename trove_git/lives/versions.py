"""The entries of a trove at two points of its life: at a commit, or on disk as they are now."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from trove_git.entries.entry import Entry, parse_entry
from trove_git.entries.pairing import plain
from trove_git.entries.reading import read_trove
from trove_git.entries.trove import MAX_ENTRY_BYTES, TROVE_FOLDER, TroveLocation, is_inside
from trove_git.errors import UnknownRevision, UsageError
from trove_git.gitrepo.repository import Commit
from trove_git.gitrepo.touching import merge_base
from trove_git.lives.trove_history import ARCHIVE, EntryReader, entries_of, find_trove_folder
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import Workspace


class Version(Protocol):
    """The entries of a trove at one point, retired ones among them."""

    @property
    def keys(self) -> Mapping[str, str]:
        """Path below the trove → what is equal for equal texts of one kind of version."""

    def read(self, paths: Iterable[str]) -> dict[str, Entry | None]:
        """Return entries by path; None where a text is not here."""


class Nothing:
    """The trove before the first commit."""

    @property
    def keys(self) -> Mapping[str, str]:
        """No entries."""
        return {}

    def read(self, paths: Iterable[str]) -> dict[str, Entry | None]:
        """Return no entries."""
        return dict.fromkeys(paths)


class Committed:
    """The trove of a commit.

    Args:
        workspace: where it is.
        commit: the commit.
    """

    def __init__(self, workspace: Workspace, commit: Commit) -> None:
        self._folder = find_trove_folder(workspace, commit.tree)
        found = entries_of(workspace.repository, commit.tree, self._folder)
        self._oids = {self._folder.below(path): oid for path, oid in found.items()}
        self._repository = workspace.repository

    @property
    def keys(self) -> Mapping[str, str]:
        """Path below the trove → object id."""
        return self._oids

    def read(self, paths: Iterable[str]) -> dict[str, Entry | None]:
        """Read entries from their blobs."""
        with EntryReader(self._repository, self._folder) as reader:
            return {path: reader.read(self._oids[path], self._folder.path_of(path)) for path in paths}


class OnDisk:
    """The trove as it lies on disk."""

    def __init__(self, location: TroveLocation) -> None:
        trove = read_trove(location)
        self._entries = dict(trove.entries) | _read_archive(location)
        self.problems = tuple(str(finding) for finding in trove.unreadable)
        """What could not be read."""

    @property
    def keys(self) -> Mapping[str, str]:
        """Path below the trove → the text, as git keeps it."""
        return {path: plain(entry) for path, entry in self._entries.items()}

    def read(self, paths: Iterable[str]) -> dict[str, Entry | None]:
        """Return entries."""
        return {path: self._entries[path] for path in paths}


def _read_archive(location: TroveLocation) -> dict[str, Entry]:
    """Read the retired entries of a trove; what cannot be read is passed over."""
    found = {}
    for folder, _, names in os.walk(location.folder / ARCHIVE):
        below = os.path.relpath(folder, location.folder).replace(os.sep, "/")
        for name in sorted(names):
            file = os.path.join(folder, name)
            if name.startswith(".") or not name.lower().endswith((".md", ".json")):
                continue
            if is_inside(file, location.boundary) and os.path.isfile(file) and os.path.getsize(file) <= MAX_ENTRY_BYTES:
                with open(file, "rb") as stream:
                    path = f"{below}/{name}"
                    found[path] = parse_entry(stream.read(), f"{location.shown}/{path}")
    return found


class Span(NamedTuple):
    """Two points to compare."""

    old: Commit | None
    """None for nothing, before the first commit."""
    new: Commit | None
    """None for the disk."""


def parse_span(workspace: Workspace, text: str) -> Span:
    """Return what `A..B`, `A...B`, `A` or nothing asks to compare.

    `A...B` begins at the common ancestor; `A` is `A..HEAD`, as `A..` is; nothing is HEAD and the disk.

    Raises:
        UnknownRevision: a revision names no commit, or two have no common ancestor.
        UsageError: nothing was named in a bare repository.
    """
    repository = workspace.repository
    if not text:
        if not workspace.root.on_disk:
            raise UsageError("a bare repository has no files on disk", hint="name two revisions: git trove diff A..B")
        return Span(repository.head, None)
    dots = "..." if "..." in text else ".."
    old, _, new = text.partition(dots)
    if not old and not new:
        raise UnknownRevision("no commit to start from", where=text, hint="git trove diff A..B takes two revisions")
    first, second = (repository.resolve_commit(name or "HEAD") for name in (old, new))
    if dots == "...":
        base = merge_base(repository, first.oid, second.oid)
        if base is None:
            hint = f"{old}..{new} compares them all the same"
            raise UnknownRevision("the revisions have no common ancestor", where=text, hint=hint)
        first = base
    return Span(first, second)


def open_version(workspace: Workspace, commit: Commit | None) -> Committed | OnDisk:
    """Open the trove of a commit, or that on disk."""
    if commit is not None:
        return Committed(workspace, commit)
    project = locate_troves(workspace).project
    if project is None:
        raise UsageError("the trove here is the personal one", where=TROVE_FOLDER, hint="name two revisions")
    return OnDisk(project)
