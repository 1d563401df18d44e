"""The sections of a Markdown file: headings are ATX (`## Title`), setext (underlined) and HTML (`<h2>`).

None stands inside code fences, comments and front matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trove_git.markdown import HIDDEN, TEXT, line_states, open_fence, plain
from trove_git.sources.sections import Page, Section

_ATX = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r"^ {0,3}(=+|-{2,})[ \t]*$")
_HTML_HEADING = re.compile(r"^ {0,3}<h([1-6])\b[^>]*>(.*?)(?:</h\1>|$)", re.IGNORECASE)
_SETEXT_TEXT = re.compile(r"^ {0,3}[^\s#>*+\-|`<=0-9:]")
_FRONT_KEY = re.compile(r"""^(title|description):\s*(["']?)(.*?)\2\s*$""")
_ATTRIBUTES = re.compile(r"\s*\{[#:.][^}]*\}\s*$")


class _Front(NamedTuple):
    """The front matter of a file."""

    end: int
    """0-based number of the first line behind it."""
    title: str = ""
    description: str = ""


def read_markdown(lines: Sequence[str]) -> Page:
    """Read the lines of a Markdown file, without their line feeds."""
    front = _front_matter(lines)
    states = dict(line_states(lines, front.end))
    fence = open_fence(lines, front.end)
    return Page(
        _find_sections(lines, states, front),
        frozenset(number for number, state in states.items() if state == HIDDEN),
        front.title,
        front.description,
        (("code fence is never closed; the rest of the file counts as code", fence),) if fence else (),
    )


def _find_sections(lines: Sequence[str], states: Mapping[int, str], front: _Front) -> list[Section]:
    """Return the sections: what stands before the first heading, then one a heading."""
    sections = [Section(0, "", front.end)]
    for number, state in states.items():
        heading = _heading_at(lines, number, lines[number].rstrip("\r"), sections[-1].line) if state == TEXT else None
        if heading is not None:
            sections.append(heading)
    sections[0].line += 1
    return sections


def _heading_at(lines: Sequence[str], number: int, line: str, floor: int) -> Section | None:
    """The heading that line `number` (0-based) makes, if it makes one.

    Args:
        lines: all lines of the file.
        number: 0-based number of the line.
        line: the line without its line end.
        floor: 1-based line of the latest heading; a setext title lies behind it.
    """
    atx = _ATX.match(line)
    if atx:
        return Section(len(atx[1]), plain_title(atx[2] or ""), number + 1)
    if number and floor < number and _SETEXT.match(line) and _SETEXT_TEXT.match(lines[number - 1]):
        before = lines[number - 2].strip() if number > 1 else ""
        if not before or floor == number - 1:
            return Section(1 if line.lstrip()[0] == "=" else 2, plain_title(lines[number - 1]), number)
    html = _HTML_HEADING.match(line) if "<" in line else None
    if html:
        following = lines[number + 1] if not html[2].strip() and number + 1 < len(lines) else ""
        return Section(int(html[1]), plain_title(html[2] or following), number + 1)
    return None


def _front_matter(lines: Sequence[str]) -> _Front:
    """Return the front matter; without any it ends before the first line."""
    if not lines or lines[0].rstrip() != "---":
        return _Front(0)
    found: dict[str, str] = {}
    for number, line in enumerate(lines[1:], 1):
        if line.rstrip() in ("---", "..."):
            return _Front(number + 1, plain_title(found.get("title", "")), found.get("description", ""))
        key = _FRONT_KEY.match(line.rstrip())
        if key:
            found[key[1]] = key[3]
    return _Front(0)


def plain_title(text: str) -> str:
    """Return the text of a heading without markup and attributes."""
    return plain(_ATTRIBUTES.sub("", text.strip()))
