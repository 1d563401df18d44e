"""INDEX.md: the list of a trove's entries, derived from them and rendered again after every change.

    - [Title](entries/slug.md) - one-line hook

Newest first, one line an entry of any section. What a person wrote stays: text before the
first line of the list, text after it, and the hook on a line. Hooks that we derived earlier
are recognised by what they were derived from and follow the entry. A union merge may leave
lines twice or in any order; rendering again repairs that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from trove_git.entries.entry import Entry
from trove_git.entries.frontmatter import BOM
from trove_git.entries.prose import first_sentence, iter_lines
from trove_git.entries.slug import normalize
from trove_git.entries.trove import INDEX_NAME, TroveLocation, is_entry_path
from trove_git.entries.writing import NEW_INDEX, require_inside
from trove_git.errors import WriteError
from trove_git.storage import write_atomically

_BULLET = re.compile(
    r" {0,3}[-*+][ \t]+\[(?:\\.|\[[^\[\]]*\]|[^\[\]\\])*\]\((\S+?)\)(?=\s|[-–—:]|$)(?:\s*[-–—:](?=\s|$))?(.*)"
)
_CONFLICT_MARKER = re.compile(r"(?:[<>|]{7} .*|={7})\s*")
_UNSAFE_IN_LINK = re.compile(r"[\s%()<>\\\x00-\x1f\x7f\udc80-\udcff]")
_ESCAPED_IN_LINK = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


class IndexLine(NamedTuple):
    """One line of INDEX.md that lists an entry."""

    line: int
    path: str
    """Path below the trove, in NFC."""
    hook: str


def parse_index(text: str, personal: bool = False) -> list[IndexLine]:
    """Return the lines that list entries, whether these exist or not; lines in code fences are text.

    Args:
        text: content of INDEX.md.
        personal: a personal trove may hold entries directly, so that a link without a folder is one.
    """
    rows = list(iter_lines(text))
    unclosed = rows[-1][2] in {"open", "inside"}
    found = []
    for number, line, state in rows:
        match = _BULLET.fullmatch(line) if state == "text" or unclosed else None
        if match is None:
            continue
        path = normalize(_decode_link(match[1]).removeprefix("./"))
        if is_entry_path(path, personal):
            found.append(IndexLine(number, path, " ".join(match[2].split())))
    return found


def render_index(
    existing: str, entries: Mapping[str, Entry], *, personal: bool = False, before: Mapping[str, Entry] | None = None
) -> str:
    """Render INDEX.md for the entries there are.

    Args:
        existing: present content; empty when there is none.
        entries: path below the trove → entry.
        personal: see `parse_index`.
        before: the entries that were just changed, as they were: a hook derived from them is derived anew.

    Returns:
        The new content, with the line ends and byte order mark of the present one.
    """
    mark = BOM if existing.startswith(BOM) else ""
    newline = "\r\n" if "\r\n" in existing else "\n"
    text = existing.removeprefix(BOM).replace("\r\n", "\n")
    if any(line.startswith("<<<<<<< ") for line in text.split("\n")):
        text = "\n".join(line for line in text.split("\n") if not _CONFLICT_MARKER.fullmatch(line))
    # At the end, also where a marker was the last line, a lone one would make a line end with the feed that we add.
    text = text.rstrip("\r")
    listed = parse_index(text, personal)
    hooks: dict[str, list[str]] = {}
    for row in listed:
        hooks.setdefault(row.path, []).append(row.hook)
    old = before or {}
    bullets = [
        _bullet(path, entry, _choose_hook(hooks.get(normalize(path), []), entry, old.get(path)))
        for path, entry in sorted(entries.items(), key=_oldest_last)
    ]
    rendered = _assemble(text, {row.line for row in listed}, bullets)
    return mark + rendered.replace("\n", newline)


def write_index(
    location: TroveLocation, entries: Mapping[str, Entry], before: Mapping[str, Entry] | None = None
) -> bool:
    """Bring INDEX.md on disk up to date, under the trove's lock, which the caller holds.

    Returns:
        Whether the file changed.

    Raises:
        WriteError: it cannot be read or written, or is not UTF-8.
    """
    path = location.folder / INDEX_NAME
    require_inside(location, path)
    old = read_index(location)
    new = render_index(old or "", entries, personal=location.personal, before=before)
    if new == old:
        return False
    write_atomically(path, new.encode("utf-8", "surrogateescape"))
    return True


def read_index(location: TroveLocation) -> str | None:
    """Return the content of INDEX.md; None when there is none. Bytes that are not UTF-8 survive a rewrite.

    Raises:
        WriteError: it is there and cannot be read.
    """
    path = location.folder / INDEX_NAME
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WriteError(f"cannot read the file: {(error.strerror or '').lower()}", where=str(path)) from error


def derive_hook(entry: Entry) -> str:
    """Return the hook of an entry that nobody wrote one for: its summary, else its first sentence."""
    return entry.summary or first_sentence(entry.body)


def _choose_hook(present: Iterable[str], entry: Entry, old: Entry | None) -> str:
    """Return the hook written by hand, if one of those present is; else the derived one."""
    derived = {"", derive_hook(entry), first_sentence(entry.body)}
    if old is not None:
        derived |= {derive_hook(old), first_sentence(old.body)}
    return next((hook for hook in present if hook not in derived), derive_hook(entry))


def _bullet(path: str, entry: Entry, hook: str) -> str:
    title = re.sub(r"([\\\[\]])", r"\\\1", " ".join(entry.title.split()))
    return f"- [{title}]({_encode_link(path)})" + (f" - {hook}" if hook else "")


def _assemble(text: str, listed: set[int], bullets: list[str]) -> str:
    """Put the list where the old one began; every other line stays in its order."""
    lines = text.split("\n")
    first = min(listed, default=len(lines) + 1)
    rest = [line for number, line in enumerate(lines, 1) if number >= first and number not in listed]
    head, tail = "\n".join(lines[: first - 1]), "\n".join(rest).strip("\n")
    if not bullets:
        return "\n\n".join(part for part in (head.rstrip("\n"), tail) if part) + "\n" if listed else text or NEW_INDEX
    if not listed:
        head = (head.rstrip("\n") or NEW_INDEX.rstrip("\n")) + "\n"
    body = "\n".join(bullets) + "\n"
    return (head + "\n" if head else "") + body + (f"\n{tail}\n" if tail else "")


def _oldest_last(item: tuple[str, Entry]) -> tuple[tuple[int, ...], str, str]:
    """Sort key: newest first, undated last, then by slug and path."""
    path, entry = item
    return tuple(-ord(c) for c in entry.created) or (0,), entry.slug, path


def _encode_link(path: str) -> str:
    """Write a path so that Markdown takes it whole: unsafe characters as percent-encoded bytes."""

    def encode(match: re.Match[str]) -> str:
        return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogateescape"))

    return _UNSAFE_IN_LINK.sub(encode, path)


def _decode_link(link: str) -> str:
    """Undo `_encode_link`."""

    def decode(match: re.Match[str]) -> str:
        return bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "surrogateescape")

    return _ESCAPED_IN_LINK.sub(decode, link)
