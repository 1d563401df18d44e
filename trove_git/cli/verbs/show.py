"""`git trove show`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.show import show
from trove_git.commands.show_at import show_at
from trove_git.output.show import render_show, show_asides, show_object
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("show")
@click.argument("slug")
@click.option("--at", "revision", default=None, metavar="REV", help="Print the entry as it was at this revision.")
@repo_option
@json_option
def command(slug: str, revision: str | None, repo: str | None, as_json: bool) -> None:
    """Print the entry SLUG: the project's, else the personal one, else an archived one.

    With --at REV it is the project's entry as that commit has it, also where it had another slug.
    """
    workspace = find_workspace(repo)
    if revision is not None:
        shown, commit = show_at(workspace, slug, revision)
    else:
        shown, commit = show(locate_troves(workspace), slug), None
    if as_json:
        print_json(show_object(shown, commit))
        return
    click.echo(render_show(shown, terminal=on_terminal()), nl=False, color=True)
    click.echo(show_asides(shown, terminal=on_terminal()), nl=False, err=True)
