"""The place a question is asked from, and whether what an entry is pinned to covers it.

What an item of `paths:` covers, `pins.py` says.

1. A file is covered by the items that cover it.
2. A folder is covered by the items that cover it, and by those of files directly in it: whoever stands in
   `api/src` asks about `api/src/retry.ts`. Whoever stands in `packages` stands above `packages/api/**`, and above
   `packages/web/**` as well, so neither covers it.
3. An item that names no folder, such as `**/*.ts`, says nothing about the folder that somebody stands in.

`score.py` multiplies the score of an entry that is covered; `workspace/asked_from.py` finds the place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from trove_git.pins import read_pin

PLACE_FACTOR = 1.25
"""An entry that is pinned to where the question is asked from counts this much more: as much as an entry counts more
than a generated summary, and a little more than what was changed just now. It decides between two packages whose notes
both answer. A source that holds one word more of a question of up to six words stays before it: with words of about
the same rarity that is worth (6/5)^1.3 = 1.27 or more."""


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
    """Whether an item of `paths:` covers a place; see above."""
    pin = read_pin(pattern)
    if pin is None:
        return False
    if pin.covers(place.path, is_folder=place.is_folder):
        return True
    if not place.is_folder or pin.only_folder or pin.parent is None or pin.last_name in place.subfolders:
        return False
    return pin.parent.fits(place.path)
