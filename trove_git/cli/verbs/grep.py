"""`git trove grep`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.grep import grep
from trove_git.output.grep import matches_object, render_matches
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("grep")
@click.argument("pattern")
@click.option("-i", "--ignore-case", is_flag=True, help="Letter case does not count.")
@click.option("-F", "--fixed-strings", is_flag=True, help="Take PATTERN as plain text.")
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, pattern: str, ignore_case: bool, fixed_strings: bool, repo: str | None, as_json: bool
) -> None:
    """Print the lines of entries that match the regular expression PATTERN, as path:line: text.

    Exits with 0 when a line matches, 1 when none does.
    """
    troves = locate_troves(find_workspace(repo))
    matches = grep(troves, pattern, ignore_case=ignore_case, fixed=fixed_strings)
    if as_json:
        print_json(matches_object(matches))
    else:
        click.echo(render_matches(matches, terminal=on_terminal()), nl=False)
    ctx.exit(0 if matches else 1)
