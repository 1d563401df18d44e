"""What retiring entries does: `git trove prune`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trove_git.commands.prune import CHANGED, COMMITTED, UNCOMMITTED, Retiring
from trove_git.output.style import block, printable
from trove_git.wording import counted

SAID = {
    CHANGED: "it has uncommitted changes",
    UNCOMMITTED: "no commit has it",
}


def render_prune(plan: Sequence[Retiring], *, terminal: bool = False) -> str:
    """Render what is to be done to each entry, and what speaks against it."""
    return block(printable(line, terminal=terminal) for retiring in plan for line in _lines(retiring))


def prune_question(plan: Sequence[Retiring], *, delete: bool) -> str:
    """Return what is asked before it is done."""
    return f"{'Delete' if delete else 'Archive'} {counted(len(plan), 'entry')}?"


def prune_object(plan: Sequence[Retiring]) -> dict[str, object]:
    """Return the JSON object of what was done; its keys are documented in docs/cli.md."""
    return {"entries": [_object(retiring) for retiring in plan]}


def _lines(retiring: Retiring) -> Iterator[str]:
    entry = retiring.located.entry
    moved = f"archive {entry.path} -> {retiring.target}" if retiring.target else f"delete {entry.path}"
    yield f"{moved}  {entry.title}"
    if retiring.state != COMMITTED:
        lost = "" if retiring.target else "; they are lost" if retiring.state == CHANGED else "; it is lost"
        yield f"-- {SAID[retiring.state]}{lost}"
    for linked in retiring.linked_from:
        yield f"-- linked from {linked.path}:{linked.line}"


def _object(retiring: Retiring) -> dict[str, object]:
    entry = retiring.located.entry
    return {
        "kind": retiring.kind,
        "slug": entry.slug,
        "path": entry.path,
        "archived_to": retiring.target or None,
        "state": retiring.state,
        "linked_from": [linked._asdict() for linked in retiring.linked_from],
    }
