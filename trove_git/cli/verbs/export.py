"""`git trove export`."""

from __future__ import annotations

import sys

import click

from trove_git.cli.common import filter_options, repo_option
from trove_git.cli.entry_output import printable
from trove_git.commands.export import export, write_bundle
from trove_git.commands.list_entries import Wanted
from trove_git.entries.bundle import render_json, render_markdown
from trove_git.workspace.troves import PERSONAL, PROJECT
from trove_git.workspace.workspace import find_workspace


@click.command("export")
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option(
    "--format", "form", type=click.Choice(["markdown", "json"]), default="markdown", help="Form of the bundle."
)
@click.option("-o", "--output", default=None, metavar="FILE", help="Write to FILE instead of standard output.")
@filter_options
@click.option("--personal", "trove", flag_value=PERSONAL, help="Export from the personal trove.")
@click.option("--project", "trove", flag_value=PROJECT, help="Export from the project's trove.")
@repo_option
@click.pass_context
def command(
    ctx: click.Context, slugs: tuple[str, ...], form: str, output: str | None, sections: tuple[str, ...],
    types: tuple[str, ...], tags: tuple[str, ...], trove: str | None, repo: str | None,
) -> None:  # fmt: skip
    """Write entries as one bundle that `git trove import` reads, each with its author, date and commit.

    The entries are those named, or all; of the project's trove where there is one, else of the
    personal one. Exits with 1, and writes nothing, when there are none or the gate finds a secret.
    """
    done = export(find_workspace(repo), slugs, Wanted(types, tags, sections), trove or "")
    for note in done.notes:
        click.echo(printable(f"-- {note}"), err=True)
    blocking = [finding for finding in done.findings if finding.blocks]
    if blocking or not done.entries:
        for finding in blocking:
            click.echo(printable(str(finding)), err=True)
        click.echo("not exported: remove the secrets first" if blocking else "no entries", err=True)
        ctx.exit(1)
    text = render_json(done.entries) if form == "json" else render_markdown(done.entries)
    if output is None:
        # Whoever reads it on a terminal is not to be steered by it; a file gets it as it is.
        click.echo(printable(text) if sys.stdout.isatty() else text.encode(), nl=False)
        return
    write_bundle(output, text)
    count = len(done.entries)
    click.echo(printable(f"-- {count} {'entry' if count == 1 else 'entries'} in {output}"), err=True)
