"""Whether a line of reStructuredText begins an item of a numbered list, such as `1.`, `(a)`, `iv)` and `#.`."""

from __future__ import annotations

import re

_NUMBER = "[0-9]+|[a-z]|[A-Z]|[ivxlcdm]+|[IVXLCDM]+|#"
_ITEM = re.compile(
    rf"(?:(?P<parens>\((?:{_NUMBER})\))|(?P<rparen>(?:{_NUMBER})\))|(?P<period>(?:{_NUMBER})\.))(?: +|$)"
)
_MAX_DIGITS = 9
_LETTERS = 26
_MAX_ROMAN = 4999
_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


def begins_list_item(line: str, below: str) -> int:
    """Return how many columns the number and what follows it take; 0 where the line is text.

    Args:
        line: without its indentation.
        below: the next line of the block; a line of text there makes both a paragraph or a title.
    """
    found = _ITEM.match(line)
    if not found:
        return 0
    mark = found[0].rstrip(" ")
    number = mark.strip("().")
    following = _following(number)
    if following is None:
        return 0
    if not below[:1].strip():
        return found.end()
    before, behind = "(" * mark.startswith("("), mark[-1]
    return found.end() if below.startswith(tuple(f"{before}{n}{behind} " for n in (following, "#") if n)) else 0


def _following(number: str) -> str | None:
    """Return the next number of a list; empty where there is none, None where this is no number."""
    if number == "#":
        return "#"
    if number.isdigit():
        return str(int(number) + 1) if len(number) <= _MAX_DIGITS else ""
    if len(number) == 1 and number not in "iI":
        following = chr(ord(number) + 1)
        return following if following.isalpha() and ord(number.lower()) - ord("a") + 1 < _LETTERS else ""
    value = _value(number.upper())
    if not value:
        return None
    roman = _roman(value + 1) if value < _MAX_ROMAN else ""
    return roman if number.isupper() else roman.lower()


def _roman(value: int) -> str:
    letters = []
    for size, letter in _ROMAN:
        letters.append(letter * (value // size))
        value %= size
    return "".join(letters)


def _value(roman: str) -> int:
    """Return the value of a Roman number; 0 where it is not written as one is."""
    value, rest = 0, roman
    for size, letter in _ROMAN:
        while rest.startswith(letter) and value <= _MAX_ROMAN:
            value, rest = value + size, rest[len(letter) :]
    return value if value <= _MAX_ROMAN and _roman(value) == roman else 0
