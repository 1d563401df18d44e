"""`git trove show`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import entry_object, printable
from trove_git.commands.show import Shown, show
from trove_git.commands.show_at import show_at
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("show")
@click.argument("slug")
@click.option("--at", "revision", default=None, metavar="REV", help="Print the entry as it was at this revision.")
@repo_option
@json_option
def command(slug: str, revision: str | None, repo: str | None, as_json: bool) -> None:
    """Print the entry SLUG: the project's, else the personal one, else an archived one.

    With --at REV it is the project's entry as that commit has it, also where it had another slug.
    """
    workspace = find_workspace(repo)
    if revision is not None:
        then = show_at(workspace, slug, revision)
        _print(then.shown, as_json, {"revision": then.revision})
    else:
        _print(show(locate_troves(workspace), slug), as_json, {})


def _print(shown: Shown, as_json: bool, more: dict[str, object]) -> None:
    """Print an entry as it stands, or as an object with more keys."""
    entry = shown.entry
    if as_json:
        problems = [{"line": problem.line, "message": problem.message} for problem in entry.problems]
        text = {"body": entry.body, "text": entry.text, "problems": problems, "archived": shown.archived}
        print_json(entry_object(shown.kind, entry) | text | more)
        return
    click.echo(printable(entry.text), nl=not entry.text.endswith("\n"), color=True)
    if shown.archived:
        click.echo(f"-- archived: {printable(entry.path)}", err=True)
    for problem in entry.problems:
        click.echo(f"-- {problem}", err=True)
