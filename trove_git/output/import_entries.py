"""What becomes of the entries of a bundle: `git trove import`."""

from __future__ import annotations

from trove_git.commands.import_entries import Imported, Planned
from trove_git.output.style import block, printable
from trove_git.wording import counted


def render_import(done: Imported, *, terminal: bool = False) -> str:
    """Render entries, a line each: what happens, path, title, and the entries it is like."""
    return block(printable(_line(one), terminal=terminal) for one in done.planned)


def import_summary(done: Imported) -> str:
    """Say in one line what was done."""
    return block([f"-- {_summary(done)}"])


def import_object(done: Imported) -> dict[str, object]:
    """Return the JSON object of the entries; its keys are documented in docs/cli.md."""
    return {
        "written": done.written,
        "entries": [
            {"action": one.action, "slug": one.slug, "title": one.title, "path": one.path}
            | ({"others": list(one.others)} if one.others else {})
            for one in done.planned
        ],
    }


def _line(one: Planned) -> str:
    line = f"{one.action:8}  {one.path}  {one.title}"
    return f"{line}  ({', '.join(one.others)})" if one.others else line


def _summary(done: Imported) -> str:
    entries = counted(len(done.added), "entry")
    if done.has_secret:
        return "nothing is written while an entry holds a secret"
    if done.written:
        return f"{entries} written"
    return f"{entries} would be written; --write does it" if done.added else "nothing to add"
