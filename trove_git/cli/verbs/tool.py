"""`git trove tool`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.tools import describe_tool, near_names
from trove_git.output.tool import no_tool_object, render_no_tool, render_tool, tool_object
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
            print_json(no_tool_object(name, near), one_line=one_line)
        else:
            click.echo(render_no_tool(name, near, terminal=on_terminal()), nl=False, err=True)
        return False
    if as_json:
        print_json(tool_object(tool), one_line=one_line)
    else:
        click.echo(render_tool(tool, terminal=on_terminal()), nl=False)
    return True
