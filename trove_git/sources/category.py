"""What makes a file count less in the ranking, by its path: changelogs, tests, vendored code and their like."""

from __future__ import annotations

import re

_CATEGORIES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        (
            "changelog",
            r"(^|/)([0-9][0-9._-]*)?(changes?|changelogs?|history|news|release[-_ ]?notes?|releases?|whats[-_]?new)([-_.][^/]*)?(/|$)",
        ),
        (
            "contributing",
            r"(^|/)(contributing|contribution|contributors?|code[-_]of[-_]conduct|maintainers?|governance)([-_.][^/]*)?(/|$)",
        ),
        ("blog", r"(^|/)(blog|_?posts|news)/"),
        ("vendored", r"(^|/)(third[-_]?party|external|extern|deps|vendored|_vendor)/"),
        ("test", r"(^|/)(tests?|__tests__|testdata|spec|specs|fixtures?|e2e|playground)/"),
        ("example", r"(^|/)(examples?|samples?|demos?|benchmarks?|benches|templates?)([-_][^/]*)?/"),
        ("deprecated", r"(^|/)(deprecated|legacy|archived?|obsolete|old)([-_.][^/]*)?(/|$)"),
    )
)


def category_of(path: str) -> str:
    """Return what makes a file count less, by its path; empty for none."""
    return next((name for name, pattern in _CATEGORIES if pattern.search(path)), "")
