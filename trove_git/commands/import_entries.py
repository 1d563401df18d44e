"""Take entries from a bundle into a trove: only what is new, no secret, all of it or nothing.

What would happen is planned first, as a dry run shows it; writing plans again under the trove's lock.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from trove_git.commands.remember import find_none
from trove_git.entries.bundle import BundledEntry
from trove_git.entries.duplicates import FindSimilar
from trove_git.entries.entry import Entry, parse_entry
from trove_git.entries.index_file import write_index
from trove_git.entries.origin import says_the_same, write_origin
from trove_git.entries.reading import Trove, read_trove
from trove_git.entries.trove import TroveLocation, entry_path, section_of
from trove_git.entries.writing import locked, require_inside
from trove_git.errors import EntryError, TroveNotFound
from trove_git.gate import look_at_text
from trove_git.redaction.allowed import Allowed
from trove_git.redaction.secrets import ENTRY
from trove_git.storage import write_atomically

ADD = "add"
SAME = "same"
SIMILAR = "similar"
CONFLICT = "conflict"
SECRET = "secret"  # noqa: S105  # no secret, but the word for one


class Planned(NamedTuple):
    """What is to happen with one entry."""

    action: str
    """ADD; SAME when the trove says it already; SIMILAR to other entries; CONFLICT when its slug is taken by
    another text; SECRET when it holds one."""
    slug: str
    title: str
    path: str
    """Where it would lie, as messages name it."""
    others: tuple[str, ...]
    """Slugs of the entries it is the same as, similar to, or in conflict with; of a secret, its place and kind."""
    target: str
    """Path below the trove."""
    data: bytes
    """What would be written."""
    line: int
    """1-based line of the bundle on which the entry begins."""


class Imported(NamedTuple):
    """What happened, or would."""

    planned: tuple[Planned, ...]
    written: bool
    """Whether the entries to add were written."""
    index_changed: bool

    @property
    def has_secret(self) -> bool:
        """Whether an entry holds a secret; then nothing is written."""
        return any(one.action == SECRET for one in self.planned)

    @property
    def added(self) -> tuple[Planned, ...]:
        """The entries that are new."""
        return tuple(one for one in self.planned if one.action == ADD)


def import_entries(
    location: TroveLocation,
    entries: Sequence[BundledEntry],
    *,
    section: str = "",
    find_similar: FindSimilar = find_none,
    force: bool = False,
    write: bool = False,
) -> Imported:
    """Plan, and where it is wanted write, the entries of a bundle.

    Args:
        location: the trove; a personal one is made when it is missing.
        entries: what to take in.
        section: where all of them go; empty to keep the section of each.
        find_similar: finds entries that say much the same.
        force: add entries although similar ones exist.
        write: write them; else nothing is changed.

    Raises:
        TroveNotFound: the project has no trove.
        EntryError: an origin cannot be written into an entry safely.
        WriteError: a file cannot be written; what was written before it is taken away again.
    """
    if not location.personal and not location.folder.is_dir():
        raise TroveNotFound("no trove here", where=location.shown, hint="git trove init makes one, or use --personal")
    if not write:
        return Imported(_plan(read_trove(location), entries, section, find_similar, force), False, False)
    with locked(location):
        trove = read_trove(location)
        done = Imported(_plan(trove, entries, section, find_similar, force), False, False)
        if done.has_secret or not done.added:
            return done
        return done._replace(written=True, index_changed=_write(trove, done.added))


def _plan(
    trove: Trove, entries: Sequence[BundledEntry], section: str, find_similar: FindSimilar, force: bool
) -> tuple[Planned, ...]:
    """Decide about each entry in turn; one that is to be added counts for those behind it."""
    known = dict(trove.entries)
    planned = []
    for bundled in entries:
        one, entry = _prepare(trove, bundled, section)
        action, others = _judge(one, entry, known, find_similar, force)
        if action == ADD:
            known[one.target] = entry
        planned.append(one._replace(action=action, others=others))
    return tuple(planned)


def _prepare(trove: Trove, bundled: BundledEntry, section: str) -> tuple[Planned, Entry]:
    """Return an entry as it would be written."""
    suffix = ".json" if bundled.path.lower().endswith(".json") else ".md"
    target = entry_path(bundled.slug, section or section_of(bundled.path)).removesuffix(".md") + suffix
    shown = f"{trove.location.shown}/{target}"
    try:
        text = write_origin(bundled.text, bundled.origin, parse_entry(bundled.text.encode(), shown))
    except EntryError as error:
        raise EntryError(error.message, path=bundled.path, line=error.line, hint=error.hint) from error
    data = text.encode()
    entry = parse_entry(data, shown)
    return Planned(ADD, entry.slug, entry.title, shown, (), target, data, bundled.line), entry


def _judge(
    one: Planned, entry: Entry, known: dict[str, Entry], find_similar: FindSimilar, force: bool
) -> tuple[str, tuple[str, ...]]:
    """Return what is to happen with an entry, and because of what."""
    found = [finding for finding in look_at_text(one.path, one.data, ENTRY, Allowed()).findings if finding.blocks]
    if found:
        return SECRET, tuple(str(finding) for finding in found)
    same = tuple(other.slug for other in known.values() if says_the_same(entry, other))
    if same:
        return SAME, same
    taken = tuple(other.slug for other in known.values() if other.slug.casefold() == entry.slug.casefold())
    if taken:
        return CONFLICT, taken
    similar = () if force else tuple(other.slug for other in find_similar(entry.title, entry.body, known))
    return (SIMILAR, similar) if similar else (ADD, ())


def _write(trove: Trove, planned: Sequence[Planned]) -> bool:
    """Write new entries and INDEX.md; where one cannot be written, take away those that were.

    Returns:
        Whether INDEX.md changed.
    """
    location = trove.location
    written: list[Path] = []
    entries = dict(trove.entries)
    try:
        for one in planned:
            path = location.folder / one.target
            require_inside(location, path)
            write_atomically(path, one.data)
            written.append(path)
            entries[one.target] = parse_entry(one.data, one.path)
        return write_index(location, entries)
    except BaseException:
        for path in written:
            with contextlib.suppress(OSError):
                path.unlink()
        raise
