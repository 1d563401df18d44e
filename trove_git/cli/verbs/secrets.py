"""`git trove secrets`."""

from __future__ import annotations

import sys

import click

from trove_git.cli.common import repo_option
from trove_git.cli.decoration import on_terminal
from trove_git.commands.secrets import STANDARD_INPUT, scan
from trove_git.errors import UsageError
from trove_git.output.secrets import render_scan, render_verdict, scan_summary, verdict_notes

MODES = "--staged, --range, --history and paths"


@click.command("secrets")
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option("--staged", is_flag=True, help="Look at what is staged; the default inside a repository.")
@click.option("--range", "revisions", metavar="A..B", help="Look at what the commits of A..B bring in.")
@click.option("--history", is_flag=True, help="Look at everything that was ever in a trove.")
@click.option(
    "--as", "taken_as", type=click.Choice(["entry", "doc"]), help="Take paths as entries, or as docs.  [default: entry]"
)
@click.option("--blocking", is_flag=True, help="Print only what would block a commit.")
@repo_option
@click.pass_context
def command(
    ctx: click.Context, paths: tuple[str, ...], staged: bool, revisions: str | None, history: bool,
    taken_as: str | None, blocking: bool, repo: str | None,
) -> None:  # fmt: skip
    """Look for secrets: in what is staged, in commits, in files and folders, or in standard input (-).

    Prints path:line: kind (N characters) for each finding, never the secret. Everything found in an
    entry would block a commit; in a doc only tokens, keys and URLs with credentials, the rest is a warning on
    standard error. Exits with 0 when nothing is found, 1 when something is, 2 when something cannot be read.
    """
    if sum((staged, revisions is not None, history, bool(paths or taken_as))) > 1:
        raise UsageError(f"{MODES} exclude each other", hint="one look at a time")
    if paths or taken_as:
        _scan_paths(ctx, paths, taken_as or "entry", blocking=blocking)
        return
    from trove_git.commands.gates import check_history, check_range, check_staged
    from trove_git.workspace.workspace import find_workspace

    workspace = find_workspace(repo)
    if revisions is not None:
        verdict = check_range(workspace, revisions)
    else:
        verdict = check_history(workspace) if history else check_staged(workspace)
    click.echo(render_verdict(verdict, terminal=on_terminal()), nl=False)
    click.echo(verdict_notes(verdict, blocking=blocking, terminal=on_terminal()), nl=False, err=True)
    ctx.exit(0 if verdict.clean else 1)


def _scan_paths(ctx: click.Context, paths: tuple[str, ...], taken_as: str, *, blocking: bool) -> None:
    """Look at files as they lie on disk."""
    given = sys.stdin.buffer.read() if STANDARD_INPUT in paths else b""
    result = scan(paths or (".",), taken_as=taken_as, blocking=blocking, standard_input=given)
    click.echo(render_scan(result, terminal=on_terminal()), nl=False)
    click.echo(scan_summary(result), nl=False, err=True)
    ctx.exit(1 if result.findings else 0)
