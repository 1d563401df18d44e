"""`git trove promote`."""

from __future__ import annotations

import shlex

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import printable
from trove_git.commands.import_entries import SAME
from trove_git.commands.promote import promote
from trove_git.entries.trove import SECTIONS
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("promote")
@click.argument("slug")
@click.option("--section", type=click.Choice(SECTIONS), help="Put the entry into this section.")
@click.option("--dry-run", is_flag=True, help="Say what would be done; change nothing.")
@click.option("--force", is_flag=True, help="Copy the entry although similar ones exist.")
@repo_option
@json_option
def command(slug: str, section: str | None, dry_run: bool, force: bool, repo: str | None, as_json: bool) -> None:
    """Copy the personal entry SLUG to the project's trove, and list it in its INDEX.md.

    It goes through the secret gate, and is not copied where the project says it already. The
    personal entry stays.
    """
    from trove_git.reviewing.similar import find_similar

    workspace = find_workspace(repo)
    done = promote(
        locate_troves(workspace), slug, section=section or "", find_similar=find_similar, force=force, write=not dry_run
    )
    one = done.planned[0]
    if as_json:
        print_json(
            {"action": one.action, "slug": one.slug, "title": one.title, "path": one.path, "written": done.written}
        )
        return
    if one.action == SAME:
        click.echo(printable(f"the project has it already: {', '.join(one.others)}"))
        return
    click.echo(printable(f"{'copied to' if done.written else 'would be copied to'} {one.path}"))
    if done.written:
        trove = one.path.removesuffix(f"/{one.target}")
        step = (
            f"git add {shlex.quote(trove)} && git commit"
            if workspace.root.repository is not None
            else f"look at {trove}"
        )
        click.echo(printable(f"-- the personal entry stays; next: {step}"), err=True)
