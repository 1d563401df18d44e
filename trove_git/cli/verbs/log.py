"""`git trove log`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.log import log
from trove_git.gitrepo.touching import Narrowing
from trove_git.output.log import log_asides, log_object, render_log
from trove_git.workspace.workspace import find_workspace


@click.command("log")
@click.argument("slug", required=False, default="")
@click.option("--limit", type=click.IntRange(min=1), default=None, metavar="N", help="At most N commits.")
@click.option("--since", default="", metavar="DATE", help="Only commits since DATE, in any form that git takes.")
@click.option("--author", default="", metavar="PATTERN", help="Only commits of authors that match, as for git log.")
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, slug: str, limit: int | None, since: str, author: str, repo: str | None, as_json: bool
) -> None:
    """Show which commits touched the trove and what they did to entries, newest first.

    With SLUG, show the life of that entry under all the names it had, also when it is gone. A line
    begins with + for an entry that was added, ~ for one that was changed, moved or renamed, - for
    one that was removed or retired. Exits with 0 when there are commits, 1 when there are none.
    """
    logged = log(find_workspace(repo), slug, Narrowing(since, author), limit=limit or 0)
    if as_json:
        print_json(log_object(logged))
    else:
        click.echo(render_log(logged, terminal=on_terminal()), nl=False)
        click.echo(log_asides(logged, terminal=on_terminal()), nl=False, err=True)
    ctx.exit(0 if logged.commits else 1)
