"""`git trove install`, `uninstall` and `doctor` as a user runs them."""

from __future__ import annotations

import json

import pytest

from tests.support.hooks import use_git
from tests.support.repos import Repo
from tests.support.troves import run


@pytest.fixture
def here(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.chdir(repo.path)
    use_git(monkeypatch)
    return repo


def test_install_doctor_uninstall(here: Repo, monkeypatch, capsys) -> None:
    done = run(monkeypatch, capsys, "install")
    assert done.code == 0
    assert done.out.splitlines()[0] == f"made {here.path}/.git/hooks/pre-commit"
    assert run(monkeypatch, capsys, "install").out == "nothing to do: the hooks are there\n"
    doctor = run(monkeypatch, capsys, "doctor")
    assert doctor.code == 0
    assert doctor.out.splitlines()[0] == f"pre-commit        reached      {here.path}/.git/hooks/pre-commit"
    assert doctor.out.splitlines()[-1].startswith("-- hooks start /")
    assert run(monkeypatch, capsys, "uninstall").out.splitlines()[0] == f"removed {here.path}/.git/hooks/pre-commit"
    assert run(monkeypatch, capsys, "uninstall").out == "nothing to do: there are no hooks of git-trove\n"
    gone = run(monkeypatch, capsys, "doctor", "--json")
    assert gone.code == 1
    hooks = json.loads(gone.out)["hooks"]
    assert hooks[0] == {"name": "pre-commit", "state": "not reached", "detail": "not installed"}


def test_what_is_left_alone_is_said_with_what_to_add(here: Repo, monkeypatch, capsys) -> None:
    here.write(".git/hooks/pre-commit", "#!/usr/bin/env python3\n").chmod(0o755)
    done = run(monkeypatch, capsys, "install")
    assert done.code == 1
    assert done.out.splitlines()[-1] == '    git trove hook pre-commit "$@" || exit $?'
    assert done.err == (
        "unguarded: pre-commit: it is written for python3 and not for a POSIX shell "
        f"({here.path}/.git/hooks/pre-commit); add to it:\n"
    )


def test_what_others_manage_is_printed_first(here: Repo, monkeypatch, capsys) -> None:
    here.write("lefthook.yml", "")
    asked = run(monkeypatch, capsys, "install")
    assert asked.code == 1
    assert asked.out.startswith("pre-commit:\n  commands:\n    trove:\n      run: git-trove hook pre-commit\n")
    assert asked.err == (
        "nothing was changed, so nothing is guarded: hooks are managed by lefthook here\n"
        "hint: add the lines above by hand, or run git trove install --yes\n"
    )
    assert run(monkeypatch, capsys, "install", "--yes").out == f"changed {here.path}/lefthook.yml\n"
    assert run(monkeypatch, capsys, "install", "--print").code == 0


def test_an_unknown_hook_is_a_mistake(here: Repo, monkeypatch, capsys) -> None:
    assert run(monkeypatch, capsys, "hook", "pre-receive").code == 2
