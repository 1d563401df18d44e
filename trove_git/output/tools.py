"""Installed tools: `git trove tools`."""

from __future__ import annotations

from trove_git.commands.tools import Found
from trove_git.output.style import block, printable
from trove_git.sources.tools import Tool

MAX_NAME_COLUMNS = 24
"""Longer names push their description to the right."""


def render_tools(found: Found, query: str, *, terminal: bool = False) -> str:
    """Render tools, a line each: name, what it does.

    Args:
        found: the tools.
        query: what was searched for; empty for a list of all.
        terminal: whether it is printed on one.
    """
    if not found.tools:
        nothing = f'no matches for "{printable(query, terminal=terminal)}" in {found.known} tools'
        return block([nothing if query else "no tools on PATH"])
    names = [len(tool.name) for tool in found.tools if len(tool.name) <= MAX_NAME_COLUMNS]
    width = max(names, default=MAX_NAME_COLUMNS)
    lines = [printable(f"{tool.name:<{width}}  {tool.description}".rstrip(), terminal=terminal) for tool in found.tools]
    if len(found.tools) < found.matches:
        lines.append(f"-- {len(found.tools)} of {found.matches} matches | {found.known} tools")
    return block(lines)


def tools_object(found: Found) -> dict[str, object]:
    """Return the JSON object of tools; its keys are documented in docs/cli.md."""
    return {"tools": [_object(tool) for tool in found.tools], "matches": found.matches, "known": found.known}


def _object(tool: Tool) -> dict[str, object]:
    return {"name": tool.name, "path": tool.path, "description": tool.description, "source": tool.origin}
