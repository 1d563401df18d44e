"""What an entry claims word for word: names, literals and numbers that the code it is about should hold.

An Entry in, Claims out; `judge.py` looks for them in the files as they were and as they are. Prose is
no claim: it may be put in other words and stay true. A name, a message or a default may not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from trove_git.entries.entry import Entry
from trove_git.entries.links import LONG_LINE_CHARACTERS
from trove_git.entries.prose import iter_prose_lines

NAME = "name"
"""Spelled as only code is: `retry_limit`, `RetryPolicy`, `--retries`, `cp1252`."""
LITERAL = "literal"
"""Quoted or in backticks, of several words or marks: a message, a command, a line of code."""
WORD = "word"
"""A plain word in backticks: a name, but one that other files use too."""
CALL = "call"
"""A plain word in backticks with its parentheses: a function, whose file should have it."""
VALUE = "value"
"""A number, or true, false and the like: it says something only beside a name."""

MAX_CLAIM_CHARACTERS = 80
"""Longer quotations are texts; nobody writes them off letter by letter."""
_LEAST_CHARACTERS = 3
"""Shorter names are in every file."""

_WIKI = re.compile(r"\[\[[^\[\]\n]*\]\]")
_URL = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]*://[^\s<>)`]*")
_TARGET = re.compile(r"\]\([^()\s]*\)")
_SPAN = re.compile(r"(`+)(?!`)(.*?)(?<!`)\1(?!`)")
_QUOTED = re.compile(r"\"([^\"\n]{3,80})\"|“([^”\n]{3,80})”")
_CALL = re.compile(r"(?:\(.*\)|\[\])\Z")
_ENDS = re.compile(r"\A[^\w.-]+|[^\w]+\Z")
"""Marks around a text are not looked for: what is whole there ends in letters or digits."""
_BETWEEN = re.compile(r"::|->|[.#/=:@,;|<>()\[\]{}\"'\s]+")
_TELLING = re.compile(r"[^\W_]_+[^\W_]|[a-z\d][A-Z]|\A_+[^\W\d_]\w|[A-Z]{2}[a-z]|[^\W\d_]\d{2}|\d[^\W\d_]{3}")
"""What words of a language lack: an underscore, capitals inside, digits beside letters."""
_FLAG = re.compile(r"--?[A-Za-z][\w-]+")
_PLAIN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_WORDS = re.compile(r"[\w.:#-]*\w")
_NUMBER = re.compile(r"(?<![\w.#/-])\d[\d_,]*(?:\.\d+)*(?=\s?[a-zA-Zµ%]{0,3}\b|\W|\Z)")
_TRUTH = frozenset({"true", "false", "none", "null", "nil"})
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")


class Claim(NamedTuple):
    """One thing that the code should hold as it is written."""

    text: str
    kind: str
    """NAME, LITERAL, WORD, CALL or VALUE."""
    line: int
    """1-based line of the entry's file."""


def find_claims(entry: Entry) -> tuple[Claim, ...]:
    """Return what an entry claims, each text once, in the order of its lines."""
    found: dict[str, Claim] = {}
    for number, line in _iter_lines(entry):
        for text, kind in claims_of_line(line):
            found.setdefault(text, Claim(text, kind, number))
    return tuple(found.values())


def _iter_lines(entry: Entry) -> Iterator[tuple[int, str]]:
    """Yield the lines that state the fact."""
    yield entry.key_lines.get("title", 1), entry.title
    for number, line in iter_prose_lines(entry.body, entry.body_line):
        if len(line) <= LONG_LINE_CHARACTERS:
            yield (entry.body_line if entry.is_json else number), line


def claims_of_line(line: str) -> Iterator[tuple[str, str]]:
    """Yield text and kind of what one line claims."""
    rest = _TARGET.sub("] ", _URL.sub(" ", _WIKI.sub(" ", line)))
    for span in _SPAN.finditer(rest):
        yield from _iter_span(span[2].strip())
    rest = _DATE.sub(" ", _SPAN.sub(" ", rest))
    for quoted in _QUOTED.finditer(rest):
        text = (quoted[1] or quoted[2]).strip(" .,;:!?")
        if " " in text:
            yield text, LITERAL
    for word in _WORDS.findall(rest):
        if _is_name(word):
            yield word, NAME
        elif word.casefold() in _TRUTH:
            yield word.casefold(), VALUE
    for number in _NUMBER.findall(rest):
        yield number.rstrip(",_"), VALUE


def _iter_span(span: str) -> Iterator[tuple[str, str]]:
    """Yield what a code span claims: itself, and the names in it."""
    bare = _ENDS.sub("", _CALL.sub("", span)) or span
    if bare.casefold() in _TRUTH:
        yield bare.casefold(), VALUE
        return
    if _is_name(bare):
        yield bare, NAME
    elif "-" in bare and _PLAIN.fullmatch(bare):
        yield bare, NAME
        return
    elif _PLAIN.fullmatch(bare):
        if len(bare) >= _LEAST_CHARACTERS:
            yield bare, CALL if span.endswith(")") else WORD
        return
    elif _LEAST_CHARACTERS <= len(bare) <= MAX_CLAIM_CHARACTERS:
        yield bare, VALUE if _NUMBER.fullmatch(bare) else LITERAL
    for part in _BETWEEN.split(span):
        part = part.rstrip("?!*&")
        if part != bare and _is_name(part):
            yield part, NAME
        elif part != bare and part and part.isdigit():
            yield part, VALUE


def _is_name(word: str) -> bool:
    """Whether a word is spelled as only names of code are."""
    if not _LEAST_CHARACTERS < len(word) <= MAX_CLAIM_CHARACTERS or any(c.isspace() for c in word):
        return False
    return (bool(_FLAG.fullmatch(word)) and word.startswith("--")) or bool(
        re.fullmatch(r"[\w-]+", word) and _TELLING.search(word)
    )
