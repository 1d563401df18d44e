"""How strong the evidence for an answer is: whether what was found is about the question at all.

A list always has a first hit. Two things tell one that answers from one that is merely the best of nothing:
it holds most of the question, by the weight of its words, and it stands out from the hits behind it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from trove_git.ranking.score import Ranked

WEAK = 0.4
"""Strength below which the footer warns. On the questions over all kinds it is that of two thirds of those without an
answer, and of one in twenty of those whose answer is among the first three."""
BEHIND = 5
"""The hit that the first one is compared with stands so many places behind it."""


def strength(ranked: Sequence[Ranked]) -> float:
    """Return how strong the evidence is that the first hit answers, from 0; 1 and more is certain.

    It is the share of the question that the first hit holds, by weight, times the square root of its score over
    that of the sixth. A place that the question asks for by its wording, or by its path, is certain.

    Args:
        ranked: the hits, best first.
    """
    if not ranked:
        return 0.0
    first, last = ranked[0], ranked[min(BEHIND, len(ranked) - 1)]
    if first.parts.wanted > 1.0:
        return 1.0
    return first.parts.share * (math.sqrt(first.score / last.score) if last.score else 1.0)
