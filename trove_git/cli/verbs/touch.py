"""`git trove touch`."""

from __future__ import annotations

import datetime

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.touch import touch
from trove_git.output.touch import render_touch, touch_object
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("touch")
@click.argument("slugs", nargs=-1, required=True, metavar="SLUG...")
@repo_option
@json_option
def command(slugs: tuple[str, ...], repo: str | None, as_json: bool) -> None:
    """Confirm that entries still hold: today's date goes into each, as the key confirmed.

    What changed before that day makes an entry neither stale nor doubtful. SLUG is looked for in
    the project's trove first, then in the personal one.
    """
    result = touch(locate_troves(find_workspace(repo)), slugs, today=datetime.date.today().isoformat())
    if as_json:
        print_json(touch_object(result))
    else:
        click.echo(render_touch(result, terminal=on_terminal()), nl=False)
