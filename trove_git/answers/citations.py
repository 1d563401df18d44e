"""The text of a written answer as it comes: which sources it cites.

Code in an answer is left alone: `rows[1]` in a code span or block cites nothing.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\n|`+|~{3,}|\[\d{1,3}(?:, ?\d{1,3})*\]|-- |[^\n`~\[-]+|.")
_UNFINISHED = re.compile(r"(?:`+|~+|\[[\d, ]{0,40}|(?<!-)--?)\Z")
"""The end of a piece that the next one may make another token of."""
_NUMBER = re.compile(r"\d+")
FENCE_CHARACTERS = 3


class Citations:
    """Reads an answer piece by piece; `output/citations.py` decides how it is shown."""

    def __init__(self) -> None:
        self.numbers: set[int] = set()
        """The numbers that were cited."""
        self._pending = ""
        self._line_start = True
        self._fence = ""
        """What opened the block of code that we are in."""
        self._span = ""
        """What opened the code span that we are in."""

    def feed(self, piece: str) -> str:
        """Take a piece of the answer and return what can be shown by now."""
        text = self._pending + piece
        unfinished = _UNFINISHED.search(text)
        end = unfinished.start() if unfinished else len(text)
        self._pending = text[end:]
        return self._render(text[:end])

    def finish(self) -> str:
        """Return what was held back."""
        text, self._pending = self._pending, ""
        return self._render(text)

    def show(self, text: str) -> str:
        """Return a piece of text as it is shown."""
        return text

    def cite(self, number: int, digits: str) -> str:
        """Return a number that cites a source as it is shown.

        Args:
            number: 1 for the first source; there may be no such source.
            digits: the number as it is written.
        """
        del number
        return digits

    def _render(self, text: str) -> str:
        return "".join(map(self._part, _TOKEN.findall(text)))

    def _part(self, part: str) -> str:
        """Return a token as it is shown, and keep track of where code is."""
        start = self._line_start
        self._line_start = part == "\n" or (start and part.isspace())
        if part == "\n":
            # A span that is not closed in its line is a stray mark.
            self._span = ""
        elif part[0] in "`~":
            self._mark(part, start)
        elif part == "-- " and start:
            # Lines that begin this way are ours: they say what was sent and what was found.
            return f" {part}"
        elif part[0] == "[" and len(part) > 1 and not self._fence and not self._span:
            return _NUMBER.sub(self._cite, part)
        return self.show(part)

    def _mark(self, part: str, start: bool) -> None:
        """Open or close code."""
        fences = start and len(part) >= FENCE_CHARACTERS
        if self._fence:
            if fences and part[0] == self._fence[0] and len(part) >= len(self._fence):
                self._fence = ""
        elif fences:
            self._fence = part
        elif part[0] == "`":
            self._span = "" if self._span == part else self._span or part

    def _cite(self, match: re.Match[str]) -> str:
        number = int(match.group())
        self.numbers.add(number)
        return self.cite(number, match.group())
