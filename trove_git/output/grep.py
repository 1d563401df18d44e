"""Lines of entries that match: `git trove grep`."""

from __future__ import annotations

from collections.abc import Iterable

from trove_git.commands.grep import Match
from trove_git.output.style import block, printable


def render_matches(matches: Iterable[Match], *, terminal: bool = False) -> str:
    """Render matches, a line each: path:line: text."""
    return block(printable(f"{match.path}:{match.line}: {match.text}", terminal=terminal) for match in matches)


def matches_object(matches: Iterable[Match]) -> dict[str, object]:
    """Return the JSON object of matches; its keys are documented in docs/cli.md."""
    return {"matches": [match._asdict() for match in matches]}
