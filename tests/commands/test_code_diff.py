"""Which public symbols differ between two revisions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.lives import make_partial, workspace
from tests.support.repos import Repo
from trove_git.commands.code_diff import CodeDiff, diff_code
from trove_git.layers import code_worker
from trove_git.lives.versions import parse_span

OLD = """\
LIMIT = 1

def wait(seconds):
    pass

def stays():
    pass

def _inner():
    pass

class Net:
    def call(self):
        pass

def leaves():
    pass
"""
NEW = """\
LIMIT = 1

def wait(seconds, jitter=0):
    pass

def stays():
    return 1

def _inner(changed):
    pass

class Net:
    def call(self):
        pass

    def hang_up(self):
        pass
"""


def of(repo: Repo | Path, revisions: str = "") -> CodeDiff:
    there = workspace(repo)
    return diff_code(there, parse_span(there, revisions))


def told(found: CodeDiff) -> list[str]:
    return [f"{one.action} {one.path}:{one.symbol.line} {one.symbol.qualified}" for one in found.symbols]


@pytest.fixture
def changed(repo: Repo) -> Repo:
    repo.commit(
        "old", {"src/net.py": OLD, "src/other.py": "def same():\n    pass\n", "tests/test_a.py": "def a(): ...\n"}
    )
    repo.write("src/net.py", NEW)
    repo.write("src/moved.py", "def leaves():\n    pass\n")
    repo.write("tests/test_a.py", "def b(): ...\n")
    repo.write("docs/a.md", "# A\n")
    repo.write("vendor/x.py", "def vendored(): ...\n")
    return repo


EXPECTED = ["moved src/moved.py:1 leaves", "changed src/net.py:3 wait", "added src/net.py:16 Net.hang_up"]


def test_on_disk_and_between_commits_the_same_is_said(changed: Repo) -> None:
    assert told(of(changed)) == EXPECTED
    changed.commit("new")
    found = of(changed, "HEAD~1")
    assert told(found) == EXPECTED
    assert found.symbols[0].old_path == "src/net.py"
    assert found.symbols[1].old is not None
    assert (found.symbols[1].old.signature, found.symbols[1].symbol.signature) == (
        "def wait(seconds)",
        "def wait(seconds, jitter=0)",
    )
    assert found.file_count == 2
    assert [one.action for one in of(changed, "HEAD..HEAD~1").symbols] == ["changed", "removed", "moved"]
    assert told(of(changed)) == []


def test_facts_are_parsed_once(changed: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    changed.commit("new")
    first = of(changed, "HEAD~1")
    monkeypatch.setattr(code_worker, "extract_facts", None)
    assert of(changed, "HEAD~1") == first
    assert any(name.startswith("facts-") for name in os.listdir(changed.path / ".git" / "trove"))


def test_what_is_called_generated_is_not_compared(changed: Repo) -> None:
    changed.write(".gitattributes", "src/net.py linguist-generated\n")
    assert told(of(changed)) == ["added src/moved.py:1 leaves", *[]] or told(of(changed))[0].endswith("leaves")
    changed.commit("new")
    assert "changed src/net.py:3 wait" not in told(of(changed, "HEAD~1"))


def test_below_a_folder_only_its_code_counts(repo: Repo) -> None:
    repo.commit("one", {"sub/.trove/x": "", "sub/a.py": "def a(): ...\n", "b.py": "def b(): ...\n"})
    repo.commit("two", {"sub/a.py": "def a2(): ...\n", "b.py": "def b2(): ...\n"})
    assert told(of(repo.path / "sub", "HEAD~1")) == ["removed a.py:1 a", "added a.py:1 a2"]
    repo.write("sub/a.py", "def a3(): ...\n")
    repo.write("b.py", "def b3(): ...\n")
    assert told(of(repo.path / "sub")) == ["removed a.py:1 a2", "added a.py:1 a3"]


def test_before_the_first_commit_everything_is_new(repo: Repo) -> None:
    repo.write("a.py", "def a(): ...\n")
    assert told(of(repo)) == ["added a.py:1 a"]


def test_what_cannot_be_parsed_is_named(repo: Repo, tmp_path: Path) -> None:
    repo.commit("one", {"a.py": "def a(): ...\n"})
    repo.commit("two", {"a.py": "def b(): ...\n"})
    clone = make_partial(repo, tmp_path / "clone")
    found = of(clone, "HEAD~1")
    assert list(found.skipped) == ["a.py"]
    assert told(found) == ["added a.py:1 b"]


def test_where_nothing_can_be_kept_it_works_all_the_same(changed: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    changed.commit("new")

    def refuse(*_: object, **__: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "makedirs", refuse)
    assert told(of(changed, "HEAD~1")) == EXPECTED
