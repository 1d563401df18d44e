"""`git trove init`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.commands.init import ENTRY_FORMAT, init
from trove_git.workspace.troves import PERSONAL, PROJECT, choose, kind_of, locate_troves
from trove_git.workspace.workspace import find_workspace

NEXT = 'next     git trove remember "TITLE" "the fact in a few sentences"'


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
    location = result.location
    if as_json:
        keys = {"path": str(location.folder), "kind": kind_of(location), "made": list(result.made)}
        print_json(keys | {"entries": result.entry_count, "format": ENTRY_FORMAT})
        return
    state = f"made {', '.join(result.made)}" if result.made else "nothing to do"
    click.echo(f"{kind_of(location)} trove: {location.folder} ({state})\n\n{ENTRY_FORMAT}\n{NEXT}")
