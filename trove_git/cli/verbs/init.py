"""`git trove init`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.commands.init import init
from trove_git.output.init import init_object, render_init
from trove_git.workspace.troves import PERSONAL, PROJECT, choose, kind_of, locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("init")
@click.option("--personal", is_flag=True, help="Make the personal trove, ~/.claude/trove.")
@repo_option
@json_option
def command(personal: bool, repo: str | None, as_json: bool) -> None:
    """Create a trove, and print what an entry looks like.

    The project's trove is .claude/trove; commit it like any other folder. What is there already stays.
    """
    troves = locate_troves(find_workspace(repo))
    result = init(choose(troves, PERSONAL if personal else PROJECT))
    kind = kind_of(result.location)
    if as_json:
        print_json(init_object(result, kind))
    else:
        click.echo(render_init(result, kind), nl=False)
