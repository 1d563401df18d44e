"""The words of a text, each once: what a detector looks for is looked for in them first.

Nothing in a secret is a blank, and a text says most of its words many times, so that a search in its distinct words
costs a part of one in the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

MIN_TOKEN = 16
"""Characters of the shortest token that is known by its form."""
MIN_VALUE = 6
"""Characters of the shortest secret."""
_WITH_DIGIT = re.compile(r"^[^\n0-9]*+[0-9].*$", re.MULTILINE)
_WITH_SIGN = re.compile(r"^[^\n!@$^+?]*+(?<=[A-Za-z])[!@$^+?][A-Za-z].*$", re.MULTILINE)
_WITH_DIGIT_OR_CAPITAL = re.compile(r"^[^\n0-9A-Z]*+[0-9A-Z].*$", re.MULTILINE)


class Words(NamedTuple):
    """The words of a text, parted by blanks."""

    all: list[str]
    """In the order of the text."""
    distinct: frozenset[str]
    text: str
    """Each word once, a line each."""
    lowered: str
    """The same in small letters."""
    tokens: str
    """Those that may hold a token: MIN_TOKEN characters or more, with a digit or a capital letter; a line each."""

    def may_hold(self, literal: str) -> bool:
        """Whether the text may hold a literal; without a blank in it, whether it does."""
        return " " in literal or literal in self.text

    def values(self, text: str, size: int = MIN_VALUE) -> Iterator[tuple[int, int]]:
        """Yield where those words are, ascending, that may hold a secret: long enough, with a digit or sign in them.

        Args:
            text: the text that they are the words of.
            size: characters of the shortest word.
        """
        long = "\n".join(word for word in self.distinct if len(word) >= size)
        made = {*_WITH_DIGIT.findall(long), *_WITH_SIGN.findall(long)}
        if not made:
            return
        yield from self.places(text, made)

    def places(self, text: str, wanted: Collection[str]) -> Iterator[tuple[int, int]]:
        """Yield where some of the words stand in their text, ascending."""
        position = 0
        for word in self.all:
            if word in wanted:
                position = text.index(word, position)
                yield position, position + len(word)
                position += len(word)


def words_of(text: str) -> Words:
    """Return the words of a text."""
    every = text.split()
    distinct = frozenset(every)
    joined = "\n".join(distinct)
    tokens = "\n".join(_WITH_DIGIT_OR_CAPITAL.findall("\n".join(word for word in distinct if len(word) >= MIN_TOKEN)))
    return Words(every, distinct, joined, joined.lower(), tokens)
