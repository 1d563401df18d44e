"""`git trove tool`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import printable
from trove_git.commands.tools import Description, describe_tool, near_names
from trove_git.workspace.workspace import Workspace, find_workspace


@click.command("tool")
@click.argument("name")
@repo_option
@json_option
@click.pass_context
def command(ctx: click.Context, name: str, repo: str | None, as_json: bool) -> None:
    """Describe the installed tool NAME: what it does, where it lies, its manual page and its package.

    Exits with 0, or with 1 when no tool of that name is installed; similar names are then suggested.
    """
    found = show_tool(find_workspace(repo), name, as_json=as_json)
    ctx.exit(0 if found else 1)


def show_tool(workspace: Workspace, name: str, *, as_json: bool, one_line: bool = False) -> bool:
    """Print what is known about a tool; return whether there is one of that name."""
    tool = describe_tool(workspace, name)
    if tool is None:
        near = near_names(workspace, name)
        if as_json:
            print_json({"name": name, "found": False, "near": near}, one_line=one_line)
        else:
            click.echo(printable(f"no tool {name}{'; near: ' + ', '.join(near) if near else ''}"), err=True)
        return False
    if as_json:
        print_json(tool._asdict() | {"found": True}, one_line=one_line)
        return True
    for line in _lines(tool):
        click.echo(printable(line))
    return True


def _lines(tool: Description) -> list[str]:
    lines = [f"{tool.name}  {tool.description}".rstrip()]
    link = f" -> {tool.links_to}" if tool.links_to else ""
    lines.append(f"   path: {tool.paths[0]}{link}")
    lines += [f"   shadowed: {path}" for path in tool.paths[1:]]
    if tool.manual:
        lines.append(f"   manual: {tool.manual}")
    if tool.package:
        lines.append(f"   package: {tool.package}")
    lines.append(f"   described by: {tool.source}" if tool.source else "   nothing describes it")
    return lines
