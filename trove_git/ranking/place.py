"""The place a question is asked from, and whether what an entry is pinned to covers it.

An entry's `paths:` are paths below the root, and patterns as in `.gitignore` but for two things: one without a
wildcard begins at the root, and none is taken back by `!`. A pattern covers what it fits and all that lies below.

1. A file is covered by the patterns that cover it.
2. A folder is covered by the patterns that cover it, and by those of files directly in it: whoever stands in
   `api/src` asks about `api/src/retry.ts`. Whoever stands in `packages` stands above `packages/api/**`, and above
   `packages/web/**` as well, so neither covers it.
3. A pattern that names no folder, such as `**/*.ts`, says nothing about the folder that somebody stands in.

`score.py` multiplies the score of an entry that is covered; `workspace/asked_from.py` finds the place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple

PLACE_FACTOR = 1.25
"""An entry that is pinned to where the question is asked from counts this much more: as much as an entry counts more
than a generated summary, and a little more than what was changed just now. It decides between two packages whose notes
both answer. A source that holds one word more of a question of up to six words stays before it: with words of about
the same rarity that is worth (6/5)^1.3 = 1.27 or more."""

_WILDCARDS = frozenset("*?[")
_ANY = "**"
"""Stands for any number of folders, none among them."""


class AskedFrom(NamedTuple):
    """A folder or a file that a question is asked from."""

    path: str
    """Path below the root, without a slash at either end; never empty."""
    is_folder: bool
    subfolders: frozenset[str] = frozenset()
    """Names of the folders directly in a folder: a pattern that is one of them is no file of it."""


def place_factor(patterns: Iterable[str], asked_from: Sequence[AskedFrom]) -> float:
    """Return the factor of an entry that is pinned to some patterns: PLACE_FACTOR once, or 1."""
    return PLACE_FACTOR if any(covers(p, place) for p in patterns for place in asked_from) else 1.0


def covers(pattern: str, place: AskedFrom) -> bool:
    """Whether a pattern of `paths:` covers a place; see above."""
    parts, only_folder = _parse(pattern)
    path = place.path.split("/")
    if not _names_something(parts):
        return False
    if not place.is_folder:
        # What is only a folder must lie above a file.
        return _fits_some(parts, path[:-1] if only_folder else path)
    if _fits_some(parts, path):
        return True
    *folder, name = parts
    if only_folder or not _names_something(folder) or name in place.subfolders:
        return False
    return _fits(folder, path)


@lru_cache(maxsize=4096)
def _parse(pattern: str) -> tuple[tuple[str, ...], bool]:
    """Return the parts of a pattern between its slashes, and whether it can only mean a folder."""
    pattern = pattern.strip().removeprefix("./")
    anchored = "/" in pattern.rstrip("/") or _WILDCARDS.isdisjoint(pattern)
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    only_folder = pattern.endswith("/")
    while parts and parts[-1] == _ANY:
        parts.pop()
        only_folder = True
    return (tuple(parts) if anchored or not parts else (_ANY, *parts)), only_folder


def _names_something(parts: Sequence[str]) -> bool:
    """Whether there is more in a pattern than wildcards for everything."""
    return any(part.strip("*") for part in parts)


def _fits(parts: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a pattern fits a path as a whole."""
    return len(parts) in _states(parts, path)[-1]


def _fits_some(parts: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a pattern fits a path or a folder above it."""
    return any(len(parts) in reached for reached in _states(parts, path)[1:])


def _states(parts: Sequence[str], path: Sequence[str]) -> list[set[int]]:
    """Return, for each beginning of a path, how many parts of the pattern it can have used up.

    All ways are followed at once, so that no pattern takes long.
    """
    reached = [_skip(parts, {0})]
    for name in path:
        after = set()
        for number in reached[-1]:
            if number < len(parts):
                if parts[number] == _ANY:
                    after.add(number)
                elif fnmatchcase(name, parts[number]):
                    after.add(number + 1)
        reached.append(_skip(parts, after))
    return reached


def _skip(parts: Sequence[str], numbers: set[int]) -> set[int]:
    """Add where a pattern can go on when `**` stands for nothing."""
    found = set(numbers)
    for number in sorted(numbers):
        while number < len(parts) and parts[number] == _ANY:
            number += 1
            found.add(number)
    return found
