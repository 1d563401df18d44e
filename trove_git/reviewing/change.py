"""The diff that made an entry doubtful: the change at the old line that speaks loudest against it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trove_git.doubt.evidence import Evidence
from trove_git.doubt.judge import Reason
from trove_git.gitrepo.repository import Repository
from trove_git.records import display_path

CONTEXT_LINES = 1
MOST_LINES = 12
"""Lines of a diff that are shown."""
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")


def read_change(
    repository: Repository, reason: Reason, then: str, evidence: Evidence, now: str, prefix: str = ""
) -> tuple[str, ...]:
    """Return the lines of the hunk at a reason's line, a `@@` line with the path first; empty where there is none.

    Args:
        repository: where the blobs are.
        reason: with a path and a line.
        then: object id of the commit in which the fact was known to hold.
        evidence: says what has become of the file.
        now: object id of the present commit.
        prefix: path of the root below the top, with a final slash; empty at the top.

    Raises:
        GitError: a blob cannot be read.
    """
    present = next((file.now for file in evidence.files if file.path == reason.path), "")
    if not present or not reason.line:
        return ()
    options = ["diff", f"-U{CONTEXT_LINES}", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames"]
    blobs = [f"{then}:{prefix}{reason.path}", f"{now}:{prefix}{present}"]
    lines = repository.run([*options, *blobs, "--"]).decode("utf-8", "replace").split("\n")
    return _hunk_at(lines, reason.line, display_path(reason.path))


def _hunk_at(lines: Sequence[str], line: int, path: str) -> tuple[str, ...]:
    """Return the hunk of a diff that covers an old line, cut around it."""
    for number, text in enumerate(lines):
        match = _HUNK.match(text)
        if match is None:
            continue
        first, count = int(match[1]), int(match[2] or 1)
        if first <= line < first + max(count, 1):
            end = next((n for n in range(number + 1, len(lines)) if lines[n].startswith("@@")), len(lines))
            return (f"{match[0]} {path}", *_cut(lines[number + 1 : end], line - first))
    return ()


def _cut(body: Sequence[str], offset: int) -> list[str]:
    """Keep the lines around an old line, by its offset among the old lines of a hunk."""
    kept = [text for text in body if text and not text.startswith("\\")]
    if len(kept) > MOST_LINES:
        olds = [n for n, text in enumerate(kept) if text[0] != "+"]
        at = olds[min(offset, len(olds) - 1)]
        # What replaced the line follows the run of removed lines it is in.
        run = next((n for n in range(at, len(kept)) if kept[n][0] != "-"), len(kept))
        added = [text for text in kept[run:] if text[0] == "+"][: MOST_LINES // 2] if kept[at][0] == "-" else []
        start = max(0, at - CONTEXT_LINES)
        end = start + MOST_LINES - len(added)
        kept = [*kept[start : min(run, end) if added else end], *added]
    return [text for text in kept if text.strip()]
