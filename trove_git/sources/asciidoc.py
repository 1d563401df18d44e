"""The sections of an AsciiDoc file: `== Title` and titles with a line below, outside of delimited blocks.

Source: the AsciiDoc language documentation, "Sections", "Delimited blocks" and "Document attributes". Attributes
that the page defines are put in where they are used; those of other files are not known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from trove_git.sources.sections import Page, Section

MAX_TITLE_CHARACTERS = 300
_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)\Z")
_TWO_LINES = {"=": 1, "-": 2, "~": 3, "^": 4, "+": 5}
"""Punctuation below a title → its level; one more than AsciiDoc counts, which begins with 0."""
_BLOCK = re.compile(
    r"(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|~{4,}|--|[|,:!]={3,}|`{3,}(?=[^`]*\Z))(?:(?<=`)[^`]*)?\Z"
)
_ATTRIBUTE = re.compile(r":(!?[\w][\w-]*!?):(?:[ \t]+(.*))?\Z")
_REFERENCE = re.compile(r"\{([\w][\w-]*)\}")
_UNSEEN = re.compile(
    r"//(?!/)|(?:ifdef|ifndef|ifeval|endif|toc)::|\[(?:\[[^\]]*\]|[^\[\]]*)\]\Z|:!?[\w][\w-]*!?:(?:\s|\Z)"
)
"""Comments, conditions, anchors, attributes of the block below, and of the page."""
_MACROS = "link|xref|mailto|image|icon|kbd|btn|menu|footnote|pass|stem"
_MARKS = (
    (
        re.compile(
            r"(?:link|xref|mailto|image|icon|kbd|btn|menu|footnote|pass|stem):+([^\s\[\]]{0,300})\[([^\[\]]{0,500})\]"
        ),
        2,
    ),
    (re.compile(r"(https?://[^\s\[\]]{1,500})\[([^\[\]]{1,500})\]"), 2),
    (re.compile(r"<<([^<>,]{1,200}),([^<>]{1,300})>>"), 2),
    (re.compile(r"<<([^<>,]{1,200})>>"), 1),
    (re.compile(r"\[\[[^\[\]]{0,200}\]\]()"), 1),
    (re.compile(r"(?<![\w*])\*{1,2}(?=\S)([^*\n]{1,300})(?<=\S)\*{1,2}(?![\w*])"), 1),
    (re.compile(r"(?<![\w_])_{1,2}(?=\S)([^_\n]{1,300})(?<=\S)_{1,2}(?![\w_])"), 1),
    (re.compile(r"`{1,2}\+?([^`\n]{1,300}?)\+?`{1,2}"), 1),
    (re.compile(r"(?<![\w+])\+(?=\S)([^+\n]{1,300})(?<=\S)\+(?![\w+])"), 1),
)
"""Inline markup → the group that readers see."""


def read_asciidoc(lines: Sequence[str]) -> Page:
    """Read the lines of an AsciiDoc file, without their line feeds."""
    texts = [line.rstrip() for line in lines]
    sections = [Section(0, "", 1)]
    hidden: set[int] = set()
    shown: dict[int, str] = {}
    values: dict[str, str] = {}
    block = ""
    in_paragraph = False
    number = 0
    while number < len(texts):
        text = texts[number]
        if block:
            if block[0] == "/":
                hidden.add(number)
            block = "" if text == block else block
        elif not text:
            in_paragraph = False
        elif (fence := _BLOCK.match(text)) and not _is_underline(texts, number):
            block, in_paragraph = fence[1], False
            if text[0] == "/":
                hidden.add(number)
        elif attribute := _ATTRIBUTE.match(text):
            values[attribute[1].lower()] = attribute[2] or ""
            hidden.add(number)
        elif _UNSEEN.match(text):
            hidden.add(number)
        elif in_paragraph:
            pass
        elif title := _TITLE.match(text):
            sections.append(Section(len(title[1]), _titled(title[2], values), number + 1))
        elif number + 1 < len(texts) and _is_underline(texts, number + 1):
            sections.append(Section(_TWO_LINES[texts[number + 1][0]], _titled(text, values), number + 1))
            number += 1
        else:
            in_paragraph = text[0] != "."
        if "{" in text and number not in hidden and values and not block:
            seen = _with_values(text, values)
            if seen != text:
                shown[number] = seen
        number += 1
    return Page(sections, frozenset(hidden), shown=shown)


def plain_asciidoc(text: str) -> str:
    """Return a title or paragraph without inline markup."""
    for pattern, group in _MARKS:
        text = pattern.sub(partial(_seen, group), text)
    return " ".join(text.split())


def _seen(group: int, found: re.Match[str]) -> str:
    """Return what readers see of inline markup; of a link without a text, where it leads."""
    return found[group] or found[1]


def is_unseen(text: str) -> bool:
    """Whether a line outside of blocks is none that readers see."""
    return _UNSEEN.match(text) is not None


def delimits(text: str) -> bool:
    """Whether a line begins or ends a block."""
    return _BLOCK.match(text) is not None


def _is_underline(texts: Sequence[str], number: int) -> bool:
    """Whether a line is the second of a title: as long as the text above, give or take one character."""
    below, text = texts[number], texts[number - 1] if number else ""
    if (
        len(below) < 2
        or below[0] not in _TWO_LINES
        or below.strip(below[0])
        or not text
        or not any(map(str.isalnum, text))
    ):
        return False
    if number > 1 and texts[number - 2] and not _UNSEEN.match(texts[number - 2]):
        return False
    return abs(len(below) - len(text)) <= 1 and not text[0].isspace() and text[0] not in ".|[*-"


def _titled(text: str, values: dict[str, str]) -> str:
    text = re.sub(r"[ \t]+=+\Z", "", text) if text.endswith("=") else text
    return plain_asciidoc(_with_values(text, values))[:MAX_TITLE_CHARACTERS]


def _with_values(text: str, values: dict[str, str]) -> str:
    return _REFERENCE.sub(lambda found: values.get(found[1].lower(), found[0]), text)
