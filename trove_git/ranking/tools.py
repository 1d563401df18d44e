"""Question → installed tools that answer it, scored like everything else.

Tools come last among the kinds and must match well to come at all:

1. A tool must hold half of the question, by the weights of its terms.
2. Where the hits of the repository have all that the tool has of the question, its score must not be far
   below the best one's; and when that is one word only, it must be the tool's whole name.
3. Of tools that share one description (`xz` and `unxz`, `pip3.11` and `pip3.12`) the nearest to the question stays.

Where tools are all that is asked for, nothing is left out; where the question asks for an installed tool, a tenth
suffices.
"""

from __future__ import annotations

from collections.abc import Sequence

from trove_git.index.record import Record, term_key
from trove_git.index.search import Filter, Question
from trove_git.ranking import boosts
from trove_git.ranking.score import Ranked, Scorer, rated
from trove_git.ranking.searched import ToolsLayer
from trove_git.ranking.wanted import TOOL


def rank_tools(
    layer: ToolsLayer, scorer: Scorer, question: Question, narrowing: Filter, others: Sequence[Ranked]
) -> list[Ranked]:
    """Return the tools that may be hits, in no order.

    Args:
        layer: the catalog.
        scorer: over the words of the repository and the catalog.
        question: with the weights of the same.
        narrowing: which sources may be hits.
        others: the hits that are no tools, best first.
    """
    index = layer.reader
    if narrowing.kinds == ("tool",):
        return [_rated(r, layer, scorer) for r in index.candidates(question, narrowing, 0).records]
    if narrowing.kinds and "tool" not in narrowing.kinds:
        return []
    keys = [term_key(term) for term in question.terms]
    known = {key for key in keys if any(other.record.freq(key)[0] for other in others)}
    floor = boosts.TOOL_FLOOR * others[0].score if others else 0.0
    whole = sum(question.idf)
    wanted = TOOL in scorer.wanted.sorts
    best: dict[str, Ranked] = {}
    for number, (held, weight) in index.weigh(question).items():
        if weight < whole * (boosts.TOOL_SHARE_WANTED if wanted else boosts.TOOL_SHARE):
            continue
        ranked = _rated(index.record(number), layer, scorer)
        # One word in a one-line description says little, unless it is the tool's name.
        says_little = held == 1 and not ranked.parts.evidence
        if says_little and not wanted and len(scorer.terms) > 1:
            continue
        is_news = wanted or any(ranked.record.freq(key)[0] for key in keys if key not in known)
        if not is_news and (ranked.score < floor or says_little):
            continue
        same = ranked.record.summary[0] or ranked.record.title
        if same not in best or _order(ranked) < _order(best[same]):
            best[same] = ranked
    return list(best.values())


def _rated(record: Record, layer: ToolsLayer, scorer: Scorer) -> Ranked:
    """Score a tool; a term that is its whole name counts once more."""
    parts = scorer.parts(record)
    if record.title_len == 1 and record.title.isalnum():
        named = sum(scorer.idf_of(term) for term in scorer.terms if record.freq(term_key(term))[1])
        if named:
            parts = parts._replace(evidence=(("name", boosts.TOOL_NAME_WEIGHT * named),))
    return rated(record, layer, parts)


def _order(ranked: Ranked) -> tuple[float, int, str]:
    """Prefer the tool that the question names, then the shorter name: `pip` before `pip3.12`."""
    return (-ranked.parts.title, len(ranked.record.title), ranked.record.title)
