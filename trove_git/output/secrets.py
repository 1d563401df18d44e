"""Secrets that were found: `git trove secrets`."""

from __future__ import annotations

from trove_git.commands.secrets import Scanned
from trove_git.output.style import block, printable
from trove_git.records import Verdict
from trove_git.wording import counted


def render_verdict(verdict: Verdict, *, terminal: bool = False) -> str:
    """Render what blocks, a line each."""
    return block(printable(line, terminal=terminal) for line in verdict.findings)


def verdict_notes(verdict: Verdict, *, blocking: bool = False, terminal: bool = False) -> str:
    """Render warnings, then notes.

    Args:
        verdict: what the gate says.
        blocking: whether to leave out the warnings.
        terminal: whether it is printed on one.
    """
    warnings = () if blocking else (f"warning: {warning}" for warning in verdict.warnings)
    return block(printable(line, terminal=terminal) for line in (*warnings, *verdict.notes))


def render_scan(result: Scanned, *, terminal: bool = False) -> str:
    """Render findings of files as they lie on disk, a line each."""
    return block(printable(str(located), terminal=terminal) for located in result.findings)


def scan_summary(result: Scanned) -> str:
    """Say how many files were scanned, what was found, and how to go on."""
    files = counted(result.file_count, "file")
    if not result.findings:
        return block([f"{files} scanned: no secrets found"])
    return block(
        [
            f"{files} scanned: {counted(len(result.findings), 'finding')}",
            "hint: take the secret out and have it revoked; write where it is kept instead",
        ]
    )
