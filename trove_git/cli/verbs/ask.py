"""`git trove ask`: the main job."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from trove_git.asking.asking import Asking
from trove_git.cli.building import watch_building
from trove_git.cli.common import json_option, path_option, plain_option, print_json, repo_option
from trove_git.cli.light import PlainHelp
from trove_git.records import CODE_KINDS, ENTRY_TYPES, KINDS
from trove_git.settings import PROVIDERS
from trove_git.workspace.agent import in_agent_session

if TYPE_CHECKING:
    # Not imported at run time: git looks for uncommitted files before any of this is loaded.
    from trove_git.asking.ask import Request
    from trove_git.records import AskResult

CODE = "code"
"""What `--kind` takes for all kinds that are made from code."""
KIND_HELP = f"Only this kind: {', '.join((*KINDS, CODE))}; may be repeated."
PROVIDER_HELP = f"Who writes an answer from the hits: {', '.join(PROVIDERS)}.  [default: none]"
FRESH_HELP = "Rank entries lower when files that they are about have changed since, or are gone."
KEEP_HELP = "Send what is private but no secret: emails, phone numbers, hosts, addresses, paths, customers."
EXCERPTS_HELP = "Spend the rest of the budget on lines of the best code hits.  [default: only for agents]"
TYPE_HELP = f"Only entries of this type: {', '.join(ENTRY_TYPES)}; may be repeated."
SINCE_HELP = "Only entries and commits last changed on or after DATE: 2.weeks, 2026-01-31, 'last friday'."
AUTHOR_HELP = "Only entries and commits last changed by this author, as git log --author finds one."


@click.command("ask", cls=PlainHelp)
@click.argument("question", nargs=-1)
@plain_option("--limit", metavar="N", help="Hits at most.  [default: 12]")
@plain_option("--per-kind", metavar="N", help="Hits of one kind at most.  [default: 6]")
@plain_option("--budget", metavar="N", help="Token budget of the output.  [default: 1500]")
@plain_option("--kind", "kinds", multiple=True, type=click.Choice((*KINDS, CODE)), metavar="KIND", help=KIND_HELP)
@plain_option("--type", "types", multiple=True, type=click.Choice(ENTRY_TYPES), metavar="TYPE", help=TYPE_HELP)
@plain_option("--tag", "tags", multiple=True, metavar="TAG", help="Only entries with this tag; may be repeated.")
@path_option
@plain_option("--at", "revision", metavar="REV", help="Ask this commit, without uncommitted files.")
@plain_option("--recency", metavar="AGE", help="Prefer what changed lately; half as much after AGE, as 90d.")
@plain_option("--fresh", is_flag=True, help=FRESH_HELP)
@plain_option("--history", is_flag=True, help="Commits may be hits too, cited by their short object id.")
@plain_option("--since", metavar="DATE", help=SINCE_HELP)
@plain_option("--author", metavar="PATTERN", help=AUTHOR_HELP)
@plain_option("--excerpts/--no-excerpts", default=None, help=EXCERPTS_HELP)
@plain_option("--no-tools", is_flag=True, help="Leave installed tools out.")
@plain_option("--explain", is_flag=True, help="Show how each score is made.")
@plain_option("--provider", type=click.Choice(PROVIDERS), metavar="NAME", help=PROVIDER_HELP)
@plain_option("--model", metavar="NAME", help="The model that writes the answer, instead of the provider's own choice.")
@plain_option("--no-redact-nonsecret", is_flag=True, help=KEEP_HELP)
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, question: tuple[str, ...], limit: str | None, per_kind: str | None, budget: str | None,
    kinds: tuple[str, ...], types: tuple[str, ...], tags: tuple[str, ...], paths: tuple[str, ...],
    revision: str | None, recency: str | None, fresh: bool, history: bool, since: str | None, author: str | None,
    excerpts: bool | None, no_tools: bool, explain: bool, provider: str | None, model: str | None,
    no_redact_nonsecret: bool, repo: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Answer QUESTION with ranked, cited hits from the trove, the docs, the code and the tools installed here.

    With a provider, a language model also writes an answer from these hits, which cites them as [n]. Only then is
    anything sent, and secrets are taken out of it before.

    With --path and no question, every entry about that file or folder, newest first, with what speaks against it.

    Exits with 0 when there are hits, 1 when there are none.
    """
    flags = {"limit": limit, "perkind": per_kind, "budget": budget, "recency": recency}
    flags |= {"tools": "false" if no_tools else None, "provider": provider, "model": model}
    with Asking.begin(repo, flags, revision, watch_building()) as asking:
        # Only now: git looks for uncommitted files while this is loaded.
        from trove_git.asking.ask import Request, ask_begun
        from trove_git.asking.changed import Changed

        wanted = tuple(one for kind in kinds for one in (CODE_KINDS if kind == CODE else (kind,)))
        request = Request(
            " ".join(question), revision, wanted, types, tags, explain, as_json, history, paths, fresh,
            Changed(since, author),
        )  # fmt: skip
        if not request.query.strip() and paths:
            result = _ask_about(asking, request)
            _print(result, as_json=as_json, explain=False, advert=False)
            ctx.exit(0 if result.hits else 1)
        for_agent = in_agent_session(asking.workspace.environment)
        with_answer = asking.workspace.settings.provider != "none"
        if with_answer:
            from trove_git.cli.answer_output import print_answer
            from trove_git.commands.answer import prepare

            search = partial(ask_begun, asking, request)
            prepared = prepare(asking.workspace, request, search, redact_nonsecret=not no_redact_nonsecret)
        else:
            if for_agent if excerpts is None else excerpts:
                from trove_git.asking.excerpts import with_excerpts

                result = ask_begun(asking, request, with_excerpts(request.query))
            else:
                result = ask_begun(asking, request)
    if with_answer:
        result = print_answer(prepared, as_json=as_json, explain=explain)
    else:
        _print(result, as_json=as_json, explain=explain, advert=not for_agent)
    ctx.exit(0 if result.hits else 1)


def _ask_about(asking: Asking, request: Request) -> AskResult:
    from trove_git.commands.about import ask_about
    from trove_git.commands.list_entries import Wanted

    return ask_about(asking, request.paths, Wanted(request.types, request.tags), request.kinds)


def _print(result: AskResult, *, as_json: bool, explain: bool, advert: bool) -> None:
    if as_json:
        from trove_git.output.json import ask_object

        print_json(ask_object(result, explain=explain))
        return
    from trove_git.cli.decoration import decoration
    from trove_git.output.style import Style
    from trove_git.output.text import render_ask

    click.echo(render_ask(result, Style(*decoration()), explain=explain, advert=advert), nl=False)
