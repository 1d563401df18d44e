"""`git trove remember`."""

from __future__ import annotations

import datetime
import os
import sys

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.remember import Fact, read_body, remember, update
from trove_git.entries.trove import SECTIONS, TroveLocation
from trove_git.errors import UsageError
from trove_git.layers import indexer
from trove_git.output.remember import remember_asides, remember_object, render_remember, unmatched_line
from trove_git.records import ENTRY_TYPES
from trove_git.workspace.pinned import FROM_TOP, find_unmatched, pin
from trove_git.workspace.troves import PERSONAL, PROJECT, choose, locate_troves
from trove_git.workspace.workspace import find_workspace


@click.command("remember")
@click.argument("title")
@click.argument("body", required=False)
@click.option(
    "--type", "entry_type", type=click.Choice(ENTRY_TYPES), metavar="TYPE", help=f"One of {', '.join(ENTRY_TYPES)}."
)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="A tag; may be repeated.")
@click.option("--section", type=click.Choice(SECTIONS), help="Put the entry into this section.")
@click.option(
    "--path",
    "paths",
    multiple=True,
    metavar="PATH",
    help="A file, folder or pattern the fact is about, from here; :/ begins at the root; may be repeated.",
)
@click.option("--summary", default="", metavar="TEXT", help="The line in INDEX.md, instead of the first sentence.")
@click.option("--why", default="", metavar="TEXT", help="Why it matters; a line at the end of the entry.")
@click.option("--related", multiple=True, metavar="SLUG", help="Link another entry; may be repeated.")
@click.option("--personal", "wanted", flag_value=PERSONAL, help="Write to the personal trove.")
@click.option("--project", "wanted", flag_value=PROJECT, help="Write to the project's trove.")
@click.option("--update", "slug", metavar="SLUG", help="Change this entry instead of writing a new one.")
@click.option("--force", is_flag=True, help="Write the entry although similar ones exist.")
@click.option("--edit", is_flag=True, help="Open the body in an editor first.")
@repo_option
@json_option
def command(
    title: str, body: str | None, entry_type: str | None, tags: tuple[str, ...], section: str | None,
    paths: tuple[str, ...], summary: str, why: str, related: tuple[str, ...], wanted: str | None, slug: str | None,
    force: bool, edit: bool, repo: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Write the fact TITLE with the text BODY as an entry, and list it in INDEX.md.

    Without BODY the text is read from standard input, or typed in an editor. The entry goes to
    the project's trove when it has an INDEX.md, else to the personal one.
    """
    workspace = find_workspace(repo)
    location = choose(locate_troves(workspace), wanted or "")
    text = _read_body(location, body, slug, edit)
    pinned = tuple(pin(workspace, path) for path in paths)
    fact = Fact(title, text, entry_type or "", tags, section or "", pinned, summary, why, related)
    if slug is not None:
        result = update(location, slug, fact)
    else:
        from trove_git.reviewing.similar import find_similar

        today = datetime.date.today().isoformat()
        result = remember(location, fact, today=today, find_similar=find_similar, force=force)
    unmatched = () if location.personal else find_unmatched(workspace, pinned)
    for typed, item in zip(paths, pinned, strict=True):
        if item in unmatched:
            fits = typed != item and not find_unmatched(workspace, [typed])
            from_top = FROM_TOP + typed if fits else ""
            click.echo(unmatched_line(item, from_top, terminal=on_terminal()), nl=False, err=True)
    # Whoever keeps a fact here asks sooner or later.
    indexer.start_first(workspace)
    if as_json:
        print_json(remember_object(result))
        return
    click.echo(render_remember(result, terminal=on_terminal()), nl=False)
    click.echo(remember_asides(result), nl=False, err=True)


def _read_body(location: TroveLocation, given: str | None, slug: str | None, edit: bool) -> str:
    """Take the body from the argument, standard input, or an editor; empty keeps the body of an updated entry."""
    body = given
    at_terminal = sys.stdin.isatty()
    if body is None and not at_terminal:
        body = sys.stdin.buffer.read().decode("utf-8", "replace")
    if not edit and (body is not None or not at_terminal):
        return body or ""
    start = body or (read_body(location, slug) if slug is not None else "")
    edited = click.edit(f"{start}\n", editor=os.environ.get("GIT_EDITOR") or None, extension=".md")
    if edited is None:
        raise UsageError("the text was not saved; nothing was written", hint="give the text after the title")
    return edited
