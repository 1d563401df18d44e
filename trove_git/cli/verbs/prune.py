"""`git trove prune`."""

from __future__ import annotations

import sys

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import printable
from trove_git.commands.prune import CHANGED, COMMITTED, UNCOMMITTED, Retiring, plan_prune, prune
from trove_git.errors import UsageError
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace

SAID = {
    CHANGED: "it has uncommitted changes",
    UNCOMMITTED: "no commit has it",
}


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
        for retiring in plan:
            _show(retiring)
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError("nothing was changed: there is no terminal to ask at", hint="--yes does it")
        entries = "1 entry" if len(plan) == 1 else f"{len(plan)} entries"
        if not click.confirm(f"{'Delete' if delete else 'Archive'} {entries}?", err=as_json):
            ctx.exit(1)
    prune(plan)
    if as_json:
        print_json({"entries": [_object(retiring) for retiring in plan]})


def _show(retiring: Retiring) -> None:
    """Print what is to be done to one entry, and what speaks against it."""
    entry = retiring.located.entry
    moved = f"archive {entry.path} -> {retiring.target}" if retiring.target else f"delete {entry.path}"
    click.echo(printable(f"{moved}  {entry.title}"))
    if retiring.state != COMMITTED:
        lost = "" if retiring.target else "; they are lost" if retiring.state == CHANGED else "; it is lost"
        click.echo(f"-- {SAID[retiring.state]}{lost}")
    for linked in retiring.linked_from:
        click.echo(printable(f"-- linked from {linked.path}:{linked.line}"))


def _object(retiring: Retiring) -> dict[str, object]:
    entry = retiring.located.entry
    return {
        "kind": retiring.kind,
        "slug": entry.slug,
        "path": entry.path,
        "archived_to": retiring.target or None,
        "state": retiring.state,
        "linked_from": [linked._asdict() for linked in retiring.linked_from],
    }
