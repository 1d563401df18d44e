"""`git trove export`."""

from __future__ import annotations

import click

from trove_git.cli.common import filter_options, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.export import export, write_bundle
from trove_git.commands.list_entries import Wanted
from trove_git.entries.bundle import render_json, render_markdown
from trove_git.output.export import export_notes, export_refusal, export_summary, is_refused
from trove_git.output.style import printable
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
    click.echo(export_notes(done, terminal=on_terminal()), nl=False, err=True)
    if is_refused(done):
        click.echo(export_refusal(done, terminal=on_terminal()), nl=False, err=True)
        ctx.exit(1)
    text = render_json(done.entries) if form == "json" else render_markdown(done.entries)
    if output is None:
        # Whoever reads it on a terminal is not to be steered by it; a file gets it as it is.
        click.echo(printable(text, terminal=True) if on_terminal() else text.encode(), nl=False)
        return
    write_bundle(output, text)
    click.echo(export_summary(done, output, terminal=on_terminal()), nl=False, err=True)
