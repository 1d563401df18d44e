"""`git trove ask --provider` as a user runs it: the program, real redaction, real curl, servers on loopback."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.support import providers as fake
from tests.support.providers import SSE, FakeServer, Reply, serving, telltale, write_program
from tests.support.repos import Repo, entry
from tests.support.troves import run

KEY = "key-of-a-test-" + "0123456789abcdef"
PASSWORD = "hunter" + "X9" + "kQ7vT2mW4"
PROGRAM = [sys.executable, "-m", "trove_git", "ask"]
QUESTION = "why do bulk inserts need a transaction"
HITS = """\
1  project  .claude/trove/memory/entries/wal.md:9  WAL and bulk inserts
   Bulk inserts need one transaction, or else WAL replay splits them.
2  doc  docs/db.md:3  Database
   Bulk inserts are logged. Ask ann@initech.com.
"""


@pytest.fixture
def docs(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name.startswith(("ANTHROPIC_", "OLLAMA_")):
            monkeypatch.delenv(name)
    wal = "Bulk inserts need one transaction, or else WAL replay splits them."
    repo.commit("docs", {
        ".claude/trove/memory/entries/wal.md": entry("WAL and bulk inserts", wal),
        "docs/db.md": f"# Database\n\nBulk inserts are logged. Ask ann@initech.com.\n\npassword = {PASSWORD}\n",
    })  # fmt: skip
    return repo


@pytest.fixture
def temp_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


class Asker:
    """Asks in the repository, in process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, server: FakeServer | None = None, question: str = QUESTION, **variables: str):
        with self._monkeypatch.context() as patch:
            for name, value in (keys(server) | variables).items():
                patch.setenv(name, value)
            return run(patch, self._capsys, "ask", *arguments, question)


def keys(server: FakeServer | None) -> dict[str, str]:
    """Return the variables that lead to a server."""
    if server is None:
        return {}
    return {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url, "OLLAMA_HOST": server.url}


@pytest.fixture
def ask(docs: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Asker:
    monkeypatch.chdir(docs.path)
    return Asker(monkeypatch, capsys)


def test_without_a_provider_nothing_is_sent(ask):
    with serving(fake.anthropic("x")) as server:
        done = ask(server=server)
    assert server.seen == []
    footer = "-- 2 of 2 matches | ~48/1500 tokens | offline retrieval; add --provider for a written answer\n"
    assert (done.code, done.out, done.err) == (0, HITS + footer, "")


def test_an_answer(ask):
    with serving(fake.anthropic("WAL replay splits them [1].\n", "\nSee \x1b[31m[2].")) as server:
        done = ask("--provider", "anthropic", server=server)
    assert (done.code, done.err) == (0, "")
    head, footer = done.out.split("\n-- ", 1)
    assert head == HITS + "\nWAL replay splits them [1].\n\nSee \ufffd[31m[2]."
    assert re.fullmatch(
        r"2 of 2 matches \| ~\d+/1500 tokens \| answered by anthropic claude-opus-5-5\n"
        r"-- redacted before send: 2 \(1 email, 1 secret\)\n",
        footer,
    )
    sent = json.dumps(server.seen[0].body)
    assert PASSWORD not in sent
    assert "initech" not in sent
    assert "Ask [REDACTED:email-1]." in sent
    assert ".claude/trove/memory/entries/wal.md:9" in sent


def test_as_json(ask):
    with serving(fake.anthropic("x [1]\x1b")) as server:
        done = ask("--json", "--provider", "anthropic", "--model", "m", "--no-redact-nonsecret", server=server)
    made = json.loads(done.out)
    assert {key: made[key] for key in ("mode", "provider", "model", "answer", "redaction")} == {
        "mode": "llm", "provider": "anthropic", "model": "m", "answer": "x [1]\ufffd",
        "redaction": {"total": 1, "by_category": {"secret": 1}},
    }  # fmt: skip
    assert "answer_error" not in made
    assert "ann@initech.com" in json.dumps(server.seen[0].body)
    assert PASSWORD not in json.dumps(server.seen[0].body)
    assert server.seen[0].body["model"] == "m"


def test_no_key(ask):
    done = ask("--provider", "anthropic")
    reason = "retrieval only (set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) to use --provider anthropic)"
    assert done.out == f"{HITS}-- 2 of 2 matches | ~48/1500 tokens | {reason}\n"
    assert (done.code, done.err) == (0, "")
    made = json.loads(ask("--json", "--provider", "anthropic").out)
    assert made["mode"] == "retrieval"
    assert made["provider"] == "anthropic"
    assert made["answer_error"] == reason.removeprefix("retrieval only (").removesuffix(")")
    assert "redaction" not in made


OUTCOMES = {
    "400": (fake.anthropic_error(400, "invalid_request_error", "bad"), "failed (400): invalid_request_error: bad"),
    "401": (fake.anthropic_error(401, "authentication_error", f"{KEY} is bad"), "[key] is bad; check ANTHROPIC"),
    "429": (fake.anthropic_error(429, "rate_limit_error", "calm down", retry_after="7"), "try again in 7 seconds"),
    "500": (fake.anthropic_error(500, "api_error", "oh"), "anthropic failed (500): api_error: oh"),
    "refusal": (fake.anthropic("no", reason="refusal"), "claude-opus-5-5 refused to answer"),
    "empty": (fake.anthropic(""), "anthropic: the answer is empty"),
    "cut": (Reply((b'{"content',), whole=False), "the connection was cut before the answer was whole"),
}  # fmt: skip


@pytest.mark.parametrize(("reply", "said"), OUTCOMES.values(), ids=OUTCOMES)
def test_every_outcome_prints_the_sources_and_one_line(ask, reply, said):
    with serving(reply) as server:
        done = ask("--provider", "anthropic", server=server)
    assert done.code == 0
    lines = done.out.removeprefix(HITS).splitlines()
    assert done.out.startswith(HITS)
    assert re.match(r"-- 2 of 2 matches \| ~\d+/1500 tokens \| retrieval only \(", lines[0])
    assert said in lines[0]
    assert lines[1:] == ["-- redacted before send: 2 (1 email, 1 secret)"]
    assert KEY not in done.out + done.err
    assert done.err == ""


def test_no_server_no_model_no_curl(ask, tmp_path):
    with serving(Reply((b'{"error": "model \'m\' not found"}',), 404)) as server:
        done = ask("--provider", "ollama", "--model", "m", server=server)
        url = server.url
    assert "retrieval only (ollama has no model m; get it with: ollama pull m)" in done.out
    done = ask("--provider", "ollama", OLLAMA_HOST=url)
    assert f"retrieval only (no Ollama server at {url}: " in done.out
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").symlink_to(str(shutil.which("git")))
    done = ask("--provider", "ollama", PATH=str(tmp_path / "bin"))
    assert "retrieval only (curl is not installed or not on PATH)" in done.out


def test_a_command_that_fails_shows_what_it_said(ask, tmp_path):
    program = write_program(tmp_path / "llm", "#!/bin/sh\nprintf 'first\\033[31m\\nsecond\\n' >&2\nexit 4\n")
    done = ask("--provider", "cmd", TROVE_LLM_CMD=str(program))
    assert f"retrieval only ({program} ended with status 4: second)" in done.out
    assert done.err == "first\ufffd[31m\nsecond\n"
    assert done.code == 0


def test_no_sources(ask):
    done = ask("--provider", "ollama", question="zebra")
    first = 'no matches for "zebra" in 2 sources\n'
    assert done.out == f"{first}-- retrieval only (no sources to answer from: nothing was sent)\n"
    assert done.code == 1


def test_an_unknown_provider(ask):
    assert ask("--provider", "gpt").code == 2
    done = ask(TROVE_PROVIDER="gpt")
    assert done.code == 2
    assert done.err == (
        "error: unknown provider: 'gpt' (TROVE_PROVIDER)\nhint: give one of none, anthropic, ollama, cmd\n"
    )


def test_the_key_is_nowhere_but_on_curls_standard_input(docs, tmp_path, temp_folder):
    logs = [telltale(tmp_path, name, str(shutil.which(name))) for name in ("curl", "git")]
    variables = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "ANTHROPIC_AUTH_TOKEN": f"{KEY}-token"}
    with serving(fake.anthropic("x [1]")) as server:
        done = subprocess.run(
            [*PROGRAM, "--provider", "anthropic", QUESTION], cwd=docs.path, capture_output=True, text=True, check=False,
            env={**os.environ, **keys(server), **variables}, timeout=60,
        )  # fmt: skip
    assert "answered by anthropic" in done.stdout
    assert server.seen[0].headers["x-api-key"] == KEY
    assert KEY not in done.stdout + done.stderr
    for log in logs:
        files = list(log.iterdir())
        assert any(path.suffix == ".environment" for path in files)
        for path in files:
            assert KEY not in path.read_text(errors="replace"), path
    arguments = [path.read_text() for path in logs[0].glob("*.arguments")]
    assert arguments == ["-q\n--config\n-\n"]
    (mode,) = (path.read_text() for path in logs[0].glob("*.file"))
    assert mode.startswith("-rw------- ")
    assert list(temp_folder.iterdir()) == []
    # Nor in any file of the repository or of the home folder.
    for folder in (docs.path, Path(os.environ["HOME"])):
        for path in folder.rglob("*"):
            assert not path.is_file() or KEY.encode() not in path.read_bytes(), path


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, repo: Repo, *arguments: str, **variables: str) -> None:
        self._main, side = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "VTE_VERSION": "6000", "COLUMNS": "200", **variables}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments, QUESTION], cwd=repo.path, env=environment, stdin=side, stdout=side, stderr=side,
            start_new_session=True,
        )  # fmt: skip
        os.close(side)
        self.shown = ""

    def read_until(self, text: str, seconds: float = 15.0) -> None:
        """Read what is shown till some text is there, or all of it."""
        end = time.monotonic() + seconds
        while not text or text not in self.shown:
            ready, _, _ = select.select([self._main], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{text!r} did not come: {self.shown!r}"
            try:
                data = os.read(self._main, 1 << 16)
            except OSError:
                data = b""
            if not data:
                assert not text, f"{text!r} did not come: {self.shown!r}"
                return
            self.shown += data.decode("utf-8", "replace").replace("\r\n", "\n")

    def finish(self) -> int:
        self.read_until("")
        os.close(self._main)
        return self.process.wait(10)


def live(repo: Repo, server: FakeServer, *arguments: str) -> Terminal:
    keys = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url}
    return Terminal(repo, "--provider", "anthropic", *arguments, **keys)


def test_an_answer_comes_to_a_terminal_as_it_is_written(docs):
    seen = threading.Event()
    body = fake.anthropic_stream(["Because [", "1] sp", "lits."])
    # The server says no more before what it said is on the screen.
    with serving(Reply((*body[:4], lambda: seen.wait(15), *body[4:]), headers=SSE)) as server:
        terminal = live(docs, server)
        terminal.read_until("Because ")
        assert "answered by" not in terminal.shown
        seen.set()
        assert terminal.finish() == 0
    path = docs.path / ".claude/trove/memory/entries/wal.md"
    link = rf"\x1b\]8;;file://[^/]*{re.escape(str(path))}\x1b\\\x1b\[36m1\x1b\[0m\x1b\]8;;\x1b\\"
    assert re.search(rf"initech\.com\.\n\nBecause \[{link}\] splits\.\n\x1b\[2m-- 2 of 2 ", terminal.shown)
    assert terminal.shown.endswith("-- redacted before send: 2 (1 email, 1 secret)\x1b[0m\n")


def test_an_answer_that_breaks_off_says_so(docs):
    body = fake.anthropic_stream(["Half an ans"])
    with serving(Reply(body[:4], headers=SSE, whole=False)) as server:
        terminal = live(docs, server)
        assert terminal.finish() == 0
    assert "\n\nHalf an ans\n\x1b[2m-- 2 of 2 matches" in terminal.shown
    assert "the connection was cut before the answer was whole)" in terminal.shown


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_an_interrupted_answer_leaves_nothing(docs, temp_folder, number, status):
    body = fake.anthropic_stream(["Half an ans"])
    done = threading.Event()
    with serving(Reply((*body[:4], lambda: done.wait(15)), headers=SSE)) as server:
        terminal = live(docs, server)
        terminal.read_until("Half an ans")
        assert len(list(temp_folder.glob("git-trove-request-*/body"))) == 1
        os.kill(terminal.process.pid, number)
        assert terminal.finish() == status
        done.set()
    assert list(temp_folder.iterdir()) == []
    assert "Traceback" not in terminal.shown
