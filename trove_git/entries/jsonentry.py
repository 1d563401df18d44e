"""A JSON entry: one object with the keys of front matter and its payload under `data`.

The members of the object are read one by one, so that a broken file still yields the
members before the fault, and each key's line is known. `entry.py` uses it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from trove_git.entries.fields import LIST, NESTED, TEXT, Fault, Field, Parsed
from trove_git.errors import EntryError

PAYLOAD_KEY = "data"

_NOT_SPACE = re.compile(r"[^ \t\r\n]")


def parse(text: str) -> Parsed:
    """Take a JSON entry apart; never raises. Where it is malformed, the body is the raw text."""
    fields: list[Field] = []
    payload: tuple[str, int] | None = None
    fault = None
    try:
        for member in _iter_members(text):
            line = text.count("\n", 0, member.key_at) + 1
            if member.key == PAYLOAD_KEY:
                payload = _payload_text(member.value, text[member.value_at : member.end]), line
            else:
                fields.append(_field(member.key, member.value, line))
    except json.JSONDecodeError as error:
        fault = Fault(error.lineno, f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}")
    except RecursionError:
        fault = Fault(1, "not readable JSON: nested too deeply")
    except ValueError as error:
        fault = Fault(1, f"not readable JSON: {error}")
    if fault is None and payload is None:
        fault = Fault(1, f'no "{PAYLOAD_KEY}" key')
    body, body_line = (text, 1) if fault is not None or payload is None else payload
    return Parsed(tuple(fields), body, body_line, () if fault is None else (fault,))


def set_text(text: str, key: str, value: str, path: str = "") -> str:
    """Give a key a text and leave every other character as it is.

    A key that is missing is put before the payload, on a line of its own where the members have lines.

    Args:
        text: the decoded file.
        key: not the payload's.
        value: its new text.
        path: names the file in an error.

    Raises:
        EntryError: the file is malformed, so no edit of it is safe.
    """
    parsed = parse(text)
    if parsed.faults:
        fault = parsed.faults[0]
        raise EntryError(fault.message, path=path, line=fault.line, hint="repair the file by hand")
    members = list(_iter_members(text))
    written = json.dumps(value, ensure_ascii=False)
    owned = [member for member in members if member.key == key]
    for member in reversed(owned):
        text = text[: member.value_at] + written + text[member.end :]
    if owned:
        return text
    payload = next(member for member in members if member.key == PAYLOAD_KEY)
    gap = text[len(text[: payload.key_at].rstrip(" \t\r\n")) : payload.key_at]
    colon = text[payload.key_end : payload.value_at]
    return f"{text[: payload.key_at]}{json.dumps(key)}{colon}{written},{gap}{text[payload.key_at :]}"


class _Member(NamedTuple):
    """One member of the object, with offsets into the text."""

    key: str
    value: object
    key_at: int
    key_end: int
    value_at: int
    end: int


def _iter_members(text: str) -> Iterator[_Member]:
    """Yield the members of the object in `text`.

    Raises:
        JSONDecodeError: the text is not one object.
        RecursionError: a value nests too deeply.
        ValueError: a number too long to read.
    """
    decode = json.JSONDecoder().raw_decode
    at = _expect(text, 0, "{", "the file is not an object")
    if text.startswith("}", at):
        return _end(text, at + 1)
    while True:
        if not text.startswith('"', at):
            raise json.JSONDecodeError("expecting a key in double quotes", text, at)
        key, key_end = decode(text, at)
        value_at = _expect(text, key_end, ":", "expecting ':' after a key")
        value, end = decode(text, value_at)
        yield _Member(key, value, at, key_end, value_at, end)
        at = _skip_space(text, end)
        if text.startswith("}", at):
            return _end(text, at + 1)
        at = _expect(text, at, ",", "expecting ',' or '}' after a value")


def _expect(text: str, at: int, mark: str, message: str) -> int:
    """Step over one mark and the space around it."""
    at = _skip_space(text, at)
    if not text.startswith(mark, at):
        raise json.JSONDecodeError(message, text, at)
    return _skip_space(text, at + 1)


def _end(text: str, at: int) -> None:
    """Raise JSONDecodeError when anything but space follows."""
    at = _skip_space(text, at)
    if at < len(text):
        raise json.JSONDecodeError("extra data after the object", text, at)


def _skip_space(text: str, at: int) -> int:
    match = _NOT_SPACE.search(text, at)
    return match.start() if match is not None else len(text)


def _field(key: str, value: object, line: int) -> Field:
    """Turn a member into a field; a number or a truth value becomes its text."""
    if isinstance(value, list) and not any(isinstance(item, (dict, list)) for item in value):
        return Field(key, tuple(_scalar_text(item) for item in value), line, LIST)
    if isinstance(value, (dict, list)):
        return Field(key, _payload_text(value, ""), line, NESTED)
    return Field(key, _scalar_text(value), line, TEXT)


def _scalar_text(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def _payload_text(value: object, raw: str) -> str:
    """Return text as it is and any other value indented; as written where it nests too deep for that."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, indent=2)
    except RecursionError:
        return raw
