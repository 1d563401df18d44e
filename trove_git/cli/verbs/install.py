"""`git trove install`."""

from __future__ import annotations

import click

from trove_git.cli.common import repo_option
from trove_git.commands.install import Installed, install
from trove_git.hooks.changes import Unguarded
from trove_git.hooks.layout import NATIVE, PRE_COMMIT
from trove_git.workspace.workspace import find_workspace


@click.command("install")
@click.option("--yes", is_flag=True, help="Change files that others share too: those of a hook manager.")
@click.option("--print", "print_only", is_flag=True, help="Change nothing; print what to add by hand.")
@click.option("--pre-commit", "wanted", flag_value=PRE_COMMIT, help="Add to .pre-commit-config.yaml, and install.")
@click.option("--native", "wanted", flag_value=NATIVE, help="Use git's own hooks even where a manager is.")
@click.option("--messages", is_flag=True, help="Look for secrets in commit messages too.")
@repo_option
@click.pass_context
def command(
    ctx: click.Context, yes: bool, print_only: bool, wanted: str | None, messages: bool, repo: str | None
) -> None:
    """Install the Git hooks: secrets in entries and docs stop a commit or push, and the index follows HEAD.

    Hooks that are there stay and run too: lines are added to a shell hook, and any other is left alone and named.
    Where pre-commit, husky or lefthook manage hooks, what to add is printed, or with --yes added.
    Exits with 1 when a hook is left without a guard.
    """
    workspace = find_workspace(repo)
    result = install(workspace, wanted=wanted or "", yes=yes, print_only=print_only, messages=messages)
    for line in _lines(result):
        click.echo(line)
    for left in result.unguarded:
        _echo_unguarded(left)
    if result.why:
        click.echo(f"nothing was changed, so nothing is guarded: {result.why}", err=True)
        click.echo("hint: add the lines above by hand, or run git trove install --yes", err=True)
    elif not result.unguarded and result.is_written:
        click.echo("git trove doctor proves that the hooks are reached", err=True)
    ctx.exit(1 if result.why or result.unguarded else 0)


def _lines(result: Installed) -> list[str]:
    if not result.is_written:
        return [result.snippet]
    return list(result.done) or ["nothing to do: the hooks are there"]


def _echo_unguarded(left: Unguarded) -> None:
    """Say which hook is unguarded and why, and print what a person may add."""
    click.echo(f"unguarded: {left.name}: {left.reason} ({left.place}); add to it:", err=True)
    for line in left.line.split("\n"):
        click.echo(f"    {line}")
