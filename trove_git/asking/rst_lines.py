"""The lines of reStructuredText where one of them is cited: what each is, and its text without markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from trove_git.markdown_lines import CODE, HIDDEN, TEXT, Line
from trove_git.ranking.snippet import Markup
from trove_git.sources.rst_inline import plain_rst

_DIRECTIVE = re.compile(r"\.\. (?:\|[^|]{1,80}\| )?([A-Za-z][\w:.+-]{0,40})::(?: +|$)")
_LABEL = re.compile(r"\.\. (?:_[^:]|__)")
_FOOTNOTE = re.compile(r"\.\. \[[^\]]{1,80}\] +")
_ITEM = re.compile(r"(?:[-*+•]|[0-9#]{1,9}[.)]|\([0-9a-z]{1,3}\)) +|:[^:`]{1,80}:(?: +|$)")
_CODE = frozenset("code code-block sourcecode literalinclude parsed-literal math raw prompt testcode doctest".split())
_NOT_TEXT = frozenset("image figure toctree highlight contents automodule currentmodule module index".split())
_NAMED = {
    "versionadded": "Added in", "versionchanged": "Changed in", "deprecated": "Deprecated since", "note": "Note:",
    "warning": "Warning:", "tip": "Tip:", "important": "Important:", "caution": "Caution:", "seealso": "See also:",
    "include": "Includes", "literalinclude": "Includes",
    "hint": "Hint:", "danger": "Danger:", "attention": "Attention:",
}  # fmt: skip
"""Directives whose text makes no sense without their name → what a reader sees in its place."""


def read_rst_lines(lines: Sequence[str]) -> Iterator[Line]:
    """Yield what each line of reStructuredText is.

    A directive with text on its own line is a line of text. A comment and a label are not seen; the block behind `::`
    is code.
    """
    indent = code = hidden = -1
    for number, raw in enumerate(lines):
        line = raw.rstrip().expandtabs(8)
        text = line.lstrip()
        width = len(line) - len(text)
        if not text:
            indent = -1
            yield Line(number, TEXT, "", continues=False)
            continue
        state = HIDDEN if 0 <= hidden < width else CODE if 0 <= code < width else TEXT
        if state != TEXT:
            yield Line(number, state, text, continues=False)
            continue
        hidden = code = -1
        kind, note, item = _DIRECTIVE.match(text), _FOOTNOTE.match(text), _ITEM.match(text)
        if text == ".." or (text.startswith(".. ") and not kind and not note):
            hidden, indent = -1 if _LABEL.match(text) else width, -1
            yield Line(number, HIDDEN, "", continues=False)
            continue
        begins = kind or note or item
        yield Line(number, TEXT, text, continues=not begins and width == indent)
        indent = width + (3 if kind or note else item.end() if item else 0)
        code = width if text.endswith("::") or (kind and kind[1] in _CODE) else -1


def plain_rst_text(text: str) -> str:
    """Take the markup off a paragraph of reStructuredText; a directive that says something keeps its name in words."""
    mark = "\x03" if text.startswith("\x03") else ""
    text = text.removeprefix(mark).strip()
    directive = _DIRECTIVE.match(text)
    note = _FOOTNOTE.match(text)
    if directive:
        rest = text[directive.end() :]
        name = directive[1].rpartition(":")[2]
        text = "" if name in _NOT_TEXT else f"{_NAMED[name]} {rest}" if name in _NAMED and rest else rest
    elif note:
        text = text[note.end() :]
    return mark + plain_rst(text)


RST = Markup(read_rst_lines, plain_rst_text)
