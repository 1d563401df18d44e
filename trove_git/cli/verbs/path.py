"""`git trove path`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.output.path import path_object, render_path
from trove_git.workspace.troves import PERSONAL, PROJECT, find_trove, kind_of, locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("path")
@click.option("--personal", "wanted", flag_value=PERSONAL, help="The personal trove.")
@click.option("--project", "wanted", flag_value=PROJECT, help="The project's trove.")
@repo_option
@json_option
def command(wanted: str | None, repo: str | None, as_json: bool) -> None:
    """Print the absolute path of the trove that new entries go to.

    That is the project's trove when it has an INDEX.md, else the personal one.
    """
    found = find_trove(locate_troves(find_workspace(repo)), wanted or "")
    if as_json:
        print_json(path_object(found, kind_of(found.location)))
    else:
        click.echo(render_path(found), nl=False)
