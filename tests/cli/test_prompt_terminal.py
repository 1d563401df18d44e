"""The prompt in a terminal: lines are edited and recalled, Ctrl-C ends an answer, Ctrl-D the prompt."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest

from tests.support.hooks import until
from tests.support.repos import Repo, entry

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)
pytest.importorskip("readline")

from tests.support.terminal import PROMPT, Terminal

UP, LEFT, BACKSPACE, CTRL_A, CTRL_C, CTRL_D, CTRL_U = "\x1b[A", "\x1b[D", "\x7f", "\x01", "\x03", "\x04", "\x15"
LONG = "We deploy on Fridays, after lunch, when everybody has eaten and nobody is in a hurry to get home early."
DEPLOY = "1  doc  docs/deploy.md:3  Deploy\n"


@pytest.fixture
def asked(repo: Repo) -> Repo:
    files = {"docs/deploy.md": f"# Deploy\n\n{LONG}\n", ".claude/trove/entries/a.md": entry("WAL", "One transaction.")}
    repo.commit(files=files)
    return repo


@pytest.fixture
def history(sealed_home: Path) -> Path:
    return sealed_home / ".local" / "state" / "git-trove" / "prompt-history"


def test_a_conversation(asked, history):
    with Terminal(asked.path) as terminal:
        start = terminal.wait_for(PROMPT)
        banner = f"trove: ask anything about {asked.path}\n-- 1 project, 1 doc | :help for commands\n{PROMPT}"
        assert terminal.shown == banner
        # An edited line: what is missing at its beginning is put there, what is wrong at its end taken away.
        answer = terminal.ask(f"epliy{BACKSPACE}{BACKSPACE}oy{CTRL_A}d")
        assert answer.startswith(DEPLOY)
        assert answer.count("\n   ") == 2, "wrapped at 80 columns"
        # A recalled line, twice back.
        assert "WAL" in terminal.ask("transaction")
        assert terminal.ask(UP + UP).startswith(DEPLOY)
        # A command is completed.
        assert terminal.ask(":expl\t") == "-- scores are explained\n"
        # A narrower window.
        terminal.resize(40)
        assert terminal.ask("deploy").count("\n   ") > 3
        # Ctrl-C takes a line back, and gives a new prompt where there is none.
        for keys in ("something", ""):
            terminal.interrupt(keys)
        token = "ghp_" + "k3J9xQ2mV7tR5wZ8bN4cY6hL1pD0sF3gA9eU"
        terminal.ask(f"why is {token} refused")
        assert DEPLOY in terminal.ask("deploy")
        assert terminal.shown[start:].count("error") == 0
        terminal.type(CTRL_D)
        assert terminal.end() == 0
    assert history.read_text().splitlines() == ["deploy", "transaction", "deploy", ":explain", "deploy"]
    assert stat.S_IMODE(history.stat().st_mode) == 0o600
    # The next prompt recalls what was typed here, without the line that holds a secret.
    with Terminal(asked.path) as terminal:
        terminal.wait_for(PROMPT)
        assert terminal.ask(UP + UP) == "-- scores are explained\n"
        terminal.type(":q\r")
        assert terminal.end() == 0


def test_no_colour_and_colour(asked):
    for no_color, painted in (("1", False), ("", True)):
        with Terminal(asked.path, NO_COLOR=no_color) as terminal:
            terminal.wait_for(PROMPT)
            terminal.ask("deploy")
            assert ("\x1b[36m" in terminal.raw) == painted


def test_a_change_is_seen_without_reload(asked):
    with Terminal(asked.path) as terminal:
        terminal.wait_for(PROMPT)
        assert terminal.ask("zebra") == 'no matches for "zebra" in 2 sources\n'
        asked.write("docs/zebra.md", "# Zebra\n\nA zebra.\n")
        assert terminal.ask("zebra").startswith("1  doc  docs/zebra.md:3  Zebra  (uncommitted)\n")
        asked.commit()
        assert terminal.ask("zebra").startswith("1  doc  docs/zebra.md:3  Zebra\n")


def test_ctrl_c_ends_the_answer_and_not_the_prompt(asked, tmp_path, history):
    folder, slow = tmp_path / "bin", tmp_path / "slow"
    folder.mkdir()
    script = f'#!/bin/sh\n[ -e {slow} ] && touch {slow}.seen && sleep 30\nexec "{shutil.which("git")}" "$@"\n'
    (folder / "git").write_text(script)
    (folder / "git").chmod(0o755)
    with Terminal(asked.path, PATH=f"{folder}{os.pathsep}{os.environ['PATH']}") as terminal:
        terminal.wait_for(PROMPT)
        slow.touch()
        asked.commit(files={"docs/zebra.md": "# Zebra\n\nA zebra.\n"})
        before = len(terminal.shown)
        terminal.type("zebra\r")
        until(Path(f"{slow}.seen").exists)
        terminal.type(CTRL_C)
        terminal.wait_for(f"\n{PROMPT}", before)
        slow.unlink()
        assert terminal.ask("zebra").startswith("1  doc  docs/zebra.md:3  Zebra\n")
        terminal.type(CTRL_D)
        assert terminal.end() == 0
        assert "rror" not in terminal.shown
    assert history.read_text() == "zebra\n"


def test_ctrl_c_that_git_passes_on(asked, tmp_path):
    """As `git trove` it comes twice: from the terminal, and from git, which then waits for the prompt to end."""
    program = tmp_path / "bin" / "git-trove"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m trove_git "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    with Terminal(asked.path, command=("git", "trove"), PATH=path) as terminal:
        terminal.wait_for(PROMPT)
        for _ in range(3):
            terminal.interrupt("no question")
        assert terminal.ask("deploy").startswith(DEPLOY)
        terminal.type(CTRL_D)
        terminal.end()
        assert "rror" not in terminal.shown


def test_the_editor_gets_the_terminal(asked, tmp_path):
    editor = tmp_path / "vim"
    editor.write_text('#!/bin/sh\necho "ready $*"; trap "echo caught" INT; read -r word; echo "got $word"\n')
    editor.chmod(0o755)
    with Terminal(asked.path, VISUAL=str(editor)) as terminal:
        terminal.wait_for(PROMPT)
        terminal.ask("deploy")
        before = len(terminal.shown)
        terminal.type(":open 1\r")
        terminal.wait_for(f"ready +3 {asked.path}/docs/deploy.md", before)
        terminal.type("hello\r")
        terminal.wait_for(PROMPT, terminal.wait_for("got hello", before))
        assert terminal.ask("deploy").startswith(DEPLOY)
