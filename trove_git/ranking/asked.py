"""What a question asks for, by its form: code, or words about how to use it; a name; a sort of place."""

from __future__ import annotations

import re
from typing import NamedTuple

from trove_git.ranking import boosts
from trove_git.ranking.names import NONE, Names, read_names
from trove_git.ranking.wanted import NOTHING, PAGE, SETTING, Wanted, read_wanted

_OF_USER = re.compile(
    r"\bhow (?:do|can|could|should|would|might|must) (?!the\b|they\b|it\b|this\b|that\b|these\b|those\b)|\bhow to\b"
    r"|\b(?:can|could|may|must|should|do|did|am) (?:i|we|you)\b|\bis (?:it|there)\b|\bpossible\b"
    r"|\b(?:i|i'm|i've|my|we|our|us)\b|\b(?:can't|cannot|won't|doesn't|isn't)\b"
)
"""Somebody speaks of what he or she does, of small letters: `how do I`, `is there a way`, `my tests`."""
_OF_CODE = re.compile(
    r"\bwhere\b|\bhow (?:is|are|was|were|does|do|did|gets?)\b|\b(?:code|function|method|class|struct|interface|trait"
    r"|module|component|hook|callback|middleware|handler|helper|routine|constant|variable|type|enum|object|decorator|macro)s?\b"
    r"|\b(?:implement\w*|internals?|internally|architecture|codebase|entry ?points?)\b"
)
"""It asks where something is, how something is done by the program, or for a thing that only code has."""


class Asked(NamedTuple):
    """What follows from the wording of a question."""

    code: float = boosts.CODE_UNSURE
    """How much the best of the code counts beside the best entry or doc of equal strength."""
    code_defining: float = boosts.CODE_UNSURE
    """The same where the best of the code defines a name of the question."""
    names: Names = NONE
    """The names that the question uses: a symbol of that name is what it is about."""
    wanted: Wanted = NOTHING
    """What sort of place the question asks for."""


PLAIN = Asked()
"""A question whose wording says nothing."""


def read_question(question: str) -> Asked:
    """Return what the wording of a question asks for."""
    wanted = read_wanted(question)
    names = read_names(question, wanted.paths)
    lower = question.lower()
    if PAGE in wanted.sorts or (_OF_USER.search(lower) and SETTING not in wanted.sorts):
        code = boosts.CODE_OF_USER
    else:
        code = boosts.CODE_ASKED if wanted.is_place or _OF_CODE.search(lower) else boosts.CODE_UNSURE
    return Asked(code, _code_defining(names, code), names, wanted)


def _code_defining(names: Names, code: float) -> float:
    """Return how much code counts that defines a name of the question.

    Somebody who asks how to use a thing may know its name, and wants words about it all the same.
    """
    spelled = [name for name in names.found if name.certain]
    if not spelled:
        return code
    of_user = code == boosts.CODE_OF_USER and not names.asked_for
    return boosts.CODE_UNSURE if of_user else boosts.CODE_NAMED
