"""`git trove tool`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import printable
from trove_git.commands.place import find_place
from trove_git.commands.tools import Description, describe_tool, near_names


@click.command("tool")
@click.argument("name")
@repo_option
@json_option
@click.pass_context
def command(ctx: click.Context, name: str, repo: str | None, as_json: bool) -> None:
    """Describe the installed tool NAME: what it does, where it lies, its manual page and its package.

    Exits with 0, or with 1 when no tool of that name is installed; similar names are then suggested.
    """
    place = find_place(repo)
    tool = describe_tool(place, name)
    if tool is None:
        near = near_names(place, name)
        if as_json:
            print_json({"name": name, "found": False, "near": near})
        else:
            click.echo(printable(f"no tool {name}{'; near: ' + ', '.join(near) if near else ''}"), err=True)
        ctx.exit(1)
    if as_json:
        print_json(tool._asdict() | {"found": True})
        return
    for line in _lines(tool):
        click.echo(printable(line))


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
