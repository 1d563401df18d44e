"""What layers of any sort can be asked, and what only one sort has."""

from __future__ import annotations

from tests.support.indexes import put, source
from trove_git.index.onefile import OneFileIndex, write_index
from trove_git.index.record import Prepared
from trove_git.index.search import MemoryIndex
from trove_git.index.store import Layer
from trove_git.ranking.searched import (
    CodeLayer,
    CommitsLayer,
    ToolsLayer,
    WordsLayer,
    find_code,
    hidden_paths,
    hidden_sources,
    words_of,
)

SOURCES = (source("a.md", "alpha"), source("b.md", "beta"))
HIDDEN = frozenset({"a.md", "gone.md"})


def test_layers_are_told_apart(tmp_path):
    words = WordsLayer(MemoryIndex([Prepared(one) for one in SOURCES]), HIDDEN)
    others = (CommitsLayer(words.reader), ToolsLayer(OneFileIndex(write_index([], {}))))
    code = CodeLayer(put(Layer(str(tmp_path), "k"), "r", SOURCES))
    assert words_of((code, words, *others)) == [words]
    assert find_code((words, *others, code)) is code
    assert find_code((words, *others)) is None


def test_only_words_are_hidden_by_an_overlay():
    reader = MemoryIndex([Prepared(one) for one in SOURCES])
    assert hidden_paths(WordsLayer(reader, HIDDEN)) == HIDDEN
    assert [record.path for record in hidden_sources(WordsLayer(reader, HIDDEN))] == ["a.md"]
    assert hidden_sources(WordsLayer(reader)) == hidden_sources(CommitsLayer(reader)) == []
    assert hidden_paths(CommitsLayer(reader)) == frozenset()
