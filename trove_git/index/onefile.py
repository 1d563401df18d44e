"""An index of a few thousand short sources in one file, for what is rebuilt whole and asked often.

    magic · CRC-32 of the rest u32 · length of the header u32 · header (JSON) · padding to 4 bytes
    · keys u32 (CRC-32 of each term, ascending) · starts u32 (of each key's postings, one more at the end)
    · postings u32 (numbers of sources, ascending) · offsets u32 (of each record, one more at the end) · records

A question unpacks the records that hold its terms and nothing else. The file is read whole: half
a megabyte for 2,000 commands. Two terms that share a CRC are not told apart, as in `record.py`.
"""

from __future__ import annotations

import json
import sys
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from zlib import crc32

from trove_git.errors import IndexCorrupt
from trove_git.index.manifest import Manifest
from trove_git.index.record import Prepared, Record, term_key
from trove_git.index.search import Candidates, Filter, Question

MAGIC = b"trove-1\n"
"""Other files, and other versions of the format, begin differently."""
_HEAD_BYTES = len(MAGIC) + 8
_WORD = 4


def write_index(prepared: Sequence[Prepared], state: Mapping[str, object]) -> bytes:
    """Return the file for some sources.

    Args:
        prepared: the sources, in the order in which they are listed.
        state: what the builder needs to know again; JSON.
    """
    # Whoever only reads does without it.
    from array import array

    manifest = Manifest(state=dict(state))
    postings: dict[int, list[int]] = {}
    offsets, records = array("I", [0]), []
    for number, one in enumerate(prepared):
        manifest.count(one.source.kind, 1, one.record.source_len)
        for term in set(one.body_terms):
            postings.setdefault(_key(term), []).append(number)
        records.append(one.record.data)
        offsets.append(offsets[-1] + len(one.record.data))
    keys = array("I", sorted(postings))
    starts, numbers = array("I", [0]), array("I")
    for key in keys:
        numbers.extend(dict.fromkeys(postings[key]))
        starts.append(len(numbers))
    header = json.dumps({
        "order": sys.byteorder, "keys": len(keys), "postings": len(numbers), "records": len(records),
        "kinds": manifest.kinds, "lengths": manifest.lengths, "state": manifest.state,
    }).encode("ascii")  # fmt: skip
    header += b" " * (-len(header) % _WORD)
    parts = [len(header).to_bytes(_WORD, "little"), header, *(part.tobytes() for part in (keys, starts, numbers))]
    rest = b"".join([*parts, offsets.tobytes(), *records])
    return MAGIC + crc32(rest).to_bytes(_WORD, "little") + rest


class OneFileIndex:
    """The sources of one file.

    Args:
        data: content of the file.
        path: its path, for messages.

    Raises:
        IndexCorrupt: the file is foreign or broken.
    """

    def __init__(self, data: bytes, path: str = "") -> None:
        if not data.startswith(MAGIC) or int.from_bytes(data[len(MAGIC) : len(MAGIC) + _WORD], "little") != crc32(
            memoryview(data)[len(MAGIC) + _WORD :]
        ):
            raise IndexCorrupt("not an index of this version, or a broken one", where=path)
        self._data = data
        try:
            self._open()
        except (ValueError, TypeError, KeyError) as error:
            raise IndexCorrupt(f"index cannot be read: {error}", where=path) from error

    def _open(self) -> None:
        end = _HEAD_BYTES + int.from_bytes(self._data[_HEAD_BYTES - _WORD : _HEAD_BYTES], "little")
        header = json.loads(self._data[_HEAD_BYTES:end])
        if header["order"] != sys.byteorder:
            raise ValueError("made on another kind of machine")
        self.manifest = Manifest(header["kinds"], header["lengths"], state=header["state"])
        arrays = []
        for count in (header["keys"], header["keys"] + 1, header["postings"], header["records"] + 1):
            part = memoryview(self._data)[end : end + count * _WORD].cast("I")
            if len(part) != count:
                raise ValueError("shorter than it says")
            arrays.append(part)
            end += count * _WORD
        self._keys, self._starts, self._postings, self._offsets = arrays
        self._records_at = end

    def doc_freq(self, term: str) -> int:
        """Return how many sources hold the term."""
        return len(self._numbers(term))

    def doc_freqs(self, terms: Sequence[str]) -> list[int]:
        """Return how many sources hold each of some terms."""
        return [self.doc_freq(term) for term in terms]

    def matches(self, terms: Sequence[str], narrowing: Filter) -> int:
        """Return how many sources hold at least one of the terms."""
        numbers = self._holding(terms)
        if narrowing == Filter() or (narrowing == Filter(narrowing.kinds) and set(narrowing.kinds) >= self._kinds):
            return len(numbers)
        return sum(1 for number in numbers if narrowing.admits(self.record(number)))

    def candidates(self, question: Question, narrowing: Filter, limit: int) -> Candidates:  # noqa: ARG002
        """Return every source that holds a term."""
        records = [self.record(number) for number in self._holding(question.terms)]
        return Candidates([record for record in records if narrowing.admits(record)], None)

    def weigh(self, question: Question) -> dict[int, tuple[int, float]]:
        """Return what each source holds of a question: its number → how many terms, and the sum of their weights."""
        held: dict[int, tuple[int, float]] = {}
        for term, weight in zip(question.terms, question.idf, strict=True):
            for number in self._numbers(term):
                count, total = held.get(number, (0, 0.0))
                held[number] = (count + 1, total + weight)
        return held

    def lookup(self, paths: Iterable[str]) -> list[Record]:
        """Return every source of some paths."""
        wanted = set(paths)
        return [record for record in self.records() if record.path in wanted] if wanted else []

    def records(self) -> list[Record]:
        """Return every source, in order."""
        return [self.record(number) for number in range(len(self._offsets) - 1)]

    @property
    def _kinds(self) -> set[str]:
        return set(self.manifest.kinds)

    def _numbers(self, term: str) -> memoryview:
        """Return the numbers of the sources that hold a term."""
        key = _key(term)
        at = bisect_left(self._keys, key)
        if at == len(self._keys) or self._keys[at] != key:
            return self._postings[:0]
        return self._postings[self._starts[at] : self._starts[at + 1]]

    def _holding(self, terms: Sequence[str]) -> list[int]:
        """Return the numbers of the sources that hold at least one of some terms, ascending."""
        return sorted({number for term in terms for number in self._numbers(term)})

    def record(self, number: int) -> Record:
        """Return one source."""
        start, end = self._offsets[number], self._offsets[number + 1]
        return Record(self._data[self._records_at + start : self._records_at + end])


def _key(term: str) -> int:
    return int.from_bytes(term_key(term), "little")
