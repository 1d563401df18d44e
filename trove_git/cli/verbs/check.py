"""`git trove check`."""

from __future__ import annotations

import datetime
from functools import partial

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import printable
from trove_git.commands.check import Checked, check, find_none
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
        counts = {"checked": result.entry_count, "errors": result.error_count, "notes": result.note_count}
        findings = [finding._asdict() for finding in result.findings]
        print_json(counts | {"fixed": result.fixed, "findings": findings})
    else:
        for finding in result.findings:
            click.echo(printable(str(finding)))
    if result.fixed:
        click.echo("INDEX.md was written anew", err=True)
    click.echo(_summary(result), err=True)
    ctx.exit(1 if result.error_count else 0)


def _summary(result: Checked) -> str:
    """Say in one line what was checked and found."""
    entries = "1 entry" if result.entry_count == 1 else f"{result.entry_count} entries"
    errors = "1 error" if result.error_count == 1 else f"{result.error_count} errors"
    notes = "1 note" if result.note_count == 1 else f"{result.note_count} notes"
    return f"{entries} checked: {errors}, {notes}"
