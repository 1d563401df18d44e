"""Which entries that came are ones that went: of the same slug, else of the same text, else much alike.

Git finds moved files by their bytes, and most bytes of a short entry are those of its front matter, which is like
that of any other. Here titles and bodies decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from trove_git.entries.body_diff import similarity
from trove_git.entries.entry import Entry
from trove_git.entries.slug import normalize

ALIKE = 0.5
"""Share of words in common from which two entries are one that was renamed, as of bytes for git."""
MOST_PAIRS = 10_000
"""Pairs of entries above which only equal texts are looked for."""

PathT = TypeVar("PathT", bound=str)
"""Any kind of path: all of them are of one."""


def slug_of(path: str) -> str:
    """Return the slug that a file's name gives."""
    return normalize(path.rpartition("/")[2].rpartition(".")[0])


def plain(entry: Entry) -> str:
    """Return the text of an entry whatever its line ends: git may turn them in a work tree."""
    return entry.text.replace("\r\n", "\n")


def pair(old: Mapping[PathT, Entry | None], new: Mapping[PathT, Entry | None]) -> dict[PathT, PathT]:
    """Say which entries are the same.

    Args:
        old: path → entry of those that went; None where the text is not known.
        new: the same of those that came.

    Returns:
        Path of one that came → path of the one that it was.
    """
    found: dict[PathT, PathT] = {}
    left = dict.fromkeys(old)

    def take(path: PathT, was: PathT | None) -> None:
        if was is not None and path not in found:
            found[path] = was
            del left[was]

    for path in new:
        take(path, next((was for was in left if slug_of(was) == slug_of(path)), None))
    for path, entry in new.items():
        take(path, next((was for was in left if entry and (o := old[was]) and plain(o) == plain(entry)), None))
    unknown = [(path, entry) for path, entry in new.items() if path not in found and entry is not None]
    if len(unknown) * len(left) > MOST_PAIRS:
        return found
    scored = [
        (similarity(_said(before), _said(entry)), path, was)
        for path, entry in unknown
        for was in left
        if (before := old[was]) is not None
    ]
    for share, path, was in sorted(scored, key=lambda item: (-item[0], *item[1:])):
        if share >= ALIKE and was in left:
            take(path, was)
    return found


def _said(entry: Entry) -> str:
    return f"{entry.title}\n{entry.body}"
