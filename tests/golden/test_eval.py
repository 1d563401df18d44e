"""The questions of `.trove/eval.jsonl` to this repository as it is committed, asked with the program itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.commands.questions import DEFAULT_FILE

FOLDER = Path(__file__).parent
MARKS = ("--min-first", "0.6", "--min-mrr", "0.7")
"""Below what is found now by some questions: a change of the ranking is judged by `test_golden.py`."""


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", "-C", str(FOLDER), *arguments], capture_output=True, text=True)


@pytest.fixture
def clone(tmp_path: Path) -> Repo:
    """A clone of HEAD; skip where it has no questions, or not all that ranking reads."""
    if git("cat-file", "-e", f"HEAD:{DEFAULT_FILE}").returncode:
        pytest.skip(f"HEAD has no {DEFAULT_FILE}, or this is no clone")
    if git("rev-parse", "--is-shallow-repository").stdout.strip() == "true":
        pytest.skip("the clone is shallow: what commits say about files is missing")
    if git("config", "--get-regexp", r"^remote\..*\.promisor$").stdout:
        pytest.skip("the objects of HEAD may not be here: the clone is partial")
    source = git("rev-parse", "--path-format=absolute", "--git-common-dir").stdout.strip()
    cloned = Repo(tmp_path / "project")
    Repo(tmp_path).git("clone", "-q", "--shared", "--no-checkout", source, str(cloned.path))
    cloned.git("checkout", "-q", "--detach", git("rev-parse", "HEAD").stdout.strip())
    return cloned


def test_our_own_questions_are_answered(clone: Repo) -> None:
    def program(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "trove_git", *arguments], cwd=clone.path, capture_output=True, text=True
        )

    indexed = program("index")
    assert indexed.returncode == 0, indexed.stderr
    done = program("eval", *MARKS, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    gone = [(miss["line"], miss["not_in_tree"]) for miss in json.loads(done.stdout)["misses"] if miss["not_in_tree"]]
    assert gone == []
