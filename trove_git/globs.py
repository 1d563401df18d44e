"""One pattern as git has them in `.gitignore`, read into pieces that are found one behind the other.

`pins.py` reads items of `paths:` with it, `ignore.py` lists of patterns in settings and attributes. It loads nothing.

Neither names nor folders are ever tried twice: stars split a name into pieces of fixed length, `**` a path into runs of
names, and the first place where a piece fits is as good as any later one. A path therefore takes at most
len(pattern) x len(path) steps.

Source: gitignore(5), PATTERN FORMAT; git's wildmatch.c.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

MAX_CHARACTERS = 1024
"""A longer pattern fits nothing: it is no path that somebody wrote, and steps grow with its length."""

_CLASSES = {
    "alnum": "09AZaz", "alpha": "AZaz", "blank": "\t\t  ", "cntrl": "\0\x1f\x7f\x7f", "digit": "09", "graph": "!~",
    "lower": "az", "print": " ~", "punct": "!/:@[`{~", "space": "\t\r  ", "upper": "AZ", "xdigit": "09AFaf",
}  # fmt: skip
"""Named sets of wildmatch.c, which knows ASCII only: first and last character of each range."""


class _Set(NamedTuple):
    """One character: any, or one of a set."""

    ranges: tuple[tuple[str, str], ...] = ()
    """First and last character of each."""
    negated: bool = True
    """Whether it is any character but those."""

    def has(self, character: str) -> bool:
        """Whether a character is one of the set."""
        return any(low <= character <= high for low, high in self.ranges) != self.negated


Piece = str | tuple[_Set, ...]
"""Characters between two stars: text where all are literal."""
Name = Callable[[str], bool]
"""Whether a name is one that a name of the pattern fits."""


def is_any(part: str) -> bool:
    """Whether a part stands for any folders; git takes three stars for two."""
    return len(part) > 1 and not part.strip("*")


def split_runs(names: Sequence[Name | None]) -> tuple[tuple[Name, ...], ...]:
    """Split the names of a pattern at its `**`; several in a row are one."""
    runs: list[list[Name]] = [[]]
    for number, name in enumerate(names):
        if name is not None:
            runs[-1].append(name)
        elif number == 0 or runs[-1]:
            runs.append([])
    return tuple(map(tuple, runs))


def read_name(part: str) -> tuple[Piece, ...] | None:
    """Return a name of a pattern, split at its stars; None where git would refuse it."""
    pieces: list[list[str | _Set]] = [[]]
    at = 0
    while at < len(part):
        c = part[at]
        at += 1
        if c == "*":
            if pieces[-1] or len(pieces) == 1:
                pieces.append([])
        elif c == "?":
            pieces[-1].append(_Set())
        elif c == "[":
            found, at = _read_set(part, at)
            if found is None:
                return None
            pieces[-1].append(found)
        elif c == "\\":
            if at == len(part):
                return None
            pieces[-1].append(part[at])
            at += 1
        else:
            pieces[-1].append(c)
    return tuple(map(_as_piece, pieces))


def _as_piece(characters: Sequence[str | _Set]) -> Piece:
    if all(isinstance(c, str) for c in characters):
        return "".join(map(str, characters))
    return tuple(_Set(((c, c),), negated=False) if isinstance(c, str) else c for c in characters)


def _read_set(part: str, at: int) -> tuple[_Set | None, int]:
    """Read a set of characters, as wildmatch.c reads it.

    Args:
        part: a name of a pattern.
        at: offset behind the opening bracket.

    Returns:
        The set, None for one that git refuses, and the offset behind it.
    """
    negated = part[at : at + 1] in ("!", "^")
    at += negated
    ranges: list[tuple[str, str]] = []
    before, is_first = "", True
    while at < len(part):
        c = part[at]
        at += 1
        if c == "]" and not is_first:
            return _Set(tuple(ranges), negated), at
        is_first = False
        if c == "-" and before and at < len(part) and part[at] != "]":
            at += part[at] == "\\"
            ranges.append((before, part[at : at + 1]))
            before, at = "", at + 1
            continue
        if c == "[" and part[at : at + 1] == ":":
            end = part.find("]", at + 1)
            if end < 0:
                break
            if end > at + 1 and part[end - 1] == ":":
                bounds = _CLASSES.get(part[at + 1 : end - 1])
                if bounds is None:
                    break
                ranges += zip(bounds[::2], bounds[1::2], strict=True)
                before, at = "", end + 1
                continue
        if c == "\\":
            c = part[at : at + 1]
            at += 1
        ranges.append((c, c))
        before = c
    return None, at


def matcher(pieces: tuple[Piece, ...]) -> Name:
    """Return what says whether the pieces of a name between its stars stand in a name, one behind the other."""
    first, last = pieces[0], pieces[-1]
    if len(pieces) > 2 or not isinstance(first, str) or not isinstance(last, str):
        return partial(_fits_name, pieces)
    if len(pieces) == 1:
        return first.__eq__
    least = len(first) + len(last)
    return lambda name: len(name) >= least and name.startswith(first) and name.endswith(last)


def any_name(_: str) -> bool:
    """Whether a name is one at all."""
    return True


def first_end(runs: Sequence[Sequence[Name]], names: Sequence[str]) -> int:
    """Return behind which name all runs have first been found, the first run at the root; -1 for not at all."""
    at = 0
    for number, run in enumerate(runs):
        last = len(names) - len(run)
        while at <= last and not _stand_at(run, names, at):
            if not number:
                return -1
            at += 1
        if at > last:
            return -1
        at += len(run)
    return at


def fits_whole(runs: Sequence[Sequence[Name]], names: Sequence[str]) -> bool:
    """Whether all runs have been found with the last one at the end of a path: no name is left over."""
    *before, last = runs
    at = first_end(before, names) if before else 0
    tail = len(names) - len(last)
    return 0 <= at <= tail and (bool(before) or not tail) and _stand_at(last, names, tail)


def _stand_at(run: Sequence[Name], names: Sequence[str], at: int) -> bool:
    """Whether the names of a path from one on, which are enough, are those of a run."""
    for fits in run:
        if not fits(names[at]):
            return False
        at += 1
    return True


def _fits_name(pieces: tuple[Piece, ...], name: str) -> bool:
    """Whether the pieces of a name between its stars stand in a name, one behind the other."""
    first, last = pieces[0], pieces[-1]
    if len(pieces) == 1:
        return len(first) == len(name) and _stands_at(first, name, 0)
    at, end = len(first), len(name) - len(last)
    if end < at or not _stands_at(first, name, 0) or not _stands_at(last, name, end):
        return False
    for piece in pieces[1:-1]:
        at = _find(piece, name, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True


def _stands_at(piece: Piece, name: str, at: int) -> bool:
    if isinstance(piece, str):
        return name.startswith(piece, at)
    return all(one.has(name[at + n]) for n, one in enumerate(piece))


def _find(piece: Piece, name: str, start: int, end: int) -> int:
    """Return where a piece first stands between two offsets; -1 for nowhere."""
    if isinstance(piece, str):
        return name.find(piece, start, end)
    return next((at for at in range(start, end - len(piece) + 1) if _stands_at(piece, name, at)), -1)
