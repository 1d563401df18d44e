"""What a question searches: a layer, which is an index and what ranking must know beside it, of four sorts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from trove_git.index.record import Record
from trove_git.index.search import Filter, Reader

if TYPE_CHECKING:
    from trove_git.index.history import PublishedHistory
    from trove_git.index.onefile import OneFileIndex
    from trove_git.index.published import PublishedIndex


class WordsLayer(NamedTuple):
    """What people wrote: entries and docs of a commit, of uncommitted files or of the user."""

    reader: Reader
    hidden: frozenset[str] = frozenset()
    """Paths whose sources are not searched here: an overlay has their present content."""
    uncommitted: bool = False
    """True for the overlay."""


class CodeLayer(NamedTuple):
    """What was made from the code of a commit."""

    reader: PublishedIndex
    history: PublishedHistory | None = None
    """Of the commit."""
    prefix: str = ""
    """Path of the searched root below the top of the tree, as the history has paths."""


class CommitsLayer(NamedTuple):
    """The newest commits."""

    reader: Reader


class ToolsLayer(NamedTuple):
    """The catalog of installed tools."""

    reader: OneFileIndex


Searched = WordsLayer | CodeLayer | CommitsLayer | ToolsLayer


def words_of(layers: Sequence[Searched]) -> list[WordsLayer]:
    """Return the layers of what people wrote."""
    return [layer for layer in layers if isinstance(layer, WordsLayer)]


def find_code(layers: Sequence[Searched]) -> CodeLayer | None:
    """Return the first code layer; None where code is not searched."""
    return next((layer for layer in layers if isinstance(layer, CodeLayer)), None)


def hidden_paths(layer: Searched) -> frozenset[str]:
    """Return the paths whose sources a layer holds, but which are not searched in it."""
    return layer.hidden if isinstance(layer, WordsLayer) else frozenset()


def held_by(layers: Sequence[Searched], terms: Sequence[str]) -> list[int]:
    """Return how many sources of some layers hold each of some terms."""
    counts = zip(*(layer.reader.doc_freqs(terms) for layer in layers), strict=True)
    return [sum(column) for column in counts] or [0] * len(terms)


def holders(
    layer: WordsLayer | CodeLayer | CommitsLayer, terms: Sequence[str], narrowing: Filter, limit: int
) -> list[Record]:
    """Return sources of a layer that hold all of some terms, at most `limit` before the hidden ones are taken off."""
    hidden = hidden_paths(layer)
    return [record for record in layer.reader.holding(terms, narrowing, limit) if record.path not in hidden]


def hidden_sources(layer: Searched) -> list[Record]:
    """Return the sources that a layer holds, but which are not searched in it."""
    hidden = hidden_paths(layer)
    return layer.reader.lookup(sorted(hidden)) if hidden else []
