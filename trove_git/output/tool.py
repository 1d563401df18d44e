"""One installed tool: `git trove tool`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trove_git.commands.tools import Description
from trove_git.output.style import block, printable


def render_tool(tool: Description, *, terminal: bool = False) -> str:
    """Render what is known about a tool."""
    return block(printable(line, terminal=terminal) for line in _lines(tool))


def tool_object(tool: Description) -> dict[str, object]:
    """Return the JSON object of a tool; its keys are documented in docs/cli.md."""
    return tool._asdict() | {"found": True}


def render_no_tool(name: str, near: Sequence[str], *, terminal: bool = False) -> str:
    """Say that there is no such tool, and which names are similar."""
    return block([printable(f"no tool {name}{'; near: ' + ', '.join(near) if near else ''}", terminal=terminal)])


def no_tool_object(name: str, near: Sequence[str]) -> dict[str, object]:
    """Return the JSON object of a name that is no tool's."""
    return {"name": name, "found": False, "near": near}


def _lines(tool: Description) -> Iterator[str]:
    yield f"{tool.name}  {tool.description}".rstrip()
    yield f"   path: {tool.paths[0]}" + (f" -> {tool.links_to}" if tool.links_to else "")
    for path in tool.paths[1:]:
        yield f"   shadowed: {path}"
    if tool.manual:
        yield f"   manual: {tool.manual}"
    if tool.package:
        yield f"   package: {tool.package}"
    yield f"   described by: {tool.source}" if tool.source else "   nothing describes it"
