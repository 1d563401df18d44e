"""`git trove review`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import decoration
from trove_git.commands.review import review
from trove_git.output.review import is_clean, render_review, review_object
from trove_git.output.style import Style
from trove_git.workspace.workspace import find_workspace

DEFAULT_LIMIT = 20


@click.command("review")
@click.argument("slugs", nargs=-1, metavar="[SLUG]...")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=DEFAULT_LIMIT,
    show_default=True,
    metavar="N",
    help="Show this many entries and pairs at most; 0 for all.",
)
@click.option("--all", "everything", is_flag=True, help="Show entries whose files merely changed, and that hold, too.")
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, slugs: tuple[str, ...], limit: int, everything: bool, repo: str | None, as_json: bool
) -> None:
    """List the entries of the project's trove that may be wrong by now, most doubtful first.

    Each entry is compared with the files it is about, as they were when it was last changed or
    confirmed. Entries that nearly repeat or perhaps contradict each other follow in pairs. With
    SLUG, that entry alone is looked at, and shown whatever is found. Exits with 0 when there is
    nothing to look at, 1 when there is.
    """
    # Who names an entry wants to know of it in any case.
    everything = everything or bool(slugs)
    result = review(find_workspace(repo), slugs, changes=limit or None, everything=everything)
    if as_json:
        print_json(review_object(result, limit=limit, everything=everything))
    else:
        text = render_review(result, limit=limit, everything=everything, style=Style(*decoration()))
        click.echo(text.encode("utf-8", "surrogateescape").decode("utf-8", "replace"), nl=False, color=True)
    ctx.exit(0 if is_clean(result) else 1)
