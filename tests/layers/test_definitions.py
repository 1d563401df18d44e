"""Which files define a name of code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.commands.index import index
from trove_git.layers.code import open_code_at
from trove_git.layers.definitions import find_definitions, find_modules_ending
from trove_git.workspace.workspace import find_workspace

FILES = {
    "src/net.py": """\
class Client:
    def retry(self):
        pass

    def close(self):
        pass


def wait_long():
    pass
""",
    "src/gui.py": """\
class Window:
    def close(self):
        pass


def waitLong():
    pass


MAX_WAIT = 3
""",
    "tests/test_net.py": "def wait_long():\n    pass\n\n\ndef only_tested():\n    pass\n",
    "go/ring/ring.go": "package ring\n\nfunc New() int { return 1 }\n",
    "go/list/list.go": "package list\n\nfunc New() int { return 1 }\n\nfunc Old() int { return 1 }\n",
}


@pytest.fixture(scope="module")
def code(tmp_path_factory):
    path: Path = tmp_path_factory.mktemp("code") / "repo"
    repo = Repo.init(path)
    repo.git("config", "user.name", "T")
    repo.git("config", "user.email", "t@example.org")
    repo.commit("Start", FILES)
    workspace = find_workspace(str(path))
    index(workspace)
    assert workspace.repository.head is not None
    reader = open_code_at(workspace, workspace.repository.head)
    yield reader
    reader.close()


@pytest.mark.parametrize(
    ("name", "files"),
    [
        pytest.param("wait_long", ["src/net.py"], id="a test's own does not count"),
        pytest.param("only_tested", ["tests/test_net.py"], id="where nothing else has it, it does"),
        pytest.param("waitLong", ["src/gui.py"], id="spelled as it is"),
        pytest.param("Wait_Long", [], id="not otherwise"),
        pytest.param("wait", [], id="a part of a name is none"),
        pytest.param("Client.retry", ["src/net.py"], id="in a class"),
        pytest.param("Client#retry", ["src/net.py"], id="in a class, as Ruby has it"),
        pytest.param("net::Client::retry", ["src/net.py"], id="in a class of a file"),
        pytest.param("gui.Client.retry", [], id="of another file"),
        pytest.param("close", ["src/gui.py", "src/net.py"], id="of two classes"),
        pytest.param("Window.close", ["src/gui.py"], id="of the one that is named"),
        pytest.param("ring.New", ["go/ring/ring.go"], id="of a package"),
        pytest.param("New", ["go/list/list.go", "go/ring/ring.go"], id="of two packages"),
        pytest.param("list.Old", ["go/list/list.go"], id="of another package"),
        pytest.param("MAX_WAIT", ["src/gui.py"], id="a constant"),
        pytest.param("nothing_here", [], id="nothing"),
        pytest.param("the", [], id="a stop word"),
        pytest.param("::", [], id="no name"),
    ],
)
def test_files_that_define_a_name(code, name, files):
    assert sorted(find_definitions(code, name, 40)) == files


def test_a_word_that_too_many_names_share_is_not_resolved(code):
    assert find_definitions(code, "close", 2)
    assert find_definitions(code, "close", 1) == []


@pytest.mark.parametrize(
    ("ending", "paths"),
    [
        ("gui.py", ["src/gui.py"]),
        ("src/gui.py", ["src/gui.py"]),
        ("ring/ring.go", ["go/ring/ring.go"]),
        ("net.py", ["src/net.py"]),
        ("test_net.py", ["tests/test_net.py"]),
        ("ring", []),
        ("ui.py", []),
        ("nothing.py", []),
        ("the.py", None),
    ],
)
def test_files_of_code_by_the_end_of_their_path(code, ending, paths):
    assert find_modules_ending(code, ending, 40) == paths


def test_a_word_that_too_many_files_share_says_nothing(code):
    # `src/net.py` and `tests/test_net.py` both have it.
    assert find_modules_ending(code, "net.py", 2) == ["src/net.py"]
    assert find_modules_ending(code, "net.py", 1) is None
