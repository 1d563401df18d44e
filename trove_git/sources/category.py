"""What makes a file count less in the ranking, by its path: changelogs, tests, vendored code and their like."""

from __future__ import annotations

import re

_NAMES = {
    "changelog": r"changes?|changelogs?|history|news|release[-_ ]?notes?|releases?|whats[-_]?new",
    "contributing": r"(?:contributing|contribution)[^/]*|contributors?|code[-_]of[-_]conduct|maintainers?|governance",
    "deprecated": r"deprecated|legacy|archived?|obsolete|old",
}
"""Category → names of files or folders; a version may stand before or behind, and endings follow."""

_FOLDERS = {
    "blog": r"blog|_?posts",
    "vendored": r"third[-_]?party|external|extern|deps|vendored|_vendor",
    "test": r"tests?|__tests__|testdata|spec|specs|fixtures?|e2e|playground",
    "example": r"(?:examples?|samples?|demos?|benchmarks?|benches|templates?)(?:[-_][^/]*)?",
}
"""Category → names of folders."""

_FILES = {
    "test": r"test_[^/]*|[^/]*[._-](?:test|spec)s?\.[a-z]+|[^/]*_test\.[a-z]+|[^/]*Tests?\.[a-z]+|conftest\.py",
    "stub": r"__init__\.pyi?|[^/]*\.d\.[cm]?ts|[^/]*\.pyi",
}
"""Category → names of source files."""

_VERSION_BEFORE = r"(?:[0-9][0-9._-]*)?"
_VERSION_BEHIND = r"(?:[-_.]?v?[0-9][^/]*)?(?:\.[^/]*)?"
_CATEGORIES = tuple(
    [
        (name, re.compile(rf"(^|/){_VERSION_BEFORE}(?:{names}){_VERSION_BEHIND}(/|$)", re.IGNORECASE))
        for name, names in _NAMES.items()
    ]
    + [(name, re.compile(rf"(^|/)(?:{names})/", re.IGNORECASE)) for name, names in _FOLDERS.items()]
    + [(name, re.compile(rf"(^|/)(?:{names})$")) for name, names in _FILES.items()]
)


def category_of(path: str) -> str:
    """Return what makes a file count less, by its path; empty for none."""
    return next((name for name, pattern in _CATEGORIES if pattern.search(path)), "")
