"""`git trove show`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import entry_object, printable
from trove_git.commands.path import locate_troves
from trove_git.commands.place import find_place
from trove_git.commands.show import show


@click.command("show")
@click.argument("slug")
@repo_option
@json_option
def command(slug: str, repo: str | None, as_json: bool) -> None:
    """Print the entry SLUG: the project's, else the personal one, else an archived one."""
    shown = show(locate_troves(find_place(repo)), slug)
    entry = shown.entry
    if as_json:
        problems = [{"line": problem.line, "message": problem.message} for problem in entry.problems]
        text = {"body": entry.body, "text": entry.text, "problems": problems, "archived": shown.archived}
        print_json(entry_object(shown.kind, entry) | text)
        return
    click.echo(printable(entry.text), nl=not entry.text.endswith("\n"), color=True)
    if shown.archived:
        click.echo(f"-- archived: {printable(entry.path)}", err=True)
    for problem in entry.problems:
        click.echo(f"-- {problem}", err=True)
