"""Question → installed tools that answer it, scored like everything else.

Tools come last among the kinds and must match well to come at all: one that holds less than
half of the question, by the weights of its terms, is left out, and of tools that share one
description (`xz` and `unxz`, `pip3.11` and `pip3.12`) only the nearest to the question stays. Where
tools are all that is asked for, neither applies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trove_git.index.search import Filter, Question
from trove_git.ranking import boosts
from trove_git.ranking.score import Ranked, Scorer, Searched, rated

if TYPE_CHECKING:
    from trove_git.index.onefile import OneFileIndex


def rank_tools(layer: Searched, scorer: Scorer, question: Question, narrowing: Filter) -> list[Ranked]:
    """Return the tools that may be hits, in no order.

    Args:
        layer: the catalog; its reader is a OneFileIndex.
        scorer: over the words of the repository and the catalog.
        question: with the weights of the same.
        narrowing: which sources may be hits.
    """
    index: OneFileIndex = layer.reader  # type: ignore[assignment]  # what `Searched.tools` says
    if narrowing.kinds == ("tool",):
        return [rated(r, layer, scorer.parts(r)) for r in index.candidates(question, narrowing, 0).records]
    if not (narrowing.kinds == () or "tool" in narrowing.kinds):
        return []
    whole = sum(question.idf)
    best: dict[str, Ranked] = {}
    for number, (held, weight) in index.weigh(question).items():
        if weight < whole * (boosts.TOOL_SHARE if held > 1 else boosts.TOOL_SHARE_ONE_TERM):
            continue
        record = index.record(number)
        ranked = rated(record, layer, scorer.parts(record))
        same = record.summary[0] or record.title
        if same not in best or _order(ranked) < _order(best[same]):
            best[same] = ranked
    return list(best.values())


def _order(ranked: Ranked) -> tuple[float, int, str]:
    """Prefer the tool that the question names, then the shorter name: `pip` before `pip3.12`."""
    return (-ranked.parts.title, len(ranked.record.title), ranked.record.title)
