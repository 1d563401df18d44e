"""What is known about the files a fact is about: as they were when it was written, and as they are.

`reviewing/evidence.py` gathers it, `judge.py` judges by it. Files are text, decoded; a file that is no text or
cannot be read is not among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class WatchedFile(NamedTuple):
    """One file that an entry is about."""

    path: str
    """As it was called when the entry was written."""
    text: str
    now: str
    """Path of the file or of what became of it; empty when it is gone."""
    now_text: str
    named: bool = False
    """Whether the entry names or pins it; else it was found by what the entry claims."""
    guessed: bool = False
    """Whether nothing but a word of its path speaks for it."""
    aside: bool = False
    """Whether it is a test or an example: these show a thing and are not the thing."""

    @property
    def changed(self) -> bool:
        """Whether its content or its name is another."""
        return self.text != self.now_text or self.path != self.now


class GonePath(NamedTuple):
    """A path that the entry names, that was there and is not any more."""

    text: str
    """As the entry writes it."""
    line: int
    """1-based line of the entry's file."""
    path: str
    """The path that it named."""
    moved_to: str = ""
    """Where the same or nearly the same content is now; empty for nowhere."""


class Evidence(NamedTuple):
    """All there is to judge an entry by."""

    files: tuple[WatchedFile, ...] = ()
    elsewhere: Mapping[str, str] = {}
    """Path → text of other present files that hold what the entry claims: lines may have moved there."""
    held_then: Mapping[str, frozenset[str]] = {}
    """Claimed text → the files that held it; missing where that was not looked for."""
    held_now: Mapping[str, frozenset[str]] | None = None
    """Claimed text → the files that hold it now; None where it is not known."""
    gone: tuple[GonePath, ...] = ()
