"""What is said beside a bundle: `git trove export`. Its form is that of `entries/bundle.py`."""

from __future__ import annotations

from trove_git.commands.export import Exported
from trove_git.output.list_entries import NO_ENTRIES
from trove_git.output.style import block, printable
from trove_git.wording import counted


def export_notes(done: Exported, *, terminal: bool = False) -> str:
    """Render the notes."""
    return block(printable(f"-- {note}", terminal=terminal) for note in done.notes)


def is_refused(done: Exported) -> bool:
    """Whether there is no bundle: no entry, or a secret in one."""
    return not done.entries or any(finding.blocks for finding in done.findings)


def export_refusal(done: Exported, *, terminal: bool = False) -> str:
    """Say why there is no bundle."""
    blocking = [printable(str(finding), terminal=terminal) for finding in done.findings if finding.blocks]
    return block([*blocking, "not exported: remove the secrets first" if blocking else NO_ENTRIES])


def export_summary(done: Exported, file: str, *, terminal: bool = False) -> str:
    """Say what was written to a file."""
    return block([printable(f"-- {counted(len(done.entries), 'entry')} in {file}", terminal=terminal)])
