"""Retire entries: move them to the trove's archive, or remove them; say first what that would do.

A plan is made, shown by the caller, and carried out when the user wants it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.commands.show import not_found
from trove_git.commands.touch import Located, find_entries
from trove_git.entries.index_file import write_index
from trove_git.entries.links import iter_links
from trove_git.entries.reading import read_trove
from trove_git.entries.trove import ARCHIVE_FOLDER, TroveLocation, archive_of
from trove_git.entries.writing import locked, require_inside
from trove_git.errors import EntryExists, WriteError
from trove_git.storage import write_atomically
from trove_git.workspace.troves import Troves, kind_of
from trove_git.workspace.workspace import Workspace

COMMITTED = "committed"
CHANGED = "changed"
UNCOMMITTED = "not committed"


class Linked(NamedTuple):
    """A line of another entry that links to one that is to be retired."""

    path: str
    """As the user would type it."""
    line: int


class Retiring(NamedTuple):
    """One entry that is to be retired."""

    located: Located
    target: str
    """Where it goes, as the user would type it; empty when it is removed."""
    state: str
    """COMMITTED; CHANGED for uncommitted changes; UNCOMMITTED where no commit has the file."""
    linked_from: tuple[Linked, ...]
    """Links in entries that stay."""

    @property
    def kind(self) -> str:
        """`project` or `personal`."""
        return kind_of(self.located.location)


def plan_prune(workspace: Workspace, troves: Troves, slugs: Sequence[str], *, delete: bool = False) -> list[Retiring]:
    """Look at what retiring some entries would do; nothing is changed.

    Args:
        workspace: asked what is committed.
        troves: where to look.
        slugs: of the entries.
        delete: remove them instead of moving them to the archive.

    Raises:
        EntryNotFound: no trove has one of the slugs, or the project has archived it already.
        EntryExists: the archive has a file of this name.
        GitError: git cannot say what is committed.
    """
    found = find_entries(troves, slugs)
    _refuse_archived(troves, found)
    leaving = {(at.location.personal, at.path) for at in found}
    plan = []
    for at in found:
        if not delete:
            _refuse_taken(at)
        target = "" if delete else f"{archive_of(at.location).shown}/{at.path}"
        plan.append(Retiring(at, target, _state(workspace, at), _linked_from(at, leaving)))
    return plan


def prune(plan: Sequence[Retiring]) -> None:
    """Carry a plan out, and take the entries out of INDEX.md.

    Raises:
        EntryExists: the archive has a file of this name.
        WriteError: a file cannot be moved or removed, or INDEX.md cannot be written.
    """
    locations = {retiring.located.location.personal: retiring.located.location for retiring in plan}
    for personal, location in locations.items():
        with locked(location):
            try:
                for retiring in plan:
                    if retiring.located.location.personal == personal:
                        _retire(retiring)
            finally:
                # Also after a failure: those before it are gone from their places.
                if (location.folder / "INDEX.md").is_file():
                    write_index(location, read_trove(location).entries)


def _retire(retiring: Retiring) -> None:
    """Move or remove one file; the caller holds the lock."""
    location, path, _ = retiring.located
    workspace = location.folder / path
    require_inside(location, workspace)
    try:
        if retiring.target:
            _refuse_taken(retiring.located)
            goal = archive_of(location).folder / path
            require_inside(location, goal)
            if workspace.is_symlink():
                # Moved as it is, a relative link would lead nowhere.
                write_atomically(goal, workspace.read_bytes())
            else:
                goal.parent.mkdir(parents=True, exist_ok=True)
                workspace.replace(goal)
                return
        workspace.unlink()
    except OSError as error:
        raise WriteError(f"cannot retire the entry: {(error.strerror or '').lower()}", where=str(workspace)) from error


def _refuse_archived(troves: Troves, found: Sequence[Located]) -> None:
    """Raise EntryNotFound for a personal entry whose slug the project has archived.

    Who retires an entry twice means the project's both times, and must not lose the personal one of its name.
    """
    personal = [at.entry.slug for at in found if at.location.personal]
    if personal and troves.project is not None:
        archived = {entry.slug for entry in read_trove(archive_of(troves.project)).entries.values()}
        for slug in personal:
            if slug in archived:
                raise not_found(slug, (), [troves.project])


def _refuse_taken(at: Located) -> None:
    """Raise EntryExists when the archive has the file already."""
    if os.path.lexists(archive_of(at.location).folder / at.path):
        workspace = f"{at.location.shown}/{ARCHIVE_FOLDER}/{at.path}"
        hint = "rename the archived file, or use --delete"
        raise EntryExists("the archive has an entry of this name", where=workspace, hint=hint)


def _linked_from(at: Located, leaving: set[tuple[bool, str]]) -> tuple[Linked, ...]:
    """Find the links to an entry in the entries of its trove that stay."""
    found = []
    for path, entry in read_trove(at.location).entries.items():
        if (at.location.personal, path) not in leaving:
            links = iter_links(entry.body, entry.body_line)
            found += [Linked(entry.path, link.line) for link in links if link.slug == at.entry.slug]
    return tuple(found)


def _state(workspace: Workspace, at: Located) -> str:
    """Say whether HEAD holds the file as it lies on disk."""
    repository = workspace.root.repository
    if at.location.personal or repository is None or repository.head is None:
        return UNCOMMITTED
    path = workspace.root.prefix + _below_root(at.location, at.path)
    tracked = repository.run(["ls-tree", "-z", "--full-tree", repository.head.oid, "--", f":(literal){path}"])
    if not tracked:
        return UNCOMMITTED
    status = repository.run(["status", "--porcelain=v1", "-z", "--no-renames", "--", f":(top,literal){path}"])
    return CHANGED if status else COMMITTED


def _below_root(location: TroveLocation, path: str) -> str:
    """Return the path of an entry of the project's trove below the root."""
    return f"{location.shown}/{path}"
