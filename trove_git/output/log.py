"""What commits did to entries: `git trove log`."""

from __future__ import annotations

from collections.abc import Iterator

from trove_git.commands.log import Logged, LoggedCommit, Told
from trove_git.lives.trove_history import ADDED, MOVED, PRESENT, REMOVED, RENAMED, RESTORED, RETIRED
from trove_git.output.style import block, printable
from trove_git.wording import iso_time

MARKS = {ADDED: "+", RESTORED: "+", REMOVED: "-", RETIRED: "-", PRESENT: "="}
CHANGED_MARK = "~"
SHORT = 9
"""Characters of an object id that are shown."""
MOST_SHOWN = 20
"""Entries of one commit that are shown as text."""


def render_log(logged: Logged, *, terminal: bool = False) -> str:
    """Render commits, each with a line an entry."""
    return block(printable(line, terminal=terminal) for commit in logged.commits for line in _lines(commit))


def log_asides(logged: Logged, *, terminal: bool = False) -> str:
    """Render what is said beside the commits: whether there are more, and the notes."""
    lines = ["-- there are more; a larger --limit shows them"] if logged.more else []
    lines += [printable(f"-- {note}", terminal=terminal) for note in logged.notes]
    return block(lines if logged.commits else [*lines, "no commits"])


def log_object(logged: Logged) -> dict[str, object]:
    """Return the JSON object of commits; its keys are documented in docs/cli.md."""
    made: dict[str, object] = {
        "revision": logged.revision or None,
        "commits": [_commit_object(commit) for commit in logged.commits],
        "more": logged.more,
    }
    return made | ({"notes": list(logged.notes)} if logged.notes else {})


def _lines(logged: LoggedCommit) -> Iterator[str]:
    commit = logged.commit
    yield f"{commit.oid[:SHORT]}  {commit.day}  {commit.author}  {commit.subject}"
    for told in logged.entries[:MOST_SHOWN]:
        mark = MARKS.get(told.change.action, CHANGED_MARK)
        yield f"  {mark} {told.title}  ({', '.join(_words(told))})"
    left = len(logged.entries) - MOST_SHOWN
    if left > 0:
        yield f"  and {left} more; --json lists all"
    if not logged.entries:
        yield f"  {', '.join(logged.others)}"


def _words(told: Told) -> list[str]:
    """Say what happened to an entry, beside its title."""
    change = told.change
    words = {
        RENAMED: f"{change.old_slug} -> {change.slug}",
        MOVED: f"{change.slug}, moved from {folder_of(told.old_path)} to {folder_of(told.path)}",
        RETIRED: f"{change.slug}, retired",
        RESTORED: f"{change.slug}, restored",
        PRESENT: f"{change.slug}, at the edge of the shallow clone",
    }
    said = [words.get(change.action, change.slug)]
    if change.action == RENAMED and folder_of(told.old_path) != folder_of(told.path):
        said.append(f"moved from {folder_of(told.old_path)} to {folder_of(told.path)}")
    if change.action in (RENAMED, MOVED, RETIRED, RESTORED) and change.is_edited:
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
