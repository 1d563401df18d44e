"""`git trove eval`."""

from __future__ import annotations

import click

from trove_git.cli.building import watch_building
from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.decoration import decoration
from trove_git.commands.evaluate import Marks, evaluate
from trove_git.commands.questions import add_question, locate_file
from trove_git.errors import UsageError
from trove_git.output.eval import added_object, eval_object, render_added, render_eval
from trove_git.output.style import Style
from trove_git.workspace.workspace import Workspace, find_workspace

SHARE = click.FloatRange(0, 1)
ADD_HELP = "Add this question; what follows are the places that answer it, as PATH, PATH:LINE or PATH:START-END."
FIRST_HELP = "Fail when a smaller share of the questions has a right answer first, such as 0.6."


@click.command("eval")
@click.argument("arguments", nargs=-1, metavar="[FILE | PLACE...]")
@click.option("--add", "question", default=None, metavar="QUESTION", help=ADD_HELP)
@click.option("--at", "revision", default=None, metavar="REV", help="Ask this commit, without uncommitted files.")
@click.option("--min-first", type=SHARE, default=None, metavar="SHARE", help=FIRST_HELP)
@click.option("--min-mrr", type=SHARE, default=None, metavar="MRR", help="Fail when the mean reciprocal rank is lower.")
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, arguments: tuple[str, ...], question: str | None, revision: str | None,
    min_first: float | None, min_mrr: float | None, repo: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Ask the project's own questions, and say whether the places that answer them are found.

    FILE has a JSON object a line, with question and places; it is .trove/eval.jsonl at the root unless it is named.
    Tools and the personal trove are left out. Exits with 1 when a mark that is given is not reached.
    """
    workspace = find_workspace(repo)
    marks = Marks(min_first, min_mrr)
    if question is not None:
        if revision is not None or marks != Marks():
            raise UsageError("--add asks nothing: --at, --min-first and --min-mrr do not go with it")
        _add(workspace, question, arguments, as_json=as_json)
        return
    if len(arguments) > 1:
        raise UsageError("more than one file is named", where=arguments[1], hint="git trove eval FILE")
    file = locate_file(workspace, arguments[0] if arguments else None)
    result = evaluate(workspace, file, revision, watch_building())
    missed = marks.missed(result)
    if as_json:
        print_json(eval_object(result, missed))
    else:
        click.echo(render_eval(result, missed, Style(*decoration())), nl=False, color=True)
    ctx.exit(1 if missed else 0)


def _add(workspace: Workspace, question: str, places: tuple[str, ...], *, as_json: bool) -> None:
    added = add_question(workspace, question, places)
    if as_json:
        print_json(added_object(added))
    else:
        click.echo(render_added(added), nl=False)
