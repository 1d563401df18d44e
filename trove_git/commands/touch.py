"""Confirm that facts still hold: write today's date into their entries, under the key `confirmed`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from trove_git.commands.show import not_found
from trove_git.entries import frontmatter
from trove_git.entries.encoding import decode, encode_like
from trove_git.entries.entry import Entry, parse_entry
from trove_git.entries.reading import read_trove
from trove_git.entries.slug import normalize
from trove_git.entries.trove import TroveLocation
from trove_git.entries.writing import locked, require_inside
from trove_git.errors import EntryError, WriteError
from trove_git.storage import write_atomically
from trove_git.workspace.troves import Troves, kind_of

KEY = "confirmed"


class Located(NamedTuple):
    """An entry on disk."""

    location: TroveLocation
    path: str
    """Path below the trove."""
    entry: Entry


class Touched(NamedTuple):
    """An entry that was confirmed."""

    kind: str
    """`project` or `personal`."""
    slug: str
    path: str
    """As the user would type it."""
    confirmed: str
    """`YYYY-MM-DD`."""
    changed: bool
    """False when the entry had the date already."""


def find_entries(troves: Troves, slugs: Iterable[str]) -> list[Located]:
    """Find the entries of some slugs, each in the project's trove first, then in the personal one.

    Raises:
        EntryNotFound: one of them is in no trove; the hint names slugs that are close.
    """
    known: dict[str, Located] = {}
    for location in troves.all():
        for path, entry in read_trove(location).entries.items():
            known.setdefault(entry.slug, Located(location, path, entry))
    wanted = dict.fromkeys(map(normalize, slugs))
    for slug in wanted:
        if slug not in known:
            raise not_found(slug, known, troves.all())
    return [known[slug] for slug in wanted]


def touch(troves: Troves, slugs: Sequence[str], *, today: str) -> list[Touched]:
    """Confirm entries; unless all of them can be, none is.

    Args:
        troves: where to look.
        slugs: of the entries.
        today: `YYYY-MM-DD`.

    Raises:
        EntryNotFound: no trove has one of the slugs.
        EntryError: the head of an entry is broken, so that no edit of it is safe, or it has a merge conflict.
        WriteError: a file cannot be written.
    """
    found = find_entries(troves, slugs)
    with ExitStack() as locks:
        # Read under the lock, too: what another process writes meanwhile would be lost. One order, so none waits for
        # the other.
        for location in sorted({at.location for at in found}, key=lambda location: location.folder):
            locks.enter_context(locked(location))
        changes = [(at, _confirm(at, today)) for at in found]
        for at, data in changes:
            if data is not None:
                write_atomically(at.location.folder / at.path, data)
    return [
        Touched(kind_of(at.location), at.entry.slug, at.entry.path, today, data is not None) for at, data in changes
    ]


def _confirm(at: Located, today: str) -> bytes | None:
    """Return the new bytes of an entry's file; None when it has the date already."""
    workspace = at.location.folder / at.path
    require_inside(at.location, workspace)
    try:
        data = workspace.read_bytes()
    except OSError as error:
        raise WriteError(f"cannot read the file: {(error.strerror or '').lower()}", where=str(workspace)) from error
    text = decode(data).text
    conflict = next((found for found in parse_entry(data, at.entry.path).problems if "conflict" in found.message), None)
    if conflict is not None:
        hint = "say first which side holds"
        raise EntryError(conflict.message, path=at.entry.path, line=conflict.line, hint=hint)
    if at.entry.is_json:
        from trove_git.entries import jsonentry

        changed = jsonentry.set_text(text, KEY, today, at.entry.path)
    else:
        changed = frontmatter.set_keys(text, {KEY: today}, at.entry.path)
    if changed == text:
        return None
    encoded = encode_like(changed, data)
    if encoded is None:
        raise EntryError("the file is not readable text", path=at.entry.path, line=1, hint="save it as UTF-8")
    return encoded
