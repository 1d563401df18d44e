"""Everything that the troves know about a file or folder: each entry with what speaks against it, newest first."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.asking.about import About, Stored, find_about
from trove_git.asking.asking import Asking
from trove_git.commands.list_entries import Wanted
from trove_git.entries.entry import parse_entry
from trove_git.entries.reading import read_trove
from trove_git.entries.trove import MAX_ENTRY_BYTES, SHOWN_PERSONAL, TROVE_FOLDER
from trove_git.errors import UsageError
from trove_git.gitrepo.objects import BlobReader
from trove_git.layers.opening import Opened
from trove_git.layers.opening import Wanted as WantedLayers
from trove_git.lives.trove_history import entries_of, find_trove_folder
from trove_git.packing import pack
from trove_git.records import AskResult, Finding, Hit, ScoreParts, display_path
from trove_git.workspace.asked_from import find_asked_from
from trove_git.workspace.troves import PERSONAL, PROJECT, kind_of, locate_troves
from trove_git.workspace.workspace import Workspace

UNSCORED = ScoreParts(bm25=0.0, title=0.0, coverage=1.0, prior=1.0, page=1.0, category="", recency=1.0)
"""Of a hit that no question found."""


class AboutListing(NamedTuple):
    """Entries about some places, newest first."""

    rows: tuple[About, ...]
    unreadable: tuple[Finding, ...]
    """Files that could not be read."""
    revision: str
    """Object id of the commit that was asked; empty where there is none."""
    notes: tuple[str, ...]
    """What the footer should say."""
    entry_count: int
    """Entries that were looked at."""


def list_about(asking: Asking, paths: Sequence[str], wanted: Wanted) -> AboutListing:
    """List the entries that are about some files and folders.

    Args:
        asking: begun; of a revision, the project's entries are those of that commit.
        paths: files and folders, there or not, from the folder the program was started in.
        wanted: which entries to list.

    Raises:
        UsageError: a path lies outside the root.
        UnknownRevision: the revision names no commit.
        GitError: the commit cannot be read.
    """
    workspace, live = asking.workspace, asking.revision is None
    places = find_asked_from(workspace, paths)
    if len(places) < len(set(map(os.path.normpath, paths))) and len(paths) > 1:
        # The root is among them, and what is about all of it is about the others.
        places = ()
    opened = asking.open(WantedLayers())
    stored, unreadable = _read_stored(workspace, opened, asking.reader, live=live)
    admitted = [one for one in stored if wanted.admits(one.entry)]
    rows = list(find_about(workspace, opened, asking.reader, admitted, places, live=live))
    rows.sort(key=lambda row: (row.stored.entry.slug, row.stored.entry.path))
    rows.sort(key=lambda row: row.stored.entry.created, reverse=True)
    return AboutListing(tuple(rows), unreadable, opened.commit, opened.notes, len(admitted))


def ask_about(asking: Asking, paths: Sequence[str], wanted: Wanted, kinds: Sequence[str] = ()) -> AskResult:
    """Return what `list_about` finds in the form of an answer, so that the same program reads both.

    Args:
        asking: as for `list_about`; a limit or budget is in force only where it was given with the command.
        paths: as for `list_about`.
        wanted: as for `list_about`.
        kinds: `project`, `personal`; both where empty.

    Raises:
        UsageError: as `list_about`, and for a kind that no entry has.
    """
    other = next((kind for kind in kinds if kind not in (PROJECT, PERSONAL)), None)
    if other is not None:
        hint = "add a question to ask for anything else"
        raise UsageError(f"without a question --path gives entries, and no {other}", hint=hint)
    found = list_about(asking, paths, wanted)
    hits = [_hit(asking.workspace, row) for row in found.rows if not kinds or row.stored.kind in kinds]
    given, settings = asking.workspace.flags, asking.workspace.settings
    most = settings.limit if given.get("limit") is not None else len(hits)
    budget = settings.budget_tokens if given.get("budget") is not None else sys.maxsize
    kept, tokens = pack(hits[:most], budget)
    shown = ", ".join(map(display_path, paths))
    notes = (*(str(one) for one in found.unreadable), *found.notes)
    return AskResult(
        query=f"--path {shown}", hits=tuple(kept), matches=len(hits), searched=found.entry_count, tokens=tokens,
        budget=max(settings.budget_tokens, tokens), revision=found.revision, notes=notes,
    )  # fmt: skip


def _read_stored(
    workspace: Workspace, opened: Opened, reader: BlobReader | None, *, live: bool
) -> tuple[list[Stored], tuple[Finding, ...]]:
    """Read the entries of the troves: the project's from disk, and of a named commit, or without files, from it."""
    stored: list[Stored] = []
    unreadable: list[Finding] = []
    troves = locate_troves(workspace)
    for location in troves.all():
        if location is troves.project and not live:
            continue
        trove = read_trove(location)
        unreadable += trove.unreadable
        stored += [Stored(kind_of(location), path, entry) for path, entry in trove.entries.items()]
    if opened.asked is not None and reader is not None and (not live or not workspace.root.on_disk):
        stored += _read_committed(workspace, opened, reader)
    return stored, tuple(unreadable)


def _read_committed(workspace: Workspace, opened: Opened, reader: BlobReader) -> list[Stored]:
    assert opened.asked is not None
    tree = opened.asked.tree
    folder = find_trove_folder(workspace, tree)
    files = entries_of(workspace.repository, tree, folder)
    current = {path: oid for path, oid in files.items() if not folder.is_archived(path)}
    blobs = zip(current, reader.read_all(current.values(), MAX_ENTRY_BYTES), strict=True)
    return [
        Stored(PROJECT, folder.below(path), parse_entry(blob.data, folder.display(path)))
        for path, blob in blobs
        if blob.data is not None
    ]


def _hit(workspace: Workspace, row: About) -> Hit:
    """Return an entry as a hit: cited by the line that names the place, where it is only pinned by its first one."""
    kind, path, entry = row.stored
    line = row.line if row.line >= entry.body_line else entry.text_line
    lines = entry.text.split("\n")
    snippet = lines[line - 1].strip() if line <= len(lines) else ""
    inner = f"{TROVE_FOLDER}/{path}" if kind == PROJECT else path
    shown = display_path(inner) if kind == PROJECT else f"{SHOWN_PERSONAL}/{display_path(path)}"
    folder = workspace.root.path if kind == PROJECT else workspace.personal_trove
    return Hit(
        kind=kind, path=inner, line=line, title=entry.title, snippet=snippet, score=0.0, parts=UNSCORED,
        cite=f"{shown}:{line}", location=os.path.join(folder, inner) if workspace.root.on_disk else "",
        stale=row.stale,
    )  # fmt: skip
