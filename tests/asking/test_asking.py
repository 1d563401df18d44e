"""What a question keeps open, and that nothing of it stays when the question ends."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.repos import Repo
from trove_git.asking.asking import Asking
from trove_git.gitrepo import process
from trove_git.layers.opening import EVERYTHING
from trove_git.workspace.workspace import find_workspace

UNTIL_GIT = """
import sys
from trove_git.workspace.workspace import Workspace
from trove_git.asking.asking import Asking
print(*(name for name in ("trove_git.asking.ask", "trove_git.index.published", "tantivy") if name in sys.modules))
"""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[process.Running]:
    """Every git process that is started from now on."""
    found: list[process.Running] = []
    start = process.Running.__init__

    def keep(self: process.Running, *arguments: object, **options: object) -> None:
        start(self, *arguments, **options)  # type: ignore[arg-type]
        found.append(self)

    monkeypatch.setattr(process.Running, "__init__", keep)
    return found


def left(started: list[process.Running]) -> int:
    return sum(1 for running in started if running.process.returncode is None)


@pytest.fixture
def docs(repo: Repo) -> Repo:
    repo.write("docs/a.md", "# Queue\nthe queue\n")
    repo.commit("docs")
    repo.write("docs/a.md", "# Queue\nthe changed queue\n")
    return repo


def test_git_looks_before_anything_is_opened(docs: Repo, started: list[process.Running]):
    workspace = find_workspace(str(docs.path))
    before = len(started)
    with Asking(workspace) as asking:
        assert len(started) - before == 2
        assert asking.reader is None
    assert left(started) == 0


def test_a_named_revision_is_asked_without_uncommitted_files(docs: Repo, started: list[process.Running]):
    workspace = find_workspace(str(docs.path))
    before = len(started)
    with Asking(workspace, "HEAD") as asking:
        assert len(started) == before
        assert "1 uncommitted file included" not in asking.open(EVERYTHING).notes


def test_nothing_is_left_when_a_question_fails(docs: Repo, started: list[process.Running]):
    with pytest.raises(ZeroDivisionError), Asking(find_workspace(str(docs.path))) as asking:
        assert "1 uncommitted file included" in asking.open(EVERYTHING).notes
        assert left(started) == 1
        raise ZeroDivisionError
    assert left(started) == 0


def test_a_reader_that_was_interrupted_reads_again(docs: Repo):
    with Asking(find_workspace(str(docs.path)), "HEAD") as asking:
        asking.open(EVERYTHING)
        asking.interrupt()
        assert asking.reader is not None
        assert asking.reader.read(docs.oid("HEAD:docs/a.md")).data == b"# Queue\nthe queue\n"


def test_neither_the_engine_nor_the_ranking_is_loaded_before_git_works():
    made = subprocess.run([sys.executable, "-c", UNTIL_GIT], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == ""
