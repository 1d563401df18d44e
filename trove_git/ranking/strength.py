"""How strong the evidence for an answer is: whether what was found is about the question at all.

A list always has a first hit. One that answers holds most of the question, by the weight of its words, and of a long
question less than of a short one, since its words are more than the matter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from trove_git.ranking.score import Ranked

WEAK = 0.65
"""Strength below which the footer warns. On everyday questions over all kinds it is that of three quarters of those
without an answer, and of one in twenty of those with one."""


def strength(ranked: Sequence[Ranked], words: int) -> float:
    """Return how strong the evidence is that the first hit answers, from 0; 1 and more is certain.

    It is the share of the question that the first hit holds, by weight, times the root of the number of the
    question's words. A place that the question asks for by its wording or by its path, and the definition of a name
    that it uses, is certain.

    Args:
        ranked: the hits, best first.
        words: distinct terms of the question, at least one.
    """
    if not ranked:
        return 0.0
    first = ranked[0].parts
    if first.wanted > 1.0 or any(name == "definition" for name, _ in first.evidence):
        return 1.0
    return first.share * math.sqrt(words)
