"""Where agents look for skills: the folder in a project and the folder of the user.

As their documentation has it (2026). `.agents/skills` is what agents share; amp, codex and goose have no other.
"""

from __future__ import annotations

from typing import NamedTuple

from trove_git.errors import UsageError


class Agent(NamedTuple):
    """Folders that one agent reads skills from."""

    project: str
    """Below the root of the project, separated by `/`."""
    personal: str
    """Below the home folder."""


SHARED = "agents"
"""The name for the folder that agents share, and the default."""

AGENTS: dict[str, Agent] = {
    SHARED: Agent(".agents/skills", ".agents/skills"),
    "amp": Agent(".agents/skills", ".config/agents/skills"),
    "claude": Agent(".claude/skills", ".claude/skills"),
    "codex": Agent(".agents/skills", ".agents/skills"),
    "copilot": Agent(".github/skills", ".copilot/skills"),
    "cursor": Agent(".cursor/skills", ".cursor/skills"),
    "gemini": Agent(".gemini/skills", ".gemini/skills"),
    "goose": Agent(".agents/skills", ".config/goose/skills"),
    "opencode": Agent(".opencode/skills", ".config/opencode/skills"),
    "windsurf": Agent(".windsurf/skills", ".codeium/windsurf/skills"),
}
"""Name on the command line → its folders."""


def folders(names: tuple[str, ...], *, personal: bool) -> tuple[str, ...]:
    """Return the folders of agents, each once, in the order of the names.

    Raises:
        UsageError: a name is unknown.
    """
    for name in names:
        if name not in AGENTS:
            raise UsageError("not an agent that is known", where=name, hint=f"one of {', '.join(AGENTS)}")
    chosen = [AGENTS[name] for name in names or (SHARED,)]
    return tuple(dict.fromkeys(agent.personal if personal else agent.project for agent in chosen))


def all_folders(*, personal: bool) -> tuple[str, ...]:
    """Return the folders of every agent."""
    return folders(tuple(AGENTS), personal=personal)
