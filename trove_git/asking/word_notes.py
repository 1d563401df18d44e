"""Words of a question that the answer does not have: no source holds them, or only one that is no hit."""

from __future__ import annotations

from collections.abc import Sequence

from trove_git.index.record import term_key
from trove_git.index.search import Filter
from trove_git.ranking.rank import Expansion, Limits, rank
from trove_git.ranking.score import Ranked
from trove_git.ranking.searched import Searched, ToolsLayer
from trove_git.terms import question_words

RARE = 10
"""Sources that hold a rare word, at most; what more of them hold is no news."""
MOST_LOOKED_AT = 50
"""Sources of the files that hold it, of which the best for the whole question is named."""


def unknown_words(query: str, searched: Sequence[Searched], *, conclusive: bool) -> list[str]:
    """Name the words of a question that no source holds: whatever was found is not about them.

    Args:
        query: the question.
        searched: what was searched.
        conclusive: whether something was found, and no kind was missing that may hold the words.
    """
    words = [(word, terms) for word, terms in question_words(query) if terms]
    if not words:
        return ["the question has no words to search for"]
    unknown = [word for word, terms in words if not any(s.reader.doc_freq(t) for t in terms for s in searched)]
    return [f"in no source: {', '.join(dict.fromkeys(unknown))}"] if conclusive and unknown else []


def find_rarest(
    query: str, hits: Sequence[Ranked], searched: Sequence[Searched], related: Expansion, narrowing: Filter
) -> tuple[str, list[Ranked]]:
    """Return the rarest word of a question where no hit has it, and the source that has it most; else nothing.

    Args:
        query: the question.
        hits: what is shown.
        searched: what was searched.
        related: what was looked for beside its words, which stands for them as well.
        narrowing: which sources may be hits.
    """
    words = {terms[0]: word for word, terms in question_words(query) if terms}
    if len(words) < 2 or not hits:
        return "", []
    counts = [sum(column) for column in zip(*(one.reader.doc_freqs(list(words)) for one in searched), strict=True)]
    held = sorted((count, term) for count, term in zip(counts, words, strict=True) if count)
    if not held or held[0][0] > RARE:
        return "", []
    term = held[0][1]
    numbers = [number for number, one in enumerate(words) if one == term]
    same = [one.term for one in (*related.words, *related.code) if one.of in numbers]
    keys = [term_key(one) for one in (term, *same)]
    if any(hit.record.freq(key)[0] for hit in hits for key in keys):
        return "", []
    readers = [one.reader for one in searched if not isinstance(one, ToolsLayer)]
    paths = frozenset(record.path for one in readers for record in one.holding([term], narrowing, RARE))
    ranked = rank(searched, list(words), narrowing._replace(paths=paths), Limits(MOST_LOOKED_AT, MOST_LOOKED_AT, {}))
    return words[term], [one for one in ranked if one.record.freq(keys[0])[0]][:1]
