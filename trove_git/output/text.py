"""A result as text for people: hits, then lines that begin with two dashes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from trove_git.records import AskResult, Hit, ScoreParts

INDENT = "   "
MIN_COLUMNS = 20
"""Narrower terminals break words themselves."""

_DIM = "\x1b[2m"
_BOLD = "\x1b[1m"
_CYAN = "\x1b[36m"
_YELLOW = "\x1b[33m"
_RESET = "\x1b[0m"


class Style:
    """How text is decorated: colours, and links on terminals that open them.

    Args:
        colour: whether to use colours.
        links: whether to write OSC 8 hyperlinks.
        host: name of this machine, as file links carry it.
        columns: width at which the cited lines are wrapped; 0 for never.
    """

    def __init__(self, colour: bool = False, links: bool = False, host: str = "", columns: int = 0) -> None:
        self.columns = columns
        self._colour = colour
        self._links = links
        self._host = host

    def paint(self, text: str, code: str) -> str:
        """Return text in a colour."""
        return f"{code}{text}{_RESET}" if self._colour and text else text

    def kind(self, text: str) -> str:
        """Return the name of a kind, as it is shown."""
        return self.paint(text, _YELLOW)

    def cite(self, text: str) -> str:
        """Return a citation, as it is shown."""
        return self.paint(text, _CYAN)

    def title(self, text: str) -> str:
        """Return a title, as it is shown."""
        return self.paint(text, _BOLD)

    def dim(self, text: str) -> str:
        """Return what is said beside, as it is shown."""
        return self.paint(text, _DIM)

    def link(self, text: str, location: str) -> str:
        """Return text that opens a file."""
        if not self._links or not location:
            return text
        from urllib.parse import quote

        target = f"file://{self._host}{quote(location, errors='surrogateescape')}"
        return f"\x1b]8;;{target}\x1b\\{text}\x1b]8;;\x1b\\"


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Return text without control characters and marks that turn its direction.

    A file of a cloned repository must not steer the terminal of whoever asks about it.
    """
    return _CONTROL.sub("\ufffd", text)


PLAIN = Style()


def render_ask(result: AskResult, style: Style = PLAIN, *, explain: bool = False) -> str:
    """Render an answer; the form is documented in docs/cli.md."""
    if not result.hits:
        first = f'no matches for "{clean(result.query)}" in {result.searched} sources'
        return "\n".join([first, *(style.paint(f"-- {clean(note)}", _DIM) for note in result.notes)]) + "\n"
    lines = []
    for rank, hit in enumerate(result.hits, 1):
        lines += _render_hit(rank, hit, style)
        if explain:
            lines += [style.paint(f"   {line}", _DIM) for line in explain_parts(hit.score, hit.parts)]
    footer = (
        f"{len(result.hits)} of {result.matches} matches | ~{result.tokens}/{result.budget} tokens | offline retrieval"
    )
    lines += [style.paint(f"-- {clean(line)}", _DIM) for line in (footer, *result.notes)]
    return "\n".join(lines) + "\n"


def _render_hit(rank: int, hit: Hit, style: Style) -> list[str]:
    cite = style.link(style.paint(hit.cite, _CYAN), hit.location)
    parts = [str(rank), style.paint(hit.kind, _YELLOW), cite]
    if hit.title and hit.title != hit.cite:
        parts.append(style.paint(clean(hit.title), _BOLD))
    if hit.uncommitted:
        parts.append(style.paint("(uncommitted)", _DIM))
    lines = ["  ".join(parts)]
    if hit.snippet:
        lines += _wrapped(clean(hit.snippet), style.columns)
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
    used = f" x used {parts.used:.2f}" if parts.used != 1.0 else ""
    added = "".join(f" + {name} {value:.3f}" for name, value in parts.evidence)
    formula = (
        f"{score:.3f} = prior {parts.prior:.2f}{page} x recency {parts.recency:.2f}"
        f" x coverage {parts.coverage:.2f}{used} x (bm25 {parts.bm25:.3f} + title {parts.title:.3f}{added})"
    )
    return [formula, "terms: " + ", ".join(f"{term} {value:.3f}" for term, value in parts.terms)]


def render_counts(counts: Mapping[str, int]) -> str:
    """Render counts per kind, such as `6 project, 5 doc`."""
    return ", ".join(f"{count} {kind}" for kind, count in counts.items()) or "nothing"
