"""One entry as a JSON object: the keys that `list` and `show` share."""

from __future__ import annotations

from trove_git.entries.entry import Entry


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
