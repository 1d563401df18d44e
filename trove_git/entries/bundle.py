"""A bundle: entries of one trove in one file, as JSON or as Markdown, to be read into another trove.

    <!-- trove-bundle 1 -->
    <!-- entry {"path": "entries/slug.md", "origin": {"author": "…", "date": "…", "commit": "…"}} -->
    the text of the file
    <!-- /entry -->

Text comes back as it was, byte for byte. A bundle may come from anywhere, so that reading one trusts nothing: what is
wrong with it is an EntryError with its line, and no part of it counts. docs/bundle.md is the format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from trove_git.entries.entry import parse_entry
from trove_git.entries.slug import normalize, validate_slug
from trove_git.entries.trove import MAX_ENTRY_BYTES, is_entry_path
from trove_git.errors import EntryError, UsageError

FORMAT = "trove-bundle"
VERSION = 1
MAX_BUNDLE_BYTES = 64 * 1024 * 1024
"""A larger one is no bundle of facts."""
MOST_ENTRIES = 10_000
ORIGIN_KEYS = ("author", "date", "commit", "path", "repository")
"""What is known of where an entry comes from, in the order in which it is written."""
MAX_ORIGIN_CHARACTERS = 1000

_FIRST = re.compile(r"<!-- trove-bundle (\d{1,9}) -->\r?")
_OPEN = re.compile(r"<!-- entry (\{.*\}) -->\r?")
_CLOSE = re.compile(r"<!-- /entry -->\r?")
_MARK = re.compile(r"(\\*)<!-- /?entry")
"""How a line of a text may begin that is told from our own by one more backslash."""
_AGAIN = "git trove export writes one"


class BundledEntry(NamedTuple):
    """One entry of a bundle."""

    path: str
    """Below the trove that it comes from."""
    text: str
    """The whole file, a byte order mark included."""
    origin: Mapping[str, str]
    """Some of ORIGIN_KEYS → text."""
    line: int = 0
    """1-based line of the bundle on which the text begins; that of the entry in JSON is not known, and 1."""

    @property
    def slug(self) -> str:
        """The name of the file without its ending."""
        return normalize(self.path.rpartition("/")[2].rpartition(".")[0])


def render_json(entries: Sequence[BundledEntry]) -> str:
    """Return a bundle as JSON."""
    listed = [{"path": e.path, "origin": dict(e.origin), "text": e.text} for e in entries]
    return json.dumps({"format": FORMAT, "version": VERSION, "entries": listed}, ensure_ascii=False, indent=2) + "\n"


def render_markdown(entries: Sequence[BundledEntry]) -> str:
    """Return a bundle as Markdown."""
    parts = [f"<!-- {FORMAT} {VERSION} -->\n"]
    for entry in entries:
        head = json.dumps({"path": entry.path, "origin": dict(entry.origin)}, ensure_ascii=False)
        # Nothing that an author is called may end the comment.
        head = head.replace(">", "\\u003e")
        rows = [f"\\{row}" if _MARK.match(row) else row for row in entry.text.split("\n")]
        parts.append(f"\n<!-- entry {head} -->\n" + "\n".join(rows) + "\n<!-- /entry -->\n")
    return "".join(parts)


def parse_bundle(data: bytes, name: str) -> tuple[BundledEntry, ...]:
    """Read a bundle in either form.

    Args:
        data: content of the file.
        name: names it in errors.

    Raises:
        EntryError: it is no bundle, of another version, too large, or an entry of it cannot be one.
    """
    if len(data) > MAX_BUNDLE_BYTES:
        raise EntryError(f"larger than {MAX_BUNDLE_BYTES // 1024**2} MB", path=name, line=1, hint=_AGAIN)
    at = data.find(b"\0")
    if at >= 0:
        raise EntryError("a NUL byte", path=name, line=data.count(b"\n", 0, at) + 1, hint=_AGAIN)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise EntryError("not UTF-8", path=name, line=line, hint=_AGAIN) from error
    entries = tuple(_read_json(text, name) if text.lstrip("\ufeff \t\r\n").startswith("{") else _read(text, name))
    _check(entries, name)
    return entries


def _read(text: str, name: str) -> Iterator[BundledEntry]:
    """Yield the entries of a Markdown bundle."""
    rows = text.removeprefix("\ufeff").split("\n")
    first = _FIRST.fullmatch(rows[0])
    if first is None:
        raise EntryError("not a bundle", path=name, line=1, hint=_AGAIN)
    _require_version(int(first[1]), name)
    head: tuple[str, Mapping[str, str]] | None = None
    start, kept = 0, list[str]()
    for number, row in enumerate(rows[1:], 2):
        opening = _OPEN.fullmatch(row)
        if head is None and opening is not None:
            head, start, kept = _head(_loads(opening[1], name, number), name, number), number + 1, []
        elif head is None:
            if row.strip():
                raise EntryError("text outside an entry", path=name, line=number, hint="remove it")
        elif opening is not None:
            raise EntryError("an entry begins in another one", path=name, line=number, hint=_AGAIN)
        elif _CLOSE.fullmatch(row):
            yield BundledEntry(head[0], "\n".join(kept), head[1], start)
            head = None
        else:
            kept.append(row[1:] if row.startswith("\\") and _MARK.match(row) else row)
    if head is not None:
        raise EntryError("the entry has no end: the bundle is cut off", path=name, line=start, hint=_AGAIN)


def _read_json(text: str, name: str) -> Iterator[BundledEntry]:
    """Yield the entries of a JSON bundle."""
    value = _loads(text.removeprefix("\ufeff"), name, 1)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise EntryError(f'not a bundle: no "format": "{FORMAT}"', path=name, line=1, hint=_AGAIN)
    _require_version(value.get("version"), name)
    listed = value.get("entries")
    if not isinstance(listed, list):
        raise EntryError('"entries" is not a list', path=name, line=1, hint=_AGAIN)
    for item in listed:
        path, origin = _head(item, name, 1)
        said = item.get("text")
        if not isinstance(said, str) or "\0" in said or (not said.isascii() and _has_surrogates(said)):
            raise EntryError(f"the text of {path[:80]!r} is not text", path=name, line=1, hint=_AGAIN)
        yield BundledEntry(path, said, origin, 1)


def _has_surrogates(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _loads(text: str, name: str, line: int) -> object:
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise EntryError(message, path=name, line=line + error.lineno - 1, hint=_AGAIN) from error
    except (RecursionError, ValueError) as error:
        raise EntryError("not readable JSON", path=name, line=line, hint=_AGAIN) from error
    return value


def _head(value: object, name: str, line: int) -> tuple[str, Mapping[str, str]]:
    """Return path and origin of an entry."""
    path = value.get("path") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(path, str):
        raise EntryError("an entry without a path", path=name, line=line, hint=_AGAIN)
    given = value.get("origin") or {}
    known = {key: given[key] for key in ORIGIN_KEYS if key in given} if isinstance(given, dict) else {"author": None}
    for key, said in known.items():
        if not isinstance(said, str) or len(said) > MAX_ORIGIN_CHARACTERS or _has_surrogates(said) or "\0" in said:
            raise EntryError(f"the origin's {key!r} is not a short text", path=name, line=line, hint=_AGAIN)
    return path, {key: " ".join(str(said).split()) for key, said in known.items() if said}


def _require_version(version: object, name: str) -> None:
    if version != VERSION or isinstance(version, bool):
        hint = f"this program reads version {VERSION}; another version of git-trove wrote it"
        raise EntryError(f"a bundle of version {str(version)[:20]}", path=name, line=1, hint=hint)


def _check(entries: Sequence[BundledEntry], name: str) -> None:
    """Raise EntryError for the first entry that no trove could hold."""
    if len(entries) > MOST_ENTRIES:
        raise EntryError(f"more than {MOST_ENTRIES} entries", path=name, line=1, hint=_AGAIN)
    first: dict[str, BundledEntry] = {}
    for entry in entries:
        shown = repr(entry.path[:80])
        if not is_entry_path(entry.path, personal=True) or not _is_slug(entry.slug):
            hint = "an entry lies in entries/ or a section of its trove"
            raise EntryError(f"no path of an entry: {shown}", path=name, line=entry.line, hint=hint)
        if len(entry.text.encode()) > MAX_ENTRY_BYTES:
            raise EntryError(f"larger than {MAX_ENTRY_BYTES // 1024**2} MB: {shown}", path=name, line=entry.line)
        other = first.setdefault(entry.slug.casefold(), entry)
        if other is not entry:
            message = f"two entries have the slug {entry.slug!r}: {other.path!r} and {shown}"
            raise EntryError(message, path=name, line=entry.line, hint="rename one of them")
        problems = parse_entry(entry.text.encode(), entry.path).problems
        if problems:
            line = entry.line + (problems[0].line - 1 if entry.line > 1 else 0)
            raise EntryError(f"{shown}: {problems[0].message}", path=name, line=line, hint="repair the entry")


def _is_slug(slug: str) -> bool:
    try:
        return validate_slug(slug) == slug
    except UsageError:
        return False
