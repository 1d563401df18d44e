"""What the code layer knows of names: which files define one, and which files of code have one."""

from __future__ import annotations

import re

from trove_git.index.published import PublishedIndex
from trove_git.paths import RootPath
from trove_git.terms import source_terms

_BETWEEN = re.compile(r"\.|::|#|/")
_LEAST = ("stub", "config", "test", "example", "deprecated", "vendored")
"""Categories of files whose definitions count only where no other file has one."""


def find_definitions(code: PublishedIndex, name: str, most: int) -> list[RootPath]:
    """Return the files that define a name; none where more than `most` symbols share a word with it.

    Args:
        code: a code layer.
        name: as code has it, with or without what it is in: `retry`, `Client.retry`, `net::retry`.
        most: symbols that are looked at.
    """
    parts = [part for part in _BETWEEN.split(name) if part]
    terms = source_terms(parts[-1].rstrip("?!")) if parts else []
    if not terms:
        return []
    # The first term of a name of several words is the whole, which few names share.
    records = code.symbols_titled(terms[0], most + 1)
    if len(records) > most:
        return []
    files: dict[RootPath, str] = {}
    for record in records:
        if _has_name([part for part in _BETWEEN.split(record.title) if part], record.path, parts):
            files.setdefault(RootPath(record.path), record.category)
    own = [path for path, category in files.items() if category not in _LEAST]
    return own or list(files)


def find_modules_ending(code: PublishedIndex, ending: str, most: int) -> list[str] | None:
    """Return the files of code below the root whose path is or ends with another; None where too many have its words.

    Args:
        code: a code layer.
        ending: a file name, or a path of several names.
        most: files that are looked at.
    """
    name = ending.rpartition("/")[2]
    terms = source_terms(name.partition(".")[0] or name)
    records = code.strongest_modules([("path", terms[0], 1.0)], most + 1) if terms else []
    if not terms or len(records) > most:
        return None
    return [record.path for record in records if f"/{record.path}".endswith(f"/{ending}")]


def _has_name(title: list[str], path: str, parts: list[str]) -> bool:
    """Whether a symbol has a name: its own, and outward as much as is said; a file may stand for the outermost part."""
    if title[-len(parts) :] == parts:
        return True
    if len(parts) == 1 or title != parts[1:]:
        return False
    stem = path.rpartition("/")[2].partition(".")[0]
    return parts[0] in (stem, path.rpartition("/")[0].rpartition("/")[2])
