"""Why a source was found: the words of a task that its text, its path, its names or its commits hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trove_git.index.published import PublishedIndex
from trove_git.index.record import NAME_BIT, TITLE_BIT, Record, source_key, term_key
from trove_git.ranking.history import HistoryEvidence
from trove_git.ranking.score import Ranked, Searched
from trove_git.terms import question_words, source_terms

LISTS = ("used by", "tests", "imports from", "imported by")
"""Lines of summaries that list files or folders."""
LISTED = 3
"""So many of them are shown."""
NAMED_COMMITS = 0.5
"""How much of a word the subjects of a file's commits must hold for it to be a reason."""


class Reasons:
    """Reasons for one task.

    Args:
        task: as it was given.
        terms: its terms.
        code: the code layer, where files are to be explained.
        summaries: its reader.
    """

    def __init__(
        self, task: str, terms: Sequence[str], code: Searched | None = None, summaries: PublishedIndex | None = None
    ) -> None:
        self._terms = terms
        self._summaries = summaries
        words: dict[str, str] = {}
        for word, found in question_words(task):
            for term in found:
                words.setdefault(term, word)
        self._words = [words.get(term, term) for term in terms]
        history = code.history if code is not None else None
        self._history = HistoryEvidence(history, terms, code.prefix) if history is not None and code else None

    def text(self, item: Ranked) -> str:
        """Return the words that a source holds."""
        return f"holds {self._list(n for n in range(len(self._terms)) if item.parts.held >> n & 1)}"

    def symbol(self, item: Ranked) -> str:
        """Return the words in a symbol's name, and those in its body."""
        name = set(source_terms(item.record.title))
        named = [n for n, term in enumerate(self._terms) if term in name]
        held = [n for n in range(len(self._terms)) if item.parts.held >> n & 1 and n not in named]
        parts = [f"named {self._list(named)}"] if named else []
        return "; ".join((*parts, f"holds {self._list(held)}") if held else parts)

    def file(self, path: str, ranked: Sequence[Ranked]) -> str:
        """Return the words in a file's path, names it defines, in its text, and in the subjects of its commits."""
        parts = []
        found = self._summaries.lookup_keys([source_key("module", path)]) if self._summaries is not None else []
        seen: set[int] = set()
        for record in found:
            for label, bit in (("path", TITLE_BIT), ("defines", NAME_BIT)):
                numbers = [n for n, term in enumerate(self._terms) if record.posting(term_key(term)) & bit]
                parts += [f"{label} {self._list(numbers)}"] if numbers else []
                seen.update(numbers)
        held = {n for item in ranked for n in range(len(self._terms)) if item.parts.held >> n & 1} - seen
        parts += [f"holds {self._list(sorted(held))}"] if held else []
        in_commits = self._history.of(path).held if self._history is not None else ()
        touched = [n for n, part in enumerate(in_commits) if part >= NAMED_COMMITS]
        parts += [f"commits about {self._list(touched)}"] if touched else []
        return "; ".join(parts)

    def summary_lines(self, record: Record, count: int, without: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the lines of a summary that matter for the task, in their order.

        Args:
            record: a module or subsystem.
            count: lines beside the first; those with words of the task before others, and the tests in any case.
            without: beginnings of lines that are left out.
        """
        wanted = set(self._terms)
        first, *others = [_short(line) for line in record.summary if not line.startswith(without)] or [""]
        ordered = sorted(enumerate(others), key=lambda pair: -len(wanted.intersection(source_terms(pair[1]))))
        tests = [number for number, line in enumerate(others) if line.startswith("tests:")]
        chosen = sorted({number for number, _ in ordered[:count]}.union(tests))
        return (first, *(others[number] for number in chosen)) if first else ()

    def _list(self, numbers: Iterable[int]) -> str:
        return ", ".join(dict.fromkeys(self._words[n] for n in numbers))


def _short(line: str) -> str:
    """Cut a list of files to its first few."""
    label, colon, names = line.partition(": ")
    parts = names.split(", ")
    if not colon or label not in LISTS or len(parts) <= LISTED:
        return line
    _, more, count = parts[-1].partition(" and ")
    hidden = int(count.split(" ")[0]) if more and count.split(" ")[0].isdigit() else 0
    return f"{label}: {', '.join(parts[:LISTED])} and {len(parts) - LISTED + hidden} more"
