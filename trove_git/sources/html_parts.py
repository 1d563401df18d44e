"""Raw HTML inside Markdown → its headings, and what of it a reader does not see.

A scan for a few tags, each looked at once: no tree is built, and a heading ends within MAX_HEADING_BYTES.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from trove_git.markdown import plain

MAX_HEADING_BYTES = 1500
"""Between a heading's own tag and the one that closes it; badges and logos stand there too."""

_PART = re.compile(rb"<(?:!--|(script|style)\b|h([1-6])(?=[\s/>]))", re.IGNORECASE)
_HEADING_TAG = re.compile(rb"<(/)?h[1-6](?=[\s/>])", re.IGNORECASE)
_TAGS = re.compile(rb"(?:\s|</?[A-Za-z][^<>]{0,500}>)*\Z")
_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_ALT = re.compile(r"\balt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_MARKDOWN_HEADING = re.compile(rb"\n[ \t]*\r?\n {0,3}#{1,6}[ \t]")


class HtmlPart(NamedTuple):
    """A heading, or something that readers do not see."""

    start: int
    """Offset in bytes."""
    end: int
    """Offset behind it; of a heading, behind its own tag."""
    level: int = 0
    """1 to 6 of a heading; 0 for what is not seen."""
    title: str = ""


def read_html(data: bytes, start: int, end: int) -> Iterator[HtmlPart]:
    """Yield the parts of a block of HTML in order.

    Args:
        data: the whole page; a heading may be closed behind the block, where Markdown stands between its tags.
        start: offset of the block.
        end: offset behind it.
    """
    at = start
    while (found := _PART.search(data, at, end)) is not None:
        at = found.end()
        if found[2]:
            heading = _heading(data, found.start(), at, int(found[2]))
            if heading is not None:
                yield heading
            continue
        # `<!-->` is a whole comment: its end may share the dashes of its beginning.
        closing = b"-->" if not found[1] else b"</" + found[1].lower()
        closed = _find(data, closing, found.start() + 2 if not found[1] else at, end)
        at = end if closed < 0 else closed + len(closing)
        if found[1] and closed >= 0:
            at = data.find(b">", at, end) + 1 or end
        yield HtmlPart(found.start(), at)


def inline_heading(data: bytes, start: int, end: int) -> HtmlPart | None:
    """Return the heading that a tag inside a paragraph makes: one that its line begins with, behind other tags."""
    begin = data.rfind(b"\n", max(0, start - MAX_HEADING_BYTES), start) + 1
    found = _PART.match(data, start, end)
    if found is None or not found[2] or start - begin > MAX_HEADING_BYTES or not _TAGS.match(data[begin:start]):
        return None
    return _heading(data, start, start + 3, int(found[2]), closed=True)


def _heading(data: bytes, start: int, name_end: int, level: int, *, closed: bool = False) -> HtmlPart | None:
    """Read a heading; None where it has none of its own, because Markdown between its tags has it.

    Args:
        data: the page.
        start: offset of its tag.
        name_end: offset behind the name in the tag.
        level: the number in the name.
        closed: whether a heading without a closing tag is none.
    """
    limit = name_end + MAX_HEADING_BYTES
    opened = data.find(b">", name_end, limit) + 1
    if not opened:
        return None
    # The next tag of a heading ends it, whatever its level: so do browsers.
    ending = _HEADING_TAG.search(data, opened, limit)
    end = ending.start() if ending else -1
    if closed and not (ending and ending[1]):
        return None
    if end < 0:
        newline = data.find(b"\n", opened, limit)
        end = newline if newline >= 0 else min(limit, len(data))
    inner = data[opened:end]
    if _MARKDOWN_HEADING.search(inner):
        return None
    text = _BREAK.sub(" ", inner.decode("utf-8", "ignore"))
    alt = _ALT.search(text)
    return HtmlPart(start, opened, level, plain(text) or (plain(alt[1] or alt[2] or "") if alt else ""))


def _find(data: bytes, wanted: bytes, start: int, end: int) -> int:
    """Find bytes without regard to case; -1 where there are none."""
    if wanted == b"-->":
        return data.find(wanted, start, end)
    found = re.compile(re.escape(wanted), re.IGNORECASE).search(data, start, end)
    return found.start() if found else -1
