"""What a question asks for, by its wording: code or words about it."""

from __future__ import annotations

import re
from typing import NamedTuple

from trove_git.ranking import boosts
from trove_git.ranking.wanted import NOTHING, SETTING, Wanted, read_wanted
from trove_git.terms import question_terms

_IDENTIFIER = re.compile(r"\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|\w+_\w+|\w+::\w+|\w+\(\))")
_WORDS = re.compile(r"[^\W\d]\w*(?:::\w+)*")
_CODE_WORDS = frozenset(
    "function functions class classes method methods struct structs interface interfaces trait traits module modules"
    " implement implements implemented implementation implementations implementing defined definition internal"
    " internals internally codebase architecture caller callers called entrypoint entrypoints".split()
)
_PASSIVE = re.compile(
    r"(?:how|where) (?:.+? (?:is|are|gets?) \w+ed|(?:is|are|was|were) .+? \w+ed|.+ works?)\b", re.IGNORECASE
)
"""How or where a thing is done, and not how to do it."""
_WHICH = re.compile(
    r"\b(?:which|what) (?:\w+ ){0,2}?(?:code|component|hook|callback|middleware|handler|helper|routine|constant"
    r"|variable|type|enum|object|decorator|package|crate|command|symbol)s?\b",
    re.IGNORECASE,
)
"""Which thing of the code does something."""
_SENTENCE_WORDS = frozenset(
    "any are be but can cannot can't could did do does doesn't don't even get gets got had has have how i if is isn't"
    " it it's its me my no not only our same should so some still than that then there these they this those to was we"
    " were what when where which who why will won't would you your".split()
)
"""A question without any of these is a list of key words."""
_USER_WORDS = frozenset("i my we you can't cannot doesn't error should".split())
_USER_PHRASES = ("how to ", "how do ", "how can ", "is it possible")


class Asked(NamedTuple):
    """What follows from the wording of a question."""

    share: float = boosts.CODE_SHARE
    """Factor on the prior of sources made from code."""
    named: frozenset[str] = frozenset()
    """Terms that the question uses as names: a symbol of that name is what it is about."""
    wanted: Wanted = NOTHING
    """What sort of place the question asks for."""


PLAIN = Asked()
"""A question whose wording says nothing."""


def read_question(question: str) -> Asked:
    """Return what the wording of a question asks for."""
    wanted = read_wanted(question)
    share = code_share(question)
    if wanted.is_place:
        share = 1.0
    elif SETTING in wanted.sorts:
        # Even of a user: what a setting is called and what it defaults to stands in code as often as in docs.
        share = max(share, boosts.CODE_SHARE_ASKED)
    return Asked(share, named_terms(question) | wanted.used, wanted)


def named_terms(question: str) -> frozenset[str]:
    """Return the terms of words that stand for a name: a question of one word, identifiers, capitalised words.

    The first word of a sentence is capitalised anyway, so it counts only as an identifier.
    """
    words = _WORDS.findall(question)
    if len(words) == 1:
        return frozenset(question_terms(words[0])[:1])
    names = [word for word in words if _IDENTIFIER.search(word)]
    names += [word for word in words[1:] if word[0].isupper() and not word.isupper()]
    return frozenset(terms[0] for word in names if (terms := question_terms(word.rpartition("::")[2] or word)))


def code_share(question: str) -> float:
    """Return the factor on the prior of sources made from code.

    Code has evidence of its file on top of its own words, so its scores run higher than those of
    docs. Somebody who asks how to do a thing wants the docs first; somebody who asks how a thing
    is implemented, names a function, or gives key words in place of a sentence, wants the code too.

    Args:
        question: as it was asked.
    """
    lower = question.lower()
    words = set(lower.replace("?", " ").replace(",", " ").split())
    is_user = not words.isdisjoint(_USER_WORDS) or any(phrase in lower for phrase in _USER_PHRASES)
    words |= {"entrypoint"} if "entry point" in lower else set()
    if not is_user and (not words.isdisjoint(_CODE_WORDS) or _PASSIVE.search(question) or _WHICH.search(question)):
        return boosts.CODE_SHARE_ASKED
    is_list = len(words) > 0 and words.isdisjoint(_SENTENCE_WORDS)
    return boosts.CODE_SHARE_IDENTIFIER if is_list or _IDENTIFIER.search(question) else boosts.CODE_SHARE
