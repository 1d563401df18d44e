"""What a client of the MCP server needs in its configuration: `git trove mcp --config CLIENT`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence

NAME = "trove"
CLIENTS = ("claude", "codex", "cursor", "gemini", "opencode", "vscode")
_FILES = {
    "cursor": ".cursor/mcp.json",
    "gemini": ".gemini/settings.json",
    "opencode": "opencode.json",
    "vscode": ".vscode/mcp.json",
}
"""Client → the file of a project that it reads."""


def render_config(client: str, options: Sequence[str]) -> str:
    """Render what to run, or what to write into which file; nothing is written here.

    Args:
        client: one of CLIENTS.
        options: options of the server.
    """
    command = ["git-trove", "mcp", *options]
    if client in ("claude", "codex"):
        return f"{client} mcp add {NAME} -- {shlex.join(command)}\n"
    server: dict[str, object] = {"command": command[0], "args": command[1:]}
    if client == "opencode":
        made: dict[str, object] = {"mcp": {NAME: {"type": "local", "command": command, "enabled": True}}}
    elif client == "vscode":
        made = {"servers": {NAME: {"type": "stdio", **server}}}
    else:
        made = {"mcpServers": {NAME: server}}
    return f"# {_FILES[client]}\n{json.dumps(made, indent=2)}\n"
