"""What a question quotes word for word: an error message, a log line, a sentence from the screen.

Somebody who pastes a text wants the place that prints it. That place has a run of its words; values, paths
and numbers between them may differ, where a template has a placeholder.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from trove_git.index.record import Record
from trove_git.ranking.score import Ranked, Scorer, combine, rated
from trove_git.ranking.searched import Searched
from trove_git.terms import question_terms

LEAST_WORDS = 4
"""Words of a run that says something; three stand side by side by chance."""
LEAST_TOGETHER = 3
"""Words of a run that stand side by side in both."""
LEAST_TERMS = 2
"""Of these so many are no stop words: `how do i run` is no message."""
MOST_WORDS = 60
"""Words of a question that are looked at; more are a pasted page."""
MOST_QUOTED = 300
"""Characters between two quotation marks."""
MOST_PLACES = 8
"""Places of one word in a phrase that are looked at."""
GAP_IN_TEXT = 2
GAP_IN_QUESTION = 4
"""Words that may differ between two of a run: a placeholder is one or two, the path that stands there is more."""
LEAST_SHARE = 0.5
"""Share of an unquoted question that its run has; less is a turn of phrase."""
OF_EQUALS = 0.01
"""Share of its score by words that is added, so that it decides between sources with the same run."""

_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(
    rf'"([^"\n]{{3,{MOST_QUOTED}}})"|`([^`\n]{{3,{MOST_QUOTED}}})`|“([^”\n]{{3,{MOST_QUOTED}}})”'
    rf"|(?<!\w)'([^'\n]{{3,{MOST_QUOTED}}})'(?!\w)"
)
_ASKS = re.compile(
    r"\W*(?:how|what|where|which|why|who|when|whose|can|could|is|are|was|were|does|do|did|should|would|will)\b",
    re.IGNORECASE,
)


class Phrase(NamedTuple):
    """Words that may stand somewhere just so."""

    words: tuple[str, ...]
    """In small letters."""
    quoted: bool
    """Whether it stands in quotation marks, and all of it is meant."""

    @property
    def terms(self) -> list[str]:
        """Its terms."""
        return question_terms(" ".join(self.words))


class Run(NamedTuple):
    """Words of a phrase that a text has in the same order."""

    words: int = 0
    line: int = 0
    """0-based line of the text on which it begins."""


class Verbatim(NamedTuple):
    """A source that has a run of the question."""

    layer: Searched
    record: Record
    share: float
    """Share of the question's words that the run has."""
    line: int
    """1-based line of its file on which the run begins; it is cited by that."""
    text: str
    """The line."""


def phrases(question: str) -> tuple[Phrase, ...]:
    """Return what a question may quote: most of it in quotation marks, or all of it, unless it asks something."""
    count, asks = len(_words(question)), _ASKS.match(question) is not None
    quoted = [_words(next(filter(None, match))) for match in _QUOTED.findall(question)]
    # What a message has in quotation marks is a value of it.
    found = [Phrase(words, quoted=True) for words in quoted if len(words) > 1 and (asks or 2 * len(words) > count)]
    if not found and not asks and count >= LEAST_WORDS:
        found = [Phrase(_words(question), quoted=False)]
    return tuple(phrase for phrase in found if len(phrase.terms) >= LEAST_TERMS)


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower())[:MOST_WORDS])


def find_run(phrase: Phrase, text: str) -> Run:
    """Return the longest run of a phrase in a text; none where it is too short to say something.

    One pass over the text: for each of its words that the phrase has, the longest run that ends there.
    """
    places: dict[str, list[int]] = {}
    for at, word in enumerate(phrase.words):
        if len(known := places.setdefault(word, [])) < MOST_PLACES:
            known.append(at)
    in_text, in_question = (0, 0) if phrase.quoted else (GAP_IN_TEXT, GAP_IN_QUESTION)
    ends: list[_End] = []
    best, line, number, behind = _End(), 0, 0, 0
    # A letter may be two in small letters, so lines are counted in what is searched.
    text = text.lower()
    for match in _WORD.finditer(text):
        line += text.count("\n", behind, match.start())
        behind = match.start()
        number += 1
        if match[0] not in places:
            continue
        ends = [end for end in ends if number - end.number <= in_text + 1]
        new = []
        for at in places[match[0]]:
            before = [end for end in ends if 0 < at - end.at <= in_question + 1]
            last = max(before, key=lambda end: (end.words, end.number), default=None)
            if last is None:
                new.append(_End(number, at, 1, 1, 1, line))
            else:
                side_by_side = last.together + 1 if (number, at) == (last.number + 1, last.at + 1) else 1
                together = max(last.most_together, side_by_side)
                new.append(_End(number, at, last.words + 1, side_by_side, together, last.line))
            if new[-1].words > best.words:
                best = new[-1]
        ends += new
    return (
        Run(best.words, best.line)
        if best.words >= _least(phrase) and best.most_together >= min(LEAST_TOGETHER, len(phrase.words))
        else Run()
    )


class _End(NamedTuple):
    """A run that ends at a word."""

    number: int = 0
    """Of the word in the text."""
    at: int = 0
    """Place of the word in the phrase."""
    words: int = 0
    together: int = 0
    """Words up to here that stand side by side in both."""
    most_together: int = 0
    """The most of the run that do."""
    line: int = 0
    """0-based line on which the run begins."""


def _least(phrase: Phrase) -> int:
    """Return how many words a run of a phrase has at least."""
    return len(phrase.words) if phrase.quoted else max(LEAST_WORDS, math.ceil(LEAST_SHARE * len(phrase.words)))


def lifted(one: Verbatim, scorer: Scorer, best: float) -> Ranked:
    """Return a source that has a run of the question, above the best that was found by words.

    Args:
        one: the source.
        scorer: of its layer.
        best: the highest score that was found.
    """
    parts = scorer.parts(one.record)
    # A test quotes what the program prints, and so does a changelog: what makes them count less counts here too.
    wanted = best * (1 + one.share * parts.page) + OF_EQUALS * combine(parts)
    per_point = combine(parts._replace(bm25=1.0, title=0.0, evidence=()))
    missing = wanted / per_point - parts.bm25 - parts.title if per_point else 0.0
    return rated(one.record, one.layer, parts._replace(evidence=(("verbatim", missing),)) if missing > 0 else parts)
