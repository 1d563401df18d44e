"""`git trove redact`."""

from __future__ import annotations

import sys

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.commands.redact import STANDARD_INPUT, redact, total_counts
from trove_git.output.redact import redact_object, redact_summary
from trove_git.workspace.workspace import find_workspace


@click.command("redact")
@click.argument("files", nargs=-1, metavar="[FILES]...")
@click.option("--check", is_flag=True, help="Print no text; exit with 1 when something would be replaced.")
@click.option("--no-redact-nonsecret", "keep_nonsecret", is_flag=True, help="Replace secrets only.")
@json_option
@repo_option
@click.pass_context
def command(
    ctx: click.Context, files: tuple[str, ...], check: bool, keep_nonsecret: bool, as_json: bool, repo: str | None
) -> None:
    """Replace secrets and private data in files, or in standard input, and print the text.

    Placeholders such as [REDACTED:secret-1] stand for secrets, mail addresses, telephone numbers,
    internal hosts, IP addresses, local paths and customers' names; the same value has the same number
    in all files. Standard error says how many of each were replaced.
    """
    paths = files or (STANDARD_INPUT,)
    given = sys.stdin.buffer.read() if STANDARD_INPUT in paths else b""
    done = redact(find_workspace(repo), paths, keep_nonsecret=keep_nonsecret, standard_input=given)
    counts = total_counts(done)
    if as_json:
        print_json(redact_object(done, counts, check=check))
    elif not check:
        for one in done:
            click.echo(one.data, nl=False)
    click.echo(redact_summary(counts, check=check), nl=False, err=True)
    ctx.exit(1 if check and counts else 0)
