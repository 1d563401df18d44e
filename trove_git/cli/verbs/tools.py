"""`git trove tools`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import printable
from trove_git.commands.tools import Found, find_tools
from trove_git.sources.tools import Tool
from trove_git.workspace.workspace import find_workspace

SEARCH_LIMIT = 20
"""Tools that a search prints; a list prints all."""
MAX_NAME_COLUMNS = 24
"""Longer names push their description to the right."""


@click.command("tools")
@click.argument("words", nargs=-1)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Tools at most.  [default: 20 with WORDS]")
@repo_option
@json_option
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...], limit: int | None, repo: str | None, as_json: bool) -> None:
    """List the installed tools, or those that WORDS describe, best first: name, what it does.

    What a tool does comes from its manual page, or from the metadata of its package; no tool is
    run. Exits with 0 when there are tools, 1 when there are none.
    """
    query = " ".join(words)
    found = find_tools(find_workspace(repo), query, limit or (SEARCH_LIMIT if query.strip() else None))
    if as_json:
        print_json(tools_object(found))
    else:
        echo_tools(found, query)
    ctx.exit(0 if found.tools else 1)


def tools_object(found: Found) -> dict[str, object]:
    """Return what `--json` prints."""
    return {"tools": [_object(tool) for tool in found.tools], "matches": found.matches, "known": found.known}


def echo_tools(found: Found, query: str) -> None:
    """Print tools as text, a line each."""
    if not found.tools:
        click.echo(f'no matches for "{printable(query)}" in {found.known} tools' if query else "no tools on PATH")
        return
    names = [len(tool.name) for tool in found.tools if len(tool.name) <= MAX_NAME_COLUMNS]
    width = max(names, default=MAX_NAME_COLUMNS)
    for tool in found.tools:
        click.echo(printable(f"{tool.name:<{width}}  {tool.description}".rstrip()))
    if len(found.tools) < found.matches:
        click.echo(f"-- {len(found.tools)} of {found.matches} matches | {found.known} tools")


def _object(tool: Tool) -> dict[str, object]:
    return {"name": tool.name, "path": tool.path, "description": tool.description, "source": tool.origin}
