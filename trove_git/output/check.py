"""What is wrong with a trove: `git trove check`."""

from __future__ import annotations

from trove_git.commands.check import Checked
from trove_git.output.style import block, printable
from trove_git.wording import counted


def render_check(result: Checked, *, terminal: bool = False) -> str:
    """Render findings, a line each: path:line: message."""
    return block(printable(str(finding), terminal=terminal) for finding in result.findings)


def check_summary(result: Checked) -> str:
    """Say whether INDEX.md was written, then in one line what was checked and found."""
    errors, notes = counted(result.error_count, "error"), counted(result.note_count, "note")
    summary = f"{counted(result.entry_count, 'entry')} checked: {errors}, {notes}"
    return block(["INDEX.md was written anew", summary] if result.fixed else [summary])


def check_object(result: Checked) -> dict[str, object]:
    """Return the JSON object of a check; its keys are documented in docs/cli.md."""
    return {
        "checked": result.entry_count,
        "errors": result.error_count,
        "notes": result.note_count,
        "fixed": result.fixed,
        "findings": [finding._asdict() for finding in result.findings],
    }
