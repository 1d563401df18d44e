"""Lists of patterns as in `.gitignore`: which paths they take, for `trove.docs`, `trove.secrets` and `.gitattributes`.

`sources/doc_rules.py`, `sources/code_plan.py` and `commands/gates.py` use it. It loads nothing: every question has the
patterns of the repository. Git's own matching is not asked, because its time can grow with powers of the path, and the
patterns may come with a commit of somebody else.

1. A pattern is one of gitignore(5), with `!` in front one that takes its paths away again. Of those that fit the file
   itself the last one decides; where none does, the last one that fits a folder above it.
2. A pattern that git refuses, or that has more than MAX_CHARACTERS, fits nothing and is listed as refused.
3. What has no wildcard is looked up, not tried: a path takes at most MAX_GLOBS x len(pattern) x len(path) steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
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
from trove_git.pins import has_wildcard, unescape

MAX_GLOBS = 100
"""Patterns with wildcards in one list; those behind them fit nothing. The longest lists of settings have a dozen."""


class _Glob(NamedTuple):
    """One pattern with wildcards."""

    number: int
    """Of its line."""
    runs: tuple[tuple[Name, ...], ...]
    only_folder: bool
    part: str
    """Text that is in all its paths."""


class Ignore:
    """A list of patterns, read.

    Args:
        patterns: lines as in a `.gitignore`, in order; comments and blank lines among them.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self._takes: list[bool] = []
        self._names: dict[tuple[str, bool], int] = {}
        """Name in any folder, and whether it must be a folder → number of the last line that has it."""
        self._paths: dict[tuple[str, bool], int] = {}
        """The same for paths from the root."""
        self._globs: list[_Glob] = []
        self.refused: list[str] = []
        """Patterns that git refuses, and those over MAX_GLOBS or MAX_CHARACTERS: they fit nothing."""
        for line in patterns:
            self._read(_without_blanks(line))
        self._globs.reverse()

    def verdict(self, path: str) -> bool | None:
        """Return whether the pattern that decides about a file takes it; None where no pattern fits."""
        number = self._last_of_file(path)
        if number < 0 and "/" in path:
            number = self._last_of_folders(path)
        return self._takes[number] if number >= 0 else None

    def takes(self, path: str) -> bool:
        """Whether a file is one that the list takes."""
        return self.verdict(path) is True

    def _last_of_file(self, path: str) -> int:
        """Return the number of the last pattern that fits a file itself; -1 for none."""
        best = max(self._names.get((path[path.rfind("/") + 1 :], False), -1), self._paths.get((path, False), -1))
        names: list[str] = []
        for glob in self._globs:
            if glob.number < best:
                break
            if not glob.only_folder and glob.part in path:
                names = names or path.split("/")
                if fits_whole(glob.runs, names):
                    return glob.number
        return best

    def _last_of_folders(self, path: str) -> int:
        """Return the number of the last pattern that fits a folder above a file; -1 for none."""
        best, folders = -1, path.split("/")[:-1]
        for end in range(1, len(folders) + 1) if self._names or self._paths else ():
            name, whole = folders[end - 1], "/".join(folders[:end])
            for only_folder in (False, True):
                best = max(best, self._names.get((name, only_folder), -1), self._paths.get((whole, only_folder), -1))
        for glob in self._globs:
            if glob.number < best:
                break
            if glob.part in path and first_end(glob.runs, folders) >= 0:
                return glob.number
        return best

    def _read(self, line: str) -> None:
        if not line or line.startswith("#"):
            return
        takes = not line.startswith("!")
        text = line if takes else line[1:]
        body = text.removesuffix("/")
        parts = body.removeprefix("/").split("/")
        pieces = [() if is_any(part) else read_name(part) for part in parts] if len(text) <= MAX_CHARACTERS else [None]
        is_glob = any(map(has_wildcard, parts))
        if "" in parts or None in pieces or (is_glob and len(self._globs) == MAX_GLOBS):
            self.refused.append(line)
            return
        number, only_folder, anchored = len(self._takes), body != text, "/" in body
        self._takes.append(takes)
        if not is_glob:
            table = self._paths if anchored else self._names
            table["/".join(map(unescape, parts)), only_folder] = number
            return
        names = [matcher(found) if found else None for found in pieces]
        if not anchored:
            names.insert(0, None)
        if names[-1] is None:
            # `src/**` is what lies in `src`.
            names.append(any_name)
        literal = (piece for found in pieces for piece in found or () if isinstance(piece, str))
        self._globs.append(_Glob(number, split_runs(names), only_folder, max(literal, key=len, default="")))


@lru_cache(maxsize=16)
def read_ignore(patterns: tuple[str, ...]) -> Ignore:
    """Return a list of patterns, read; the same list is read once."""
    return Ignore(patterns)


def _without_blanks(line: str) -> str:
    """Return a line without blanks at its end, but one that a backslash takes as it is."""
    text = line.rstrip()
    lost = line[len(text) :]
    slashes = len(text) - len(text.rstrip("\\"))
    return text + lost[:1] if slashes % 2 and lost.startswith((" ", "\t")) else text
