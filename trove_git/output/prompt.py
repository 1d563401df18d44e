"""What the prompt says beside its answers: a line each, and the help."""

from __future__ import annotations

from collections.abc import Mapping

from trove_git.commands.prompt import COMMANDS
from trove_git.output.style import block
from trove_git.output.text import render_counts
from trove_git.records import display_path

OID_CHARACTERS = 12


def say_welcome(root: str) -> str:
    """Say what is asked."""
    return f"trove: ask anything about {display_path(root)}"


def say_open(counts: Mapping[str, int]) -> str:
    """Say how much of each kind is open, and how to go on."""
    return f"-- {render_counts(counts)} | :help for commands"


def say_asked(commit: str | None, *, uncommitted: bool) -> str:
    """Say which state is asked.

    Args:
        commit: object id; None where there is no commit.
        uncommitted: whether the files on disk are asked, too.
    """
    what = commit[:OID_CHARACTERS] if commit else "the files on disk"
    return f"-- asking {what}{' and uncommitted files' if commit and uncommitted else ''}"


def say_explained(on: bool) -> str:
    """Say whether scores are explained."""
    return f"-- scores are {'explained' if on else 'not explained any more'}"


def say_fresh(on: bool) -> str:
    """Say how stale entries count."""
    return f"-- entries whose files have changed since {'count less' if on else 'count in full'}"


def say_json(on: bool) -> str:
    """Say in which form answers are printed."""
    return f"-- answers are {'JSON' if on else 'text'}"


def say_budget(tokens: int) -> str:
    """Say how long an answer may be."""
    return f"-- budget {tokens} tokens"


def say_provider(name: str) -> str:
    """Say who writes answers."""
    return f"-- provider {name}"


def render_help() -> str:
    """Render the help, a line a command."""
    rows = [("QUESTION", "ask it")]
    rows += [(f":{name} {usage.argument}".rstrip(), usage.help) for name, usage in COMMANDS.items()]
    width = max(len(left) for left, _ in rows)
    return block(f"{left:<{width}}  {right}" for left, right in rows)
