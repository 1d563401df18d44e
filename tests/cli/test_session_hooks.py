"""The hooks of an agent's session as its scripts start them: exit 0, whatever is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repos import Repo
from tests.support.sessions import HERE, context, run_script, tools_only
from tests.support.troves import write_entry

SESSION = {"session_id": "id-1", "reason": "other"}


def hook(
    name: str, folder: Path, stdin: int = subprocess.DEVNULL, given: object = None
) -> subprocess.CompletedProcess[str]:
    source = {"stdin": stdin} if given is None else {"input": json.dumps(given)}
    return subprocess.run(
        ["git-trove", "hook", name], cwd=folder, capture_output=True, text=True, check=False, **source
    )


def test_what_start_prints_is_one_line_of_json(repo: Repo) -> None:
    write_entry(repo.path / ".claude" / "trove", "entries/größe.md", "Größe")
    done = hook("session-start", repo.path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    assert "- [Größe](entries/größe.md) - Text." in context(done.stdout.encode())


def test_an_input_that_is_left_open_is_not_waited_for(repo: Repo) -> None:
    write_entry(repo.path / ".claude" / "trove", "entries/a.md")
    reading, writing = os.pipe()
    done = hook("session-start", repo.path, reading)
    os.close(writing)
    os.close(reading)
    assert "entries/a.md" in done.stdout


def test_a_closed_input(repo: Repo) -> None:
    write_entry(repo.path / ".claude" / "trove", "entries/a.md")
    done = subprocess.run(
        ["sh", "-c", "git-trove hook session-start <&-"], cwd=repo.path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "entries/a.md" in done.stdout


@pytest.mark.parametrize("name", ["session-start", "session-end", "session-reviewed"])
def test_silent_outside_of_everything(tmp_path: Path, name: str) -> None:
    done = hook(name, tmp_path, given=SESSION)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_bug_of_ours_does_not_fail_the_session(repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    from trove_git.cli.main import main

    monkeypatch.chdir(repo.path)

    def broken(_session: object) -> str:
        raise RuntimeError("a bug")

    monkeypatch.setattr("trove_git.agents.session_start.session_start", broken)
    assert main(["hook", "session-start"]) == 0
    assert capsys.readouterr().out == ""


def test_it_loads_nothing_heavy(repo: Repo) -> None:
    trove = repo.path / ".claude" / "trove"
    write_entry(trove, "entries/a.md")
    (trove / "INDEX.md").write_text("- [A](entries/a.md) - Text.\n")
    program = (
        "import sys\nfrom trove_git.cli.main import main\nmain(['hook', 'session-start'])\n"
        "print('\\n'.join(['', *sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=repo.path,
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    first, _, loaded = done.stdout.partition("\n")
    assert "entries/a.md" in first
    heavy = {
        "yaml",
        "git",
        "tantivy",
        "detect_secrets",
        "tree_sitter",
        "filelock",
        "platformdirs",
        "hashlib",
    }
    assert heavy & set(loaded.split("\n")) == set()
    assert "trove_git.agents.session_branch" not in loaded


@pytest.mark.parametrize("shell", ["bash", "dash"])
def test_the_end_is_noted_and_mentioned_and_reviewed(repo: Repo, tmp_path: Path, shell: str) -> None:
    write_entry(repo.path / ".claude" / "trove", "entries/a.md")
    transcript = tmp_path / "t.jsonl"
    transcript.write_bytes(b'{"type":"assistant"}\n' * 9)
    given = {**SESSION, "cwd": str(repo.path), "transcript_path": str(transcript)}
    path = f"{HERE}{os.pathsep}{tools_only(tmp_path / 'bin')}"

    def end() -> None:
        done = run_script("session-end.sh", shell=shell, cwd=repo.path, path=path, given=given)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")

    def mentioned() -> bool:
        return "not yet reviewed" in hook("session-start", repo.path, given={"session_id": "id-2"}).stdout

    end()
    assert not mentioned()
    repo.git("config", "trove.capture", "yes")
    end()
    assert mentioned()
    assert hook("session-reviewed", repo.path).returncode == 0
    assert not mentioned()
