"""The sources that have a run of the question word for word, found by its rarest words and read to be sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trove_git.asking.citing import read_records
from trove_git.gitrepo.objects import BlobReader
from trove_git.index.record import Record
from trove_git.index.search import Filter
from trove_git.ranking.searched import CodeLayer, Searched, WordsLayer, holders
from trove_git.ranking.verbatim import Phrase, Verbatim, find_run
from trove_git.workspace.workspace import Workspace

RAREST = 3
"""Words that a source must hold to be read: what a message has beside them may be values of the day."""
MOST_READ = 24
"""Sources of one layer that are read for a phrase."""


def find_pasted(
    workspace: Workspace,
    quoted: Sequence[Phrase],
    layers: Sequence[Searched],
    narrowing: Filter,
    reader: BlobReader | None,
) -> list[Verbatim]:
    """Return the sources that have what a question quotes, in no order.

    Args:
        workspace: where to look.
        quoted: what the question may quote.
        layers: what is searched; of code and of what people wrote.
        narrowing: which sources may be hits.
        reader: reads the blobs of the repository; None outside Git.
    """
    found: dict[bytes, Verbatim] = {}
    for phrase in quoted:
        for layer in layers:
            if isinstance(layer, (CodeLayer, WordsLayer)):
                for one in _having(workspace, phrase, layer, narrowing, reader):
                    found.setdefault(one.record.data, one)
    # A symbol says more than the file that it is in.
    paths = {one.record.path for one in found.values() if one.record.kind == "symbol"}
    return [one for one in found.values() if one.record.kind != "module" or one.record.path not in paths]


def _having(
    workspace: Workspace,
    phrase: Phrase,
    layer: CodeLayer | WordsLayer,
    narrowing: Filter,
    reader: BlobReader | None,
) -> Iterator[Verbatim]:
    """Yield the sources of a layer that have a run of a phrase."""
    records = _candidates(layer, phrase, narrowing)
    for record, text in zip(records, read_records(workspace, records, reader), strict=True):
        lines = text.split("\n")[record.line - 1 : record.end_line]
        if (run := find_run(phrase, "\n".join(lines))).words:
            share = run.words / len(phrase.words)
            yield Verbatim(layer, record, share, record.line + run.line, lines[run.line])


def _candidates(layer: CodeLayer | WordsLayer, phrase: Phrase, narrowing: Filter) -> list[Record]:
    """Return the sources that are worth reading: they hold the rarest words of the phrase."""
    terms = phrase.terms
    held = [(count, term) for count, term in zip(layer.reader.doc_freqs(terms), terms, strict=True) if count]
    if phrase.quoted and len(held) < len(terms):
        return []
    rarest = [term for _, term in sorted(held)[:RAREST]]
    if len(rarest) < min(RAREST, len(terms)):
        return []
    # A summary of a folder has no lines.
    return [record for record in holders(layer, rarest, narrowing, MOST_READ) if record.end_line]
