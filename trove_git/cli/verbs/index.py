"""`git trove index`: build the indexes of HEAD now instead of with the next question."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click

from trove_git.cli.common import echo_problems, json_option, print_json, repo_option
from trove_git.commands.index import Indexed, index
from trove_git.output.text import render_counts
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
        print_json(_object(result, seconds))
        return
    click.echo(f"{result.revision[:10]}  {render_counts(result.counts)}")
    if result.languages:
        click.echo(", ".join(f"{count} {name}" for name, count in result.languages.items()) + " files")
    for name, built in (("entries and docs", result.built), ("code", result.code_built)):
        click.echo(f"-- {name}: {f'built {_short(built)}' if built else 'was there already'}")
    click.echo(f"-- {seconds:.2f} s")
    for path in result.lost:
        click.echo(f"-- {path} no longer parses and lost symbols")
    for note in result.notes:
        click.echo(f"-- {note}")
    echo_problems(result.skipped, result.problems, verbose=verbose)


def _progress() -> Callable[[int, int], None]:
    """Return what shows progress on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        return lambda *_: None

    def show(done: int, total: int) -> None:
        filled = 30 * done // max(1, total)
        end = "\n" if done >= total else ""
        click.echo(f"\rcode [{'#' * filled}{'.' * (30 - filled)}] {done}/{total} files{end}", err=True, nl=False)

    return show


def _object(result: Indexed, seconds: float) -> dict[str, object]:
    return {
        "revision": result.revision,
        "built": result.built or None,
        "code_built": result.code_built or None,
        "seconds": round(seconds, 3),
        "counts": dict(result.counts),
        "languages": dict(result.languages),
        "lost": list(result.lost),
        "skipped": dict(result.skipped),
        "problems": [
            {"path": path, "line": line, "text": text}
            for path, found in sorted(result.problems.items())
            for line, text in found
        ],
    }


def _short(built: str) -> str:
    word, _, base = built.partition(" ")
    return f"{word} {base[:10]}" if base != "nothing" else built
