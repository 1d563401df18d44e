"""`git trove log`."""

from __future__ import annotations

import click

from trove_git.cli.common import json_option, print_json, repo_option
from trove_git.cli.entry_output import printable
from trove_git.commands.log import LoggedCommit, Told, log
from trove_git.gitrepo.touching import Narrowing
from trove_git.lives import trove_history as history
from trove_git.wording import iso_time
from trove_git.workspace.workspace import find_workspace

MARKS = {history.ADDED: "+", history.RESTORED: "+", history.REMOVED: "-", history.RETIRED: "-", history.PRESENT: "="}
CHANGED_MARK = "~"
SHORT = 9
"""Characters of an object id that are shown."""
MOST_SHOWN = 20
"""Entries of one commit that are shown as text."""


@click.command("log")
@click.argument("slug", required=False, default="")
@click.option("--limit", type=click.IntRange(min=1), default=None, metavar="N", help="At most N commits.")
@click.option("--since", default="", metavar="DATE", help="Only commits since DATE, in any form that git takes.")
@click.option("--author", default="", metavar="PATTERN", help="Only commits of authors that match, as for git log.")
@repo_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, slug: str, limit: int | None, since: str, author: str, repo: str | None, as_json: bool
) -> None:
    """Show which commits touched the trove and what they did to entries, newest first.

    With SLUG, show the life of that entry under all the names it had, also when it is gone. A line
    begins with + for an entry that was added, ~ for one that was changed, moved or renamed, - for
    one that was removed or retired. Exits with 0 when there are commits, 1 when there are none.
    """
    logged = log(find_workspace(repo), slug, Narrowing(since, author), limit=limit or 0)
    if as_json:
        made: dict[str, object] = {
            "revision": logged.revision or None,
            "commits": [_commit_object(commit) for commit in logged.commits],
            "more": logged.more,
        }
        print_json(made | ({"notes": list(logged.notes)} if logged.notes else {}))
    else:
        for commit in logged.commits:
            _echo(commit)
    if not as_json:
        if logged.more:
            click.echo("-- there are more; a larger --limit shows them", err=True)
        for note in logged.notes:
            click.echo(printable(f"-- {note}"), err=True)
        if not logged.commits:
            click.echo("no commits", err=True)
    ctx.exit(0 if logged.commits else 1)


def _echo(logged: LoggedCommit) -> None:
    """Print one commit with its entries."""
    commit = logged.commit
    click.echo(printable(f"{commit.oid[:SHORT]}  {commit.day}  {commit.author}  {commit.subject}"))
    for told in logged.entries[:MOST_SHOWN]:
        mark = MARKS.get(told.change.action, CHANGED_MARK)
        click.echo(printable(f"  {mark} {told.title}  ({', '.join(_words(told))})"))
    left = len(logged.entries) - MOST_SHOWN
    if left > 0:
        click.echo(f"  and {left} more; --json lists all")
    if not logged.entries:
        click.echo(printable(f"  {', '.join(logged.others)}"))


def _words(told: Told) -> list[str]:
    """Say what happened to an entry, beside its title."""
    change = told.change
    words = {
        history.RENAMED: f"{change.old_slug} -> {change.slug}",
        history.MOVED: f"{change.slug}, moved from {folder_of(told.old_path)} to {folder_of(told.path)}",
        history.RETIRED: f"{change.slug}, retired",
        history.RESTORED: f"{change.slug}, restored",
        history.PRESENT: f"{change.slug}, at the edge of the shallow clone",
    }
    said = [words.get(change.action, change.slug)]
    if change.action == history.RENAMED and folder_of(told.old_path) != folder_of(told.path):
        said.append(f"moved from {folder_of(told.old_path)} to {folder_of(told.path)}")
    if change.action in (history.RENAMED, history.MOVED, history.RETIRED, history.RESTORED) and change.is_edited:
        said.append("changed")
    if told.old_title != told.title:
        said.append(f"was: {told.old_title}")
    return said


def folder_of(path: str) -> str:
    """Return the folder of an entry below its trove."""
    return path.rpartition("/")[0].rpartition(".claude/trove/")[2] or "."


def _commit_object(logged: LoggedCommit) -> dict[str, object]:
    """Return one commit as `--json` prints it."""
    return _commit_head(logged) | {
        "changes": [_change_object(told) | _titles(told) for told in logged.entries],
        "others": list(logged.others),
    }


def _commit_head(logged: LoggedCommit) -> dict[str, object]:
    """Return who made a commit, and when."""
    commit = logged.commit
    made: dict[str, object] = {
        "commit": commit.oid,
        "date": iso_time(commit.time),
        "author": commit.author,
        "email": commit.email,
        "subject": commit.subject,
    }
    return made | ({"at_edge": True} if commit.at_edge else {})


def _change_object(told: Told) -> dict[str, object]:
    """Return what happened to an entry, without its titles."""
    change = told.change
    made: dict[str, object] = {"action": change.action, "slug": change.slug, "path": told.path}
    if change.old_path != change.path:
        made |= {"old_slug": change.old_slug, "old_path": told.old_path, "edited": change.is_edited}
    return made


def _titles(told: Told) -> dict[str, object]:
    made: dict[str, object] = {"title": told.title}
    return made | ({"old_title": told.old_title} if told.old_title != told.title else {})
