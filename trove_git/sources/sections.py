"""The records of a page and its sections, whatever markup made them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Section:
    """A heading and what stands under it."""

    __slots__ = ("ancestors", "level", "line", "title")

    def __init__(self, level: int, title: str, line: int) -> None:
        self.level = level
        """1 for the highest heading; 0 for what stands before the first."""
        self.title = title
        """Plain text; empty where the heading has none."""
        self.line = line
        """1-based line of the heading."""
        self.ancestors: tuple[str, ...] = ()
        """Titles of the headings above it, the highest first."""


class Page(NamedTuple):
    """A file of documentation as its reader sees it."""

    sections: list[Section]
    """In file order; the first is what stands before the first heading, of level 0."""
    hidden: frozenset[int] = frozenset()
    """0-based numbers of lines that no reader of the page sees: comments, front matter."""
    title: str = ""
    """The page's own title, from its front matter; empty where it has none."""
    description: str = ""
    """Words about the page that stand in no section."""
    notes: tuple[tuple[str, int], ...] = ()
    """What is wrong with the file: message, 1-based line."""
    shown: Mapping[int, str] = MappingProxyType({})
    """0-based numbers of lines that readers see in part → what they see."""
