"""`git trove index`: build the index of HEAD now instead of with the next question."""

from __future__ import annotations

import time

import click

from trove_git.cli.common import echo_problems, json_option, print_json, repo_option
from trove_git.commands.index import index
from trove_git.commands.place import find_place
from trove_git.output.text import render_counts


@click.command("index")
@click.option("--full", is_flag=True, help="Build from nothing, even when the index is there.")
@click.option("-v", "--verbose", is_flag=True, help="List every file that was skipped or has a problem.")
@repo_option
@json_option
def command(full: bool, verbose: bool, repo: str | None, as_json: bool) -> None:
    """Build the index of HEAD, from the nearest one that is there.

    `git trove ask` does the same when it has to, so this is needed only to have it ready.
    """
    started = time.perf_counter()
    result = index(find_place(repo), full=full)
    seconds = time.perf_counter() - started
    if as_json:
        print_json(
            {
                "revision": result.revision,
                "built": result.built or None,
                "seconds": round(seconds, 3),
                "counts": dict(result.counts),
                "skipped": dict(result.skipped),
                "problems": [
                    {"path": path, "line": line, "text": text}
                    for path, found in sorted(result.problems.items())
                    for line, text in found
                ],
            }
        )
        return
    how = f"built {_short(result.built)} in {seconds:.2f} s" if result.built else "was there already"
    click.echo(f"{result.revision[:10]}  {render_counts(result.counts)}  ({how})")
    for note in result.notes:
        click.echo(f"-- {note}")
    echo_problems(result.skipped, result.problems, verbose=verbose)


def _short(built: str) -> str:
    word, _, base = built.partition(" ")
    return f"{word} {base[:10]}" if base != "nothing" else built
