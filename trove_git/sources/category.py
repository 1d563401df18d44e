"""What makes a file count less in the ranking, by its path: changelogs, tests, vendored code and their like."""

from __future__ import annotations

import re

_NAMES = {
    "changelog": r"changes?|changelogs?|history|news|release[-_ ]?notes?|releases?|whats[-_]?new",
    "contributing": r"contributing|contribution|contributors?|code[-_]of[-_]conduct|maintainers?|governance",
    "deprecated": r"deprecated|legacy|archived?|obsolete|old",
}
"""Category → names of files or folders, with or without a version in front and anything behind a `-`, `_` or `.`."""

_FOLDERS = {
    "blog": r"blog|_?posts|news",
    "vendored": r"third[-_]?party|external|extern|deps|vendored|_vendor",
    "test": r"tests?|__tests__|testdata|spec|specs|fixtures?|e2e|playground",
    "example": r"(?:examples?|samples?|demos?|benchmarks?|benches|templates?)(?:[-_][^/]*)?",
}
"""Category → names of folders."""

_CATEGORIES = tuple(
    [(n, re.compile(rf"(^|/)([0-9][0-9._-]*)?({p})([-_.][^/]*)?(/|$)", re.IGNORECASE)) for n, p in _NAMES.items()]
    + [(name, re.compile(rf"(^|/)({pattern})/", re.IGNORECASE)) for name, pattern in _FOLDERS.items()]
)


def category_of(path: str) -> str:
    """Return what makes a file count less, by its path; empty for none."""
    return next((name for name, pattern in _CATEGORIES if pattern.search(path)), "")
