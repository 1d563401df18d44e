"""Why a source was found: the words of a task that its text, its path, its names or its commits hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from trove_git.index.record import NAME_BIT, TITLE_BIT, source_key, term_key
from trove_git.ranking.history import HistoryEvidence
from trove_git.ranking.score import Ranked
from trove_git.ranking.searched import CodeLayer
from trove_git.terms import question_terms, question_words, source_terms

NAMED_COMMITS = 0.5
"""How much of a word the subjects of a file's commits must hold for it to be a reason."""
_PART = re.compile(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|[0-9]+")
"""A part of a word such as `parseHTTPHeader2` or `open_resource`."""


class Reasons:
    """Reasons for one task.

    Args:
        task: as it was given.
        terms: its terms.
        code: the code layer, where files are to be explained.
    """

    def __init__(self, task: str, terms: Sequence[str], code: CodeLayer | None = None) -> None:
        self._terms = terms
        self._summaries = code.reader if code is not None else None
        self._words = [(word, found) for word, found in question_words(task) if found]
        self._history: HistoryEvidence | None = None
        if code is not None and code.history is not None:
            self._history = HistoryEvidence(code.history, terms, code.prefix)

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

    def _list(self, numbers: Iterable[int]) -> str:
        """Return the words of some terms, in the order of the task; of a word that is not held whole, its parts."""
        held = {self._terms[n] for n in numbers}
        whole = {terms[0]: word for word, terms in reversed(self._words) if _is_whole(word, terms, held)}
        rest = held.difference(*(terms for word, terms in self._words if word in whole.values()))
        words: dict[str, None] = {}
        for word, terms in self._words:
            words.update(dict.fromkeys([whole[terms[0]]] if terms[0] in whole else _parts_of(word, terms, rest)))
        return ", ".join(words)


def _is_whole(word: str, terms: Sequence[str], held: Set[str]) -> bool:
    """Whether a word is held, and not only a part of it: `closeServer` is more than `close` and `server`."""
    return terms[0] in held if word.isascii() else set(terms) <= held


def _parts_of(word: str, terms: Sequence[str], held: Set[str]) -> Iterator[str]:
    """Yield the parts of a word whose terms are held, as they are written."""
    written: dict[str, str] = {}
    for part in _PART.findall(word):
        for term in question_terms(part):
            written.setdefault(term, part.lower())
    yield from (written.get(term, term) for term in terms if term in held)
