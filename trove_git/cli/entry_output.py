"""Entries as the commands of the trove print them: text that a terminal can take, and JSON."""

from __future__ import annotations

import sys

from trove_git.entries.entry import Entry
from trove_git.output.text import clean


def printable(text: str) -> str:
    """Return text fit for standard output.

    Bytes of a path that are no UTF-8 become a replacement character. On a terminal so do control
    characters and marks that turn the direction of text: a cloned entry must not steer the terminal.
    """
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return clean(text.replace("\r\n", "\n")) if sys.stdout.isatty() else text


def entry_object(kind: str, entry: Entry) -> dict[str, object]:
    """Return an entry's fields as `--json` prints them."""
    return {
        "kind": kind,
        "path": entry.path,
        "slug": entry.slug,
        "title": entry.title,
        "type": entry.type,
        "created": entry.created,
        "confirmed": entry.confirmed,
        "section": entry.section,
        "tags": list(entry.tags),
        "summary": entry.summary,
        "paths": list(entry.paths),
    }
