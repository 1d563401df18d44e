"""Tokens that a literal gives away: find the literals of a text, then look at what stands around each.

Text and offsets in, spans out; `secrets.py` calls it. The literals are found with `str.find`, which costs a few
milliseconds for hundreds of them in a megabyte; a row's expression is compiled when its literal is first met.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from trove_git.redaction.formats import FORMATS
from trove_git.redaction.judge import is_placeholder, is_wordy
from trove_git.redaction.words import Words, words_of

ALPHABETS = {
    "n": "A-Za-z0-9", "h": "0-9a-f", "H": "0-9A-Fa-f", "l": "a-z0-9", "U": "A-Z0-9", "a": "a-z", "A": "A-Za-z",
    "u": "A-Za-z0-9_-", "b": "A-Za-z0-9+/", "d": "0-9", "w": "A-Za-z0-9_", "q": "A-Za-z0-9_.~-",
}  # fmt: skip
"""Letter of a piece → the characters it stands for."""

UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
MAX_BEFORE = 100
"""Characters that a token may have before its literal."""
MAX_OPEN = 4000
"""Characters that a piece without an upper limit takes at most, so that no text makes a search long."""

BOUNDARY = r"(?:(?<![A-Za-z0-9_])|(?<=\\[nrt])|(?<=%[23][0-9A-Fa-f])|(?<=u00[23][0-9a-f]))"
"""A token starts where no word goes on; an escaped line break or character before it is no word."""
WEAK_BOUNDARY = r"(?:(?<![A-Za-z0-9_./+$@-])|(?<=\\[nrt]))"
"""Where the literal is short, also no path, number or base64 goes on."""

_PIECE = re.compile(r"([nhHlUaAubdwq])([0-9]+)(?:-([0-9]+)|(\+))?")


class Row(NamedTuple):
    """One row of the tables."""

    kind: str
    literal: str
    after: str
    before: str = ""
    weak: bool = False


class Token(NamedTuple):
    """One token in a text."""

    start: int
    end: int
    kind: str


@cache
def rows_by_literal() -> dict[str, tuple[Row, ...]]:
    """Return the rows of every literal; under the empty literal those that are searched for without one."""
    rows: dict[str, list[Row]] = {}
    for values in FORMATS:
        row = Row(*values)
        rows.setdefault(row.literal, []).append(row)
    return {literal: tuple(found) for literal, found in rows.items()}


def find_tokens(text: str, words: Words | None = None) -> Iterator[Token]:
    """Find the tokens of every row, in no order, overlapping where rows do."""
    words = words or words_of(text)
    tokens: dict[str, set[Token]] = {}
    for literal, rows in rows_by_literal().items():
        if literal not in words.tokens:
            continue
        for row in rows:
            for match in _matches(row, _compiled(row), words.tokens):
                if _is_token(row, match):
                    line = words.tokens.rfind("\n", 0, match.start()) + 1
                    end = words.tokens.find("\n", match.end())
                    word = words.tokens[line : end if end >= 0 else None]
                    tokens.setdefault(word, set()).add(Token(match.start() - line, match.end() - line, row.kind))
    if tokens:
        for start, end in words.places(text, tokens):
            for token in tokens[text[start:end]]:
                yield Token(start + token.start, start + token.end, token.kind)


def _matches(row: Row, pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a row's expression, looking only around its literal."""
    if not row.literal:
        yield from pattern.finditer(text)
        return
    reach = MAX_BEFORE if row.before else 0
    position = text.find(row.literal)
    done = 0
    while position >= 0:
        if reach:
            match = pattern.search(text, max(done, position - reach), position + len(row.literal) + reach)
        else:
            match = pattern.match(text, position)
        if match:
            yield match
            done = match.end()
        position = text.find(row.literal, max(position + 1, done))


def _is_token(row: Row, match: re.Match[str]) -> bool:
    """Whether what stands around the literal can come from a generator."""
    around = "".join(group for group in match.groups() if group)
    if is_placeholder(around) or is_placeholder(match[0].replace("=", "")):
        return False
    if not any(c.isdigit() for c in around) and is_wordy(around):
        return False
    if not row.weak:
        return True
    digits = sum(c.isdigit() for c in around)
    if digits == len(around) or len(set(around)) < 6:
        return False
    if digits == 0:
        return len(around) >= 24 and around not in (around.upper(), around.lower()) and not is_wordy(around)
    return digits >= 3 or not is_wordy(around)


@cache
def _compiled(row: Row) -> re.Pattern[str]:
    """Compile the expression of one row; what is not the literal is in its groups."""
    before = f"({expression(row.before)})" if row.before else ""
    last = _PIECE.fullmatch(row.after.split()[-1]) if row.after else None
    # What follows the last piece is never of its alphabet, so giving characters back cannot help.
    possessive = "+" if last and (last[3] or last[4]) else ""
    after = f"({expression(row.after)}{possessive})" if row.after else ""
    boundary = WEAK_BOUNDARY if row.weak else BOUNDARY
    if row.literal[:1] in "_:|.+/" and not before:
        boundary = ""
    return re.compile(f"{boundary}{before}{re.escape(row.literal)}{after}{_end(row)}")


def _end(row: Row) -> str:
    """Return the expression of what must not follow: more of the last piece's alphabet, or of a word."""
    pieces = (row.after or row.before).split()
    last = pieces[-1] if pieces else ""
    taken = _PIECE.fullmatch(last)
    alphabet = ALPHABETS[taken[1]] if taken else "A-Za-z0-9_"
    more = "" if alphabet in ("A-Za-z0-9+/", "A-Za-z0-9_-", "A-Za-z0-9_.~-") else "A-Za-z0-9_"
    if alphabet == "A-Za-z0-9+/":
        more = "A-Za-z0-9+/"
    elif alphabet == "A-Za-z0-9_.~-":
        more = "A-Za-z0-9_~-"
    return f"(?![{more or alphabet}])"


def expression(pieces: str) -> str:
    """Return the regular expression of pieces, which `formats` explains."""
    return "".join(_piece_expression(piece) for piece in pieces.split())


def _piece_expression(piece: str) -> str:
    if piece == "uuid":
        return UUID
    if piece == "pad":
        return "={0,2}"
    if piece.startswith("("):
        return f"(?:{piece[1:-1]})"
    taken = _PIECE.fullmatch(piece)
    if taken is None:
        return re.escape(piece)
    letter, low, high, open_end = taken.groups()
    count = f"{low},{high or MAX_OPEN}" if high or open_end else low
    return f"[{ALPHABETS[letter]}]{{{count}}}"
