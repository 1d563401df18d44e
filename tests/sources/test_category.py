"""What makes a file count less, by its path."""

from __future__ import annotations

import pytest

from trove_git.index.record import CATEGORIES
from trove_git.ranking.boosts import CATEGORY_FACTOR, CATEGORY_TERMS
from trove_git.sources.category import category_of


@pytest.mark.parametrize(
    ("path", "category"),
    [
        ("README.md", ""),
        ("docs/guide.md", ""),
        ("CHANGELOG.md", "changelog"),
        ("CHANGES", "changelog"),
        ("docs/changes/1.0.md", "changelog"),
        ("docs/release_notes.md", "changelog"),
        ("releases/v2.md", "changelog"),
        ("docs/whats-new.md", "changelog"),
        ("docs/exchange.md", ""),
        ("docs/unchanged.md", ""),
        ("docs/historyless.md", ""),
        ("CONTRIBUTING.md", "contributing"),
        ("docs/code_of_conduct.md", "contributing"),
        ("MAINTAINERS.md", "contributing"),
        ("blog/2024/first.md", "blog"),
        ("docs/_posts/first.md", "blog"),
        ("docs/blog.md", ""),
        ("third_party/x/README.md", "vendored"),
        ("external/README.md", "vendored"),
        ("tests/README.md", "test"),
        ("pkg/__tests__/README.md", "test"),
        ("spec/guide.md", "test"),
        ("docs/testing.md", ""),
        ("docs/tests.md", ""),
        ("examples/a/README.md", "example"),
        ("benchmarks/README.md", "example"),
        ("docs/examples.md", ""),
        ("legacy/a.md", "deprecated"),
        ("docs/deprecated.md", "deprecated"),
        ("old-docs/a.md", ""),
        ("docs/folder/a.md", ""),
        ("examples/tests/CHANGELOG.md", "changelog"),
        ("third_party/examples/a.md", "vendored"),
        ("examples/tests/a.md", "test"),
        ("pkg/test_queue.py", "test"),
        ("pkg/queue_test.go", "test"),
        ("web/queue.spec.ts", "test"),
        ("web/queue-test.js", "test"),
        ("src/QueueTest.java", "test"),
        ("src/QueueTests.cs", "test"),
        ("pkg/conftest.py", "test"),
        ("pkg/latest.py", ""),
        ("pkg/contest.py", ""),
        ("pkg/__init__.py", "stub"),
        ("pkg/queue.pyi", "stub"),
        ("web/types.d.ts", "stub"),
        ("web/types.ts", ""),
        ("deps/zlib/inflate.c", "vendored"),
        ("pkg/_vendor/six.py", "vendored"),
        ("playground/a.py", "test"),
        ("templates_old/a.py", "example"),
    ],
)
def test_category_of(path, category):
    assert category_of(path) == category


def test_rooms_agree_on_the_categories():
    assert set(CATEGORIES) == {"", *CATEGORY_FACTOR}
    assert set(CATEGORY_TERMS) == set(CATEGORY_FACTOR)
