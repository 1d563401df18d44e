"""The index in one file answers as the one in memory does, and is refused when it is not whole."""

from __future__ import annotations

import sys
from zlib import crc32

import pytest

from tests.support.indexes import CORPUS, source
from trove_git.errors import IndexCorrupt
from trove_git.index.onefile import MAGIC, OneFileIndex, write_index
from trove_git.index.record import Prepared
from trove_git.index.search import Filter, MemoryIndex, Question

PREPARED = [Prepared(one) for one in CORPUS]
DATA = write_index(PREPARED, {"built": 7})


@pytest.fixture
def index() -> OneFileIndex:
    return OneFileIndex(DATA)


NARROWINGS = [Filter(), Filter(("doc",)), Filter(("doc", "project")), Filter(types=("gotcha",)), Filter(tags=("http",))]


@pytest.mark.parametrize("narrowing", NARROWINGS)
@pytest.mark.parametrize("terms", [("alpha",), ("beta", "gamma"), ("nothing",), ("alpha", "delta", "nothing"), ()])
def test_it_answers_as_an_index_in_memory(index, terms, narrowing):
    memory = MemoryIndex(PREPARED)
    assert [index.doc_freq(term) for term in terms] == [memory.doc_freq(term) for term in terms]
    assert index.matches(terms, narrowing) == memory.matches(terms, narrowing)
    question = Question(terms, tuple(1.0 for _ in terms), 1.0, 1.0)
    found, expected = (one.candidates(question, narrowing, 1) for one in (index, memory))
    assert [r.data for r in found.records] == [r.data for r in expected.records]
    assert found.rest is None


def test_counts_and_records(index):
    memory = MemoryIndex(PREPARED)
    assert (index.manifest.kinds, index.manifest.lengths) == (memory.manifest.kinds, memory.manifest.lengths)
    assert index.manifest.state == {"built": 7}
    assert [r.data for r in index.records()] == [p.record.data for p in PREPARED]
    assert [r.line for r in index.lookup(["a.md", "nowhere"])] == [1, 5]
    assert index.lookup([]) == []


def test_what_each_source_holds_of_a_question(index):
    question = Question(("alpha", "delta", "nothing"), (1.0, 2.0, 4.0), 1.0, 1.0)
    assert index.weigh(question) == {0: (1, 1.0), 3: (2, 3.0)}


def test_an_empty_index():
    index = OneFileIndex(write_index([], {}))
    assert (index.manifest.live, index.records(), index.doc_freq("alpha")) == (0, [], 0)


def test_many_sources_with_postings_beyond_two_bytes():
    index = OneFileIndex(write_index([Prepared(source(f"{i}.md", "same")) for i in range(300)], {}))
    assert index.doc_freq("sam") == 300
    assert index.record(299).path == "299.md"


def sealed(rest: bytes) -> bytes:
    """Return a file whose checksum is right."""
    return MAGIC + crc32(rest).to_bytes(4, "little") + rest


BROKEN = {
    "empty": b"",
    "short": DATA[:10],
    "cut": DATA[:-1],
    "a byte changed": DATA[:-9] + bytes([DATA[-9] ^ 1]) + DATA[-8:],
    "another version": DATA.replace(MAGIC, b"trove-0\n"),
    "no header": sealed(b"\x04\0\0\0nope"),
    "a header without counts": sealed(b"\x04\0\0\0{}  "),
    "a header that is a list": sealed(b"\x04\0\0\0[]  "),
    "counts beyond the end": sealed(DATA[len(MAGIC) + 4 :].replace(b'"keys": ', b'"keys":9', 1)),
    "another order of bytes": sealed(DATA[len(MAGIC) + 4 :].replace(sys.byteorder.encode(), b"middle", 1)),
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_a_broken_or_foreign_file_is_refused(data):
    with pytest.raises(IndexCorrupt):
        OneFileIndex(data, "place")
