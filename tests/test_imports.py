"""What starting the program costs: heavy packages are loaded only by those who need them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repos import Repo, entry
from tests.support.tools import FakeMachine

PROGRAM = """
import json, sys
from trove_git.cli.main import main
code = main(sys.argv[1:])
print("\\n" + json.dumps([code, sorted(sys.modules)]))
"""


def modules(folder: Path, *arguments: str, stdin: str = "") -> set[str]:
    """Run the program in a fresh interpreter and return what it loaded."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, check=True, input=stdin
    )
    code, loaded = json.loads(done.stdout.splitlines()[-1])
    assert code == 0, done.stderr
    return set(loaded)


@pytest.fixture
def indexed(repo: Repo) -> Repo:
    repo.commit(
        files={
            "README.md": "# Retry\nwait before a retry\n",
            ".claude/trove/entries/a.md": entry("A", "retry"),
            "src/retry.py": "def wait():\n    return 1\n",
        }
    )
    modules(repo.path, "ask", "retry")
    return repo


def test_a_question_to_an_index_that_is_there(indexed):
    loaded = modules(indexed.path, "ask", "how", "do", "we", "retry")
    heavy = {
        "git", "detect_secrets", "yaml", "tree_sitter", "filelock", "snowballstemmer", "platformdirs",
        "asyncio", "importlib.metadata", "pyromark", "trove_git.layers.knowledge_build", "trove_git.entries.entry",
        "trove_git.layers.code_for_question", "trove_git.layers.code_build", "trove_git.code.extract",
        "multiprocessing", "trove_git.commands.answer", "trove_git.redaction", "trove_git.output.citations", "getpass",
    }  # fmt: skip
    assert loaded & heavy == set()
    assert "tantivy" in loaded


def test_a_question_with_tools_reads_no_catalog_again(indexed, tmp_path, monkeypatch):
    FakeMachine(tmp_path / "machine").use(monkeypatch)
    modules(indexed.path, "ask", "retry")
    loaded = modules(indexed.path, "ask", "retry")
    assert "trove_git.index.onefile" in loaded
    heavy = {"trove_git.sources.tools", "trove_git.sources.tool_path", "platformdirs", "tempfile", "bz2", "lzma"}
    assert loaded & heavy == set()
    assert "trove_git.index.onefile" not in modules(indexed.path, "ask", "--no-tools", "retry")


def test_help(tmp_path):
    loaded = modules(tmp_path, "-h")
    assert "tantivy" not in loaded
    assert [name for name in loaded if name.startswith(("trove_git.commands", "trove_git.index"))] == []


def test_help_of_a_command_loads_no_other_command(tmp_path):
    loaded = modules(tmp_path, "list", "-h")
    assert "tantivy" not in loaded
    assert {"trove_git.cli.verbs.ask", "trove_git.cli.verbs.remember"} & loaded == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ["ask", "retry"],
        ["query", "retry"],
        ["show", "a"],
        ["show", "--at", "HEAD", "a"],
        ["list"],
        ["status"],
        ["secrets", "--staged"],
        ["hook", "pre-commit"],
        ["hook", "post-commit", "--now"],
        ["hook", "session-start"],
        ["hook", "session-end"],
    ],
    ids=" ".join,
)
def test_gitpython_stays_out_of_questions_the_gate_and_hooks(indexed, arguments):
    indexed.git("config", "trove.capture", "true")
    assert "git" not in modules(indexed.path, *arguments, stdin=json.dumps({"cwd": str(indexed.path)}))


@pytest.mark.parametrize("arguments", [["log"], ["log", "a"], ["blame", "a"]], ids=" ".join)
def test_gitpython_reads_history_for_people(indexed, arguments):
    assert "git" in modules(indexed.path, *arguments)


def test_no_other_command_loads_the_sdk_of_mcp(indexed):
    for command in (["ask", "retry"], ["query", "retry"], ["mcp", "--config", "claude"], ["list"]):
        assert modules(indexed.path, *command) & {"mcp", "mcp_types", "pydantic", "anyio"} == set()
