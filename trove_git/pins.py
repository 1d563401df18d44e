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

Neither names nor folders are ever tried twice: stars split a name into pieces of fixed length, `**` a path into runs of
names, and the first place where a piece fits is as good as any later one. A path therefore takes at most
len(pattern) x len(path) steps.

Source: gitignore(5), PATTERN FORMAT; git's wildmatch.c.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import takewhile
from typing import NamedTuple

MAX_CHARACTERS = 1024
"""A longer item pins nothing: it is no path that somebody wrote, and steps grow with its length."""

WILDCARDS = frozenset("*?[")
_ESCAPED = WILDCARDS | {"\\"}
NO_ITEM = frozenset("!#~")
"""What an item that pins nothing begins with: negation, a comment, somebody's home."""
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


_Piece = str | tuple[_Set, ...]
"""Characters between two stars: text where all are literal."""
_Name = Callable[[str], bool]
"""Whether a name is one that a name of the pattern fits."""


class Pin(NamedTuple):
    """One item of `paths:`, read."""

    runs: tuple[tuple[_Name, ...], ...]
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
        return _first_end(self.runs, names) >= 0

    def fits(self, path: str) -> bool:
        """Whether it fits a folder below the root itself."""
        names = path.split("/")
        *before, last = self.runs
        at = _first_end(before, names) if before else 0
        tail = len(names) - len(last)
        return 0 <= at <= tail and (bool(before) or not tail) and _stand_at(last, names, tail)


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
    pieces = [() if _is_any(part) else _read_name(part) for part in parts]
    if None in pieces:
        return None
    names = [_matcher(found) if found else None for found in pieces]
    is_literal = not any(map(has_wildcard, parts))
    if not is_literal and "/" not in text.rstrip("/"):
        names.insert(0, None)
    if names[-1] is None:
        # `src/**` is what lies in `src`, and not `src` itself.
        names.append(_any_name)
    literals = list(takewhile(lambda part: not has_wildcard(part), parts))
    folders = [f"{unescape(part)}/" for part in (literals[:-1] if is_literal else literals)]
    return Pin(
        runs=_split(names),
        only_folder=text.endswith("/"),
        literal="/".join(map(unescape, parts)) if is_literal else "",
        start="" if names[0] is None else "".join(folders),
        part=max((piece for found in pieces for piece in found or () if isinstance(piece, str)), key=len, default=""),
        last_name="" if has_wildcard(parts[-1]) else unescape(parts[-1]),
        # `/**` at the end is two names here, and one of the text.
        parent=Pin(_split(names[:-1]), True, "", "", "", "", None) if _names_something(parts[:-1]) else None,
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


def _is_any(part: str) -> bool:
    """Whether a part stands for any folders; git takes three stars for two."""
    return len(part) > 1 and not part.strip("*")


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


def _split(names: Sequence[_Name | None]) -> tuple[tuple[_Name, ...], ...]:
    """Split the names of a pattern at its `**`; several in a row are one."""
    runs: list[list[_Name]] = [[]]
    for number, name in enumerate(names):
        if name is not None:
            runs[-1].append(name)
        elif number == 0 or runs[-1]:
            runs.append([])
    return tuple(map(tuple, runs))


def _read_name(part: str) -> tuple[_Piece, ...] | None:
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


def _as_piece(characters: Sequence[str | _Set]) -> _Piece:
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


def _matcher(pieces: tuple[_Piece, ...]) -> _Name:
    """Return what says whether the pieces of a name between its stars stand in a name, one behind the other."""
    first, last = pieces[0], pieces[-1]
    if len(pieces) > 2 or not isinstance(first, str) or not isinstance(last, str):
        return partial(_fits_name, pieces)
    if len(pieces) == 1:
        return first.__eq__
    least = len(first) + len(last)
    return lambda name: len(name) >= least and name.startswith(first) and name.endswith(last)


def _any_name(_: str) -> bool:
    return True


def _first_end(runs: Sequence[Sequence[_Name]], names: Sequence[str]) -> int:
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


def _stand_at(run: Sequence[_Name], names: Sequence[str], at: int) -> bool:
    """Whether the names of a path from one on, which are enough, are those of a run."""
    for fits in run:
        if not fits(names[at]):
            return False
        at += 1
    return True


def _fits_name(pieces: tuple[_Piece, ...], name: str) -> bool:
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


def _stands_at(piece: _Piece, name: str, at: int) -> bool:
    if isinstance(piece, str):
        return name.startswith(piece, at)
    return all(one.has(name[at + n]) for n, one in enumerate(piece))


def _find(piece: _Piece, name: str, start: int, end: int) -> int:
    """Return where a piece first stands between two offsets; -1 for nowhere."""
    if isinstance(piece, str):
        return name.find(piece, start, end)
    return next((at for at in range(start, end - len(piece) + 1) if _stands_at(piece, name, at)), -1)
