"""One source as the index stores it: what scoring needs in a few bytes, the rest as JSON behind it.

    kind u8 · category u8 · source_len u32 · json_len u32 · JSON · postings

Postings are five bytes a term: its CRC-32, then its frequency (1..127) with the top bit set
when it is a title term. `bytes.find` on them costs 12 ns a source where reading stored text
costs microseconds; two terms of one question that share a CRC are not told apart.
"""

from __future__ import annotations

import json
import os
import struct
from collections import Counter
from functools import lru_cache
from zlib import crc32

from trove_git.records import KINDS, Source
from trove_git.terms import source_terms

CATEGORIES = ("", "changelog", "contributing", "blog", "test", "example", "deprecated", "vendored")
TITLE_BIT = 0x80
MAX_FREQ = 0x7F
_HEAD = struct.Struct("<BBII")
_POSTING_BYTES = 5


class Prepared:
    """A source cut into terms: what the engine indexes, and the record it stores."""

    __slots__ = ("body_terms", "record", "source", "title_terms")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.title_terms = list(
            dict.fromkeys(
                source_terms(source.title_text or source.title) + [t for k in source.keywords for t in source_terms(k)]
            )
        )
        self.body_terms = source_terms(source.body) + self.title_terms
        self.record = Record(_pack(source, self.body_terms, self.title_terms))


class Record:
    """A stored source. Reading a frequency does not unpack the rest."""

    __slots__ = ("_fields", "_postings_at", "category", "data", "kind", "source_len")

    def __init__(self, data: bytes) -> None:
        self.data = data
        kind, category, self.source_len, json_len = _HEAD.unpack_from(data)
        self.kind = KINDS[kind]
        self.category = CATEGORIES[category]
        self._postings_at = _HEAD.size + json_len
        self._fields: list[object] | None = None

    def freq(self, key: bytes) -> tuple[int, bool]:
        """Return how often a term occurs (0 for never) and whether it is in the title.

        Args:
            key: the term's `term_key`.
        """
        start = self._postings_at
        at = self.data.find(key, start)
        while at >= 0:
            if (at - start) % _POSTING_BYTES == 0:
                value = self.data[at + 4]
                return value & MAX_FREQ, bool(value & TITLE_BIT)
            at = self.data.find(key, at + 1)
        return 0, False

    def __getitem__(self, index: int) -> object:
        if self._fields is None:
            self._fields = json.loads(self.data[_HEAD.size : self._postings_at])
        return self._fields[index]

    @property
    def path(self) -> str:
        """Path below the root."""
        return str(self[0])

    @property
    def line(self) -> int:
        """First line, 1-based."""
        return int(self[1])  # type: ignore[call-overload, no-any-return]  # packed below as an int

    @property
    def end_line(self) -> int:
        """Last line, inclusive."""
        return int(self[2])  # type: ignore[call-overload, no-any-return]  # packed below as an int

    @property
    def title(self) -> str:
        """Title as shown."""
        return str(self[3])

    @property
    def oid(self) -> str:
        """Object id of the blob; empty for a file on disk."""
        return str(self[4])

    @property
    def entry_type(self) -> str:
        """Type of an entry, else empty."""
        return str(self[5])

    @property
    def tags(self) -> tuple[str, ...]:
        """Tags of an entry."""
        return tuple(self[6])  # type: ignore[arg-type]  # packed below as a list


def path_key(path: str) -> str:
    """Return the key of a path: a hash of its bytes, so that names outside UTF-8 have one too."""
    from hashlib import blake2b

    return blake2b(os.fsencode(path), digest_size=12).hexdigest()


@lru_cache(maxsize=200_000)
@lru_cache(maxsize=200_000)
def term_key(term: str) -> bytes:
    """Return the four bytes under which postings keep a term."""
    return crc32(term.encode("utf-8", "surrogatepass")).to_bytes(4, "little")


def _pack(source: Source, body_terms: list[str], title_terms: list[str]) -> bytes:
    fields = [
        source.path, source.line, source.end_line, source.title, source.oid, source.entry_type, source.tags,
    ]  # fmt: skip
    text = json.dumps(fields, separators=(",", ":")).encode("ascii")
    head = _HEAD.pack(KINDS.index(source.kind), CATEGORIES.index(source.category), len(body_terms), len(text))
    in_title = set(title_terms)
    postings = b"".join(
        term_key(term) + bytes([min(freq, MAX_FREQ) | (TITLE_BIT if term in in_title else 0)])
        for term, freq in Counter(body_terms).items()
    )
    return head + text + postings
