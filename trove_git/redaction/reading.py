r"""Text as its readers see it: without markup, entities, escapes, odd blanks and invisible characters.

Text in, plain text out, with the way back to where each character is written. `secrets.py` and `redact.py` look at
both: people and models write `**Password:** value`, converters write `ghp\_...`, and a detector should know one form of
each. Only the paragraphs that read differently come out, so that a text without markup costs one search.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from trove_git.redaction.invisible import INVISIBLE
from trove_git.redaction.words import Words, words_of

_ELEMENTS = (
    "a|abbr|b|big|blockquote|br|center|cite|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|ins|kbd|label|li|mark|ol|"
    "p|pre|q|s|samp|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|wbr"
)
"""Elements of HTML that people write in Markdown; another one, such as `<token>`, is a place for a value."""
_BLANKS = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_DASHES = "\u2010-\u2015\u2212\ufe58\ufe63"
_QUOTES = "\u201c-\u201f\u00ab\u00bb\u300c-\u300f\u2018-\u201b\u2039\u203a"
_MARK = re.compile(
    rf"""(?P<colon></(?:td|th|dt)>\s*<(?:td|th|dd)(?:\s[^<>\n]{{0,100}})?>
        |(?<=\S[ ])[{_DASHES}]+(?=[ ])|(?<=\S)::(?=[ ]))
    |(?P<line><br\s?/?>)
    |(?P<gone></?(?:{_ELEMENTS})(?:\s[^<>\n]{{0,200}})?/?>|<!--|-->|\*\*+|~~|[{INVISIBLE}]+
        |(?<![\w*])[*_](?=[^\s*_])|(?<=[^\s*_\\])[*_](?![\w*])|(?<!\w)__(?=\S)|(?<=\S)__(?!\w))
    |&(?P<entity>\#[0-9]{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,30}});
    |\\(?:u(?P<u4>[0-9a-fA-F]{{4}})|x(?P<x2>[0-9a-fA-F]{{2}})|(?P<escaped>[!-/:-@\[-`{{-~]))
    |%(?P<percent>[2-7][0-9a-fA-F])
    |(?P<dash>[{_DASHES}])|(?P<blank>[{_BLANKS}])|(?P<quote>[{_QUOTES}])|(?P<wide>[\uff01-\uff5e])""",
    re.VERBOSE | re.IGNORECASE,
)
_MAY_BE_MARK = re.compile(r"[*_~<&\\%:\u00a0-\uffff\U000e0000-\U000e0fff-]")
"""What every mark begins with; the expression of all marks is too slow to be tried at each character."""
_PARAGRAPH_END = re.compile(r"\n[ \t>\r]*\n")
MAX_BELOW = 400
"""Characters of a paragraph that is read with the one above it, which may announce what stands in it."""
MAX_ROUNDS = 3
"""Layers that are read away, such as an entity in JSON in Markdown."""


class Reading(NamedTuple):
    """Text as it is read."""

    text: str
    """Paragraphs, each with an empty line behind it."""
    starts: list[int]
    """Offset of each paragraph in `text`, ascending."""
    paragraphs: list[tuple[int, str]]
    """Offset of each paragraph in the text as it is written, and the paragraph as it is written."""

    def written(self, start: int, end: int) -> tuple[int, int]:
        """Return where a part of `text` is written, with the markup inside it."""
        at = bisect_right(self.starts, start) - 1
        offset, paragraph = self.paragraphs[at]
        read, begins, ends = paragraph, list(range(len(paragraph))), list(range(1, len(paragraph) + 1))
        for _ in range(MAX_ROUNDS):
            marks = list(_marks(read))
            begins = _moved(marks, begins, first=True)
            ends = _moved(marks, ends, first=False)
            read = _without(read, marks)
        first, last = start - self.starts[at], min(end - self.starts[at], len(read)) - 1
        return offset + begins[first], offset + ends[max(first, last)]


def read_plain(text: str, words: Words) -> Reading | None:
    """Return the paragraphs of a text that read differently from how they are written; None where none does.

    Args:
        text: the whole text.
        words: its words; a paragraph without one that may hold a secret is left out.
    """
    parts: list[str] = []
    starts: list[int] = []
    paragraphs: list[tuple[int, str]] = []
    size = 0
    for start, end in _paragraphs(text, words):
        paragraph = text[start:end]
        read = _read(paragraph)
        if read != paragraph:
            starts.append(size)
            paragraphs.append((start, paragraph))
            parts += [read, "\n\n"]
            size += len(read) + 2
    return Reading("".join(parts), starts, paragraphs) if parts else None


def _paragraphs(text: str, words: Words) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs that may hold marks, each with a short one below, where either may hold a secret."""
    starts = [0, *(found.end() for found in _PARAGRAPH_END.finditer(text)), len(text)]
    worth = {bisect_right(starts, start) - 1 for start, _ in words.values(text)}
    done = -1
    for number, (start, end) in enumerate(pairwise(starts)):
        if start < done or not (number in worth or number + 1 in worth) or not _MAY_BE_MARK.search(text, start, end):
            continue
        below = starts[number + 2] if number + 2 < len(starts) else end
        done = below if below - end <= MAX_BELOW else end
        if number in worth or done > end:
            yield start, done


def _read(paragraph: str) -> str:
    """Read one layer after the other away."""
    for _ in range(MAX_ROUNDS):
        marks = list(_marks(paragraph))
        if not marks:
            break
        paragraph = _without(paragraph, marks)
    return paragraph


def _marks(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where marks are, ascending, and what they read as."""
    done = 0
    for candidate in _MAY_BE_MARK.finditer(text):
        start = candidate.start()
        mark = _MARK.match(text, start) if start >= done else None
        if mark is not None:
            done = mark.end()
            yield start, done, _instead(mark)


def _without(text: str, marks: Sequence[tuple[int, int, str]]) -> str:
    """Return a text as it reads without marks."""
    parts: list[str] = []
    done = 0
    for start, end, instead in marks:
        parts += [text[done:start], instead]
        done = end
    return "".join([*parts, text[done:]])


def _moved(marks: Sequence[tuple[int, int, str]], offsets: list[int], *, first: bool) -> list[int]:
    """Return for each character of a text without marks the first or last offset of what stands for it."""
    moved: list[int] = []
    done = 0
    for start, end, instead in marks:
        moved += offsets[done:start]
        moved += [offsets[start if first else end - 1]] * len(instead)
        done = end
    return moved + offsets[done:]


_FIXED = {"colon": ":", "line": "\n", "gone": "", "dash": "-", "blank": " ", "quote": '"'}


def _instead(mark: re.Match[str]) -> str:
    """Return what a mark reads as."""
    kind = mark.lastgroup
    assert kind is not None
    value = mark[kind]
    if kind in _FIXED:
        return _FIXED[kind]
    if kind == "entity":
        character = html.unescape(f"&{value};")
        return mark[0] if character == "\0" or len(character) > 2 else character
    if kind == "escaped":
        return str(value)
    if kind == "wide":
        return chr(ord(value) - 0xFEE0)
    code = int(value, 16)
    # Half of a pair, or a control character other than a blank, is no character of a text.
    return mark[0] if 0xD800 <= code < 0xE000 or (code < 0x20 and code not in (9, 10, 13)) else chr(code)


def find_as_read(text: str, find: Callable[[str], Iterable[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    """Yield what a detector finds in a text as it is written, then what it finds in the text as it is read."""
    yield from find(text)
    reading = read_plain(text, words_of(text))
    if reading is not None:
        yield from (reading.written(start, end) for start, end in find(reading.text) if start < end)
