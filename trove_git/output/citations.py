"""The text of a written answer as it is shown: its citations linked, and nothing in it that steers a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from trove_git.answers.citations import Citations
from trove_git.output.style import PLAIN, Style, clean
from trove_git.records import Hit


class CitedText(Citations):
    """Renders an answer piece by piece.

    Args:
        hits: what was sent; `[1]` is the first.
        style: how citations are shown.
    """

    def __init__(self, hits: Sequence[Hit] = (), style: Style = PLAIN) -> None:
        super().__init__()
        self._hits, self._style = hits, style

    def show(self, text: str) -> str:
        """Return a piece of text without what steers a terminal."""
        return clean(text)

    def cite(self, number: int, digits: str) -> str:
        """Return a number as a link to its hit, where there is such a hit."""
        if not 1 <= number <= len(self._hits):
            return digits
        return self._style.link(self._style.cite(digits), self._hits[number - 1].location)
