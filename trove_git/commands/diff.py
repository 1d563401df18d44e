"""What differs between the entries of two points in a trove's life: added, changed, renamed, retired, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from trove_git.entries.body_diff import BodyChange, FieldChange, diff_bodies, diff_fields
from trove_git.entries.entry import Entry
from trove_git.entries.pairing import pair, plain, slug_of
from trove_git.entries.trove import TROVE_FOLDER
from trove_git.gitrepo.repository import require_repository
from trove_git.gitrepo.sparse import find_left_out
from trove_git.lives.trove_history import (
    ADDED,
    ARCHIVE,
    CHANGED,
    MOVED,
    REMOVED,
    RENAMED,
    RESTORED,
    RETIRED,
)
from trove_git.lives.versions import Committed, Nothing, OnDisk, Version, open_version, parse_span
from trove_git.paths import from_top
from trove_git.workspace.workspace import Workspace

MISSING = "texts are missing in this partial clone: entries that were renamed count as removed and added"


class EntryDiff(NamedTuple):
    """What happened to one entry."""

    action: str
    """ADDED, CHANGED, REMOVED, RENAMED, MOVED, RETIRED or RESTORED."""
    path: str
    """As messages name it; of a removed entry, where it was."""
    old_path: str
    """Where it was before; the same but for one that moved."""
    old: Entry | None
    """None for an added entry, and where its text is not here."""
    new: Entry | None
    fields: tuple[FieldChange, ...] = ()
    body: tuple[BodyChange, ...] = ()

    @property
    def title(self) -> str:
        """The title now, else the last one, else the slug."""
        entry = self.new or self.old
        return entry.title if entry is not None else slug_of(self.path)


class Diffed(NamedTuple):
    """What differs between two points."""

    old: str
    """Object id of the commit; empty for none."""
    new: str
    """Object id of the commit; empty for the disk."""
    entries: tuple[EntryDiff, ...]
    """By path."""
    notes: tuple[str, ...]


def diff(workspace: Workspace, revisions: str = "") -> Diffed:
    """Compare the entries of two revisions, or of HEAD and the disk.

    Args:
        workspace: where the repository is.
        revisions: see `parse_span`.

    Raises:
        NotARepository: outside Git.
        UnknownRevision: a revision names no commit.
        UsageError: the disk is asked for where there is none.
    """
    require_repository(workspace.root)
    span = parse_span(workspace, revisions)
    new: Committed | OnDisk = open_version(workspace, span.new)
    old: Version = open_version(workspace, span.old) if span.old is not None else Nothing()
    before, after = _keys_of(old, new), new.keys
    gone = [path for path in before if path not in after]
    if gone and isinstance(new, OnDisk):
        folder = from_top(TROVE_FOLDER, workspace.root.prefix)
        left_out = find_left_out(workspace.repository, [folder])
        gone = [path for path in gone if f"{folder}/{path}" not in left_out]
    came = [path for path in after if path not in before]
    both = [path for path in after if path in before and before[path] != after[path]]
    entries = old.read((*gone, *both)), new.read((*came, *both))
    moved = pair({path: entries[0][path] for path in gone}, {path: entries[1][path] for path in came})
    found = [_changed(path, path, *entries) for path in both]
    found += [_changed(path, moved[path], *entries) for path in came if path in moved]
    found += [_one(ADDED, path, None, entries[1][path]) for path in came if path not in moved]
    found += [_one(REMOVED, path, entries[0][path], None) for path in gone if path not in moved.values()]
    missing = any(entry is None for side in entries for entry in side.values())
    problems = new.problems if isinstance(new, OnDisk) else ()
    notes = (*problems, *([MISSING] if missing else []))
    ordered = sorted(found, key=lambda entry: entry.path)
    return Diffed(span.old.oid if span.old else "", span.new.oid if span.new else "", tuple(ordered), notes)


def _keys_of(old: Version, new: Version) -> Mapping[str, str]:
    """Return what tells whether the old entries are the same as the new ones: on disk there are no object ids."""
    if not isinstance(new, OnDisk):
        return old.keys
    return {path: plain(entry) if entry is not None else "" for path, entry in old.read(old.keys).items()}


def _changed(path: str, old_path: str, old: Mapping[str, Entry | None], new: Mapping[str, Entry | None]) -> EntryDiff:
    """Say what happened to an entry that is there on both sides."""
    before, after = old[old_path], new[path]
    fields: Iterable[FieldChange] = ()
    body: Iterable[BodyChange] = ()
    if before is not None and after is not None:
        fields, body = diff_fields(before, after), diff_bodies(before, after)
    action = _action(path, old_path)
    return EntryDiff(action, _shown(path), _shown(old_path), before, after, tuple(fields), tuple(body))


def _action(path: str, old_path: str) -> str:
    is_archived, was_archived = path.startswith(ARCHIVE), old_path.startswith(ARCHIVE)
    if is_archived != was_archived:
        return RETIRED if is_archived else RESTORED
    if slug_of(path) != slug_of(old_path):
        return RENAMED
    return CHANGED if path == old_path else MOVED


def _one(action: str, path: str, old: Entry | None, new: Entry | None) -> EntryDiff:
    return EntryDiff(action, _shown(path), _shown(path), old, new)


def _shown(path: str) -> str:
    return f"{TROVE_FOLDER}/{path}"
