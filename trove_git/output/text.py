"""A result as text for people: hits, then lines that begin with two dashes."""

from __future__ import annotations

from collections.abc import Mapping

from trove_git.output.style import PLAIN as PLAIN
from trove_git.output.style import Style as Style
from trove_git.output.style import clean as clean
from trove_git.records import AskResult, Hit, ScoreParts
from trove_git.wording import stale_lines

INDENT = "   "
OFFLINE = "offline retrieval; add --provider for a written answer"
MIN_COLUMNS = 20
"""Narrower terminals break words themselves."""


def render_ask(result: AskResult, style: Style = PLAIN, *, explain: bool = False, advert: bool = True) -> str:
    """Render an answer; the form is documented in docs/cli.md.

    Args:
        result: the answer.
        style: how it is decorated.
        explain: whether the parts of each score are shown.
        advert: as `render_footer` has it.
    """
    answer = ""
    if result.answer:
        from trove_git.output.citations import CitedText

        text = CitedText(result.hits, style)
        answer = f"\n{text.feed(result.answer)}{text.finish()}\n"
    return render_hits(result, style, explain=explain) + answer + render_footer(result, style, advert=advert)


def render_hits(result: AskResult, style: Style = PLAIN, *, explain: bool = False) -> str:
    """Render the hits, or that there are none."""
    if not result.hits:
        return f'no matches for "{clean(result.query)}" in {result.searched} sources\n'
    lines = []
    for rank, hit in enumerate(result.hits, 1):
        lines += _render_hit(rank, hit, style)
        if explain:
            lines += [style.dim(f"   {line}") for line in explain_parts(hit.score, hit.parts)]
    return "\n".join(lines) + "\n"


def render_footer(result: AskResult, style: Style = PLAIN, *, advert: bool = True) -> str:
    """Render the lines that begin with two dashes: how much was found, how it was answered, and the notes.

    Args:
        result: the answer.
        style: how it is decorated.
        advert: whether an answer that was not written names what would write one: a person may want that.
    """
    counts = f"{len(result.hits)} of {result.matches} matches | ~{result.tokens}/{result.budget} tokens"
    # Without a hit nothing is counted, and how it would have been answered matters only where that was asked for.
    mode = _mode(result)
    mode = mode if advert or mode != OFFLINE else ""
    first = [f"{counts} | {mode}" if mode else counts] if result.hits else [mode] if result.answer_error else []
    taken = result.redaction or {}
    if taken:
        by_category = ", ".join(f"{count} {category}" for category, count in taken.items())
        first.append(f"redacted before send: {sum(taken.values())} ({by_category})")
    return "".join(style.dim(f"-- {clean(line)}") + "\n" for line in (*first, *result.notes))


def _mode(result: AskResult) -> str:
    """Say who answered."""
    if result.mode == "llm":
        return f"answered by {result.provider}" + (f" {result.model}" if result.model else "")
    if result.answer_error:
        return f"retrieval only ({result.answer_error})"
    return OFFLINE


def _render_hit(rank: int, hit: Hit, style: Style) -> list[str]:
    cite = style.link(style.cite(hit.cite), hit.location)
    parts = [str(rank), style.kind(hit.kind), cite]
    if hit.title and hit.title != hit.cite:
        parts.append(style.title(clean(hit.title)))
    if hit.uncommitted:
        parts.append(style.dim("(uncommitted)"))
    lines = ["  ".join(parts)]
    # A symbol is cited by its first line, which the excerpt may begin with.
    if hit.snippet and not (hit.excerpt and hit.excerpt[0][0] == hit.line):
        lines += _wrapped(clean(hit.snippet), style.columns)
    lines += [f"{number}| {clean(text)}" for number, text in hit.excerpt]
    lines += [style.warn(row) for line in stale_lines(hit.stale) for row in _wrapped(clean(line), style.columns)]
    return lines


def _wrapped(text: str, columns: int) -> list[str]:
    """Indent a cited line, and where it would run over the edge of a terminal, each of its rows."""
    if not columns or len(text) + len(INDENT) <= columns:
        return [f"{INDENT}{text}"]
    import textwrap

    width = max(columns, MIN_COLUMNS)
    return textwrap.wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)


def explain_parts(score: float, parts: ScoreParts) -> list[str]:
    """Explain a score: the formula with its numbers, then what each term gave."""
    page = f" x {parts.category} {parts.page:.2f}" if parts.category else ""
    place = f" x place {parts.place:.2f}" if parts.place != 1.0 else ""
    wanted = f" x asked for {parts.wanted:.2f}" if parts.wanted != 1.0 else ""
    used = f" x used {parts.used:.2f}" if parts.used != 1.0 else ""
    fresh = f" x fresh {parts.fresh:.2f}" if parts.fresh != 1.0 else ""
    added = "".join(f" + {name} {value:.3f}" for name, value in parts.evidence)
    formula = (
        f"{score:.3f} = prior {parts.prior:.2f}{page} x recency {parts.recency:.2f}{place}{wanted}"
        f" x coverage {parts.coverage:.2f}{used}{fresh} x (bm25 {parts.bm25:.3f} + title {parts.title:.3f}{added})"
    )
    return [formula, "terms: " + ", ".join(f"{term} {value:.3f}" for term, value in parts.terms)]


def render_counts(counts: Mapping[str, int]) -> str:
    """Render counts per kind, such as `6 project, 5 doc`."""
    return ", ".join(f"{count} {kind}" for kind, count in counts.items()) or "nothing"
