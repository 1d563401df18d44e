"""What became of a fact: `git trove remember`."""

from __future__ import annotations

import shlex

from trove_git.commands.remember import UNCHANGED, Remembered
from trove_git.output.style import block, printable


def render_remember(result: Remembered, *, terminal: bool = False) -> str:
    """Say what was done to which entry."""
    return block([printable(f"{result.action} {result.path}", terminal=terminal)])


def remember_asides(result: Remembered) -> str:
    """Say why nothing was done."""
    return block(["-- the entry says this already"] if result.action == UNCHANGED else [])


def unmatched_line(item: str, from_top: str = "", *, terminal: bool = False) -> str:
    """Say that a pinned pattern fits no file.

    Args:
        item: the pattern, as the entry keeps it.
        from_top: the same as it is typed from the top of the tree, where it would fit a file; else empty.
        terminal: whether it is printed to a terminal.
    """
    hint = f"; from the top: --path {shlex.quote(from_top)}" if from_top else ""
    return block([printable(f"-- no file fits {item}{hint}", terminal=terminal)])


def remember_object(result: Remembered) -> dict[str, object]:
    """Return the JSON object of the entry; its keys are documented in docs/cli.md."""
    return result._asdict()
