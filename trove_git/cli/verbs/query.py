"""`git trove query`."""

from __future__ import annotations

import click

from trove_git.cli.building import watch_building
from trove_git.cli.common import json_option, path_option, print_json, repo_option
from trove_git.output.query import query_object, render_query
from trove_git.tasks.query import query
from trove_git.workspace.workspace import find_workspace


@click.command("query")
@click.argument("task", nargs=-1, required=True)
@click.option("--budget", metavar="N", help="Token budget of the output.  [default: 1500]")
@path_option
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, task: tuple[str, ...], budget: str | None, paths: tuple[str, ...], repo: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Show what to read before taking on TASK: notes, architecture, subsystems, modules, tests, symbols, with reasons.

    Exits with 0 when there is something, 1 when there is nothing.
    """
    result = query(find_workspace(repo, {"budget": budget}), " ".join(task), paths, watch_building())
    if as_json:
        print_json(query_object(result))
    else:
        from trove_git.cli.decoration import decoration
        from trove_git.output.text import Style

        click.echo(render_query(result, Style(*decoration())), nl=False)
    ctx.exit(0 if result.items else 1)
