"""`git trove install`."""

from __future__ import annotations

import click

from trove_git.cli.common import repo_option
from trove_git.commands.install import install
from trove_git.hooks.layout import NATIVE, PRE_COMMIT
from trove_git.output.install import install_hints, render_install, render_unguarded
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
    click.echo(render_install(result), nl=False)
    for left in result.unguarded:
        reason, lines = render_unguarded(left)
        click.echo(reason, nl=False, err=True)
        click.echo(lines, nl=False)
    click.echo(install_hints(result), nl=False, err=True)
    ctx.exit(1 if result.why or result.unguarded else 0)
