"""`git trove show`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.show import show
from trove_git.commands.show_at import show_at
from trove_git.commands.show_lines import CONTEXT_LINES, find_head, read_citation, show_lines
from trove_git.errors import EntryNotFound
from trove_git.output.show import render_show, show_asides, show_object
from trove_git.output.show_lines import render_show_lines, show_lines_object
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("show")
@click.argument("slug", metavar="SLUG|PATH:LINE")
@click.option("--at", "revision", default=None, metavar="REV", help="Print the entry or file as it was there.")
@click.option(
    "--context", default=CONTEXT_LINES, type=click.IntRange(0), metavar="N", show_default=True,
    help="Lines before and behind PATH:LINE.",
)  # fmt: skip
@repo_option
@json_option
def command(slug: str, revision: str | None, context: int, repo: str | None, as_json: bool) -> None:
    """Print the entry SLUG: the project's, else the personal one, else an archived one.

    With --at REV it is the project's entry as that commit has it, also where it had another slug.

    With PATH:LINE or PATH:FIRST-LAST, as answers cite them, print these lines of the file with those around them: of
    the file on disk, else of HEAD; with --at REV as that commit has it. PATH alone prints how the file begins.
    """
    workspace = find_workspace(repo)
    named = read_citation(slug)
    lines = show_lines(workspace, named, revision, context) if named is not None else None
    if lines is None:
        try:
            if revision is not None:
                shown, commit = show_at(workspace, slug, revision)
            else:
                shown, commit = show(locate_troves(workspace), slug), None
        except EntryNotFound:
            lines = find_head(workspace, slug, revision)
            if lines is None:
                raise
    if lines is not None:
        if as_json:
            print_json(show_lines_object(lines))
        else:
            click.echo(render_show_lines(lines), nl=False, color=True)
        return
    if as_json:
        print_json(show_object(shown, commit))
        return
    click.echo(render_show(shown, terminal=on_terminal()), nl=False, color=True)
    click.echo(show_asides(shown, terminal=on_terminal()), nl=False, err=True)
