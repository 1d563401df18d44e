"""The sections of a reStructuredText file: its titles, and each object that it describes.

What is a title is decided by `rst_blocks.py`, as docutils decides it. A description, such as a setting or a
function, is a section below the title it stands under. The text behind it goes on with the section around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from trove_git.sources.rst_blocks import Blocks, Heading, read_blocks
from trove_git.sources.rst_inline import plain_rst, without_targets
from trove_git.sources.sections import Page, Section

MAX_TITLE_CHARACTERS = 300
MAX_TITLE_MARKUP = 2000
"""Characters of a title whose markup is read."""
MAX_SUBSTITUTED = 1000
"""References to substitutions that are replaced in one page."""
MAX_SUBSTITUTE_CHARACTERS = 200

_SUBSTITUTED = re.compile(r"\|(?! )([^|]{1,200})\|_{0,2}")


def read_rst(lines: Sequence[str]) -> Page:
    """Read the lines of a reStructuredText file, without their line feeds."""
    blocks = read_blocks(lines)
    shown = _shown(lines, blocks)
    sections = [Section(0, "", 1)]
    for section in _sections(lines, blocks):
        if section.line > sections[-1].line or len(sections) == 1:
            sections.append(section)
    return Page(sections, frozenset(blocks.hidden), shown=shown)


def _sections(lines: Sequence[str], blocks: Blocks) -> Iterator[Section]:
    """Yield a section for each heading, and one for the text that goes on behind a description."""
    title = Section(0, "", 1)
    around: list[tuple[int, Section]] = []
    """Descriptions that are open: the line behind each, and its section."""
    for heading in [*blocks.headings, Heading(len(lines), len(lines), 0, "", is_object=False)]:
        behind = -1
        while around and around[-1][0] <= heading.line:
            behind = around.pop()[0]
            inner = around[-1] if around else (heading.line, title)
            if (first := _first_seen(lines, blocks, behind, min(inner[0], heading.line))) >= 0:
                yield Section(inner[1].level, inner[1].title, first + 1)
        if heading.line == len(lines):
            return
        name = _title(heading, blocks)
        if heading.is_object:
            section = Section(title.level + 1 + heading.level, name, heading.line + 1)
            around.append((heading.end, section))
        else:
            section = title = Section(heading.level, name, heading.line + 1)
        yield section


def _first_seen(lines: Sequence[str], blocks: Blocks, start: int, end: int) -> int:
    """Return the first line with text that readers see; -1 where there is none."""
    return next(
        (n for n in range(start, end) if n not in blocks.hidden and any(map(str.isalnum, lines[n]))),
        -1,
    )


def _title(heading: Heading, blocks: Blocks) -> str:
    text = heading.text[:MAX_TITLE_MARKUP]
    if blocks.substitutions and "|" in text:
        text = _SUBSTITUTED.sub(lambda found: _substitute(found, blocks), text)
    # The name of an object is no text with markup: `*args`, `_private_`.
    title = " ".join(text.replace("\\", "").split()) if heading.is_object else plain_rst(text)
    if len(title) <= MAX_TITLE_CHARACTERS:
        return title
    cut = title[:MAX_TITLE_CHARACTERS]
    return (cut.rpartition(" ")[0] or cut) + " …"


def _shown(lines: Sequence[str], blocks: Blocks) -> dict[int, str]:
    """Return what readers see of the lines that they see in part."""
    text = "\n".join(lines)
    shown = dict(blocks.shown)
    unseen = blocks.hidden | blocks.code
    if "`" in text:
        seen = without_targets(text).split("\n")
        shown |= {
            n: after
            for n, (before, after) in enumerate(zip(lines, seen, strict=True))
            if before != after and n not in unseen and n not in shown
        }
    left = MAX_SUBSTITUTED if blocks.substitutions else 0
    for n, line in enumerate(lines if left else ()):
        if "|" in line and n not in unseen:
            after, count = _SUBSTITUTED.subn(lambda found: _substitute(found, blocks), shown.get(n, line), count=left)
            if count:
                shown[n], left = after, left - count
            if not left:
                break
    return shown


def _substitute(found: re.Match[str], blocks: Blocks) -> str:
    text = blocks.substitutions.get(" ".join(found[1].split()))
    return found[0] if text is None else text[:MAX_SUBSTITUTE_CHARACTERS]
