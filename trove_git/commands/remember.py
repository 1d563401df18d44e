"""Write one fact: a new entry or a change to one, then INDEX.md.

The title gives the slug. A fact is written once: a slug that is taken, or entries that
say much the same, stop the write and name what to update instead.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trove_git.commands.show import not_found
from trove_git.entries import frontmatter
from trove_git.entries.duplicates import FindSimilar, SimilarEntry
from trove_git.entries.encoding import decode
from trove_git.entries.entry import Entry, parse_entry
from trove_git.entries.fields import Value
from trove_git.entries.index_file import write_index
from trove_git.entries.links import complete_body
from trove_git.entries.reading import Trove, read_trove
from trove_git.entries.slug import normalize, slugify, validate_slug
from trove_git.entries.trove import TroveLocation, entry_path
from trove_git.entries.writing import locked, require_inside
from trove_git.errors import EntryError, EntryExists, SecretFound, TroveNotFound, UsageError
from trove_git.storage import write_atomically
from trove_git.wording import counted
from trove_git.workspace.troves import kind_of

DEFAULT_TYPE = "reference"

CREATED = "created"
UPDATED = "updated"
UNCHANGED = "unchanged"


class Fact(NamedTuple):
    """What to write; in an update an empty field leaves the entry's own value."""

    title: str
    body: str = ""
    type: str = ""
    tags: tuple[str, ...] = ()
    section: str = ""
    """One of the trove's sections; a new entry only."""
    paths: tuple[str, ...] = ()
    summary: str = ""
    why: str = ""
    """Text of the `**Why it matters:**` line."""
    related: tuple[str, ...] = ()
    """Slugs for the `**Related:**` line."""


class Remembered(NamedTuple):
    """What was written."""

    action: str
    """CREATED, UPDATED, or UNCHANGED when the entry said all of it already."""
    kind: str
    """`project` or `personal`."""
    slug: str
    title: str
    path: str
    """As the user would type it."""
    index_changed: bool


def find_none(title: str, body: str, entries: Mapping[str, Entry]) -> Sequence[SimilarEntry]:
    """Find no similar entry."""
    del title, body, entries
    return ()


def remember(
    location: TroveLocation, fact: Fact, *, today: str, find_similar: FindSimilar = find_none, force: bool = False
) -> Remembered:
    """Write a new entry.

    Args:
        location: the trove; a personal one is made when it is missing.
        fact: what to write.
        today: `YYYY-MM-DD`.
        find_similar: finds entries that say much the same.
        force: write although there are such entries.

    Raises:
        UsageError: title or body is empty, or a related slug is none.
        TroveNotFound: the project has no trove.
        EntryExists: the slug is taken, or there are similar entries and no `force`.
        WriteError: a file cannot be written.
    """
    fact = _clean(fact)
    if not fact.body:
        raise UsageError("the body is empty", hint="give it after the title, or on standard input")
    if not location.personal and not location.folder.is_dir():
        raise TroveNotFound("no trove here", where=location.shown, hint="git trove init makes one, or use --personal")
    slug = validate_slug(slugify(fact.title))
    with locked(location):
        trove = read_trove(location)
        _refuse_taken(slug, trove)
        if not force:
            _refuse_similar(find_similar(fact.title, fact.body, trove.entries))
        head: dict[str, Value] = {"title": fact.title, "slug": slug, "type": fact.type or DEFAULT_TYPE}
        head |= {"created": today, **({"tags": fact.tags} if fact.tags else {}), **_optional(fact)}
        body = complete_body(fact.body, fact.why, fact.related)
        text = frontmatter.set_keys(f"\n{body}\n", head)
        return _write(trove, entry_path(slug, fact.section), text.encode(), CREATED)


def update(location: TroveLocation, slug: str, fact: Fact) -> Remembered:
    """Change an entry in place; what the fact leaves empty stays, as do unknown keys, date and line ends.

    Raises:
        UsageError: the title is empty, a section is given, or a related slug is none.
        EntryNotFound: the trove has no such entry.
        EntryError: the entry is JSON, or its front matter is broken.
        WriteError: a file cannot be written.
    """
    fact = _clean(fact)
    if fact.section:
        raise UsageError("an update cannot move an entry", where=fact.section, hint="leave --section away")
    with locked(location):
        trove = read_trove(location)
        path, entry = _find(trove, slug)
        data = (location.folder / path).read_bytes()
        changed = _edit(data, entry, fact)
        return _write(trove, path, changed, UNCHANGED if changed == data else UPDATED)


def read_body(location: TroveLocation, slug: str) -> str:
    """Return the body of the entry that is to be updated, for an editor.

    Raises:
        EntryNotFound: the trove has no such entry.
    """
    return _find(read_trove(location), slug)[1].body.replace("\r\n", "\n").strip("\n")


def _clean(fact: Fact) -> Fact:
    """Bring what was typed to one form: one line for a title, no bytes that are not text, slugs in NFC."""
    title = " ".join(_text(fact.title).split())
    if not title:
        raise UsageError("the title is empty", hint='git trove remember "Bulk inserts need one transaction"')
    return Fact(
        title=title,
        body=_text(fact.body).replace("\r\n", "\n").strip("\n") if fact.body.strip() else "",
        type=fact.type,
        tags=tuple(dict.fromkeys(" ".join(_text(tag).split()) for tag in fact.tags if tag.strip())),
        section=fact.section,
        paths=tuple(dict.fromkeys(_text(path) for path in fact.paths if path.strip())),
        summary=" ".join(_text(fact.summary).split()),
        why=_text(fact.why).strip(),
        related=tuple(validate_slug(slug) for slug in fact.related),
    )


def _text(text: str) -> str:
    """Replace what cannot be written as UTF-8: a terminal may hand over any bytes."""
    return text.encode("utf-8", "replace").decode()


def _optional(fact: Fact) -> dict[str, Value]:
    """Return the keys that an entry has only when they were given."""
    given: dict[str, Value] = {"summary": fact.summary, "paths": fact.paths}
    return {key: value for key, value in given.items() if value}


def _refuse_taken(slug: str, trove: Trove) -> None:
    """Raise EntryExists when any section has the slug, in any letter case: file systems may fold it."""
    for entry in trove.entries.values():
        if entry.slug.casefold() == slug.casefold():
            raise EntryExists("an entry has this slug", where=entry.path, hint=f"--update {entry.slug} changes it")


def _refuse_similar(similar: Sequence[SimilarEntry]) -> None:
    """Raise EntryExists when there are similar entries."""
    if not similar:
        return
    named = "; ".join(f"{entry.slug}: {entry.title}" for entry in similar)
    what = "a similar entry exists" if len(similar) == 1 else f"{counted(len(similar), 'similar entry')} exist"
    hint = f"--update {similar[0].slug} changes it; --force writes a new one all the same"
    raise EntryExists(f"{what}: {named}", where=similar[0].path, hint=hint)


def _refuse_secrets(data: bytes, path: str) -> None:
    """Raise SecretFound when an entry would hold a secret: a trove is shared, and so is what a model reads from it."""
    from trove_git.gate import look_at_text
    from trove_git.redaction.allowed import Allowed
    from trove_git.redaction.secrets import ENTRY

    found = look_at_text(path, data, ENTRY, Allowed()).findings
    if found:
        first = found[0]
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        hint = "write where the secret is kept instead"
        if first.inline_digest:
            hint += f"; if it is none, put into the body: <!-- trove: allow {first.inline_digest} WHY -->"
        raise SecretFound(f"not written, it holds a secret: {first.kind} ({first.length} characters){more}", hint=hint)


def _find(trove: Trove, slug: str) -> tuple[str, Entry]:
    """Return path below the trove and entry of a slug."""
    for path, entry in trove.entries.items():
        if entry.slug == normalize(slug):
            return path, entry
    raise not_found(slug, (entry.slug for entry in trove.entries.values()))


def _edit(data: bytes, entry: Entry, fact: Fact) -> bytes:
    """Return the file's bytes with what the fact gives; the same bytes when it says all of it already."""
    if entry.is_json:
        raise EntryError("a JSON entry is not updated", path=entry.path, line=1, hint="edit the file by hand")
    text = decode(data)[0]
    given: dict[str, Value] = {"title": fact.title, "type": fact.type, "tags": fact.tags}
    kept = {
        "title": entry.title,
        "type": entry.type,
        "tags": entry.tags,
        "summary": entry.summary,
        "paths": entry.paths,
    }
    values = {key: value for key, value in (given | _optional(fact)).items() if value and value != kept[key]}
    changed = frontmatter.set_keys(text, values, entry.path)
    old = frontmatter.parse(changed).body
    plain = old.replace("\r\n", "\n").strip("\n")
    new = complete_body(fact.body or plain, fact.why, fact.related)
    if new != plain:
        newline = "\r\n" if "\r\n" in text else "\n"
        lead = old[: len(old) - len(old.lstrip("\r\n"))]
        head = changed[: len(changed) - len(old)]
        changed = head + lead + new.replace("\n", newline) + newline
    if changed == text:
        return data
    return (codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b"") + changed.encode()


def _write(trove: Trove, path: str, data: bytes, action: str) -> Remembered:
    """Write the entry's file and bring INDEX.md up to date; the caller holds the lock."""
    location = trove.location
    require_inside(location, location.folder / path)
    _refuse_secrets(data, f"{location.shown}/{path}")
    if action != UNCHANGED:
        write_atomically(location.folder / path, data)
    entry = parse_entry(data, f"{location.shown}/{path}")
    before = {path: trove.entries[path]} if path in trove.entries else {}
    index_changed = write_index(location, {**trove.entries, path: entry}, before)
    return Remembered(action, kind_of(location), entry.slug, entry.title, entry.path, index_changed)
