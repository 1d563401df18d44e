"""`git trove hook`: what hooks call; gates exit with 1 or more to stop git, the others always with 0.

Most are Git's hooks; `session-start`, `session-end` and `session-reviewed` are those of an agent's session.
"""

from __future__ import annotations

import os
import sys

import click

from trove_git.agents import session as session
from trove_git.commands import hook
from trove_git.errors import TroveError
from trove_git.hooks.stubs import POST_HOOKS, PUSH_GATE
from trove_git.output.hook import render_said
from trove_git.workspace.workspace import find_workspace

EXIT_FINDINGS = 1
EXIT_PROBED = 3
"""A gate that only answered a probe let nothing through."""


@click.command("hook", context_settings={"ignore_unknown_options": True})
@click.option("--now", is_flag=True, help="Index in this process; without it a process of its own does.")
@click.option("--awaited", is_flag=True, hidden=True, help="The next question waits for what --now builds.")
@click.argument("name", type=click.Choice(hook.NAMES), metavar="NAME")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(ctx: click.Context, now: bool, awaited: bool, name: str, arguments: tuple[str, ...]) -> None:
    """Do what the Git hook NAME does, with the arguments and the standard input that git gives it.

    pre-commit, pre-merge-commit, pre-push and commit-msg look for secrets and exit with 0 only when there
    are none. post-commit, post-merge, post-checkout and post-rewrite bring the index up to date and exit with 0.

    session-start prints for an agent what the trove holds. session-end notes, where trove.capture is true, that
    the session was not reviewed; session-reviewed takes such notes away. They exit with 0 whatever happens.
    """
    if name in session.NAMES:
        _session(name)
        return
    if hook.answer_probe(name, os.environ):
        ctx.exit(EXIT_PROBED)
    if name in POST_HOOKS or name == hook.ANY_POST:
        click.echo(render_said(_after(name, arguments, now=now, awaited=awaited)), nl=False, err=True)
        return
    # Only git's own standard input is read: another hook may have been handed one that never ends.
    text = sys.stdin.read() if name == PUSH_GATE and not sys.stdin.isatty() else ""
    verdict = hook.run_gate(name, arguments, text, find_workspace(None))
    from trove_git.output.secrets import render_verdict, verdict_notes

    click.echo(render_verdict(verdict), nl=False)
    click.echo(verdict_notes(verdict), nl=False, err=True)
    ctx.exit(0 if verdict.clean else EXIT_FINDINGS)


def _session(name: str) -> None:
    """Do what a hook of an agent's session does; a session starts and ends whatever is wrong with a trove."""
    given = session.parse_input(session.read_standard_input(sys.stdin))
    try:
        if name == session.START:
            from trove_git.agents.session_start import session_start

            text = session_start(given)
            if text:
                click.echo(text.encode("utf-8", "replace"))
            return
        from trove_git.agents.session_end import session_end, session_reviewed

        if name == session.END:
            session_end(given)
        else:
            session_reviewed(given)
    except (TroveError, OSError):
        return


def _after(name: str, arguments: tuple[str, ...], *, now: bool, awaited: bool) -> list[str]:
    """Do what a post hook does; return what to say."""
    workspace = find_workspace(None)
    if workspace.root.repository is None:
        return []
    if now:
        from trove_git.commands.background import index_now

        index_now(workspace, awaited=awaited)
        return []
    event, given = hook.post_event(name, arguments, os.environ)
    if hook.is_idle(event, given, workspace.repository.git_dir):
        return []
    from trove_git.commands.after_merge import is_merge, tidy
    from trove_git.layers.indexer import start

    start(event, os.getcwd())
    if event in ("post-merge", "post-rewrite") or (event == "post-commit" and is_merge(workspace.repository)):
        return tidy(workspace)
    return []
