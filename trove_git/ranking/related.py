"""Words that a question does not use and that mean the same: other forms, joined and split compounds, typing errors.

A question about `authentication` is answered by a page about how to `authenticate`. Merging such forms when
indexing loses more than it finds (`valid`, `validator` and `validation` are not one thing), so each
form stays a term of its own, and a question looks for its relatives too, at half the weight:

1. Forms of a word by its English endings: `ignored` and `ignore`, `optimize` and `optimizer`.
2. Two words as one, `sub class` and `subclass`; a word that nothing holds as two, `devcontainer` and
   `dev`, `container`.
3. A word that nothing holds, with one letter wrong: `tempalte` and `template`.

Only terms that the searched sources hold count; where a word of the question itself is in none of
them, its relatives stand in for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from trove_git.ranking import boosts
from trove_git.terms import question_terms, question_words

_ENDINGS = (
    "ed", "er", "or", "ion", "ation", "ment", "ly", "al", "able", "ness", "ity", "ive", "ance", "ence", "d", "r", "t",
    "ure", "ful", "less",
)  # fmt: skip
"""English endings that change what a word is used as, and not what it is about."""
_DOUBLED = frozenset(("ed", "er"))
"""Endings before which a final letter may be doubled: `split` and `splitter`."""
_MIN_STEM = 4
_MIN_TYPO = 5
"""Shorter words are a letter away from too many others."""
_MIN_HALF = 3
_MIN_COMPOUND = 8
_LETTERS = "etaoinsrhldcumfpgwybvkxjqz"

DocFreq = Callable[[str], int]
"""Term → sources that hold it."""


class Related(NamedTuple):
    """A term that is looked for beside those of the question."""

    term: str
    of: int
    """Number of the question's term that it is related to."""
    stands_in: bool
    """Whether it counts as that term being there, because no source holds that."""


def find_related(question: str, doc_freq: DocFreq, elsewhere: DocFreq = lambda _: 0) -> tuple[Related, ...]:
    """Return the terms that are related to those of a question and that a source holds.

    Args:
        question: as it was asked.
        doc_freq: of the sources that are searched for them.
        elsewhere: of the other sources; a word that those hold is no typing error.
    """
    words = question_words(question)
    terms = list(dict.fromkeys(term for _, found in words for term in found))
    related: dict[str, Related] = {}

    def add(found: Sequence[str], number: int, *, stands_in: bool) -> None:
        for term in found:
            if term not in terms:
                related.setdefault(term, Related(term, number, stands_in))

    for number, term in enumerate(terms):
        unknown = not doc_freq(term)
        forms = sorted((form for form in word_forms(term) if doc_freq(form)), key=lambda form: (-doc_freq(form), form))
        add(forms[: boosts.RELATED_FORMS], number, stands_in=unknown)
        if unknown and not forms:
            halves = split_compound(term, doc_freq)
            add(halves, number, stands_in=True)
            if not halves and not elsewhere(term):
                add(correct(term, doc_freq), number, stands_in=True)
    for (first, _), (second, second_terms) in pairwise(words):
        joined = question_terms(first + second)
        if second_terms and len(joined) == 1 and doc_freq(joined[0]):
            add(joined, terms.index(second_terms[0]), stands_in=False)
    return tuple(related.values())


def word_forms(term: str) -> list[str]:
    """Return the other forms that a term may have by its endings; most are no words.

    Args:
        term: a folded term, without a final `e`.
    """
    if not (term.isascii() and term.isalpha()):
        return []
    stems = {term}
    for ending in _ENDINGS:
        if term.endswith(ending) and len(term) - len(ending) >= _MIN_STEM:
            stems.add(term[: -len(ending)])
    stems |= {stem[:-1] for stem in stems if len(stem) > _MIN_STEM and stem[-1] == stem[-2]}
    forms = set(stems)
    for stem in stems:
        if len(stem) >= _MIN_STEM:
            forms.update(stem + ending for ending in _ENDINGS)
            forms.update(stem + stem[-1] + ending for ending in _DOUBLED)
    return sorted(forms - {term})


def split_compound(term: str, doc_freq: DocFreq) -> tuple[str, ...]:
    """Return the two terms that a compound is made of, such that the rarer one is as frequent as can be; else none."""
    if len(term) < _MIN_COMPOUND or not (term.isascii() and term.isalpha()):
        return ()
    best = 0
    halves: tuple[str, ...] = ()
    for at in range(_MIN_HALF, len(term) - _MIN_HALF + 1):
        pair = tuple(question_terms(term[:at])[:1] + question_terms(term[at:])[:1])
        held = min(map(doc_freq, pair)) if len(pair) == 2 else 0
        if held > best:
            best, halves = held, pair
    return halves


def correct(term: str, doc_freq: DocFreq) -> tuple[str, ...]:
    """Return the most frequent term that is a letter away: one more, one less, another one, or two swapped.

    The first letter is right in most typing errors, and a word that begins otherwise is seldom meant.
    """
    if len(term) < _MIN_TYPO or not (term.isascii() and term.isalpha()):
        return ()
    near = {term[:i] + term[i + 1] + term[i] + term[i + 2 :] for i in range(1, len(term) - 1)}
    near |= {term[:i] + term[i + 1 :] for i in range(1, len(term))}
    near |= {term[:i] + letter + term[i:] for i in range(1, len(term) + 1) for letter in _LETTERS}
    near |= {term[:i] + letter + term[i + 1 :] for i in range(1, len(term)) for letter in _LETTERS}
    best = min(near - {term}, key=lambda other: (-doc_freq(other), other))
    return (best,) if doc_freq(best) else ()
