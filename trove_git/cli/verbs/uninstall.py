"""`git trove uninstall`."""

from __future__ import annotations

import click

from trove_git.cli.common import repo_option
from trove_git.commands.uninstall import uninstall
from trove_git.output.install import render_uninstall
from trove_git.workspace.workspace import find_workspace


@click.command("uninstall")
@repo_option
def command(repo: str | None) -> None:
    """Take the Git hooks out again; every file is as it was before git trove install."""
    click.echo(render_uninstall(uninstall(find_workspace(repo))), nl=False)
