"""Entries that may hold a new fact already: what `remember` is told, and what finds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from trove_git.entries.entry import Entry


class SimilarEntry(NamedTuple):
    """An entry that may hold the fact already."""

    slug: str
    path: str
    """As the user would type it."""
    title: str
    similarity: float
    """0..1; 1 for the same text."""


FindSimilar = Callable[[str, str, Mapping[str, Entry]], Sequence[SimilarEntry]]
"""(title, body, path below the trove → entry) → entries that say much the same, most similar first."""
