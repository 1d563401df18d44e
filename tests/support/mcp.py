"""The real server for tests, and the SDK's client to it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.support.repos import Repo, entry

ERAS = ("legacy", "auto")
"""How a client of the SDK begins: with the handshake, or without one."""


def fill(repo: Repo) -> Repo:
    """Commit some of everything."""
    files = {
        "README.md": "# Uploads\n\nUploads have parts.\n\n## Retries\n\nA failed part is sent again after a pause.\n",
        "docs/limits.md": "# Limits\n\nAt most 8 parts are sent at once.\n",
        ".claude/trove/INDEX.md": "# Trove\n",
        ".claude/trove/entries/pause-before-retry.md": entry("Pause before retry", "The pause doubles up to a minute."),
        "src/retry.py": 'def pause_before_retry(count):\n    """Return the pause."""\n    return 2**count\n',
        "src/upload.py": "from src.retry import pause_before_retry\n\n\nclass Upload:\n    def send_part(self): ...\n",
    }
    repo.commit("uploads are retried", files)
    return repo


def arguments(*options: str) -> list[str]:
    """Return the command line of a server."""
    return [sys.executable, "-m", "trove_git", "mcp", *options]


def talk(folder: Path, use: Callable[[Any], Awaitable[Any]], *options: str, era: str = "auto") -> Any:
    """Start a server, hand a client of it to a function, and return what that returns."""
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters

    command, *rest = arguments(*options)
    server = StdioServerParameters(command=command, args=rest, cwd=folder, env=dict(os.environ))

    async def run() -> Any:
        async with Client(server, mode=era) as client:
            return await use(client)

    return asyncio.run(run())


async def text_of(client: Any, tool: str, /, **given: object) -> str:
    """Call a tool, and return the text of its result."""
    result = await client.call_tool(tool, given)
    assert result.structured_content is None
    text: str = result.content[0].text
    assert text.startswith("error: ") == result.is_error, text
    return text


class Wire:
    """A server that is spoken to line by line."""

    def __init__(self, folder: Path, *options: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(arguments(*options), cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe)
        self._number = 0

    def send(self, line: bytes) -> None:
        """Send one line as it is."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """Send a request, and return what is answered; what comes in between has to be JSON."""
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self.send(json.dumps(message).encode())
        while True:
            answer: dict[str, Any] = self.read()
            if answer.get("id") == self._number:
                return answer

    def begin(self) -> None:
        """Do the handshake."""
        info = {"name": "test", "version": "1"}
        self.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=info)
        self.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')

    def read(self) -> Any:
        """Return the next line of the server."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.communicate()[1].decode()
        return json.loads(line)

    def kill(self) -> None:
        """End the server where a test did not."""
        if self.process.returncode is None:
            self.process.kill()
            self.process.communicate()

    def end(self) -> tuple[int, bytes, str]:
        """Close the server's input; return its code, and the rest of what it printed."""
        out, err = self.process.communicate()
        return self.process.returncode, out, err.decode()
