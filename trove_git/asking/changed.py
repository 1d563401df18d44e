"""What `--since` and `--author` ask for, and which kinds of source that is about; `narrowing.py` does it.

An entry belongs to the commit that changed it last: its time and its author count. Without `--kind` entries and
commits are searched; `--kind doc` asks for docs in the same way. Personal entries have no commits here.
"""

from __future__ import annotations

from typing import NamedTuple

from trove_git.errors import UsageError

USUAL_KINDS = ("project", "commit")
CHANGED_KINDS = ("project", "doc", "commit")
"""Kinds of which a commit says when and by whom they were changed."""


class Changed(NamedTuple):
    """What is wanted of the last change of a source."""

    since: str | None = None
    """A date as git takes it."""
    author: str | None = None
    """A pattern as `git log --author` takes it."""

    @property
    def narrows(self) -> bool:
        """Whether anything is wanted."""
        return self.since is not None or self.author is not None

    def kinds(self, wanted: tuple[str, ...]) -> tuple[str, ...]:
        """Return the kinds that are searched.

        Args:
            wanted: kinds that were asked for; none for the usual ones.

        Raises:
            UsageError: a kind that no commit changes.
        """
        if not self.narrows:
            return wanted
        other = next((kind for kind in wanted if kind not in CHANGED_KINDS), None)
        if other is not None:
            hint = f"drop --kind, or choose of {', '.join(CHANGED_KINDS)}"
            raise UsageError(f"--since and --author do not go with --kind {other}", hint=hint)
        return wanted or USUAL_KINDS
