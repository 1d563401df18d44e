"""`git trove index`: build the indexes of HEAD now instead of with the next question."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.commands.index import index
from trove_git.output.index import index_object, progress_bar, render_index
from trove_git.workspace.workspace import find_workspace


@click.command("index")
@click.option("--full", is_flag=True, help="Build from nothing, even when the index is there.")
@click.option("-v", "--verbose", is_flag=True, help="List every file that was skipped or has a problem.")
@repo_option
@json_option
def command(full: bool, verbose: bool, repo: str | None, as_json: bool) -> None:
    """Build the index of HEAD: entries and docs, and the code with its symbols and summaries.

    What is there already is not built again; a commit near one that is there costs what differs.
    """
    started = time.perf_counter()
    result = index(find_workspace(repo), full=full, progress=_progress())
    seconds = time.perf_counter() - started
    if as_json:
        print_json(index_object(result, seconds))
    else:
        click.echo(render_index(result, seconds, verbose=verbose), nl=False)


def _progress() -> Callable[[int, int], None]:
    """Return what shows progress on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        return lambda *_: None
    return lambda done, total: click.echo(progress_bar(done, total), err=True, nl=False)
