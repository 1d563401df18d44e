"""The record of a section: a heading and what stands under it, whatever markup made it."""

from __future__ import annotations


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
