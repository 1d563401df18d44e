"""`git trove list`."""

from __future__ import annotations

import click

from trove_git.cli.common import filter_options, json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.list_entries import Wanted, list_entries
from trove_git.output.list_entries import NO_ENTRIES, list_object, render_list, unreadable_files
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("list")
@filter_options
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    types: tuple[str, ...],
    tags: tuple[str, ...],
    sections: tuple[str, ...],
    repo: str | None,
    as_json: bool,
) -> None:
    """List entries of the project and personal ones, newest first: date, trove, type, slug, title.

    Exits with 0 when there are entries, 1 when there are none.
    """
    listing = list_entries(locate_troves(find_workspace(repo)), Wanted(types, tags, sections))
    if as_json:
        print_json(list_object(listing))
    else:
        click.echo(render_list(listing, terminal=on_terminal()), nl=False)
        if not listing.rows:
            click.echo(NO_ENTRIES, err=True)
    click.echo(unreadable_files(listing), nl=False, err=True)
    ctx.exit(0 if listing.rows else 1)
