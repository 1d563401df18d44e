"""What a report of a bug of ours says of the machine, and what it keeps to itself."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.cli.bug_report import write_report


def written() -> str:
    try:
        raise RuntimeError("broken")
    except RuntimeError as error:
        return write_report(error).read_text(encoding="utf-8")


def test_it_names_git_and_the_interpreter(repo: Repo) -> None:
    lines = written().splitlines()
    assert f"git: {repo.git('--version')}" in lines
    assert f"interpreter: {sys.executable}" in lines
    assert lines[-1] == "RuntimeError: broken"


def test_the_home_folder_is_not_named(sealed_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(sealed_home / "venv" / "bin" / "python"))
    assert f"interpreter: ~{os.sep}{os.path.join('venv', 'bin', 'python')}\n" in written()
    monkeypatch.setattr(sys, "executable", f"{sealed_home}-of-another/python")
    assert f"interpreter: {sealed_home}-of-another/python\n" in written()


def test_without_git_it_is_written_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    text = written()
    assert "git: not known (FileNotFoundError)\n" in text
    assert "RuntimeError: broken" in text
