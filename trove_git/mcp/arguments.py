"""What the arguments of a tool may be: one table gives the schema that clients see and the check of what they send.

The SDK ignores arguments that a tool does not have, and words bad values in several lines; a model that writes `depth`
for `limit` would get a plausible answer to another question.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from trove_git.errors import UsageError

TEXT = "string"
NUMBER = "integer"
TRUTH = "boolean"
TEXTS = "array"
NAMES = {TEXT: "a text", NUMBER: "a whole number", TRUTH: "true or false", TEXTS: "a list of texts"}
MAX_TEXT = 2000
"""Characters of a text that has no limit of its own."""
MAX_TEXTS = 50
"""Texts of a list."""


class Argument(NamedTuple):
    """One argument of a tool."""

    type: str = TEXT
    """One of NAMES."""
    about: str = ""
    """What it means, where its name does not say so."""
    needed: bool = False
    default: object = None
    least: int = 0
    """The smallest number, or the fewest characters; only where `most` is set."""
    most: int = 0
    """The largest number, or the most characters; 0 for no limit of its own."""
    choices: tuple[str, ...] = ()
    """What a text, or each text of a list, may be; empty for anything."""


def schema_of(arguments: Mapping[str, Argument]) -> dict[str, object]:
    """Return the JSON Schema of a tool's arguments, which no others may stand beside."""
    made: dict[str, object] = {
        "type": "object",
        "properties": {name: _schema(argument) for name, argument in arguments.items()},
    }
    needed = [name for name, argument in arguments.items() if argument.needed]
    return made | ({"required": needed} if needed else {}) | {"additionalProperties": False}


def _schema(argument: Argument) -> dict[str, object]:
    made: dict[str, object] = {"type": argument.type}
    one = {"enum": list(argument.choices)} if argument.choices else {}
    made |= {"items": {"type": TEXT} | one} if argument.type == TEXTS else one
    if argument.about:
        made["description"] = argument.about
    if argument.most:
        # What is shorter is said when it comes: each byte here is read in every session.
        sizes = {"minimum": argument.least, "maximum": argument.most}
        made |= sizes if argument.type == NUMBER else {"maxLength": argument.most}
    if argument.default is not None:
        made["default"] = argument.default
    return made


def check(tool: str, arguments: Mapping[str, Argument], given: Mapping[str, object]) -> dict[str, object]:
    """Return the arguments of a call, with the defaults of those that were not given; null counts as not given.

    Args:
        tool: name of the tool.
        arguments: what it takes.
        given: what was sent.

    Raises:
        UsageError: an argument is unknown, missing, or has a value that does not fit; in one line.
    """
    for name in given:
        if name not in arguments:
            raise UsageError(f"{tool} has no argument {name[:80]!r}", hint=f"it takes {', '.join(arguments)}")
    checked: dict[str, object] = {}
    for name, argument in arguments.items():
        value = given.get(name)
        if value is None:
            if argument.needed:
                raise UsageError(f"{tool} needs {name}", hint=f"it takes {', '.join(arguments)}")
            value = argument.default
        else:
            _check_value(name, argument, value)
        checked[name] = value
    return checked


def _check_value(name: str, argument: Argument, value: object) -> None:
    """Raise UsageError for a value that does not fit."""
    fits = {
        TEXT: isinstance(value, str),
        NUMBER: isinstance(value, int) and not isinstance(value, bool),
        TRUTH: isinstance(value, bool),
        TEXTS: isinstance(value, list) and all(isinstance(item, str) for item in value),
    }
    if not fits[argument.type]:
        raise UsageError(f"{name} is {NAMES[argument.type]}", where=_shown(value))
    texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    if len(texts) > MAX_TEXTS:
        raise UsageError(f"{name} has {len(texts)} texts, and {MAX_TEXTS} at most", where=tool_of(name))
    for text in texts:
        if argument.choices and text not in argument.choices:
            raise UsageError(f"{name} is one of {', '.join(argument.choices)}", where=_shown(text))
        if "\0" in text:
            raise UsageError(f"{name} has a character that no text has", where="U+0000")
    size, unit = (value, "") if isinstance(value, int) else (max(map(len, texts), default=0), " characters")
    most = argument.most or (0 if argument.type == NUMBER else MAX_TEXT)
    if most and argument.type != TRUTH and not argument.least <= size <= most:
        raise UsageError(f"{name} has {argument.least} to {most}{unit}", where=f"{size}")


def tool_of(name: str) -> str:
    """Return an argument's name as errors place it."""
    return f"argument {name}"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}…"
