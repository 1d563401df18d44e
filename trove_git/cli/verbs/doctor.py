"""`git trove doctor`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.commands.doctor import diagnose
from trove_git.workspace.workspace import find_workspace


@click.command("doctor")
@repo_option
@json_option
@click.pass_context
def command(ctx: click.Context, repo: str | None, as_json: bool) -> None:
    """Prove that each Git hook is reached, by running it in a way that changes nothing.

    A hook that is not reached is named with what shadows it. Exits with 0 when all are in place, 1 when one is not.
    """
    result = diagnose(find_workspace(repo))
    if as_json:
        print_json({"program": result.program or None, "hooks": [proof._asdict() for proof in result.proofs]})
    else:
        for proof in result.proofs:
            click.echo(f"{proof.name:<16}  {proof.state:<11}  {proof.detail}")
        click.echo(f"-- hooks start {result.program or 'nothing: git-trove is not on PATH'}")
    if not result.is_well:
        click.echo("hint: git trove install puts the hooks in place, and names those it leaves alone", err=True)
    ctx.exit(0 if result.is_well else 1)
