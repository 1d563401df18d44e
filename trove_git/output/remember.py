"""What became of a fact: `git trove remember`."""

from __future__ import annotations

from trove_git.commands.remember import UNCHANGED, Remembered
from trove_git.output.style import block, printable


def render_remember(result: Remembered, *, terminal: bool = False) -> str:
    """Say what was done to which entry."""
    return block([printable(f"{result.action} {result.path}", terminal=terminal)])


def remember_asides(result: Remembered) -> str:
    """Say why nothing was done."""
    return block(["-- the entry says this already"] if result.action == UNCHANGED else [])


def remember_object(result: Remembered) -> dict[str, object]:
    """Return the JSON object of the entry; its keys are documented in docs/cli.md."""
    return result._asdict()
