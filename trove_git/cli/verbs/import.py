"""`git trove import`."""  # noqa: N999  # the command is called so

from __future__ import annotations

import sys

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.import_entries import import_entries
from trove_git.entries.bundle import MAX_BUNDLE_BYTES, parse_bundle
from trove_git.entries.trove import SECTIONS
from trove_git.errors import UsageError
from trove_git.output.import_entries import import_object, import_summary, render_import
from trove_git.workspace.troves import PERSONAL, PROJECT, choose, locate_troves
from trove_git.workspace.workspace import find_workspace

STANDARD_INPUT = "-"


@click.command("import")
@click.argument("file")
@click.option("--write", is_flag=True, help="Write the entries; without it nothing is changed.")
@click.option("--section", type=click.Choice(SECTIONS), help="Put all entries into this section.")
@click.option("--personal", "wanted", flag_value=PERSONAL, help="Import into the personal trove.")
@click.option("--project", "wanted", flag_value=PROJECT, help="Import into the project's trove.")
@click.option("--force", is_flag=True, help="Add entries although similar ones exist.")
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, file: str, write: bool, section: str | None, wanted: str | None, force: bool,
    repo: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Show which entries of the bundle FILE are new, or with --write add them; - is standard input.

    An entry that the trove has already is passed over, as is one that is similar to another, or whose
    slug is taken. Its author, date and commit go into its front matter as origin-*. Exits with 1 when
    there is nothing to add, or an entry holds a secret: then nothing is written.
    """
    entries = parse_bundle(_read(file), "standard input" if file == STANDARD_INPUT else file)
    from trove_git.reviewing.similar import find_similar

    location = choose(locate_troves(find_workspace(repo)), wanted or "")
    done = import_entries(location, entries, section=section or "", find_similar=find_similar, force=force, write=write)
    if as_json:
        print_json(import_object(done))
    else:
        click.echo(render_import(done, terminal=on_terminal()), nl=False)
        click.echo(import_summary(done), nl=False, err=True)
    ctx.exit(1 if done.has_secret or not done.added else 0)


def _read(file: str) -> bytes:
    """Read the bundle, or so much of it that it is seen to be too large."""
    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(MAX_BUNDLE_BYTES + 1)
    try:
        with open(file, "rb") as stream:
            return stream.read(MAX_BUNDLE_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise UsageError(f"cannot read the bundle: {reason}", where=file, hint="git trove export writes one") from error
