"""`git trove mcp`."""

from __future__ import annotations

import os
from importlib.util import find_spec

import click

from trove_git.cli.common import repo_option
from trove_git.errors import UsageError
from trove_git.output.mcp import CLIENTS, render_config

PROJECT_FOLDER = "CLAUDE_PROJECT_DIR"
"""Where Claude Code says which project is open: it may start a server elsewhere."""
MISSING_HINT = "pip install 'trove-git[mcp]', or pipx inject trove-git mcp"


@click.command("mcp")
@click.option(
    "--write", is_flag=True, help="Offer the tool remember, too, which writes entries to the project's trove."
)
@click.option("--personal", is_flag=True, help="With --write: entries may go to the personal trove, too.")
@click.option(
    "--budget", type=click.IntRange(200, 4000), metavar="N", help="Token budget of an answer.  [default: 1500]"
)
@click.option(
    "--config",
    "client",
    type=click.Choice(CLIENTS),
    metavar="CLIENT",
    help=f"Print what a client needs, and exit: {', '.join(CLIENTS)}.",
)
@repo_option
def command(write: bool, personal: bool, budget: int | None, client: str | None, repo: str | None) -> None:
    """Serve this repository to a coding agent over MCP, on standard input and output.

    Clients start it; it ends when they close standard input. It only reads, unless --write is given, and sends nothing
    anywhere.
    """
    if personal and not write:
        raise UsageError("--personal needs --write")
    if client is not None:
        options = ["--write"] * write + ["--personal"] * personal
        options += ["--budget", str(budget)] if budget is not None else []
        options += ["--repo", os.path.abspath(repo)] if repo is not None else []
        click.echo(render_config(client, options), nl=False)
        return
    if find_spec("mcp") is None:
        raise UsageError("the mcp package is not installed", hint=MISSING_HINT)
    from trove_git.garbage import collecting
    from trove_git.mcp.engine import Options
    from trove_git.mcp.server import serve

    folder = os.environ.get(PROJECT_FOLDER, "")
    if repo is None and os.path.isdir(folder):
        os.chdir(folder)
    # A server lives long enough to have garbage.
    with collecting():
        serve(Options(repo, write, personal, budget))
