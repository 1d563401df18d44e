"""How a language writes comments: the record, the pieces that patterns are made of, and the style of most languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

DOUBLE = rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
SINGLE = rb"'[^'\\\n]*(?:\\.[^'\\\n]*)*'"
BACKTICK = rb"`[^`\\]*(?:\\.[^`\\]*)*`"
BLOCK = rb"/\*.*?(?:\*/|\Z)"
# Where every alternative begins with one character as it is, the engine looks for those characters and for nothing
# else, which takes half of the time or less; the empty group behind it marks comments.
C_LIKE = rb"/(?:/[^\n]*|\*.*?(?:\*/|\Z))()"
HASH = rb"#[^\n]*()"


class CommentStyle(NamedTuple):
    """How a family of languages writes comments."""

    scan: re.Pattern[bytes]
    """Matches comments and doc strings, which set a group, and, so that nothing is seen in them, strings."""
    line: tuple[bytes, ...]
    """What begins a comment that ends with its line."""
    block: tuple[bytes, bytes] = (b"", b"")
    """What begins and ends a comment of several lines."""
    skip: tuple[bytes, ...] = ()
    """How a line begins that may stand between a comment and its definition."""
    doc: tuple[bytes, ...] = ()
    """What begins a documentation string above a definition."""
    after: bytes = b""
    """What begins a comment that may document the definition above it."""


def scan(comment: bytes, strings: Sequence[bytes], doc: bytes = b"") -> re.Pattern[bytes]:
    """Return the pattern of a family; a comment that sets no group of its own gets one around it."""
    parts = [rb"(" + doc + rb")"] if doc else []
    parts += [comment if rb"()" in comment else rb"(?P<c>" + comment + rb")", *strings]
    return re.compile(b"|".join(parts), re.DOTALL | re.MULTILINE)


TRIPLE = rb'"""(?:[^\\]|\\.)*?(?:"""|\Z)|' + rb"'''(?:[^\\]|\\.)*?(?:'''|\Z)"
CHAR = rb"'(?:[^'\\\n]|\\[^\n]{1,8}?)'"

C = CommentStyle(
    scan(C_LIKE, (DOUBLE, CHAR)),
    (b"//",),
    (b"/*", b"*/"),
    (b"@", b"#[", b"template", b"[", b"__attribute__", b'extern "C"'),
)
"""`//` and `/* … */`."""
