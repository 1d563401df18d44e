"""The plugin in the real client, for those who have it: TROVE_TEST_CLIENT=/path/to/claude pytest tests/plugin.

Nothing leaves the machine and nobody is logged in: the client runs in a home folder of the test's own and talks to
a server of the test on the loopback, which plays the model and says which tools to call.
"""

from __future__ import annotations

import http.server
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.repos import Repo
from tests.support.sessions import HERE, PLUGIN, context
from tests.support.troves import write_entry

CLIENT = os.environ.get("TROVE_TEST_CLIENT", "")

pytestmark = pytest.mark.skipif(not CLIENT, reason="TROVE_TEST_CLIENT does not name a client")

QUIET = {"DISABLE_AUTOUPDATER": "1", "DISABLE_TELEMETRY": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
SKILLS = ["trove:capture", "trove:init", "trove:recall", "trove:remember", "trove:review"]
STREAM = ("--output-format", "stream-json", "--verbose", "--include-hook-events")
LINE = "- [Wait for merges](entries/wait-for-merges.md) - After every commit."

Step = str | tuple[str, dict[str, str]]


class Model:
    """A server that plays the model: for each request the next step of a script, and what was asked of it."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.asked: list[dict] = []
        model = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_arguments: object) -> None:
                """Say nothing."""

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers.get("content-length", "0"))) or b"{}")
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.end_headers()
                for event in model.answer(body):
                    self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, body: dict) -> list[dict]:
        step: Step = "ok"
        if body.get("tools"):
            self.asked.append(body)
            step = self.steps.pop(0) if self.steps else "ok"
        message: dict[str, Any] = {
            "id": f"msg_{len(self.asked)}",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": [],
        }
        message |= {"stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
        if isinstance(step, str):
            block: dict = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": step}
        else:
            block = {"type": "tool_use", "id": f"toolu_{len(self.asked)}", "name": step[0], "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(step[1])}
        stop = {"stop_reason": "end_turn" if isinstance(step, str) else "tool_use", "stop_sequence": None}
        return [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 1}},
            {"type": "message_stop"},
        ]


@pytest.fixture
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def project(repo: Repo) -> Repo:
    trove = repo.path / ".claude" / "trove"
    write_entry(trove, "entries/wait-for-merges.md", "Wait for merges", "After every commit.")
    (trove / "INDEX.md").write_text(f"# Trove\n\n{LINE}\n")
    repo.commit("first", {"src/a.py": "1\n"})
    return repo


def client(
    *arguments: str, cwd: Path, model: Model | None = None, path: str = f"{HERE}:/usr/bin:/bin"
) -> subprocess.CompletedProcess[str]:
    given = {"HOME": os.environ["HOME"], "PATH": path, "TERM": "dumb", "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}
    if model is not None:
        address = f"http://127.0.0.1:{model.server.server_address[1]}"
        given |= {"ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "none"}
    return subprocess.run(
        [CLIENT, *arguments], cwd=cwd, capture_output=True, text=True, check=False, timeout=120,
        stdin=subprocess.DEVNULL, env=given | QUIET,
    )  # fmt: skip


def session(*arguments: str, cwd: Path, model: Model, allow: str = "") -> list[dict]:
    """Run one session with a question, and return its events."""
    allowed = ("--allowedTools", allow) if allow else ()
    done = client("--plugin-dir", str(PLUGIN), *arguments, "-p", "hi", *STREAM, *allowed, cwd=cwd, model=model)
    return [json.loads(line) for line in done.stdout.splitlines()]


def results(events: list[dict]) -> list[str]:
    """Return what the tools answered, in order."""
    found = [part for event in events if event["type"] == "user" for part in event["message"]["content"]]
    return [str(part["content"]) for part in found if part["type"] == "tool_result"]


def told(body: dict) -> str:
    """Return all text that the model was given."""
    return json.dumps(body["messages"], ensure_ascii=False)


@pytest.mark.parametrize("folder", [PLUGIN.parent, PLUGIN], ids=["marketplace", "plugin"])
def test_it_is_valid(folder: Path) -> None:
    done = client("plugin", "validate", "--strict", ".", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Validation passed" in done.stdout


def test_from_the_marketplace_without_a_login(project: Repo) -> None:
    assert client("plugin", "marketplace", "add", "./", cwd=PLUGIN.parent).returncode == 0
    assert client("plugin", "install", "trove@trove-git", cwd=PLUGIN.parent).returncode == 0
    done = client("-p", "hi", *STREAM, cwd=project.path / "src")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    (hook,) = [event for event in events if event.get("subtype") == "hook_response"]
    assert (hook["hook_name"], hook["exit_code"]) == ("SessionStart:startup", 0)
    assert LINE in context(hook["output"].encode())
    (start,) = [event for event in events if event.get("subtype") == "init"]
    assert [name for name in start["skills"] if name.startswith("trove:")] == SKILLS
    assert events[-1]["result"].startswith("Not logged in")


def test_a_start_without_a_question(project: Repo) -> None:
    done = client("--plugin-dir", str(PLUGIN), "--init-only", cwd=project.path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_model_is_told_once_also_when_a_session_is_resumed(project: Repo, model: Model) -> None:
    events = session(cwd=project.path, model=model)
    session("--resume", events[0]["session_id"], cwd=project.path, model=model)
    assert [told(body).count(LINE) for body in model.asked] == [1, 1]


def test_skills_may_do_what_they_say_and_no_more(project: Repo, model: Model) -> None:
    remember = "git trove remember 'Bulk inserts' --path src/a.py <<'END_OF_ENTRY'\nIn one transaction.\nEND_OF_ENTRY"
    model.steps = [
        ("Skill", {"skill": "trove:recall"}),
        ("Bash", {"command": "git trove ask 'why do we wait for merges'"}),
        ("Bash", {"command": remember}),
        ("Skill", {"skill": "trove:remember"}),
        ("Bash", {"command": remember}),
        ("Bash", {"command": "git trove hook session-reviewed"}),
    ]
    events = session(cwd=project.path, model=model, allow="Skill(trove:recall),Skill(trove:remember)")
    found = results(events)
    assert ".claude/trove/entries/wait-for-merges.md:" in found[1]
    assert "requires approval" in found[2]
    assert found[4] == "created .claude/trove/entries/bulk-inserts.md"
    assert "requires approval" in found[5]


def test_an_unreviewed_session_is_mentioned_until_it_is_reviewed(project: Repo, model: Model) -> None:
    project.git("config", "--global", "trove.capture", "true")
    model.steps = [("Read", {"file_path": "/nowhere"})] * 4
    session(cwd=project.path, model=model)
    model.steps = [
        ("Skill", {"skill": "trove:capture"}),
        ("Bash", {"command": "git trove hook session-reviewed"}),
        ("Read", {"file_path": "/nowhere"}),
    ]
    session(cwd=project.path, model=model, allow="Skill(trove:capture)")
    assert "not yet reviewed" in told(model.asked[-1])
    session(cwd=project.path, model=model)
    assert "not yet reviewed" not in told(model.asked[-1])
