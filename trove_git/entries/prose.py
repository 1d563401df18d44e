"""Reading Markdown lightly: lines outside code fences, the first heading, the first sentence.

Text in, text out; `entry.py`, `links.py` and `index_file.py` use it. Lines are what git
and grep count: they end at a line feed only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from trove_git.markdown import plain

HOOK_CHARACTERS = 120
"""Longest hook taken from a body: a line of INDEX.md stays readable in a terminal."""
_SENTENCE_WINDOW = 2000
"""Characters of a paragraph that are searched for the end of its first sentence."""

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_HEADING = re.compile(r" {0,3}#{1,6}(?=[ \t]|$)")
_CLOSING_HASHES = re.compile(r"(?:^|[ \t])#+$")
_RULE = re.compile(r"[ \t]*(?:[-=*_][ \t]*){2,}")
_LABEL = re.compile(r"[ \t]*\*\*(?:Why it matters|Related):?\*\*", re.IGNORECASE)
_LEAD = re.compile(r"^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*")
_COMMENT = re.compile(r"<!--.*?-->")
_END_OF_SENTENCE = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)[.!?][\"')\]]*(?=\s+[^\sa-z])|[。！？]")


def iter_lines(text: str, first_line: int = 1) -> Iterator[tuple[int, str, str]]:
    """Yield each line as (line number, line without its end, state).

    The state is `text` outside code fences, else `open`, `inside` or `close`.
    """
    fence = ""
    for number, raw in enumerate(text.split("\n"), first_line):
        line = raw.removesuffix("\r")
        match = _FENCE.fullmatch(line) if "```" in line or "~~~" in line else None
        if fence:
            closes = match is not None and match[1].startswith(fence) and not match[2].strip()
            yield number, line, "close" if closes else "inside"
            fence = "" if closes else fence
        elif match is not None and not (match[1][0] == "`" and "`" in match[2]):
            fence = match[1]
            yield number, line, "open"
        else:
            yield number, line, "text"


def iter_prose_lines(text: str, first_line: int = 1) -> Iterator[tuple[int, str]]:
    """Yield (line number, line) for the lines outside code fences."""
    return ((number, line) for number, line, state in iter_lines(text, first_line) if state == "text")


def first_heading(text: str) -> str:
    """Return the text of the first heading with any, without its markup; empty when there is none."""
    if "#" not in text:
        return ""
    for _, line in iter_prose_lines(text):
        match = _HEADING.match(line)
        heading = _CLOSING_HASHES.sub("", line[match.end() :].strip()) if match else ""
        if heading.strip():
            return plain(heading[:_SENTENCE_WINDOW])
    return ""


def first_sentence(text: str, limit: int = HOOK_CHARACTERS) -> str:
    """Return the first sentence of the first paragraph, without markup, cut at a word to `limit` characters."""
    paragraph = plain(_first_paragraph(text))
    match = _END_OF_SENTENCE.search(paragraph)
    return shorten(paragraph[: match.end()] if match else paragraph, limit)


def shorten(text: str, limit: int) -> str:
    """Cut text at a word so that it has at most `limit` characters, the ellipsis counted."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    at_word = cut.rpartition(" ")[0]
    return (at_word or cut).rstrip(" ,;:-") + "…"


def _first_paragraph(text: str) -> str:
    """Return the lines of the first paragraph that is neither a heading, a rule, nor a closing label."""
    lines: list[str] = []
    for _, raw, state in iter_lines(text):
        line = _COMMENT.sub("", raw[:_SENTENCE_WINDOW])
        if state != "text" or not line.strip() or _HEADING.match(line) or _LABEL.match(line):
            if lines:
                break
            continue
        if _RULE.fullmatch(line):
            lines.clear()
            continue
        content = _LEAD.sub("", line, count=1)
        if lines and not line.lstrip().startswith(content):
            break
        lines.append(content)
        if sum(map(len, lines)) > _SENTENCE_WINDOW:
            break
    return " ".join(lines)
