"""The marks of reStructuredText: what a line begins, and which directives describe a thing of their own.

Source: the patterns of docutils' state machine, docutils/parsers/rst/states.py; Sphinx's domains.
"""

from __future__ import annotations

import re
import unicodedata

LINE = re.compile(r"([!-/:-@\[-`{-~])\1*\Z")
"""A line of one punctuation character: part of a title, or a transition."""
EXPLICIT = re.compile(r"\.\.(?: +|\Z)")
_NAME = r"[^\W_]+(?:[-._+:][^\W_]+)*"
DIRECTIVE = re.compile(rf"\.\. +({_NAME}) ?::(?: +|\Z)")
SUBSTITUTION = re.compile(rf"\.\. +\|([^|\s](?:[^|]{{0,200}}[^|\s])?)\| +({_NAME})::(?: +|\Z)")
FOOTNOTE = re.compile(r"\.\. +\[(?:[0-9]+|#[\w.+:-]*|\*|[^\W_][\w.+:-]*)\](?: +|\Z)")
TARGET = re.compile(r"\.\. +_(?![ ]|\Z)|__(?: +|\Z)|\.\. +__:?(?: +|\Z)")
BULLET = re.compile("[-+*\u2022\u2023\u2043](?: +|\\Z)")
ENUMERATOR = re.compile(r"(\(?)([0-9]{1,9}|[a-zA-Z]|[ivxlcdm]{1,9}|[IVXLCDM]{1,9}|#)([.)])(?: +|\Z)")
FIELD = re.compile(r":(?![: ])(?:[^:\\]|\\.|:(?!(?: |`|\Z))){1,200}(?<! ):(?: +|\Z)")
_ARGUMENT = r"(?:[a-zA-Z][\w-]*|<[^<>]{1,80}>)"
_OPTION = rf"(?:[-+][a-zA-Z0-9](?: ?{_ARGUMENT})?|(?:--|/)[a-zA-Z0-9][\w-]*(?:[ =]{_ARGUMENT})?)"
OPTION = re.compile(rf"{_OPTION}(?:, {_OPTION}){{0,20}}(?:  +| ?\Z)")
DOCTEST = re.compile(r">>>(?: +|\Z)")
LINE_BLOCK = re.compile(r"\|(?: +|\Z)")
GRID_TABLE = re.compile(r"\+-[-+]+-\+ *\Z")
SIMPLE_TABLE = re.compile(r"=+(?: +=+)+ *\Z")
SIMPLE_BORDER = re.compile(r"=+[ =]*\Z")

LITERAL = frozenset(
    "code code-block sourcecode literalinclude parsed-literal math raw highlight prompt doctest testcode testoutput "
    "testsetup testcleanup productionlist graphviz digraph graph csv-table ipython plantuml mermaid uml command-output "
    "program-output jinja exec image figure toctree".split()
)
"""Directives whose content is no reStructuredText."""
_DESCRIBING = frozenset(
    "attr attribute class classmethod cmdoption confval console-command constant data decorator decoratormethod "
    "describe django-admin django-admin-option enum enum-class enum-struct enumerator envvar event exception "
    "fieldlookup fixture function globalconf hook keyword macro member method object operator opcode option "
    "percommand property reqmeta resource setting sig signal staticmethod struct tag templatefilter templatetag "
    "token type union var variable".split()
)
"""Directives that describe a thing: what Sphinx's domains have, and what projects add to them."""
_DOMAINS = frozenset(("c", "cpp", "js", "py", "rb", "rst", "std", "php", "http", "go", "java", "ts"))
_NOT_DESCRIBING = frozenset(
    "alias currentmodule currentnamespace expr module namespace namespace-pop namespace-push program".split()
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ROMAN_PARTS = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_COLUMNS = {"W": 2, "F": 2}


def describes(directive: str) -> bool:
    """Whether a directive describes a thing of its own, such as a function or a setting.

    Args:
        directive: its name, with the domain where it has one.
    """
    domain, _, name = directive.lower().rpartition(":")
    return name in _DESCRIBING or (domain in _DOMAINS and name not in _NOT_DESCRIBING)


def columns(text: str) -> int:
    """Return the columns that a text takes: two for wide characters, none for what combines with the one before."""
    if text.isascii():
        return len(text)
    widths = sum(_COLUMNS.get(unicodedata.east_asian_width(c), 1) for c in text)
    return widths - sum(unicodedata.combining(c) != 0 for c in text)


def begins_item(text: str, below: str | None) -> bool:
    """Whether a line begins an item of a list, a field or an option.

    Args:
        text: the line, not indented.
        below: the next line, seen from the same column; None at the end.
    """
    if BULLET.match(text):
        return True
    enumerator = ENUMERATOR.match(text)
    if enumerator is not None and _is_enumerated(enumerator, below):
        return True
    if FIELD.match(text):
        return True
    option = OPTION.match(text)
    # An option without a description is text.
    return option is not None and (option.end() < len(text) or (below is not None and below.startswith(" ")))


def _is_enumerated(enumerator: re.Match[str], below: str | None) -> bool:
    """Whether a number begins an item: nothing, more of the item, or the next number stands below."""
    opening, number, closing = enumerator.groups()
    if opening and closing == ".":
        return False
    if not below or below[0] == " ":
        return True
    following = "#"
    if number.isdigit():
        following = str(int(number) + 1)
    elif number in ("i", "I") or len(number) > 1:
        following = _roman(_number(number) + 1)
        following = following if number.islower() else following.upper()
    elif number != "#":
        following = chr(ord(number) + 1)
    return below.startswith((f"{opening}{following}{closing} ", f"{opening}#{closing} "))


def _number(roman: str) -> int:
    """Return the value of a Roman number; whether it is well formed does not matter here."""
    values = [_ROMAN[letter] for letter in roman.lower()]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))


def _roman(number: int) -> str:
    letters = []
    for value, letter in _ROMAN_PARTS:
        count, number = divmod(number, value)
        letters.append(letter * count)
    return "".join(letters)
