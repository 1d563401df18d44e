"""`git trove skills`: install, update and uninstall the skills, and the block in AGENTS.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.light import PlainHelp
from trove_git.commands import skills
from trove_git.output.skills import KEPT, render_skills, skills_object
from trove_git.skills.agents import AGENTS, SHARED
from trove_git.workspace.workspace import find_workspace

_agent_option = click.option(
    "--agent", "agents", multiple=True, type=click.Choice(sorted(AGENTS)), metavar="AGENT",
    help=f"The folder of this agent: {', '.join(sorted(AGENTS))}; may be repeated.",
)  # fmt: skip
_personal_option = click.option("--personal", is_flag=True, help="In the home folder, for every project.")


class PlainGroup(PlainHelp, click.Group):
    """A group whose help loads nothing more."""


@click.command("skills", cls=PlainGroup, no_args_is_help=True)
def command() -> None:
    """Write the skills init, remember, recall, review and capture for coding agents that do not load the plugin.

    install, update and uninstall never touch a file that you changed. Claude Code gets the same skills, and
    the list of entries at the start of each session, from the plugin.
    """


def _common(function: Callable[..., Any]) -> Callable[..., Any]:
    return json_option(repo_option(_personal_option(function)))


@command.command("install", short_help="Write the skills into folders of agents.")
@_agent_option
@_common
@click.pass_context
def install(ctx: click.Context, agents: tuple[str, ...], personal: bool, repo: str | None, as_json: bool) -> None:
    """Write the skills into .agents/skills, which most agents read, or into the folders of agents.

    Exits with 1 when a file was kept because you changed it.
    """
    base = skills.find_base(find_workspace(repo), personal=personal)
    _print(ctx, skills.install(base, agents or (SHARED,)), as_json, "nothing to do")


@command.command("update", short_help="Bring installed skills up to date.")
@_common
@click.pass_context
def update(ctx: click.Context, personal: bool, repo: str | None, as_json: bool) -> None:
    """Bring the skills up to date in every folder that they were installed to.

    Exits with 1 when a file was kept because you changed it.
    """
    base = skills.find_base(find_workspace(repo), personal=personal)
    _print(ctx, skills.update(base), as_json, "no skills of git-trove are installed here")


@command.command("uninstall", short_help="Remove the skills.")
@_agent_option
@_common
@click.pass_context
def uninstall(ctx: click.Context, agents: tuple[str, ...], personal: bool, repo: str | None, as_json: bool) -> None:
    """Remove the skills from the folders of agents, or from every folder that they were installed to.

    Exits with 1 when a file was kept because you changed it.
    """
    base = skills.find_base(find_workspace(repo), personal=personal)
    _print(ctx, skills.uninstall(base, agents), as_json, "no skills of git-trove are installed here")


@command.command("agents-md", short_help="Write our block into AGENTS.md or CLAUDE.md.")
@click.option("--file", "name", default="", metavar="NAME", help="The file, instead of the one that is there.")
@click.option("--remove", is_flag=True, help="Take the block out.")
@_common
@click.pass_context
def agents_md(ctx: click.Context, name: str, remove: bool, personal: bool, repo: str | None, as_json: bool) -> None:
    """Write a block into AGENTS.md or CLAUDE.md that tells any agent the two commands.

    A second run changes nothing; everything outside the block stays as it is.
    """
    base = skills.find_base(find_workspace(repo), personal=personal)
    _print(ctx, [skills.write_block(base, name, remove=remove)], as_json, "")


def _print(ctx: click.Context, done: Sequence[skills.Done], as_json: bool, nothing: str) -> None:
    """Print what happened to each file; exit with 1 when one was kept."""
    if as_json:
        print_json(skills_object(done))
    else:
        click.echo(render_skills(done, nothing), nl=False)
    if skills.has_kept(done):
        click.echo(KEPT, err=True)
        ctx.exit(1)
