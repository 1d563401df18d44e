"""`git trove uninstall`."""

from __future__ import annotations

import click

from trove_git.cli.common import repo_option
from trove_git.commands.uninstall import uninstall
from trove_git.workspace.workspace import find_workspace


@click.command("uninstall")
@repo_option
def command(repo: str | None) -> None:
    """Take the Git hooks out again; every file is as it was before git trove install."""
    for line in uninstall(find_workspace(repo)) or ["nothing to do: there are no hooks of git-trove"]:
        click.echo(line)
