"""`git trove check`."""

from __future__ import annotations

import datetime
from functools import partial

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.check import check, find_none
from trove_git.output.check import check_object, check_summary, render_check
from trove_git.workspace.pinned import find_unmatched
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("check")
@click.option("--personal", is_flag=True, help="Check the personal trove instead of the project's.")
@click.option("--fix", is_flag=True, help="Write INDEX.md anew first.")
@repo_option
@json_option
@click.pass_context
def command(ctx: click.Context, personal: bool, fix: bool, repo: str | None, as_json: bool) -> None:
    """Check the entries of a trove, their links, and INDEX.md, as they lie on disk.

    Prints path:line: message for each finding. Exits with 0 when there is no error, 1 when there
    is one; notes are advice and never fail the check.
    """
    workspace = find_workspace(repo)
    troves = locate_troves(workspace)
    location = troves.personal if personal or troves.project is None else troves.project
    # The files of a personal entry are elsewhere.
    look = find_none if location.personal else partial(find_unmatched, workspace)
    result = check(location, today=datetime.date.today().isoformat(), fix=fix, find_unmatched=look)
    if as_json:
        print_json(check_object(result))
    else:
        click.echo(render_check(result, terminal=on_terminal()), nl=False)
    click.echo(check_summary(result), nl=False, err=True)
    ctx.exit(1 if result.error_count else 0)
