"""What an item of `paths:` means: which files an entry is pinned to. The one matcher of every room.

`ranking/place.py` (ask, session start), `entries/references.py`, `aging/staleness.py`, `reviewing/evidence.py`,
`agents/session_branch.py` and `workspace/pinned.py` use it. It loads nothing, because every question and every start
of a session needs it.

1. An item is a pattern as in a `.gitignore` of the root: `*` and `?` stay within a name, `[...]` is a set of
   characters, a backslash takes the next character as it is, and `**` between slashes stands for any folders, or none.
2. With a slash at the front or inside it begins at the root; `*.py` fits names in any folder. Unlike in a `.gitignore`,
   what has no wildcard begins at the root as well: `Makefile` is the one at the top.
3. It covers what it fits and all that lies below; with a slash at the end it fits folders only.
4. Nothing is pinned by `!`, by a comment, by wildcards alone (something always fits), by a path that leaves the root,
   or by a pattern that git refuses: a set without its end, a backslash at the end.

How a path is matched, in at most len(item) x len(path) steps, is in `globs.py`.

Source: gitignore(5), PATTERN FORMAT.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from trove_git.globs import (
    MAX_CHARACTERS,
    Name,
    any_name,
    first_end,
    fits_whole,
    is_any,
    matcher,
    read_name,
    split_runs,
)

WILDCARDS = frozenset("*?[")
_ESCAPED = WILDCARDS | {"\\"}
NO_ITEM = frozenset("!#~")
"""What an item that pins nothing begins with: negation, a comment, somebody's home."""


class Pin(NamedTuple):
    """One item of `paths:`, read."""

    runs: tuple[tuple[Name, ...], ...]
    """Names between slashes, split at `**`; the first run begins at the root, and is empty where `**` is in front."""
    only_folder: bool
    """Whether it fits folders only."""
    literal: str
    """The path below the root where there is no wildcard, without slashes at its ends; else empty."""
    start: str
    """The folders that all paths begin with, with a final slash; empty for none."""
    part: str
    """Text that is in all paths: most files are told by it alone."""
    last_name: str
    """The last name where it has no wildcard; else empty."""
    parent: Pin | None
    """The same without its last name, if that still names something."""

    def covers(self, path: str, *, is_folder: bool = False) -> bool:
        """Whether it fits a path below the root, or a folder above it."""
        if self.part not in path:
            return False
        names = path.split("/")
        if self.only_folder and not is_folder:
            names.pop()
        return first_end(self.runs, names) >= 0

    def fits(self, path: str) -> bool:
        """Whether it fits a folder below the root itself."""
        return fits_whole(self.runs, path.split("/"))


@lru_cache(maxsize=4096)
def read_pin(item: str) -> Pin | None:
    """Read one item of `paths:`; None where it pins nothing.

    Args:
        item: as the entry has it; quotes, blanks and `./` around it do not count.
    """
    text = item.strip().strip("\"'").removeprefix("./")
    if len(text) > MAX_CHARACTERS or text[:1] in NO_ITEM or "://" in text:
        return None
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if ".." in parts or not _names_something(parts):
        return None
    pieces = [() if is_any(part) else read_name(part) for part in parts]
    if None in pieces:
        return None
    names = [matcher(found) if found else None for found in pieces]
    is_literal = not any(map(has_wildcard, parts))
    if not is_literal and "/" not in text.rstrip("/"):
        names.insert(0, None)
    if names[-1] is None:
        # `src/**` is what lies in `src`, and not `src` itself.
        names.append(any_name)
    literals = list(takewhile(lambda part: not has_wildcard(part), parts))
    folders = [f"{unescape(part)}/" for part in (literals[:-1] if is_literal else literals)]
    return Pin(
        runs=split_runs(names),
        only_folder=text.endswith("/"),
        literal="/".join(map(unescape, parts)) if is_literal else "",
        start="" if names[0] is None else "".join(folders),
        part=max((piece for found in pieces for piece in found or () if isinstance(piece, str)), key=len, default=""),
        last_name="" if has_wildcard(parts[-1]) else unescape(parts[-1]),
        # `/**` at the end is two names here, and one of the text.
        parent=Pin(split_runs(names[:-1]), True, "", "", "", "", None) if _names_something(parts[:-1]) else None,
    )


def escape(path: str) -> str:
    """Return a path as the item that means this path and no other."""
    return "\\" * (path[:1] in NO_ITEM) + "".join(f"\\{c}" if c in _ESCAPED else c for c in path)


def has_wildcard(part: str) -> bool:
    """Whether a part between slashes has a wildcard that no backslash precedes."""
    if "\\" not in part:
        return not WILDCARDS.isdisjoint(part)
    return any(before != "\\" and c in WILDCARDS for before, c in _iter_marked(part))


def unescape(part: str) -> str:
    """Return what a part without wildcards means, without the backslashes that take characters as they are."""
    return "".join(c for _, c in _iter_marked(part)) if "\\" in part else part


def _names_something(parts: Sequence[str]) -> bool:
    """Whether there is more in a pattern than wildcards and dots."""
    return any(part.strip("*?.") for part in parts)


def _iter_marked(part: str) -> list[tuple[str, str]]:
    """Return each character with the backslash that takes it as it is, or with nothing."""
    marked, escaped = [], False
    for c in part:
        if c == "\\" and not escaped:
            escaped = True
            continue
        marked.append(("\\" if escaped else "", c))
        escaped = False
    return marked
