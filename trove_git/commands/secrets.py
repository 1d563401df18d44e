"""Look for secrets in files as they lie on disk, or in text that is handed over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from trove_git.errors import TroveError
from trove_git.redaction.secrets import ENTRY, Finding, scan_bytes

STANDARD_INPUT = "-"
SKIPPED_FOLDERS = frozenset({".git"})


class Located(NamedTuple):
    """A finding and the file it is in."""

    path: str
    """As the user would type it."""
    finding: Finding

    def __str__(self) -> str:
        return f"{self.path}:{self.finding.line}: {self.finding.kind} ({self.finding.length} characters)"


class Scanned(NamedTuple):
    """What one run found."""

    findings: list[Located]
    """In the order of the files and their lines."""
    file_count: int
    """Files that were read from their first byte to their last."""


def scan(
    paths: Iterable[str], *, taken_as: str = ENTRY, blocking: bool = False, standard_input: bytes = b""
) -> Scanned:
    """Scan files, and the files of folders.

    Args:
        paths: files and folders; `-` is `standard_input`.
        taken_as: how to take them: `entry` or `doc`.
        blocking: keep only what would block a commit.
        standard_input: what was handed over.

    Raises:
        TroveError: a file cannot be read; nothing is reported as clean that was not read.
    """
    findings: list[Located] = []
    count = 0
    for path in _files(paths):
        data = standard_input if path == STANDARD_INPUT else _read(path)
        count += 1
        findings += [Located(path, f) for f in scan_bytes(data, taken_as) if f.blocks or not blocking]
    return Scanned(findings, count)


def _files(paths: Iterable[str]) -> Iterator[str]:
    """Yield the files that paths name, those of folders sorted."""
    for path in paths:
        if path == STANDARD_INPUT or not os.path.isdir(path):
            yield path
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS)
            yield from (os.path.join(folder, name) for name in sorted(names))


def _read(path: str) -> bytes:
    """Read one file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise TroveError(f"cannot be scanned: {error.strerror or error}", where=path) from error
