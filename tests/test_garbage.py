"""Who looks for garbage when: the program never, a library as its user says, a build now and then."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from tests.support.repos import Repo
from trove_git.commands.index import index
from trove_git.garbage import COLLECT_AFTER, collecting, stop_collecting
from trove_git.workspace.workspace import find_workspace


def said_by(code: str) -> list[str]:
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return made.stdout.split()


@pytest.fixture
def state():
    before = gc.isenabled(), gc.get_threshold()
    yield before
    gc.set_threshold(*before[1])
    gc.enable()


@pytest.mark.parametrize("enabled", [True, False])
def test_a_build_leaves_it_as_it_was(state: tuple[bool, tuple[int, int, int]], enabled: bool):
    if not enabled:
        stop_collecting()
    with pytest.raises(ZeroDivisionError), collecting():
        assert gc.isenabled()
        assert gc.get_threshold()[0] == COLLECT_AFTER
        raise ZeroDivisionError
    assert (gc.isenabled(), gc.get_threshold()) == (enabled, state[1])


def test_builds_that_overlap_leave_it_as_it_was(state: tuple[bool, tuple[int, int, int]]):
    first, second = collecting(), collecting()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold()[0] == COLLECT_AFTER
    second.__exit__(None, None, None)
    assert (gc.isenabled(), gc.get_threshold()) == state


def test_indexing_leaves_it_as_it_was(repo: Repo, state: tuple[bool, tuple[int, int, int]]):
    repo.write("a.py", "def queue(): pass\n")
    repo.write("docs/a.md", "# Queue\n")
    repo.commit("one")
    stop_collecting()
    index(find_workspace(str(repo.path)))
    assert (gc.isenabled(), gc.get_threshold()) == (False, state[1])


def test_to_import_the_commands_changes_nothing():
    assert said_by("import gc; import trove_git.cli.main; print(gc.isenabled())") == ["True"]


def test_the_program_looks_for_none():
    run = "import gc, sys; from trove_git.__main__ import main; sys.argv[1:] = ['path', '-h']; main()"
    assert said_by(f"{run}; print(gc.isenabled(), gc.get_freeze_count() > 0)")[-2:] == ["False", "True"]
