"""One entry, whole: `git trove show`."""

from __future__ import annotations

from trove_git.commands.show import Shown
from trove_git.output.entry import entry_object
from trove_git.output.style import block, printable


def render_show(shown: Shown, *, terminal: bool = False) -> str:
    """Render an entry as its file has it; its last line is ended."""
    text = printable(shown.entry.text, terminal=terminal)
    return text if shown.entry.text.endswith("\n") else f"{text}\n"


def show_asides(shown: Shown, *, terminal: bool = False) -> str:
    """Render what is said beside the entry: whether it is archived, and what is wrong with it."""
    lines = [f"-- archived: {printable(shown.entry.path, terminal=terminal)}"] if shown.archived else []
    return block([*lines, *(f"-- {problem}" for problem in shown.entry.problems)])


def show_object(shown: Shown, revision: str | None = None) -> dict[str, object]:
    """Return the JSON object of an entry; its keys are documented in docs/cli.md.

    Args:
        shown: the entry.
        revision: object id of the commit that was named; None where none was.
    """
    entry = shown.entry
    made = entry_object(shown.kind, entry) | {
        "body": entry.body,
        "text": entry.text,
        "problems": [{"line": problem.line, "message": problem.message} for problem in entry.problems],
        "archived": shown.archived,
    }
    return made if revision is None else made | {"revision": revision}
