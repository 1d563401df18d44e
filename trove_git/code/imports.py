"""Imports that may stand anywhere in a file, found by pattern outside comments and strings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from trove_git.code.facts import Import


class Pattern(NamedTuple):
    """How a language writes an import.

    Groups: `target`; `names`, a list of names in braces or one name; `word`, what tells the form.
    The match of `word` (or of the whole, without one) must not lie in a comment or string.
    """

    search: re.Pattern[bytes]
    forms: Mapping[str, str] = {}
    """Word → form of the import; empty when it is not listed."""
    words: tuple[bytes, ...] = (b"",)
    """One of these is in every file with such an import: a quick look spares the search."""
    before: re.Pattern[bytes] | None = None
    """The list of names that may stand before the match, in group 1."""


def find_imports(source: bytes, pattern: Pattern, covered: Sequence[tuple[int, int, bool]]) -> Iterator[Import]:
    """Yield the imports that a pattern finds outside comments and strings."""
    starts = [start for start, _, _ in covered]
    row, seen = 1, 0
    for match in pattern.search.finditer(source):
        at = match.start("word")
        before = bisect_right(starts, at) - 1
        if before >= 0 and covered[before][0] <= at < covered[before][1]:
            continue
        row += source.count(b"\n", seen, at)
        seen = at
        groups = match.groupdict()
        word = groups["word"].decode()
        target = groups["target"].decode("utf-8", "replace")
        form = pattern.forms.get(word, "")
        if target[:1] in "<\"'":
            form = "system" if target[0] == "<" else form
            target = target[1:-1]
        if target.strip():
            names = groups.get("names")
            if pattern.before is not None:
                bound = pattern.before.search(source, max(source.rfind(b"{", 0, at) - 20, 0), match.start())
                names = bound.group(1) if bound else None
            yield Import(target.strip(), _names(names), row, form)


def _names(listed: bytes | None) -> tuple[str, ...]:
    """`{a, b: c}` → a, b; a bare name → itself."""
    if not listed:
        return ()
    parts = listed.decode("utf-8", "replace").strip("{} \n\t").split(",")
    names = (re.split(r"[:=\s]", part.strip(), maxsplit=1)[0] for part in parts)
    return tuple(name for name in names if name and name != "...")
