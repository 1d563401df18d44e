"""Words of a question that the answer does not have: no source holds them, or only one that is no hit."""

from __future__ import annotations

from collections.abc import Sequence

from trove_git.index.record import term_key
from trove_git.index.search import Filter
from trove_git.ranking.asked import PLAIN
from trove_git.ranking.rank import Expansion, prepare
from trove_git.ranking.score import Ranked, rated
from trove_git.ranking.searched import Searched, ToolsLayer, held_by, holders
from trove_git.terms import question_terms, question_words

RARE = 10
"""Sources that hold a rare word, at most; what more of them hold is no news."""


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
    unknown = [word for word, terms in words if not any(held_by(searched, terms))]
    return [f"in no source: {', '.join(dict.fromkeys(unknown))}"] if conclusive and unknown else []


def find_rarest(
    query: str, hits: Sequence[Ranked], searched: Sequence[Searched], related: Expansion, narrowing: Filter
) -> tuple[str, Ranked | None]:
    """Return the rarest word of a question where no hit has it, and the best of the sources that have it.

    Args:
        query: the question.
        hits: what is shown.
        searched: what was searched.
        related: what was looked for beside its words, which stands for them as well.
        narrowing: which sources may be hits.

    Returns:
        The word as it was asked; empty where a hit has the rarest one, or where many sources do.
    """
    words = {terms[0]: word for word, terms in question_words(query) if terms}
    held = sorted((count, term) for count, term in zip(held_by(searched, list(words)), words, strict=True) if count)
    if len(words) < 2 or not hits or not held or held[0][0] > RARE:
        return "", None
    term, terms = held[0][1], question_terms(query)
    number = terms.index(term)
    instead = [one.term for one in (*related.words, *related.code) if one.of == number]
    if any(hit.record.freq(term_key(one))[0] for hit in hits for one in (term, *instead)):
        return "", None
    having: list[Ranked] = []
    for layer in searched:
        if not isinstance(layer, ToolsLayer):
            scorer, _ = prepare([layer], terms, PLAIN)
            found = holders(layer, [term], narrowing, RARE)
            having += (rated(record, layer, scorer.parts(record)) for record in found)
    return words[term], min(having, key=lambda one: one.order, default=None)
