"""`git trove prune`."""

from __future__ import annotations

import sys

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.prune import plan_prune, prune
from trove_git.errors import UsageError
from trove_git.output.prune import prune_object, prune_question, render_prune
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("prune")
@click.argument("slugs", nargs=-1, required=True, metavar="SLUG...")
@click.option("--delete", is_flag=True, help="Remove the files instead of moving them to the archive.")
@click.option("--yes", is_flag=True, help="Do not ask; needed where there is no terminal.")
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, slugs: tuple[str, ...], delete: bool, yes: bool, repo: str | None, as_json: bool
) -> None:
    """Retire entries: show what that does, ask, then move them to the trove's archive/ folder.

    Archived entries are no longer asked, listed, checked, or in INDEX.md; git trove show still finds
    them. Exits with 0 when it was done, 1 when you said no.
    """
    workspace = find_workspace(repo)
    plan = plan_prune(workspace, locate_troves(workspace), slugs, delete=delete)
    if not as_json:
        click.echo(render_prune(plan, terminal=on_terminal()), nl=False)
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError("nothing was changed: there is no terminal to ask at", hint="--yes does it")
        if not click.confirm(prune_question(plan, delete=delete), err=as_json):
            ctx.exit(1)
    prune(plan)
    if as_json:
        print_json(prune_object(plan))
