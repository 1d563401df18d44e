"""Paths → whether a file is a test, or made for tests; asked by the resolvers and by all summaries."""

from __future__ import annotations

import re
from functools import lru_cache

_TEST = re.compile(
    r"(?:^|/)(?:tests?|__tests__|spec|specs|testing|testdata|e2e|fixtures|[a-z][A-Za-z]*Tests?|Tests|tests?[-_][^/]*|"
    r"integration[-_](?:tests?|testing|cli))/|"
    r"(?:^|/)(?:test_[^/]*|[^/]*_test|[^/]*_spec|conftest)\.[^/.]+$|[._-](?:test|spec)\.[^/]+$|\.t$|"
    r"(?:^|/)[A-Z]\w*(?:Tests?|Spec|IT)\.(?:java|kt|scala|cs|swift|php|groovy)$"
)


@lru_cache(maxsize=1 << 16)
def is_test(path: str) -> bool:
    """Tell whether a path is that of a test or of what tests use."""
    return bool(_TEST.search(path))
