"""The sources that have a run of the question word for word, found by its rarest words and read to be sure."""

from __future__ import annotations

from collections.abc import Sequence

from trove_git.asking.citing import read_records
from trove_git.gitrepo.objects import BlobReader
from trove_git.index.record import Record
from trove_git.index.search import Filter
from trove_git.ranking.searched import CodeLayer, Searched, WordsLayer, hidden_paths
from trove_git.ranking.verbatim import Phrase, Run, Verbatim, find_run
from trove_git.workspace.workspace import Workspace

RAREST = 3
"""Words that a source must hold to be read: what a message has beside them may be values of the day."""
MOST_READ = 24
"""Sources of one layer that are read for a phrase."""


class Pasted:
    """What a question quotes, and where it stands."""

    def __init__(self) -> None:
        self.found: list[Verbatim] = []
        """The longest run first."""
        self._lines: dict[bytes, int] = {}

    def line_of(self, record: Record) -> int:
        """Return the line on which the run of a source begins, 1-based; 0 where it has none."""
        return self._lines.get(record.data, 0)

    def add(self, layer: Searched, record: Record, phrase: Phrase, run: Run) -> None:
        """Keep the run of a source, unless another of its runs is longer."""
        if record.data not in self._lines:
            self._lines[record.data] = record.line + run.line
            self.found.append(Verbatim(layer, record, run.words / len(phrase.words)))


def find_pasted(
    workspace: Workspace,
    quoted: Sequence[Phrase],
    layers: Sequence[Searched],
    narrowing: Filter,
    reader: BlobReader | None,
) -> Pasted:
    """Return what a question quotes, and where it stands.

    Args:
        workspace: where to look.
        quoted: what the question may quote.
        layers: what is searched; of code and of what people wrote.
        narrowing: which sources may be hits.
        reader: reads the blobs of the repository; None outside Git.
    """
    pasted = Pasted()
    for phrase in quoted:
        for layer in layers:
            if isinstance(layer, (CodeLayer, WordsLayer)):
                records = _candidates(layer, phrase, narrowing)
                for record, text in zip(records, read_records(workspace, records, reader), strict=True):
                    lines = text.split("\n")[max(0, record.line - 1) : record.end_line]
                    if (run := find_run(phrase, "\n".join(lines))).words:
                        pasted.add(layer, record, phrase, run)
    # A symbol says more than the file that it is in.
    pasted.found.sort(key=lambda one: (-one.share, one.record.kind == "module"))
    paths = {one.record.path for one in pasted.found if one.record.kind == "symbol"}
    pasted.found = [one for one in pasted.found if one.record.kind != "module" or one.record.path not in paths]
    return pasted


def _candidates(layer: CodeLayer | WordsLayer, phrase: Phrase, narrowing: Filter) -> list[Record]:
    """Return the sources that are worth reading: they hold the rarest words of the phrase."""
    terms = phrase.terms
    held = [(count, term) for count, term in zip(layer.reader.doc_freqs(terms), terms, strict=True) if count]
    if phrase.quoted and len(held) < len(terms):
        return []
    rarest = [term for _, term in sorted(held)[:RAREST]]
    if len(rarest) < min(RAREST, len(terms)):
        return []
    hidden = hidden_paths(layer)
    found = layer.reader.holding(rarest, narrowing, MOST_READ)
    # A module has the words of its names, and no text of its own.
    return [record for record in found if record.end_line and record.path not in hidden]
