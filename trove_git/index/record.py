"""One source as the index stores it: what scoring needs in a few bytes, the rest as JSON behind it.

    kind u8 · category u8 · used_by u16 · title_len u16 · names_len u16 · path_len u16 · source_len u32
    · json_len u32 · path · JSON · postings

Postings are five bytes a term: its CRC-32, then its frequency (1..63), with the top bit set
when it is a title term and the next when it is part of a name that the module defines.
`bytes.find` on them costs 12 ns a source where reading stored text costs microseconds; two
terms of one question that share a CRC are not told apart.
"""

from __future__ import annotations

import json
import os
import struct
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

from trove_git.records import DERIVED_KINDS, KINDS, Oid, Source
from trove_git.terms import source_terms

CATEGORIES = ("", "changelog", "contributing", "blog", "test", "example", "deprecated", "vendored", "stub", "config")
TITLE_BIT = 0x80
NAME_BIT = 0x40
MAX_FREQ = 0x3F
MAX_U16 = 0xFFFF
_HEAD = struct.Struct("<BBHHHHII")
_POSTING_BYTES = 5
_BYTES = [bytes([value]) for value in range(256)]
_KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
_CATEGORY_NUMBERS = {category: number for number, category in enumerate(CATEGORIES)}
_quote = json.encoder.encode_basestring_ascii


class Prepared:
    """A source cut into terms: what the engine indexes, and the record it stores."""

    __slots__ = ("body_terms", "name_terms", "record", "source", "title_terms")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.title_terms = _title_terms(source)
        self.name_terms = _name_terms(source)
        self.body_terms = source_terms(source.body) + self.title_terms
        self.record = Record(_pack(source, self.body_terms, self.title_terms, self.name_terms))


def _title_terms(source: Source) -> list[str]:
    terms = source_terms(source.title_text or source.title)
    for keyword in source.keywords:
        terms += source_terms(keyword)
    return list(dict.fromkeys(terms))


def _name_terms(source: Source) -> list[str]:
    return list(dict.fromkeys(source_terms("\n".join(source.names)))) if source.names else []


class Packed(NamedTuple):
    """A prepared source as it is handed to the engine; plain enough to come from another process."""

    kind: str
    key: str
    """`source_key` of the source."""
    entry_type: str
    tags: tuple[str, ...]
    body: str
    """Terms joined by spaces, as are the next two."""
    title: str
    names: str
    record: bytes
    source_len: int


def pack_source(source: Source) -> Packed:
    """Cut a source into terms and pack it."""
    title_terms, name_terms = _title_terms(source), _name_terms(source)
    body_terms = source_terms(source.body) + title_terms
    return Packed(
        kind=source.kind,
        key=source_key(source.kind, source.path),
        entry_type=source.entry_type,
        tags=tuple(tag.casefold() for tag in source.tags),
        body=" ".join(body_terms),
        title=" ".join(title_terms),
        names=own_names(source) if source.kind == "symbol" else " ".join(name_terms),
        record=_pack(source, body_terms, title_terms, name_terms),
        source_len=len(body_terms),
    )


def own_names(symbol: Source) -> str:
    """Return what a symbol is found by as a definition: its own name as it is written, and as a term."""
    own = own_name(symbol.title)
    term = own_term(symbol.title)
    return " ".join((*(defined_as(name) for name in own.split()[:1]), *([defined_like(term)] if term else [])))


def own_name(title: str) -> str:
    """Return a symbol's own name, without the names it lies in."""
    return title.rpartition(".")[2]


def own_term(title: str) -> str:
    """Return the term of a symbol's own name as a whole; empty where it has none."""
    terms = source_terms(own_name(title))
    return terms[0] if terms else ""


def defined_as(name: str) -> str:
    """Return the engine's term of a definition whose own name is written just so."""
    return f"={name}"


def defined_like(term: str) -> str:
    """Return the engine's term of a definition whose own name has that whole term."""
    return f"~{term}"


class Record:
    """A stored source. Reading a frequency does not unpack the rest."""

    __slots__ = (
        "_fields", "_json_at", "_place", "_postings_at", "category", "data", "kind", "names_len", "path", "source_len",
        "title_len", "used_by",
    )  # fmt: skip

    def __init__(self, data: bytes) -> None:
        self.data = data
        head = _HEAD.unpack_from(data)
        kind, category, self.used_by, self.title_len, self.names_len, path_len, self.source_len, json_len = head
        self._json_at = _HEAD.size + path_len
        self.kind = KINDS[kind]
        self.category = CATEGORIES[category]
        self._postings_at = self._json_at + json_len
        self.path = os.fsdecode(data[_HEAD.size : self._json_at])
        """Path below the root."""
        self._fields: list[object] | None = None
        self._place: tuple[int, int, str] | None = None

    def freq(self, key: bytes) -> tuple[int, bool]:
        """Return how often a term occurs (0 for never) and whether it is in the title.

        Args:
            key: the term's `term_key`.
        """
        value = self.posting(key)
        return value & MAX_FREQ, bool(value & TITLE_BIT)

    def posting(self, key: bytes) -> int:
        """Return the byte of a term's posting, see above; 0 for none."""
        start = self._postings_at
        at = self.data.find(key, start)
        while at >= 0:
            if (at - start) % _POSTING_BYTES == 0:
                return self.data[at + 4]
            at = self.data.find(key, at + 1)
        return 0

    @property
    def packed_terms(self) -> bytes:
        """All terms with their frequencies, in order of appearance: equal for equal texts, and for few others."""
        return self.data[self._postings_at :]

    def term_keys(self) -> list[bytes]:
        """Return the key of every term that the source holds, names aside."""
        data, step = self.data, _POSTING_BYTES
        return [data[at : at + 4] for at in range(self._postings_at, len(data), step) if data[at + 4] & MAX_FREQ]

    def postings(self, keys: Sequence[bytes]) -> list[tuple[int, int]]:
        """Return number and posting of each of some terms that has one; one call where `posting` takes many."""
        data, start = self.data, self._postings_at
        find = data.find
        found = []
        for i, key in enumerate(keys):
            at = find(key, start)
            while at >= 0:
                if (at - start) % _POSTING_BYTES == 0:
                    found.append((i, data[at + 4]))
                    break
                at = find(key, at + 1)
        return found

    def __getitem__(self, index: int) -> object:
        if self._fields is None:
            self._fields = json.loads(self.data[self._json_at : self._postings_at])
        return self._fields[index]

    def _read_place(self) -> tuple[int, int, str]:
        """Return lines and title, which ranking reads of every candidate, without the rest of the JSON."""
        if self._place is None:
            line, end_line, rest = self.data[self._json_at + 1 : self._postings_at].split(b",", 2)
            title = rest[1 : rest.index(b'"', 1)]
            # A quote inside the title has a backslash before it.
            text = title.decode("ascii") if b"\\" not in title else str(self[2])
            self._place = int(line), int(end_line), text
        return self._place

    @property
    def line(self) -> int:
        """First line, 1-based."""
        return self._read_place()[0]

    @property
    def end_line(self) -> int:
        """Last line, inclusive."""
        return self._read_place()[1]

    @property
    def title(self) -> str:
        """Title as shown."""
        return self._read_place()[2]

    @property
    def oid(self) -> Oid:
        """Object id of the blob; NO_OID for a file on disk."""
        return Oid(str(self[3]))

    @property
    def entry_type(self) -> str:
        """Type of an entry, else empty."""
        return str(self[4])

    @property
    def tags(self) -> tuple[str, ...]:
        """Tags of an entry."""
        return tuple(self[5])  # type: ignore[arg-type]  # packed below as a list

    @property
    def symbol_kind(self) -> str:
        """What a symbol is, else empty."""
        return str(self[6])

    @property
    def summary(self) -> tuple[str, ...]:
        """Lines of a summary, else none."""
        return tuple(self[7])  # type: ignore[arg-type]  # packed below as a list

    @property
    def pinned(self) -> tuple[str, ...]:
        """Paths and patterns that an entry is pinned to, else none."""
        self[0]  # has the fields read
        return tuple(self._fields[8]) if len(self._fields or ()) > 8 else ()  # type: ignore[index,arg-type]  # as above


def source_key(kind: str, path: str) -> str:
    """Return the key to find and delete sources by: of their file, or of the one summary of a file or folder."""
    return path_key(f"{kind}:{path}" if kind in DERIVED_KINDS else path)


def path_key(path: str) -> str:
    """Return the key of a path: the path, or its bytes in hexadecimal where they are no UTF-8."""
    return path if path.isprintable() else f"\0{os.fsencode(path).hex()}"


class _TermKeys(dict[str, bytes]):
    """Keys of terms, made once."""

    def __missing__(self, term: str) -> bytes:
        if len(self) >= MAX_KEPT_KEYS:
            self.clear()
        key = self[term] = crc32(term.encode("utf-8", "surrogatepass")).to_bytes(4, "little")
        return key


class _PostingsOfOne(dict[str, bytes]):
    """Postings of terms that occur once, which most do; made once."""

    def __missing__(self, term: str) -> bytes:
        if len(self) >= MAX_KEPT_KEYS:
            self.clear()
        posting = self[term] = _TERM_KEYS[term] + _BYTES[1]
        return posting


_TERM_KEYS = _TermKeys()
_POSTINGS_OF_ONE = _PostingsOfOne()
MAX_KEPT_KEYS = 200_000


def term_key(term: str) -> bytes:
    """Return the four bytes under which postings keep a term."""
    return _TERM_KEYS[term]


def _pack(source: Source, body_terms: list[str], title_terms: list[str], name_terms: list[str]) -> bytes:
    text = _fields_text(source).encode("ascii")
    lengths = [min(n, MAX_U16) for n in (source.used_by, len(title_terms), len(name_terms))]
    kind, category = _KIND_NUMBERS[source.kind], _CATEGORY_NUMBERS[source.category]
    path = os.fsencode(source.path)
    head = _HEAD.pack(kind, category, *lengths, len(path), len(body_terms), len(text))
    special = dict.fromkeys(title_terms, TITLE_BIT)
    for term in name_terms:
        special[term] = special.get(term, 0) | NAME_BIT
    counts = Counter(body_terms)
    # A name that the body lacks has a posting too, with a frequency of 0.
    last = [_TERM_KEYS[term] + _BYTES[min(counts.pop(term, 0), MAX_FREQ) | bits] for term, bits in special.items()]
    once, several = _POSTINGS_OF_ONE, _TERM_KEYS
    postings = [
        once[term] if n == 1 else several[term] + _BYTES[n if n < MAX_FREQ else MAX_FREQ] for term, n in counts.items()
    ]
    return b"".join((head, path, text, *postings, *last))


def _fields_text(source: Source) -> str:
    """Return the fields behind the path as a JSON array; written by hand, at a fifth of what `json.dumps` takes."""
    tags, summary = ",".join(map(_quote, source.tags)), ",".join(map(_quote, source.summary))
    # Few sources have them; without them a record is what it was before there were any.
    pinned = f",[{','.join(map(_quote, source.pinned))}]" if source.pinned else ""
    return (
        f"[{source.line},{source.end_line},{_quote(source.title)},{_quote(source.oid)},{_quote(source.entry_type)},"
        f"[{tags}],{_quote(source.symbol_kind)},[{summary}]{pinned}]"
    )
