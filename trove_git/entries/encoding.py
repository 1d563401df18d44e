"""Bytes of a file → text, whatever its encoding; entries and docs are decoded alike."""

from __future__ import annotations

import codecs
from typing import NamedTuple

_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


class Decoded(NamedTuple):
    """The text of a file."""

    text: str
    """Without a byte order mark."""
    problem: str = ""
    """What is wrong with the encoding; empty for nothing."""
    line: int = 0
    """1-based line of the problem."""


def decode(data: bytes) -> Decoded:
    """Decode a file: UTF-8 and marked UTF-16 as they are, anything else as Latin-1, which loses nothing."""
    encoding = _UTF16.get(data[:2])
    if encoding is not None:
        return Decoded(data[2:].decode(encoding, "replace"), "UTF-16; save the file as UTF-8", 1)
    try:
        return Decoded(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Decoded(data.decode("latin-1"), "not UTF-8; read as Latin-1", line)


def encode_like(text: str, data: bytes) -> bytes | None:
    """Encode a changed text as the file is that it was decoded from; None where `decode` lost some of its bytes."""

    def encode(some: str) -> bytes:
        if data[:2] in _UTF16:
            return data[:2] + some.encode(_UTF16[data[:2]])
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        return mark + some.encode("utf-8") if not found.problem else some.encode("latin-1")

    found = decode(data)
    return encode(text) if encode(found.text) == data else None
