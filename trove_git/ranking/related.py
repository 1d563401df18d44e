"""Words that a question does not use and that mean the same: forms, compounds, typing errors, synonyms.

A question about `authentication` is answered by a page about how to `authenticate`. Merging such forms when
indexing loses more than it finds (`valid`, `validator` and `validation` are not one thing), so each
form stays a term of its own, and a question looks for its relatives too, at half the weight:

1. Forms of a word by its English endings: `ignored` and `ignore`, `optimize` and `optimizer`.
2. Two words as one, `sub class` and `subclass`; a word that nothing holds as two, `devcontainer` and
   `dev`, `container`.
3. A word that nothing holds, with one letter wrong: `tempalte` and `template`.
4. Words that mean the same (`synonyms.py`): `undo` and `revert`.

Only terms that the searched sources hold count; where a word of the question itself is in none of
them, its relatives stand in for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from trove_git.ranking import boosts
from trove_git.ranking.synonyms import synonyms
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

DocFreqs = Callable[[Sequence[str]], Sequence[int]]
"""Terms → how many sources hold each; many at once, because most are no words and a call for each takes longer."""


class Related(NamedTuple):
    """A term that is looked for beside those of the question."""

    term: str
    of: int
    """Number of the question's term that it is related to."""
    stands_in: bool
    """Whether it counts as that term being there, because no source holds that."""
    if_missing: bool = False
    """Whether it counts only in a source that lacks that term: a second form beside the first says nothing new."""


def find_related(
    question: str, doc_freqs: DocFreqs, elsewhere: DocFreqs | None = None, *, in_code: bool = False
) -> tuple[Related, ...]:
    """Return the terms that are related to those of a question and that a source holds.

    Args:
        question: as it was asked.
        doc_freqs: of the sources that are searched for them.
        elsewhere: of the other sources; a word that those hold is no typing error.
        in_code: whether the sources are made from code: then the forms of a word that is held count where it is
            missing, and all others stand in for words that no source holds.
    """
    words = question_words(question)
    terms = list(dict.fromkeys(term for _, found in words for term in found))
    related: dict[str, Related] = {}

    def add(found: Sequence[str], number: int, *, stands_in: bool, if_missing: bool = False) -> None:
        for term in found:
            if term not in terms:
                related.setdefault(term, Related(term, number, stands_in, if_missing and not stands_in))

    for number, (term, held) in enumerate(zip(terms, doc_freqs(terms), strict=True)):
        forms = _most_frequent(word_forms(term), doc_freqs)
        add(forms[: boosts.RELATED_FORMS], number, stands_in=not held, if_missing=in_code)
        if held and in_code:
            continue
        same = _most_frequent(synonyms(term), doc_freqs)
        add(same, number, stands_in=not held and not forms)
        if not held and not forms and not same:
            halves = split_compound(term, doc_freqs)
            add(halves, number, stands_in=True)
            if not halves and not (elsewhere is not None and elsewhere([term])[0]):
                add(correct(term, doc_freqs), number, stands_in=True)
    if not in_code:
        for joined, number in _joined(words, terms):
            add(_most_frequent([joined], doc_freqs), number, stands_in=False)
    return tuple(related.values())


def _joined(words: Sequence[tuple[str, tuple[str, ...]]], terms: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield each two words as one term, with the number of the term of the second."""
    for (first, _), (second, second_terms) in pairwise(words):
        joined = question_terms(first + second)
        if second_terms and len(joined) == 1:
            yield joined[0], terms.index(second_terms[0])


def _most_frequent(terms: Sequence[str], doc_freqs: DocFreqs) -> list[str]:
    """Return the terms that a source holds, the most frequent first."""
    found = [(-held, term) for term, held in zip(terms, doc_freqs(terms), strict=True) if held]
    return [term for _, term in sorted(found)]


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


def split_compound(term: str, doc_freqs: DocFreqs) -> tuple[str, ...]:
    """Return the two terms that a compound is made of, such that the rarer one is as frequent as can be; else none."""
    if len(term) < _MIN_COMPOUND or not (term.isascii() and term.isalpha()):
        return ()
    cuts = [(term[:at], term[at:]) for at in range(_MIN_HALF, len(term) - _MIN_HALF + 1)]
    pairs = [tuple(question_terms(first)[:1] + question_terms(second)[:1]) for first, second in cuts]
    pairs = [pair for pair in pairs if len(pair) == 2]
    held = doc_freqs([half for pair in pairs for half in pair])
    rarer = [min(held[i], held[i + 1]) for i in range(0, len(held), 2)]
    best = max(rarer, default=0)
    return pairs[rarer.index(best)] if best else ()


def correct(term: str, doc_freqs: DocFreqs) -> tuple[str, ...]:
    """Return the most frequent term that is a letter away: one more, one less, another one, or two swapped.

    The first letter is right in most typing errors, and a word that begins otherwise is seldom meant.
    """
    if len(term) < _MIN_TYPO or not (term.isascii() and term.isalpha()):
        return ()
    near = {term[:i] + term[i + 1] + term[i] + term[i + 2 :] for i in range(1, len(term) - 1)}
    near |= {term[:i] + term[i + 1 :] for i in range(1, len(term))}
    near |= {term[:i] + letter + term[i:] for i in range(1, len(term) + 1) for letter in _LETTERS}
    near |= {term[:i] + letter + term[i + 1 :] for i in range(1, len(term)) for letter in _LETTERS}
    return tuple(_most_frequent(sorted(near - {term}), doc_freqs)[:1])
