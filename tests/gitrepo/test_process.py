"""Running git: its environment, its output, its failures."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import trove_git
from trove_git.errors import GitError
from trove_git.gitrepo.process import (
    CONFIGURATION,
    LOCAL_ENVIRONMENT,
    clean_environment,
    failure,
    run,
    start,
    without_repository,
)


def test_variables_that_point_at_another_repository_are_dropped():
    inherited = {"GIT_DIR": "/x", "GIT_INDEX_FILE": "y", "GIT_LITERAL_PATHSPECS": "1", "PATH": "/bin", "GIT_TRACE": "0"}
    assert clean_environment(inherited) == {
        "PATH": "/bin",
        "GIT_TRACE": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }


@pytest.mark.parametrize("name", ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"])
def test_git_gets_no_key(name):
    assert name not in clean_environment({name: "x"})


def test_a_variable_can_be_kept():
    made = clean_environment({"GIT_DIR": "/x", "GIT_INDEX_FILE": "y"}, keep=frozenset({"GIT_INDEX_FILE"}))
    assert made["GIT_INDEX_FILE"] == "y"
    assert "GIT_DIR" not in made


def test_other_programs_find_the_repository_by_themselves():
    """The one rule for pre-commit, hooks and git; only git gets more variables, and fewer keys."""
    inherited = {"GIT_DIR": "/x", "GIT_CONFIG_PARAMETERS": "'a.b=c'", "PATH": "/bin", "ANTHROPIC_API_KEY": "x"}
    assert without_repository(inherited) == {"PATH": "/bin", "ANTHROPIC_API_KEY": "x"}
    assert without_repository(inherited, keep=CONFIGURATION) == {
        "GIT_CONFIG_PARAMETERS": "'a.b=c'", "PATH": "/bin", "ANTHROPIC_API_KEY": "x",
    }  # fmt: skip
    assert CONFIGURATION < LOCAL_ENVIRONMENT


def test_only_one_module_spells_the_rule():
    root = Path(trove_git.__file__).parent
    assert [p.name for p in root.rglob("*.py") if "LOCAL_ENVIRONMENT" in p.read_text(encoding="utf-8")] == [
        "process.py"
    ]


def test_what_is_always_set_wins_over_what_was_inherited():
    assert clean_environment({"GIT_OPTIONAL_LOCKS": "1", "LC_ALL": "de_DE.UTF-8"})["GIT_OPTIONAL_LOCKS"] == "0"


def test_every_variable_that_git_calls_local_is_dropped(repo):
    assert set(repo.git("rev-parse", "--local-env-vars").split()) <= LOCAL_ENVIRONMENT


def test_output_comes_back_as_bytes(repo):
    repo.commit(files={os.fsdecode(b"caf\xe9"): "x"})
    assert run(["ls-files", "-z"], cwd=str(repo.path), inherited=os.environ) == b"caf\xe9\0"


def test_a_failure_raises_gits_own_message(repo):
    with pytest.raises(GitError) as caught:
        run(["cat-file", "-p", "nothing"], cwd=str(repo.path), inherited=os.environ)
    assert caught.value.message == "Not a valid object name nothing"
    assert caught.value.where == "git cat-file"


def test_a_failure_that_may_happen_gives_what_was_printed(repo):
    assert run(["rev-parse", "--git-dir", "nothing"], cwd=str(repo.path), inherited=os.environ, check=False).startswith(
        b".git\n"
    )


@pytest.mark.parametrize(("arguments", "succeeded"), [(["rev-parse", "--git-dir"], True), (["rev-parse", "x"], False)])
def test_a_finished_process_says_whether_it_succeeded(repo, arguments, succeeded):
    running = start(arguments, cwd=str(repo.path), environment=clean_environment(os.environ))
    running.finish(check=False)
    assert running.succeeded is succeeded


def test_standard_input_can_be_given(repo):
    running = start(
        ["hash-object", "--stdin"],
        cwd=str(repo.path),
        environment=clean_environment(os.environ),
        stdin=subprocess.PIPE,
    )
    out, _ = running.process.communicate(b"")
    assert out.strip() == b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


@pytest.mark.parametrize(
    ("stderr", "message", "hint"),
    [
        pytest.param(b"", "git failed", "", id="silence"),
        pytest.param(b"\n \n", "git failed", "", id="empty lines"),
        pytest.param(b"fatal: bad revision\n", "bad revision", "", id="fatal"),
        pytest.param(b"error: broken\n", "broken", "", id="error"),
        pytest.param(b"warning: so\nfatal: bad\n", "bad", "", id="fatal behind a warning"),
        pytest.param(b"error: one\nfatal: two\n", "two: one", "", id="fatal and its error"),
        pytest.param(b"usage: git x\n   or: y\n", "usage: git x", "", id="the first line of others"),
        pytest.param(b"fatal: caf\xe9\n", "caf\ufffd", "", id="outside UTF-8"),
        pytest.param(
            b"fatal: dubious ownership\nTo add it, call:\n\n\tgit config --global --add safe.directory /x\n",
            "dubious ownership",
            "git config --global --add safe.directory /x",
            id="advice",
        ),
    ],
)
def test_failure(stderr, message, hint):
    error = failure(stderr, ["git", "--git-dir=/x", "status", "-z"])
    assert (error.message, error.hint, error.where) == (message, hint, "git status")


def test_a_failure_without_a_command_has_no_name_for_it():
    assert failure(b"", ["git", "--version"]).where == "git "


def test_git_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError) as caught:
        run(["version"], cwd=str(tmp_path), inherited=os.environ)
    assert str(caught.value) == "git is not installed or not on PATH"
    assert caught.value.hint == "install git 2.34 or newer"


def test_the_folder_is_missing(tmp_path):
    with pytest.raises(GitError, match="no such folder") as caught:
        run(["version"], cwd=str(tmp_path / "none"), inherited=os.environ)
    assert caught.value.where == str(tmp_path / "none")


def test_the_folder_is_a_file(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(GitError, match="git cannot run: Not a directory"):
        run(["version"], cwd=str(tmp_path / "file"), inherited=os.environ)


def test_git_cannot_be_executed(tmp_path, monkeypatch):
    (tmp_path / "git").write_text("no program")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="git cannot run: Permission denied"):
        run(["version"], cwd=str(tmp_path), inherited=os.environ)
