"""`git trove tools`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.tools import find_tools
from trove_git.output.tools import render_tools, tools_object
from trove_git.workspace.workspace import find_workspace

SEARCH_LIMIT = 20
"""Tools that a search prints; a list prints all."""


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
        click.echo(render_tools(found, query, terminal=on_terminal()), nl=False)
    ctx.exit(0 if found.tools else 1)
