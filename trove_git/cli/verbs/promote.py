"""`git trove promote`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.promote import promote
from trove_git.entries.trove import SECTIONS
from trove_git.output.promote import promote_next, promote_object, render_promote
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
    if as_json:
        print_json(promote_object(done))
        return
    in_repository = workspace.root.repository is not None
    click.echo(render_promote(done, terminal=on_terminal()), nl=False)
    click.echo(promote_next(done, in_repository=in_repository, terminal=on_terminal()), nl=False, err=True)
