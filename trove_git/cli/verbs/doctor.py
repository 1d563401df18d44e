"""`git trove doctor`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.commands.doctor import diagnose
from trove_git.output.doctor import doctor_hint, doctor_object, render_doctor
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
        print_json(doctor_object(result))
    else:
        click.echo(render_doctor(result), nl=False)
    click.echo(doctor_hint(result), nl=False, err=True)
    ctx.exit(0 if result.is_well else 1)
