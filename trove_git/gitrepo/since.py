"""A date as a person writes it → a time: git resolves it, and what git would take for "now" by mistake is refused.

Git reads dates kindly: of `2 wekks ago` it takes nothing and says now, of `2026-13-45` it takes what fits, and a
day without a time of day is that day at this very minute.
"""

from __future__ import annotations

import re
from datetime import date

from trove_git.errors import GitError, UsageError
from trove_git.gitrepo.repository import Repository

HINT = "2.weeks, yesterday, 'last friday', 2026-01-31, '2026-01-31 14:00'"
_WORDS = frozenset(
    "now today yesterday midnight noon tea never ago last at on of"
    " zero one two three four five six seven eight nine ten"
    " second seconds minute minutes hour hours day days week weeks month months year years"
    " am pm t z utc gmt est edt cst cdt mst mdt pst pdt cet cest bst jst st nd rd th".split()
)
"""What git knows, and little words that it passes over."""
_NAMES = (
    "january february march april may june july august september october november december"
    " monday tuesday wednesday thursday friday saturday sunday"
).split()
SHORTEST_NAME = 3
"""Letters of a month or day of the week that git asks for."""
_LETTERS = re.compile(r"[^\W\d_]+")
_DAY = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})")
_PART_OF_A_DAY = re.compile(r"[-+]?[0-9]{1,8}|[0-9]{4}[-/.][0-9]{1,2}")
"""A number alone, or a year and a month, of which git makes some other day."""


def parse_since(repository: Repository, text: str) -> int:
    """Return the time that a date stands for, in seconds since 1970.

    Args:
        repository: git runs there.
        text: a date as git takes it; a day alone means its beginning, and `today` the beginning of this one.

    Raises:
        UsageError: it is no date.

    Source: git-rev-parse(1), `--since`; git's `date.c`, `approxidate`.
    """
    text = text.strip()
    words = [word.lower() for word in _LETTERS.findall(text)]
    unknown = [word for word in words if not _is_known(word)]
    if unknown or not re.search(r"[^\W_]", text) or _PART_OF_A_DAY.fullmatch(text):
        where = f"; git knows no {unknown[0]}" if unknown else ""
        raise UsageError(f"--since is no date{where}", where=text, hint=HINT)
    day = _DAY.match(text)
    if day is not None:
        try:
            date(*map(int, day.groups()))
        except ValueError as error:
            raise UsageError(f"--since is no date: {error}", where=text, hint=HINT) from error
        if day[0] == text:
            text += " 00:00:00"
    asked = re.sub(r"(?i)\btoday\b", "midnight", text)
    printed = repository.run(["rev-parse", f"--since={asked}"]).decode("ascii", "replace").strip()
    found = printed.removeprefix("--max-age=")
    if not found.isdecimal():
        raise GitError("git cannot read the date", where=text, hint=HINT)
    return int(found)


def _is_known(word: str) -> bool:
    return word in _WORDS or (len(word) >= SHORTEST_NAME and any(name.startswith(word) for name in _NAMES))
