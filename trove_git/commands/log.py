"""The commits that touched the trove, or one entry of it, and what each did to which entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from trove_git.commands.show import show
from trove_git.entries.pairing import slug_of
from trove_git.gitrepo.repository import Commit, Repository, require_repository
from trove_git.gitrepo.touching import Narrowing, Touching, check_date, list_touching
from trove_git.lives.entry_history import Life, find_life
from trove_git.lives.trove_history import (
    EntryChange,
    EntryReader,
    TroveFolder,
    classify,
    compare_with_parents,
    find_trove_folder,
    own_changes,
)
from trove_git.workspace.troves import PERSONAL, locate_troves
from trove_git.workspace.workspace import Workspace

MISSING_BLOBS = "blobs are missing in this partial clone: entries that were moved and edited at once count as removed"
MISSING_TITLES = "texts are missing in this partial clone: slugs stand for their titles"
EDGE = "the clone is shallow: what its oldest commit changed is not known"
NO_COMMIT = "no commit yet"
NOT_COMMITTED = "the entry is not committed yet"


class Told(NamedTuple):
    """What happened to one entry, with its titles."""

    change: EntryChange
    title: str
    """Afterwards; of a removed entry, the last one."""
    old_title: str
    path: str
    """As messages name it; of a removed entry, where it was."""
    old_path: str


class LoggedCommit(NamedTuple):
    """One commit that touched the trove."""

    commit: Touching
    entries: tuple[Told, ...]
    others: tuple[str, ...]
    """Files of the trove that are no entries, such as its INDEX.md."""


class Logged(NamedTuple):
    """The commits that were asked for."""

    revision: str
    """Object id of the commit whose history it is; empty before the first commit."""
    commits: tuple[LoggedCommit, ...]
    """Newest first."""
    more: bool
    """Whether the limit left some out."""
    notes: tuple[str, ...]


def log(workspace: Workspace, slug: str = "", narrowing: Narrowing = Narrowing(), *, limit: int = 0) -> Logged:  # noqa: B008
    """List what happened to the entries of HEAD's trove.

    Args:
        workspace: where the repository is.
        slug: the one entry that is asked about, under any name that it had; empty for all.
        narrowing: which commits.
        limit: how many at most; 0 for all.

    Raises:
        NotARepository: outside Git.
        EntryNotFound: no commit has, or had, an entry of the slug, nor has one the disk.
        UsageError: a date or the pattern of the author cannot be read.
        GitError: a commit or tree is missing or broken.
    """
    repository = require_repository(workspace.root)
    head = repository.head
    if head is None:
        return Logged("", (), more=False, notes=(NO_COMMIT,))
    if narrowing.since:
        narrowing = narrowing._replace(since=check_date(repository, narrowing.since))
    if slug:
        return _log_entry(workspace, head, slug, narrowing, limit)
    folder = find_trove_folder(workspace, head.tree)
    asked = 2 * limit
    while True:
        # Merges that only bring in what others did are left out, so that more may have to be read.
        touching = list_touching(repository, head.oid, [folder.path], narrowing, limit=asked)
        logged, missing, untitled = _tell(repository, touching, folder)
        if not asked or len(logged) > limit or len(touching) < asked:
            break
        asked *= 4
    more = bool(limit) and len(logged) > limit
    shown = tuple(logged[:limit] if limit else logged)
    return Logged(head.oid, shown, more, _notes(shown, moves=missing, titles=untitled))


def _tell(
    repository: Repository, touching: Sequence[Touching], folder: TroveFolder
) -> tuple[list[LoggedCommit], int, int]:
    """Return what commits did, how many texts are missing to see moves, and how many for titles."""
    logged = []
    with EntryReader(repository, folder) as reader:
        by_parent = compare_with_parents(repository, touching, folder, reader)
        missing = reader.missing
        for commit in touching:
            files = own_changes(by_parent[commit.oid])
            if not files:
                continue
            changes = classify(files, folder, at_edge=commit.at_edge)
            told = {path for change in changes for path in (change.path, change.old_path)}
            others = tuple(folder.display(file.path) for file in files if file.path not in told)
            logged.append(LoggedCommit(commit, _with_titles(changes, reader, folder), others))
        return logged, missing, reader.missing


def _log_entry(workspace: Workspace, head: Commit, slug: str, narrowing: Narrowing, limit: int) -> Logged:
    """Tell the life of one entry."""
    repository = workspace.repository
    life = find_life(workspace, head, slug)
    if not life.steps:
        return Logged(head.oid, (), more=False, notes=(_why_none(workspace, slug),))
    folder = find_trove_folder(workspace, head.tree)
    wanted = {step.commit.oid for step in life.steps}
    if narrowing.arguments():
        wanted &= {commit.oid for commit in list_touching(repository, head.oid, [folder.path], narrowing)}
    steps = [step for step in life.steps if step.commit.oid in wanted]
    with EntryReader(repository, folder) as reader:
        shown = tuple(
            LoggedCommit(step.commit, _with_titles(step.changes, reader, folder), ())
            for step in (steps[:limit] if limit else steps)
        )
        notes = _notes(shown, moves=life.is_partial, titles=reader.missing)
    return Logged(head.oid, shown, bool(limit) and len(steps) > limit, (*_whereabouts(life, slug), *notes))


def _why_none(workspace: Workspace, slug: str) -> str:
    """Say why an entry that no commit has is not in the history.

    Raises:
        EntryNotFound: there is none on disk either.
    """
    shown = show(locate_troves(workspace), slug)
    return "the entry is personal; its trove is not in this repository" if shown.kind == PERSONAL else NOT_COMMITTED


def _whereabouts(life: Life, slug: str) -> list[str]:
    """Say where an entry is now, where its slug does not tell."""
    if not life.slugs:
        return ["the entry is not here any more"]
    if slug_of(f"{slug}.") not in life.slugs:
        return [f"the entry is called {', '.join(life.slugs)} now"]
    return ["the entry is retired"] if life.is_archived else []


def _with_titles(changes: Iterable[EntryChange], reader: EntryReader, folder: TroveFolder) -> tuple[Told, ...]:
    told = []
    for change in changes:
        old_title, title = reader.titles(change)
        told.append(Told(change, title, old_title, folder.display(change.path), folder.display(change.old_path)))
    return tuple(told)


def _notes(commits: Sequence[LoggedCommit], *, moves: int, titles: int) -> tuple[str, ...]:
    """Say what the history does not tell."""
    at_edge = any(logged.commit.at_edge for logged in commits)
    known = ((EDGE, at_edge), (MISSING_BLOBS, moves), (MISSING_TITLES, titles))
    return tuple(note for note, applies in known if applies)
