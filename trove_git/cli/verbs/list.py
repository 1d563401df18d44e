"""`git trove list`."""

from __future__ import annotations

import click

from trove_git.cli.common import filter_options, json_option, print_json, repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.list_entries import Wanted, list_entries
from trove_git.output.list_entries import NO_ENTRIES, list_object, render_list, unreadable_files
from trove_git.workspace.troves import locate_troves
from trove_git.workspace.workspace import find_workspace

PATH_HELP = "Only those about this file or folder, there or not; may be repeated."


@click.command("list")
@filter_options
@click.option("--path", "paths", multiple=True, metavar="PATH", help=PATH_HELP)
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    types: tuple[str, ...],
    tags: tuple[str, ...],
    sections: tuple[str, ...],
    paths: tuple[str, ...],
    repo: str | None,
    as_json: bool,
) -> None:
    """List entries of the project and personal ones, newest first: date, trove, type, slug, title.

    With --path only the entries about that file or folder: its `paths:` cover it, or its text names it, what lies in
    it, or code that it defines. Below each stands what speaks against it.

    Exits with 0 when there are entries, 1 when there are none.
    """
    wanted = Wanted(types, tags, sections)
    if paths:
        ctx.exit(0 if _list_about(repo, paths, wanted, as_json=as_json) else 1)
    listing = list_entries(locate_troves(find_workspace(repo)), wanted)
    if as_json:
        print_json(list_object(listing))
    else:
        click.echo(render_list(listing, terminal=on_terminal()), nl=False)
        if not listing.rows:
            click.echo(NO_ENTRIES, err=True)
    click.echo(unreadable_files(listing), nl=False, err=True)
    ctx.exit(0 if listing.rows else 1)


def _list_about(repo: str | None, paths: tuple[str, ...], wanted: Wanted, *, as_json: bool) -> int:
    """Print the entries about some paths, and return how many there are."""
    # Only here: it loads the search engine, which a plain list does without.
    from trove_git.asking.asking import Asking
    from trove_git.cli.building import watch_building
    from trove_git.commands.about import list_about
    from trove_git.output.about import about_asides, about_object, render_about

    with Asking(find_workspace(repo), building=watch_building()) as asking:
        about = list_about(asking, paths, wanted)
    if as_json:
        print_json(about_object(about))
    else:
        click.echo(render_about(about, terminal=on_terminal()), nl=False)
        click.echo(about_asides(about, terminal=on_terminal()), nl=False, err=True)
    return len(about.rows)
