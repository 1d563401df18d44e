"""What post hooks say: `git trove hook`."""

from __future__ import annotations

from collections.abc import Iterable

from trove_git.output.style import block


def render_said(lines: Iterable[str]) -> str:
    """Render what the user should know, a line each, with who says it: git prints lines of its own around them."""
    return block(f"git-trove: {line}" for line in lines)
