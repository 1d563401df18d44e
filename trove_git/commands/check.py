"""Check the structure of one trove on disk, and bring its INDEX.md up to date on request."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from trove_git.entries.check import check_trove
from trove_git.entries.index_file import read_index, write_index
from trove_git.entries.reading import read_trove
from trove_git.entries.trove import INDEX_NAME, TroveLocation
from trove_git.entries.writing import locked
from trove_git.errors import TroveNotFound
from trove_git.records import Finding


class Checked(NamedTuple):
    """What the check found."""

    location: TroveLocation
    entry_count: int
    """Entry files that were checked, unreadable ones included."""
    findings: tuple[Finding, ...]
    """By path, then line."""
    fixed: bool
    """Whether INDEX.md was rewritten."""

    @property
    def error_count(self) -> int:
        """Count the findings that make the check fail."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def note_count(self) -> int:
        """Count the findings that are advice."""
        return len(self.findings) - self.error_count


FindUnmatched = Callable[[Iterable[str]], Collection[str]]
"""Finds those items of `paths:` that no file fits."""


def find_none(items: Iterable[str]) -> Collection[str]:
    """Find no such item."""
    del items
    return ()


def check(
    location: TroveLocation, *, today: str, fix: bool = False, find_unmatched: FindUnmatched = find_none
) -> Checked:
    """Check a trove.

    Args:
        location: the trove.
        today: `YYYY-MM-DD`.
        fix: write INDEX.md anew first.
        find_unmatched: finds items of `paths:` that no file fits.

    Raises:
        TroveNotFound: there is no trove.
        WriteError: INDEX.md cannot be read or, with `fix`, written.
    """
    if not location.folder.is_dir():
        command = "git trove init --personal" if location.personal else "git trove init"
        raise TroveNotFound("no trove here", where=location.shown, hint=f"{command} makes one")
    fixed = False
    if fix:
        with locked(location):
            fixed = write_index(location, read_trove(location).entries)
    trove = read_trove(location)
    findings = check_trove(
        trove.entries,
        read_index(location),
        index_path=f"{location.shown}/{INDEX_NAME}",
        today=today,
        personal=location.personal,
        unmatched=find_unmatched([item for entry in trove.entries.values() for item in entry.paths]),
    )
    return Checked(location, len(trove.entries) + len(trove.unreadable), (*trove.unreadable, *findings), fixed)
