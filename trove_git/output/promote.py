"""What becomes of a personal entry: `git trove promote`."""

from __future__ import annotations

import shlex

from trove_git.commands.import_entries import SAME, Imported
from trove_git.output.style import block, printable


def render_promote(done: Imported, *, terminal: bool = False) -> str:
    """Say where the entry was copied to, or that the project has it."""
    one = done.planned[0]
    if one.action == SAME:
        line = f"the project has it already: {', '.join(one.others)}"
    else:
        line = f"{'copied to' if done.written else 'would be copied to'} {one.path}"
    return block([printable(line, terminal=terminal)])


def promote_next(done: Imported, *, in_repository: bool, terminal: bool = False) -> str:
    """Say what to do next, once the entry was copied."""
    one = done.planned[0]
    if one.action == SAME or not done.written:
        return ""
    trove = one.path.removesuffix(f"/{one.target}")
    step = f"git add {shlex.quote(trove)} && git commit" if in_repository else f"look at {trove}"
    return block([printable(f"-- the personal entry stays; next: {step}", terminal=terminal)])


def promote_object(done: Imported) -> dict[str, object]:
    """Return the JSON object of the entry; its keys are documented in docs/cli.md."""
    one = done.planned[0]
    return {"action": one.action, "slug": one.slug, "title": one.title, "path": one.path, "written": done.written}
