"""The diff that made an entry doubtful: the change at the old line that speaks loudest against it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trove_git.doubt.evidence import Evidence
from trove_git.doubt.judge import Reason
from trove_git.gitrepo.repository import Repository

CONTEXT_LINES = 1
MOST_LINES = 12
"""Lines of a diff that are shown."""
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")


def read_change(repository: Repository, reason: Reason, then: str, evidence: Evidence, now: str) -> tuple[str, ...]:
    """Return the lines of the hunk at a reason's line, a `@@` line first; empty where there is none.

    Args:
        repository: where the blobs are.
        reason: with a path and a line.
        then: object id of the commit in which the fact was known to hold.
        evidence: says what has become of the file.
        now: object id of the present commit.

    Raises:
        GitError: a blob cannot be read.
    """
    present = next((file.now for file in evidence.files if file.path == reason.path), "")
    if not present or not reason.line:
        return ()
    options = ["diff", f"-U{CONTEXT_LINES}", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames"]
    blobs = [f"{then}:{reason.path}", f"{now}:{present}"]
    return _hunk_at(repository.run([*options, *blobs, "--"]).decode("utf-8", "replace").split("\n"), reason.line)


def _hunk_at(lines: Sequence[str], line: int) -> tuple[str, ...]:
    """Return the hunk of a diff that covers an old line, cut around it."""
    for number, text in enumerate(lines):
        match = _HUNK.match(text)
        if match is None:
            continue
        first, count = int(match[1]), int(match[2] or 1)
        if first <= line < first + max(count, 1):
            end = next((n for n in range(number + 1, len(lines)) if lines[n].startswith("@@")), len(lines))
            return (match[0], *_cut(lines[number + 1 : end], line - first))
    return ()


def _cut(body: Sequence[str], offset: int) -> list[str]:
    """Keep the lines around an old line, by its offset among the old lines of a hunk."""
    kept = [text for text in body if text.strip() and not text.startswith("\\")]
    if len(kept) <= MOST_LINES:
        return kept
    olds = [n for n, text in enumerate(kept) if text[0] != "+"]
    at = olds[offset] if offset < len(olds) else 0
    # What replaced the line follows the run of removed lines it is in.
    run = next((n for n in range(at, len(kept)) if kept[n][0] != "-"), len(kept))
    added = [text for text in kept[run:] if text[0] == "+"][: MOST_LINES // 2] if kept[at][0] == "-" else []
    start = max(0, at - CONTEXT_LINES)
    removed = kept[start : min(run, start + MOST_LINES - len(added))] if added else kept[start : start + MOST_LINES]
    return [*removed, *added]
