"""The patterns of `paths:`, against the library that knows what git's ignore patterns mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from trove_git.entries.patterns import literal_start, path_matcher
from trove_git.ranking.place import AskedFrom, covers

PATHS = (
    "a.js", "src/a.js", "src/b.ts", "src/net/a.js", "src/net/deep/a.js", "net/a.js", "src/a", "src/ab", "src/a[1].js",
    "src/a1.js", "docs/x/y.md", "docs/x.md", "srca.js", "src/.hidden", "src/a.jsx",
)  # fmt: skip
PATTERNS = (
    "*.js", "src/*.js", "src/**/*.js", "src/**", "**/a.js", "src/*/", "src/net", "net", "/a.js", "/*.js", "src/a?",
    "src/[ab].*", "src/[!a].*", "src/a[0-9].js", "src/a\\[1\\].js", "**/net/**", "src/*", "doc*", "docs/**/y.md", "*",
    "src/**/deep/*.js", "net/", "src/[a", "src/a.js", "[^a].js", "s*/n*/",
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_it_matches_what_git_ignores(pattern):
    spec, matches = GitIgnoreSpec.from_lines([pattern]), path_matcher(pattern)
    assert [path for path in PATHS if matches(path)] == [path for path in PATHS if spec.match_file(path)]


@pytest.mark.parametrize("pattern", [p for p in PATTERNS if {*"*?["} & {*p} and not {*"\\^"} & {*p} and p != "*"])
@pytest.mark.parametrize("path", PATHS)
def test_it_matches_what_the_place_of_a_question_matches(pattern, path):
    assert path_matcher(pattern)(path) == covers(pattern, AskedFrom(path, is_folder=False))


@pytest.mark.parametrize(
    ("pattern", "start"),
    [
        ("src/net/*.js", "src/net/"), ("src/**/a.js", "src/"), ("/src/x/[ab]", "src/x/"), ("*.js", ""), ("a?/b", ""),
        ("/src/a.js", "src/"), ("net/", ""), ("s\\*/b", ""),
    ],
)  # fmt: skip
def test_literal_start(pattern, start):
    assert literal_start(pattern) == start


@given(st.text(alphabet="ab*?[]!/\\.^-", min_size=1, max_size=12), st.text(alphabet="ab/.[]*", min_size=1, max_size=10))
def test_any_pattern_can_be_asked_and_fits_its_start(pattern, path):
    if path_matcher(pattern)(path):
        assert path.startswith(literal_start(pattern))


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("[?--]", "[?--]", True), ("[?--]", "-", False), ("[+--]", "-", True), ("[+--]", ",", True),
        ("[a-c--x]", "d", True), ("[&&]", "&", True), ("[a||b]", "|", True), ("[~~]", "~", True),
        ("[--]", "-", True), ("[a-]", "-", True),
    ],
)  # fmt: skip
def test_a_set_of_characters_that_an_expression_may_read_otherwise(pattern, path, fits):
    assert path_matcher(pattern)(path) is fits
