"""What happened to the files of skills: `git trove skills`."""

from __future__ import annotations

from collections.abc import Sequence

from trove_git.commands.skills import Done
from trove_git.output.style import block
from trove_git.records import display_path

KEPT = "hint: what was kept is not as git-trove left it; move it away to get the new one"


def render_skills(done: Sequence[Done], nothing: str) -> str:
    """Render files, a line each.

    Args:
        done: what happened to which.
        nothing: what to say where nothing did; empty for nothing.
    """
    lines = [f"{one.verb} {display_path(one.path)}" for one in done]
    return block(lines or [nothing] * bool(nothing))


def skills_object(done: Sequence[Done]) -> dict[str, object]:
    """Return the JSON object of the files; its keys are documented in docs/cli.md."""
    return {"files": [{"path": one.path, "action": one.verb} for one in done]}
