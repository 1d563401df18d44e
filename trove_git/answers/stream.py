"""Pieces of bytes → lines, server-sent events, JSON objects; whatever does not fit is passed over."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping


def iter_lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    r"""Yield the lines of a body that comes in pieces, without their ends (`\n` or `\r\n`)."""
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        yield from (line.removesuffix(b"\r") for line in lines)
    if rest:
        yield rest


def iter_events(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the data of server-sent events.

    Source: WHATWG HTML, "Server-sent events": lines `data: …` are joined, an empty line ends the event; one that
    the end of the stream cuts is dropped. The event's name is left out: the objects we read carry their type.
    """
    data: list[bytes] = []
    for line in iter_lines(pieces):
        if not line:
            if data:
                yield b"\n".join(data)
            data = []
        elif line.startswith(b"data:"):
            data.append(line[5:].removeprefix(b" "))


def as_object(data: bytes) -> Mapping[str, object]:
    """Parse a JSON object; empty where it is none."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def text_at(value: Mapping[str, object], *keys: str) -> str:
    """Return the text that keys lead to; empty where they lead to none."""
    found: object = value
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, str) else ""
