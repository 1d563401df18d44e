"""Where an entry came from, in its own front matter: `origin-author`, `origin-date`, `origin-commit` and the like.

What stands there is kept when the entry moves on: the first origin is the one that counts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from trove_git.entries import frontmatter
from trove_git.entries.bundle import ORIGIN_KEYS
from trove_git.entries.entry import Entry

PREFIX = "origin-"


def read_origin(entry: Entry) -> dict[str, str]:
    """Return what an entry says of where it came from."""
    found = {key: entry.extra.get(PREFIX + key) for key in ORIGIN_KEYS}
    return {key: said for key, said in found.items() if isinstance(said, str) and said}


def write_origin(text: str, origin: Mapping[str, str], entry: Entry) -> str:
    """Return an entry's text with its origin; unchanged where it has one already, or none is known.

    Args:
        text: the whole file.
        origin: some of ORIGIN_KEYS → text.
        entry: the same text, read.

    Raises:
        EntryError: the front matter is not one key a line, so that no edit of it is safe.
    """
    if not origin or read_origin(entry):
        return text
    keys = {PREFIX + key: origin[key] for key in ORIGIN_KEYS if key in origin}
    if not entry.is_json:
        return frontmatter.set_keys(text, keys, entry.path)
    return json.dumps(json.loads(text.removeprefix(frontmatter.BOM)) | keys, ensure_ascii=False, indent=2) + "\n"


def says_the_same(one: Entry, other: Entry) -> bool:
    """Whether two entries say the same, wherever they came from and whatever they are called."""
    return _said(one) == _said(other)


def _said(entry: Entry) -> tuple[object, ...]:
    extra = {key: value for key, value in entry.extra.items() if not key.startswith(PREFIX)}
    body = entry.body.replace("\r\n", "\n").strip("\n")
    return entry.title, entry.type, entry.created, entry.tags, entry.summary, entry.paths, extra, body
