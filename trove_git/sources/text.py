"""Bytes of a file → text, whatever its encoding."""

from __future__ import annotations

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes) -> tuple[str, str]:
    """Decode a file.

    Returns:
        The text without a byte order mark, and what was wrong (empty for nothing): bytes
        that are not UTF-8 are read as Latin-1, which loses nothing.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace"), ""
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return data.decode("latin-1"), f"not UTF-8 (byte {data[error.start]:#04x} on line {line}); read as Latin-1"
