"""`git trove status`: what is indexed and how fresh it is."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.commands.status import status
from trove_git.output.status import render_status, status_object
from trove_git.workspace.workspace import find_workspace


@click.command("status")
@click.option("-v", "--verbose", is_flag=True, help="List every file that was skipped or has a problem.")
@repo_option
@json_option
def command(verbose: bool, repo: str | None, as_json: bool) -> None:
    """Show what is indexed, how fresh the index is, and which files are skipped or have problems."""
    result = status(find_workspace(repo))
    if as_json:
        print_json(status_object(result))
    else:
        click.echo(render_status(result, verbose=verbose), nl=False)
