"""One commit → one source: its message, and the paths it touched as words beside it."""

from __future__ import annotations

import re

from trove_git.records import HistoryCommit, Source

MAX_MESSAGE_CHARACTERS = 20_000
"""Longer messages are logs that somebody pasted; the rest says nothing new."""
MAX_PATHS = 30
_TRAILER = re.compile(r"(?:[A-Za-z]+-)*[Bb]y: |(?:Change-Id|Cc|CC|git-svn-id|Commit-Queue|Auto-Submit|Conflicts): ?")
"""Lines that name people and tools."""


def commit_source(commit: HistoryCommit, message: str) -> Source:
    """Return the source of a commit; its path is the object id, its lines those of the message."""
    lines = message_lines(message)
    return Source(
        kind="commit",
        path=commit.oid,
        line=1,
        end_line=max(1, len(lines)),
        title=commit.subject,
        body="\n".join((*lines, *commit.touched[:MAX_PATHS])),
        oid=commit.oid,
    )


def message_lines(message: str) -> list[str]:
    """Return the lines of a message; those that name people and tools are empty, and keep their place."""
    lines = message[:MAX_MESSAGE_CHARACTERS].rstrip().split("\n")
    return ["" if _TRAILER.match(line) else line for line in lines]
