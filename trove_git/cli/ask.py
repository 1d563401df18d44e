"""`git trove ask`: the main job."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from trove_git.cli.common import json_option, plain_option, print_json, repo_option
from trove_git.cli.light import PlainHelp
from trove_git.commands import overlay
from trove_git.commands.place import find_place
from trove_git.records import ENTRY_TYPES, SEARCHED_KINDS

KIND_HELP = f"Only this kind: {', '.join(SEARCHED_KINDS)}; may be repeated."
TYPE_HELP = f"Only entries of this type: {', '.join(ENTRY_TYPES)}; may be repeated."


@click.command("ask", cls=PlainHelp)
@click.argument("question", nargs=-1, required=True)
@plain_option("--limit", metavar="N", help="Hits at most.  [default: 12]")
@plain_option("--per-kind", metavar="N", help="Hits of one kind at most.  [default: 6]")
@plain_option("--budget", metavar="N", help="Token budget of the output.  [default: 1500]")
@plain_option("--kind", "kinds", multiple=True, type=click.Choice(SEARCHED_KINDS), metavar="KIND", help=KIND_HELP)
@plain_option("--type", "types", multiple=True, type=click.Choice(ENTRY_TYPES), metavar="TYPE", help=TYPE_HELP)
@plain_option("--tag", "tags", multiple=True, metavar="TAG", help="Only entries with this tag; may be repeated.")
@plain_option("--at", "revision", metavar="REV", help="Ask this commit, without uncommitted files.")
@plain_option("--recency", metavar="AGE", help="Prefer what changed lately; half as much after AGE, as 90d.")
@plain_option("--history", is_flag=True, help="Commits may be hits too, cited by their short object id.")
@plain_option("--no-tools", is_flag=True, help="Leave installed tools out.")
@plain_option("--explain", is_flag=True, help="Show how each score is made.")
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, question: tuple[str, ...], limit: str | None, per_kind: str | None, budget: str | None,
    kinds: tuple[str, ...], types: tuple[str, ...], tags: tuple[str, ...], revision: str | None, recency: str | None,
    history: bool,     no_tools: bool, explain: bool, repo: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Answer QUESTION with ranked, cited hits from the trove, the docs, the code and the tools installed here.

    Exits with 0 when there are hits, 1 when there are none.
    """
    flags = {"limit": limit, "perkind": per_kind, "budget": budget, "recency": recency}
    place = find_place(repo, {**flags, "tools": "false" if no_tools else None}, _load_engine)
    scan = overlay.start(place, place.settings().docs) if revision is None else None
    # The rest is loaded while git looks for uncommitted files.
    from trove_git.commands.ask import Request, ask

    result = ask(place, Request(" ".join(question), revision, kinds, types, tags, explain, as_json, history), scan)
    if as_json:
        from trove_git.output.json import ask_object

        print_json(ask_object(result, explain=explain))
    else:
        from trove_git.output.text import Style, render_ask

        click.echo(render_ask(result, Style(*_decoration()), explain=explain), nl=False)
    ctx.exit(0 if result.hits else 1)


def _load_engine() -> None:
    """Load the search engine, which takes as long as git to find the repository."""
    import_module("trove_git.index.published")


def _decoration() -> tuple[bool, bool, str, int]:
    """Whether the terminal wants colours and links, the name of this machine for links, and the terminal's width."""
    if not sys.stdout.isatty():
        return False, False, "", 0
    import platform
    import shutil

    columns = shutil.get_terminal_size().columns
    if os.environ.get("TERM") == "dumb":
        return False, False, "", columns
    return not os.environ.get("NO_COLOR"), _has_links(), platform.node(), columns


def _has_links() -> bool:
    """Whether the terminal is one that opens OSC 8 links; the others mostly ignore them, some print them."""
    if os.environ.get("VTE_VERSION", "0") >= "5000" or "WT_SESSION" in os.environ or "KITTY_WINDOW_ID" in os.environ:
        return True
    programs = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio")
    return os.environ.get("TERM_PROGRAM") in programs or os.environ.get("COLORTERM") == "truecolor"
