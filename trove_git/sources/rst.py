"""The sections of a reStructuredText file: titles with a line of punctuation below, or above and below.

Which punctuation is which level follows from the order of appearance, as docutils has it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from trove_git.sources.sections import Page, Section

_ADORNMENT = re.compile(r"^([!-/:-@\[-`{-~])\1{2,}\s*$")
_ROLE = re.compile(r":[\w.+-]+:`([^`<]*?)\s*(?:<[^`>]*>)?`")
_REFERENCE = re.compile(r"`([^`<]*?)\s*(?:<[^`>]*>)?`_{0,2}")


def read_rst(lines: Sequence[str]) -> Page:
    """Read the lines of a reStructuredText file, without their line feeds."""
    sections = [Section(0, "", 1)]
    levels: list[str] = []
    for number in range(1, len(lines)):
        title = lines[number - 1]
        if not _is_title(title, lines[number]):
            continue
        over = number > 1 and bool(_ADORNMENT.match(lines[number - 2])) and lines[number - 2][0] == lines[number][0]
        before = lines[number - 2] if number > 1 else ""
        if not over and before.strip() and not _ADORNMENT.match(before):
            continue
        style = lines[number][0] * (2 if over else 1)
        if style not in levels:
            levels.append(style)
        sections.append(Section(levels.index(style) + 1, plain_rst(title), number - (1 if over else 0)))
    return Page(sections)


def plain_rst(text: str) -> str:
    """Return a title or line without roles, references and emphasis."""
    text = text.replace("``", "\x02")
    text = _REFERENCE.sub(r"\1", _ROLE.sub(r"\1", text))
    return " ".join(text.replace("\x02", "").replace("**", "").split())


def _is_title(title: str, below: str) -> bool:
    """Whether a line and the one below it are a title: the punctuation is at least as long as the text."""
    text = title.rstrip()
    if not text.strip() or _ADORNMENT.match(title) or not _ADORNMENT.match(below):
        return False
    return len(below.rstrip()) >= len(text.strip()) and not (text[0].isspace() and not text.lstrip()[0].isalnum())
