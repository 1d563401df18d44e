"""Lists of patterns: a table, git's own reading, and patterns that other matchers never get done with."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.repos import Repo
from tests.test_pins import PATHS, PATTERNS, ignored
from trove_git.globs import MAX_CHARACTERS
from trove_git.ignore import MAX_GLOBS, Ignore

TABLE = [
    # patterns, path, whether the last one that fits takes it
    (["*.txt"], "a/b.txt", True), (["*.txt"], "a.txt/b.md", True), (["*.txt"], "a.md", None),
    (["*"], "a/b", True), (["**"], "a", True), (["docs"], "a/docs/b", True), (["docs"], "a/docs", True),
    (["docs/"], "a/docs", None), (["docs/"], "a/docs/b", True), (["/docs"], "a/docs", None),
    (["/docs"], "docs/x", True), (["a/docs"], "b/a/docs", None), (["a/docs/"], "a/docs/x/y", True),
    (["a/docs/"], "a/docs", None),
    (["*.txt", "!b.txt"], "a/b.txt", False), (["!b.txt", "*.txt"], "a/b.txt", True),
    (["docs/", "!docs/private/"], "docs/private/x", False), (["docs/", "!docs/private/"], "docs/x", True),
    (["!docs/private/", "docs/"], "docs/private/x", True), (["!x", "docs/*"], "docs/a/x", False),
    (["*", "!b"], "b/a/x", True), (["!vendor"], "a/vendor/x", False), (["vendor/*", "!vendor/b"], "vendor/b/x", False),
    (["# a", "", "  "], "# a", None), (["\\#a"], "#a", True), (["\\!a"], "!a", True), (["a\\ "], "a ", True),
    (["a "], "a", True), (["[ab].c"], "x/b.c", True), (["!"], "a", None), (["/"], "a", None), (["a//"], "a/b", None),
    (["a\\"], "a", None), (["[a"], "[a", None), (["a/**/b"], "a/x/y/b", True), (["a/**"], "a/x/y", True),
]  # fmt: skip


@pytest.mark.parametrize(("patterns", "path", "expected"), TABLE)
def test_what_a_list_says_of_a_path(patterns: list[str], path: str, expected: bool | None) -> None:
    assert Ignore(patterns).verdict(path) is expected


@settings(max_examples=300)
@given(pattern=PATTERNS, paths=st.lists(PATHS, min_size=1, max_size=12, unique=True))
def test_one_pattern_takes_what_git_would_ignore(repo: Repo, pattern: str, paths: list[str]) -> None:
    found = Ignore([pattern])
    assert [path for path in paths if found.takes(path)] == ignored(repo, pattern, paths)


@pytest.mark.parametrize("line", ["a" * (MAX_CHARACTERS + 1), "[a", "a\\", "!", "a//b", "!" + "*" * 2000])
def test_what_fits_nothing_is_listed(line: str) -> None:
    assert Ignore(["b", line]).refused == [line]


def test_only_so_many_globs_count_and_names_are_never_too_many() -> None:
    found = Ignore([*(f"*.{n}" for n in range(MAX_GLOBS + 1)), *(f"name{n}" for n in range(5000))])
    assert found.refused == [f"*.{MAX_GLOBS}"]
    assert found.takes("a/name4999") and found.takes(f"x.{MAX_GLOBS - 1}") and not found.takes(f"x.{MAX_GLOBS}")


def run(repo: Repo, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command; the cap ends one that would never end."""
    command = [sys.executable, "-m", "trove_git", *arguments]
    return subprocess.run(command, cwd=repo.path, capture_output=True, text=True, check=False, timeout=300)


SLOW = """
from trove_git.ignore import Ignore
name = "a" * 255
hard = ["*a" * 500 + "b", "*[a]" * 250 + "b", "*?a" * 300 + "*b*", "**/a/" * 200 + "b", "**/*a*a*b/" * 90 + "**"]
found = Ignore(hard + ["!" + line for line in hard])
for path in (name, "/".join(["a"] * 2000), "/".join([name] * 16)):
    assert found.verdict(path) is None, path
print("done")
"""


def test_no_pattern_takes_long() -> None:
    """A backtracking matcher does not end on any of them; this takes a second or two."""
    done = subprocess.run([sys.executable, "-c", SLOW], capture_output=True, text=True, timeout=300)
    assert done.stdout == "done\n", done.stderr


@pytest.mark.parametrize("pattern", ["*a*a*a*a*a*a*a*a*a*ab", "**/a/" * 12 + "b", "**/a*/" * 40 + "*b"])
@pytest.mark.parametrize("key", ["docs", "paths"])
def test_hostile_patterns_of_a_commit_stop_no_question(repo: Repo, key: str, pattern: str) -> None:
    """What `git` itself is asked is as important: its `**` takes time that grows with each of them."""
    repo.write("a" * 60 + ".x", "zebra\n")
    repo.write("a/" * 60 + "x", "zebra\n")
    pinned = pattern if key == "paths" else "x"
    body = f"---\ntitle: Zebra\ntype: fact\ncreated: 2026-01-01\ntags: []\npaths: ['{pinned}']\n---\n\nThe zebra.\n"
    repo.write(".claude/trove/entries/zebra.md", body)
    if key == "docs":
        repo.write(".trove/config", f'[trove]\n\tdocs = "{pattern}"\n')
    repo.git("add", ".")
    repo.git("commit", "-q", "-m", "x")
    repo.write("docs/later.md", "# Zebra\n")
    for arguments in (["ask", "zebra"], ["review"], ["secrets"], ["status"]):
        done = run(repo, *arguments)
        assert done.returncode in (0, 1), (arguments, done.stderr)


def test_patterns_that_fit_nothing_are_told(repo: Repo) -> None:
    repo.commit(files={".trove/config": '[trove]\n\tdocs = "[a"\n', "README.md": "# Zebra\n"})
    done = run(repo, "ask", "zebra")
    assert "1 pattern of trove.docs not used, the first is '[a'" in done.stdout + done.stderr
