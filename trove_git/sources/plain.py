"""The sections of plain text: a README without an ending, INSTALL, NEWS, pages in .txt.

A title is a line with a line of punctuation below it, as long as the text give or take two characters, or a line of
capitals with nothing above and below. A page that has a heading of Markdown is read as Markdown, as many a README
without an ending is written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from trove_git.sources.markdown_page import read_markdown
from trove_git.sources.sections import Page, Section

MAX_TITLE_CHARACTERS = 100
"""Longer lines of capitals are no titles."""
_UNDERLINE = re.compile(r"([=\-~^*#+])\1{2,}\Z")
_CAPITALS = re.compile(r"(?=(?:[^A-Z]*[A-Z]){2})[^a-z]+\Z")
_MARKDOWN = re.compile(r"#{1,6} \S|```")
SLACK = 2
"""Characters by which a line below a title may differ from it."""


def read_plain(lines: Sequence[str]) -> Page:
    """Read the lines of a file of plain text, without their line feeds."""
    if any(line[0] in "#`" and _MARKDOWN.match(line) for line in lines if line):
        return read_markdown(lines)
    texts = [line.rstrip() for line in lines]
    sections = [Section(0, "", 1)]
    styles: list[str] = []
    for number, text in enumerate(texts):
        above = texts[number - 1] if number else ""
        below = texts[number + 1] if number + 1 < len(texts) else ""
        style = _style(text, above, below)
        if style:
            if style not in styles:
                styles.append(style)
            sections.append(Section(styles.index(style) + 1, " ".join(text.split()), number + 1))
    return Page(sections)


def _style(text: str, above: str, below: str) -> str:
    """Return what makes a line a title: the punctuation below it, or that it is in capitals; empty for none."""
    if not text or len(text) > MAX_TITLE_CHARACTERS or not any(map(str.isalnum, text)) or _UNDERLINE.match(text):
        return ""
    underline = _UNDERLINE.match(below.strip())
    if (
        underline
        and abs(len(below.strip()) - len(text.strip())) <= SLACK
        and not (above and not _UNDERLINE.match(above))
    ):
        return underline[1]
    if not above and not below and not text[0].isspace() and _CAPITALS.match(text):
        return "A"
    return ""
