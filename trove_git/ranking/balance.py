"""One list of code and of words about it: scores of the two made comparable, question by question.

Code has evidence of its file on top of its own words, so its scores run higher than those of entries and docs, and by
how much depends on the repository. So the best of the code is set beside the best of the words: it counts as much where
both are as strong, more or less by the root of how much stronger it is, times what the form of the question says
(`asked.py`). Everything else of the code keeps its distance to its best.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from trove_git.ranking.asked import Asked
from trove_git.ranking.score import Ranked, rated
from trove_git.records import CODE_KINDS

BEHIND = 5
"""The hit that the best of the code is compared with stands so many files behind it: what stands out is sure."""
LEAST = 0.05
"""Share of the question that a hit without any of its words counts as holding: its file's commits may have them."""


def balanced(found: Sequence[Ranked], words: Sequence[Ranked], asked: Asked) -> list[Ranked]:
    """Return what code and commits gave, with the scores of code beside those of entries and docs.

    Args:
        found: of code and commits.
        words: of entries and docs.
        asked: what the wording of the question says.
    """
    code = [one for one in found if one.record.kind in CODE_KINDS and one.score > 0]
    if not code or not words:
        return list(found)
    best, word = max(code, key=_plain), max(words, key=_plain)
    if not _plain(word) or not _plain(best):
        return list(found)
    strength = _held(best) * _stands_out(code, best) / _held(word)
    defines = any(name == "definition" for name, _ in best.parts.evidence)
    factor = _plain(word) / _plain(best) * math.sqrt(strength) * (asked.code_defining if defines else asked.code)
    return [_scaled(one, factor) if one.record.kind in CODE_KINDS else one for one in found]


def _plain(one: Ranked) -> float:
    """Return a score without what the wording of the question makes of it, which is to count after this."""
    return one.score / one.parts.wanted if one.parts.wanted else 0.0


def _held(one: Ranked) -> float:
    return one.parts.share + LEAST


def _stands_out(code: Sequence[Ranked], best: Ranked) -> float:
    """Return by how much the best of the code is ahead of that of other files."""
    by_file: dict[str, float] = {}
    for one in code:
        by_file[one.record.path] = max(by_file.get(one.record.path, 0.0), _plain(one))
    behind = sorted(by_file.values(), reverse=True)[: BEHIND + 1][-1]
    return _plain(best) / behind if behind else 1.0


def _scaled(one: Ranked, factor: float) -> Ranked:
    return rated(one.record, one.layer, one.parts._replace(prior=one.parts.prior * factor))
