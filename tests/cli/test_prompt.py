"""`git trove` without a command: questions through a pipe, and every command of the prompt."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys

import pytest

from tests.support.repos import Repo, entry
from tests.support.tools import FakeMachine
from tests.support.troves import run
from trove_git.asking.searcher import Searcher
from trove_git.cli import prompt as module
from trove_git.cli import prompt_input
from trove_git.cli.main import report
from trove_git.errors import UsageError
from trove_git.output.prompt import render_help

FILES = {
    "docs/deploy.md": "# Deploy\n\nWe deploy on Fridays.\n",
    ".claude/trove/entries/wal.md": entry("WAL", "Bulk inserts need one transaction."),
}
DEPLOY = """\
1  doc  docs/deploy.md:3  Deploy
   We deploy on Fridays.
-- 1 of 1 matches | ~11/1500 tokens | offline retrieval; add --provider for a written answer
"""
WAL = """\
1  project  .claude/trove/entries/wal.md:9  WAL
   Bulk inserts need one transaction.
-- 1 of 1 matches | ~17/1500 tokens | offline retrieval; add --provider for a written answer
"""


@pytest.fixture
def asked(repo: Repo, monkeypatch) -> Repo:
    repo.commit(files=FILES)
    monkeypatch.chdir(repo.path)
    return repo


def pipe(monkeypatch, capsys, *lines: str):
    return run(monkeypatch, capsys, stdin="".join(f"{line}\n" for line in lines))


def test_questions_through_a_pipe(asked, monkeypatch, capsys):
    shown = pipe(monkeypatch, capsys, "when do we deploy", "", "  ", "bulk inserts", "zebra")
    assert shown == (0, f'{DEPLOY}{WAL}no matches for "zebra" in 2 sources\n', "")


def test_nothing_through_a_pipe(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, capsys, stdin="") == (0, "", "")
    monkeypatch.setattr(sys, "stdin", None)
    module.run(report)
    assert capsys.readouterr().out == ""


def test_json_through_a_pipe(asked, monkeypatch, capsys):
    lines = [":json", "deploy", ":budget 7", "bulk inserts", ":explain", "zebra", "deploy", ":json", "deploy"]
    shown = pipe(monkeypatch, capsys, *lines)
    assert (shown.code, shown.err) == (0, "")
    rows = shown.out.splitlines()
    values = [json.loads(row) for row in rows[:4]]
    assert [value["query"] for value in values] == ["deploy", "bulk inserts", "zebra", "deploy"]
    assert [value["budget"] for value in values] == [1500, 7, 7, 7]
    assert [len(value["sources"]) for value in values] == [1, 1, 0, 1]
    assert values[0]["sources"][0]["changed_at"].startswith("20")
    assert "explain" not in values[0]["sources"][0]
    assert "bm25" in values[3]["sources"][0]["explain"]
    assert rows[4] == "1  doc  docs/deploy.md:3  Deploy"


def test_a_line_that_fails_is_reported_and_the_next_is_answered(asked, monkeypatch, capsys):
    shown = pipe(monkeypatch, capsys, ":relaod", "deploy", ":at nowhere", ":open 1", ":provider x", "bulk inserts")
    assert (shown.code, shown.out) == (0, DEPLOY + WAL)
    assert shown.err.splitlines() == [
        "error: no command :relaod",
        "hint: near: :reload",
        "error: no such commit (nowhere)",
        "hint: git log --oneline lists commits",
        "error: :open needs a terminal",
        "error: no provider x",
        "hint: one of none, anthropic, ollama, cmd",
    ]


def test_a_bug_in_one_answer_does_not_take_the_others_along(asked, monkeypatch, capsys, sealed_home):
    asking = Searcher.ask

    def broken(self, query, **options):
        if query == "deploy":
            raise RuntimeError("broken")
        return asking(self, query, **options)

    monkeypatch.setattr(Searcher, "ask", broken)
    shown = pipe(monkeypatch, capsys, "deploy", "bulk inserts")
    assert (shown.code, shown.out) == (0, WAL)
    assert shown.err.startswith("error: this is a bug in git-trove: RuntimeError: broken\nhint: see ")


def test_quit_leaves_the_rest_unread(asked, monkeypatch, capsys):
    assert pipe(monkeypatch, capsys, "deploy", ":quit", "bulk inserts") == (0, DEPLOY, "")


def test_bytes_that_are_no_text(asked, monkeypatch, capsys):
    shown = pipe(monkeypatch, capsys, "caf\udce9", "deploy")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.endswith(DEPLOY)


def test_another_commit(asked, monkeypatch, capsys):
    asked.write("docs/deploy.md", "# Deploy\n\nNever.\n")
    shown = pipe(monkeypatch, capsys, "fridays", ":at HEAD", "fridays", ":at", "fridays")
    assert shown.err == ""
    found = [line for line in shown.out.splitlines() if not line.startswith((" ", "--"))]
    nothing = 'no matches for "fridays" in 2 sources'
    assert found == [nothing, "1  doc  docs/deploy.md:3  Deploy", nothing]


def test_tools(tmp_path, asked, monkeypatch, capsys):
    machine = FakeMachine(tmp_path / "machine")
    machine.described("pdfunite", "PDF page merger")
    machine.use(monkeypatch)
    shown = pipe(monkeypatch, capsys, ":tools merger", ":tool pdfunit", ":tool pdfunite", ":tools", ":json", ":tools x")
    assert shown.code == 0
    assert shown.err == "no tool pdfunit; near: pdfunite\n"
    assert shown.out.splitlines() == [
        "pdfunite  PDF page merger",
        "pdfunite  PDF page merger",
        f"   path: {machine.bin}/pdfunite",
        f"   manual: {machine.man}/man1/pdfunite.1",
        "   described by: manual page",
        "git",
        "pdfunite  PDF page merger",
        '{"tools": [], "matches": 0, "known": 2}',
    ]
    shown = pipe(monkeypatch, capsys, ":json", ":tool pdfunit", ":tool pdfunite")
    near, found = (json.loads(line) for line in shown.out.splitlines())
    assert near == {"name": "pdfunit", "found": False, "near": ["pdfunite"]}
    assert (found["name"], found["found"]) == ("pdfunite", True)


def test_help(asked, monkeypatch, capsys):
    assert pipe(monkeypatch, capsys, ":help") == (0, render_help(), "")


def test_a_provider_is_kept(asked, monkeypatch, capsys):
    with Searcher() as searcher:
        prompt = module.Prompt(searcher, interactive=True)
        for line in (":provider", ":provider ollama", ":provider", ":provider none"):
            prompt.do(line)
        said = capsys.readouterr().err
        assert said == "-- provider none\n-- provider ollama\n-- provider ollama\n-- provider none\n"
        assert searcher.flags["provider"] == "none"


def test_an_answer_is_written(asked, monkeypatch, capsys):
    monkeypatch.setenv("TROVE_LLM_CMD", "printf 'So it is [1].'")
    shown = pipe(monkeypatch, capsys, ":provider cmd", "bulk inserts", ":json", "bulk inserts")
    text, _, line = shown.out.rstrip("\n").rpartition("\n")
    assert "\n\nSo it is [1].\n" in text
    found = json.loads(line)
    assert (found["mode"], found["provider"], found["answer"]) == ("llm", "cmd", "So it is [1].")


def test_what_a_person_is_told(asked, monkeypatch, capsys):
    with Searcher() as searcher:
        prompt = module.Prompt(searcher, interactive=True)
        for line in (
            ":json",
            ":json",
            ":explain",
            ":explain",
            ":fresh",
            ":fresh",
            ":budget",
            ":budget 30",
            ":at HEAD",
            ":at",
            ":reload",
        ):
            assert prompt.do(line)
        assert not prompt.do(":q")
        shown = capsys.readouterr()
        # Standard output is no terminal here: only answers go there.
        assert shown.out == ""
        assert shown.err.splitlines() == [
            "-- answers are JSON",
            "-- answers are text",
            "-- scores are explained",
            "-- scores are not explained any more",
            "-- entries whose files have changed since count less",
            "-- entries whose files have changed since count in full",
            "-- budget 1500 tokens",
            "-- budget 30 tokens",
            f"-- asking {asked.head[:12]}",
            f"-- asking {asked.head[:12]} and uncommitted files",
            "-- 1 project, 1 doc | :help for commands",
        ]


@pytest.mark.parametrize("editor", ["vim", "my-editor"])
def test_open_starts_the_editor_at_the_line(asked, tmp_path, monkeypatch, capfd, editor):
    program = tmp_path / editor
    program.write_text('#!/bin/sh\nfor word; do echo "$word"; done\n')
    program.chmod(0o755)
    monkeypatch.setenv("VISUAL", f"{program} -x")
    with Searcher() as searcher:
        prompt = module.Prompt(searcher, interactive=True)
        prompt.do("deploy")
        capfd.readouterr()
        prompt.do(":open")
        where = ["+3"] if editor == "vim" else []
        assert capfd.readouterr().out.splitlines() == ["-x", *where, str(asked.path / "docs/deploy.md")]


@pytest.mark.parametrize(
    ("visual", "message"),
    [
        ("", "no editor is set"),
        ("/nowhere/vim", "cannot be started: No such file"),
        ("false", "the editor ended with 1"),
    ],
)
def test_open_without_a_working_editor(asked, monkeypatch, visual, message):
    monkeypatch.setenv("VISUAL", visual)
    monkeypatch.delenv("EDITOR")
    with Searcher() as searcher:
        prompt = module.Prompt(searcher, interactive=True)
        prompt.do("deploy")
        with pytest.raises(UsageError, match=message):
            prompt.do(":open 1")


def test_a_coprocess_gets_each_answer_at_once_and_a_reader_may_leave(asked):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    started = subprocess.Popen(
        [sys.executable, "-m", "trove_git"], cwd=asked.path, env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with started as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for question, expected in (("deploy", DEPLOY), ("bulk inserts", WAL)):
            process.stdin.write(f"{question}\n")
            process.stdin.flush()
            assert "".join(process.stdout.readline() for _ in range(3)) == expected
        process.stdout.close()
        process.stdin.write("deploy\n" * 3)
        process.stdin.flush()
        assert process.wait(20) == 0
        assert process.stderr.read() == ""
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()


def test_ctrl_c_is_an_error_once_for_each_thing_that_is_done(monkeypatch):
    monkeypatch.setattr(prompt_input, "TWICE_SECONDS", 0.0)
    before = signal.getsignal(signal.SIGINT)
    done = []
    with prompt_input.CtrlC() as ctrl_c:
        signal.raise_signal(signal.SIGINT)
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt), ctrl_c.armed():
                try:
                    signal.raise_signal(signal.SIGINT)
                finally:
                    signal.raise_signal(signal.SIGINT)
                    done.append("cleaned up")
        monkeypatch.setattr(prompt_input, "TWICE_SECONDS", 60.0)
        with ctrl_c.armed():
            signal.raise_signal(signal.SIGINT)
    assert done == ["cleaned up"] * 2
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(("cause", "seen"), [(KeyboardInterrupt(), KeyboardInterrupt), (None, SystemError)])
def test_ctrl_c_while_a_line_is_completed(cause, seen):
    """CPython's `input` then fails with SystemError; it ended the prompt as a bug of ours."""
    with prompt_input.CtrlC() as ctrl_c, pytest.raises(seen), ctrl_c.armed():
        raise SystemError("returned a result with an exception set") from cause
