"""`git trove blame`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.blame import blame_entry
from trove_git.output.blame import blame_asides, blame_object, render_blame
from trove_git.workspace.workspace import find_workspace


@click.command("blame")
@click.argument("slug")
@click.option("--at", "revision", default=None, metavar="REV", help="Blame the entry as it was at this revision.")
@repo_option
@json_option
def command(slug: str, revision: str | None, repo: str | None, as_json: bool) -> None:
    """Say who said each line of the entry SLUG: commit, day, author, signed or not, line.

    A commit without a signature is never verified; one with a signature is, by the program that git
    is set up with. Lines that are not committed are marked. A commit behind ^ is the oldest of a
    shallow clone.
    """
    found = blame_entry(find_workspace(repo), slug, revision)
    if as_json:
        print_json(blame_object(found))
        return
    click.echo(render_blame(found, terminal=on_terminal()), nl=False)
    click.echo(blame_asides(found), nl=False, err=True)
