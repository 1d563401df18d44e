"""`git trove diff`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.code_diff import diff_code
from trove_git.commands.diff import diff
from trove_git.errors import UsageError
from trove_git.lives.versions import parse_span
from trove_git.output.diff import diff_asides, diff_object, differs, render_diff
from trove_git.workspace.workspace import find_workspace

MOST_REVISIONS = 2


@click.command("diff")
@click.argument("revisions", nargs=-1, metavar="[A..B]")
@click.option("--code", "with_code", is_flag=True, help="Compare the public symbols of the code too.")
@repo_option
@json_option
@click.pass_context
def command(ctx: click.Context, revisions: tuple[str, ...], with_code: bool, repo: str | None, as_json: bool) -> None:
    """Say which entries differ between two revisions: added, changed, renamed, moved, retired.

    Without revisions HEAD is compared with the files on disk. A..B or A B compares two revisions,
    A...B their common ancestor with B, and A alone is A..HEAD. Words that went stand in [-...-],
    words that came in {+...+}. Exits with 0 when something differs, 1 when nothing does.
    """
    span = "..".join(revisions)
    if len(revisions) > MOST_REVISIONS or (len(revisions) > 1 and any(".." in one for one in revisions)):
        raise UsageError(f"not two revisions: {' '.join(revisions)}", hint="git trove diff A..B")
    workspace = find_workspace(repo)
    found = diff(workspace, span)
    code = diff_code(workspace, parse_span(workspace, span)) if with_code else None
    if as_json:
        print_json(diff_object(found, code))
    else:
        click.echo(render_diff(found, code, terminal=on_terminal()), nl=False)
        click.echo(diff_asides(found, code, terminal=on_terminal()), nl=False, err=True)
    ctx.exit(0 if differs(found, code) else 1)
