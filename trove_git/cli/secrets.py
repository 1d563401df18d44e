"""`git trove secrets`."""

from __future__ import annotations

import sys

import click

from trove_git.cli.entry_output import printable
from trove_git.commands.secrets import STANDARD_INPUT, scan


@click.command("secrets")
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option(
    "--as", "place", type=click.Choice(["entry", "doc"]), default="entry", help="Take the files as entries, or as docs."
)
@click.option("--blocking", is_flag=True, help="Print only what would block a commit.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], place: str, blocking: bool) -> None:
    """Look for secrets in files, in the files of folders, or in standard input (-).

    Prints path:line: kind (N characters) for each finding, never the secret. Everything found in an
    entry would block a commit; in a doc only tokens, keys and URLs with credentials. Exits with 0
    when nothing is found, 1 when something is, 2 when a file cannot be read.
    """
    given = sys.stdin.buffer.read() if STANDARD_INPUT in paths else b""
    result = scan(paths or (".",), place=place, blocking=blocking, standard_input=given)
    for located in result.findings:
        click.echo(printable(str(located)))
    files = "1 file" if result.file_count == 1 else f"{result.file_count} files"
    if result.findings:
        found = "1 finding" if len(result.findings) == 1 else f"{len(result.findings)} findings"
        click.echo(f"{files} scanned: {found}", err=True)
        click.echo("hint: take the secret out and have it revoked; write where it is kept instead", err=True)
    else:
        click.echo(f"{files} scanned: no secrets found", err=True)
    ctx.exit(1 if result.findings else 0)
