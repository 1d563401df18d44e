"""Lines that can be recalled: kept for one user, and never one with a secret."""

from __future__ import annotations

import os
import stat

import pytest

from trove_git.commands.prompt_history import MAX_CHARACTERS, MAX_LINES, PromptHistory, history_path

SECRETS = (
    "why is " + "ghp_" + "k3J9xQ2mV7tR5wZ8bN4cY6hL1pD0sF3gA9eU" + " refused",
    "login with " + "AKIA" + "Q7M2XK4NPL6RTD3V" + " fails",
    "clone https://deploy:" + "hT7wq9Zx2LmP" + "@git.velomax.io/app.git",
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "git-trove" / "prompt-history"


def test_lines_come_back_in_order(path):
    history = PromptHistory(str(path))
    assert history.read() == []
    assert [history.keep(line) for line in ("how do we deploy\n", ":tools  pdf", "how do we deploy")] == [True] * 3
    assert PromptHistory(str(path)).read() == ["how do we deploy", ":tools pdf", "how do we deploy"]


@pytest.mark.parametrize("line", ["", "  ", "\n", " not this one", "x" * (MAX_CHARACTERS + 1)])
def test_lines_that_are_not_kept(path, line):
    assert not PromptHistory(str(path)).keep(line)
    assert not path.exists()


def test_a_line_is_not_kept_twice_in_a_row(path):
    PromptHistory(str(path)).keep("how do we deploy")
    history = PromptHistory(str(path))
    history.read()
    assert not history.keep("how do  we deploy")
    assert history.read() == ["how do we deploy"]


@pytest.mark.parametrize("line", SECRETS, ids=["token", "access key", "url"])
def test_a_secret_is_never_kept(path, line):
    history = PromptHistory(str(path))
    assert not history.keep(line)
    assert not path.exists()
    assert history.keep("how do we deploy")
    assert path.read_text() == "how do we deploy\n"


def test_nobody_else_reads_the_file(path):
    history = PromptHistory(str(path))
    history.keep("one")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    history.keep("two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_long_file_is_cut(path):
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"line {n}\n" for n in range(2 * MAX_LINES + 1)))
    kept = [f"line {n}" for n in range(MAX_LINES + 1, 2 * MAX_LINES + 1)]
    assert PromptHistory(str(path)).read() == kept
    assert path.read_text().splitlines() == kept
    assert os.listdir(path.parent) == ["prompt-history"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_bytes_that_are_no_text_come_back(path):
    PromptHistory(str(path)).keep("caf\udce9")
    assert path.read_bytes() == b"caf\xe9\n"
    assert PromptHistory(str(path)).read() == ["caf\udce9"]


def test_a_link_is_not_followed(path, tmp_path):
    path.parent.mkdir(parents=True)
    path.symlink_to(tmp_path / "other")
    assert PromptHistory(str(path)).keep("one")
    assert not (tmp_path / "other").exists()


def test_a_folder_that_cannot_be_made_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    history = PromptHistory(str(tmp_path / "file" / "prompt-history"))
    assert history.keep("one")
    assert history.read() == []


def test_it_lies_in_the_state_folder(sealed_home):
    assert history_path(os.environ) == str(sealed_home / ".local" / "state" / "git-trove" / "prompt-history")
