"""Whether a coding agent runs the program, as the variables say that agents set for the commands they run."""

from __future__ import annotations

from collections.abc import Mapping

AGENT_VARIABLES = ("CLAUDECODE", "CODEX_SANDBOX", "CURSOR_AGENT", "GEMINI_CLI", "OPENCODE")
"""Each is set by one agent for its commands, to anything but nothing."""


def in_agent_session(environment: Mapping[str, str]) -> bool:
    """Whether a coding agent runs the program."""
    return any(environment.get(name) for name in AGENT_VARIABLES)
