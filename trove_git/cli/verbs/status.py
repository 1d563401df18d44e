"""`git trove status`: what is indexed and how fresh it is."""

from __future__ import annotations

import click

from trove_git.cli.common import echo_problems, json_option, print_json, repo_option
from trove_git.commands.status import Status, status
from trove_git.output.text import render_counts
from trove_git.records import display_path
from trove_git.workspace.workspace import find_workspace


@click.command("status")
@click.option("-v", "--verbose", is_flag=True, help="List every file that was skipped or has a problem.")
@repo_option
@json_option
def command(verbose: bool, repo: str | None, as_json: bool) -> None:
    """Show what is indexed, how fresh the index is, and which files are skipped or have problems."""
    result = status(find_workspace(repo))
    if as_json:
        made = result._asdict()
        made["counts"] = dict(result.counts)
        made["problems"] = [
            {"path": path, "line": line, "text": text}
            for path, found in sorted(result.problems.items())
            for line, text in found
        ]
        print_json(made)
        return
    for name, value in _rows(result):
        click.echo(f"{name:<12} {value}")
    echo_problems(result.skipped, result.problems, verbose=verbose)


def _rows(result: Status) -> list[tuple[str, str]]:
    rows = [("root", display_path(result.root)), ("revision", result.revision or f"none ({result.state})")]
    if result.revision:
        rows.append(("index", _freshness(result)))
    if result.code:
        rows.append(("code index", _code_freshness(result)))
    rows.append(("sources", "not counted yet" if result.state == "missing" else render_counts(result.counts)))
    if result.folder:
        many = "s" * (result.revisions != 1)
        rows.append(
            ("on disk", f"{result.size_bytes / 1e6:.1f} MB, {result.revisions} revision{many}, {result.folder}")
        )
    if result.uncommitted:
        shown = ", ".join(display_path(path) for path in result.uncommitted[:5])
        more = f" and {len(result.uncommitted) - 5} more" if len(result.uncommitted) > 5 else ""
        rows.append(("uncommitted", f"{shown}{more}"))
    return rows


def _code_freshness(result: Status) -> str:
    if result.code == "missing":
        return "none yet; git trove index builds it"
    languages = ", ".join(f"{count} {name}" for name, count in result.languages.items())
    if result.code == "fresh":
        return f"of this revision ({languages})"
    commits = f"{result.code_behind} commit{'s' * (result.code_behind != 1)}"
    return f"{commits} away ({languages}); git trove index brings it up to date"


def _freshness(result: Status) -> str:
    if result.state == "fresh":
        return "of this revision"
    if result.state == "missing":
        return "none yet; the next question builds it, git trove index does so now"
    commits = (
        f"{result.behind} commit{'s' * (result.behind != 1)}" if result.behind >= 0 else "an unknown number of commits"
    )
    return f"{commits} away; the next question brings it up to date"
