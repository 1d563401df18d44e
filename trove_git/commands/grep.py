"""Search the lines of entries for a pattern."""

from __future__ import annotations

import re
from typing import NamedTuple

from trove_git.entries.reading import read_trove
from trove_git.errors import UsageError
from trove_git.workspace.troves import Troves, kind_of


class Match(NamedTuple):
    """One line that the pattern matches."""

    kind: str
    """`project` or `personal`."""
    path: str
    """As the user would type it."""
    line: int
    text: str


def grep(troves: Troves, pattern: str, *, ignore_case: bool = False, fixed: bool = False) -> list[Match]:
    """Find the lines of entry files, front matter included, that hold a pattern.

    Args:
        troves: where to look.
        pattern: a Python regular expression.
        ignore_case: letter case does not count.
        fixed: take the pattern as plain text.

    Raises:
        UsageError: the pattern is no regular expression.
    """
    try:
        search = re.compile(re.escape(pattern) if fixed else pattern, re.IGNORECASE if ignore_case else 0).search
    except re.error as error:
        message = f"not a regular expression: {error}"
        raise UsageError(message, where=pattern, hint="-F takes the pattern as plain text") from error
    matches = []
    for location in troves.all():
        for entry in read_trove(location).entries.values():
            for number, raw in enumerate(entry.text.removesuffix("\n").split("\n"), 1):
                line = raw.removesuffix("\r")
                if search(line):
                    matches.append(Match(kind_of(location), entry.path, number, line))
    return matches
