"""The lines of Markdown: what each is, and what a reader sees of it.

Pure and light: it follows quotations, lists, fences and comments line by line, in time linear in the text, and builds
no tree. `sources/markdown_page.py` reads pages with a parser; tests hold the two together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

TEXT = "text"
FENCE = "fence"
"""The line that opens or closes a code fence."""
CODE = "code"
"""A line inside a code fence, or indented as code."""
HIDDEN = "hidden"
"""A comment, a script, a style sheet: readers do not see it."""

MAX_NESTING = 64
"""Quotations and lists inside each other that are followed; what is deeper is text."""

_QUOTE = -1
"""The container that `>` opens; the others are the columns that the text of a list is indented by."""
_ADMONITION = r'(?:!!!|\?\?\?\+?) ?\w|===[!+]? ?"'
"""The line above the indented text of an admonition or a tab, as MkDocs has them."""
_ADMONITION_COLUMNS = 4
_TAG = r"</?([A-Za-z][\w-]*)\b"
_TAG_ALONE = r"(?:<[A-Za-z][\w-]*(?:\s[^<>]*)?>|</[A-Za-z][\w-]*\s*>)\s*$"
_BLOCKS = frozenset(
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link "
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead "
    "title tr track ul".split()
)
"""Tags that begin a block of HTML wherever they stand."""
_RAW = frozenset({"pre", "textarea"})
_UNSEEN = frozenset({"script", "style"})
_NOTE_TO_AUTHORS = r"\[(?://|comment)\]: ?(?:#|<>)"
"""A definition of a link that nothing refers to, which people use as a comment."""

_DEFINITION = r"\[(?!\^)[^\[\]]{1,999}\]:"
_LONG = 2000
"""Longer lines are data; code spans are not looked for in them."""


class Line(NamedTuple):
    """A line of Markdown, as far as it can be told without a tree."""

    number: int
    """0-based."""
    state: str
    """TEXT, FENCE, CODE or HIDDEN."""
    text: str
    """What a reader sees of it: without comments, and outside code without the marks of quotations."""
    continues: bool
    """Whether it goes on with the paragraph of the line before."""


def line_states(lines: Sequence[str], start: int = 0) -> Iterator[tuple[int, str]]:
    """Yield (0-based number, state) for each line from `start` on: TEXT, FENCE, CODE or HIDDEN."""
    return ((line.number, line.state) for line in read_lines(lines, start))


def read_lines(lines: Sequence[str], start: int = 0, *, indented_code: bool = True) -> Iterator[Line]:
    """Yield what each line is, from `start` on.

    Args:
        lines: lines of a document, with or without carriage returns.
        start: number of the first line; it is outside of everything.
        indented_code: whether four spaces make code; in MDX they do not.
    """
    return _Scanner(lines, start, indented_code).read()


class _Scanner:
    """Where a document's lines stand: in which containers, and inside which fence, paragraph or comment.

    Source: the block structure of CommonMark 0.31.2, appendix "A parsing strategy", phase 1.
    """

    def __init__(self, lines: Sequence[str], start: int, indented_code: bool) -> None:
        self._lines = lines
        self._start = start
        self._indented_code = indented_code
        self._containers: list[int] = []
        self._paragraph = False
        self._fence = ""
        self._closing = ""
        """What ends the comment, script or `<pre>` that is open, in small letters."""
        self._html = False
        """Whether a block of HTML goes on, which a blank line ends."""
        self._open_until = start
        """Number of the line below the lines that are known not to close a comment of the text."""

    def read(self) -> Iterator[Line]:
        for number in range(self._start, len(self._lines)):
            line = self._lines[number].rstrip("\r")
            yield self._read(number, line.expandtabs(4) if "\t" in line else line)

    def _read(self, number: int, line: str) -> Line:
        at, matched = self._match(line)
        if matched < len(self._containers) and (self._fence or self._closing):
            # Whatever is open ends with the quotation or the item that it is in.
            self._fence = self._closing = ""
        if self._closing:
            return self._hidden(number, line, at)
        if self._fence:
            return self._code(number, line, at)
        return self._text(number, line, at, matched)

    def _match(self, line: str) -> tuple[int, int]:
        """Return where the text begins behind the marks of the open containers, and how many of them go on."""
        at = 0
        for count, container in enumerate(self._containers):
            indent = _indent(line, at)
            if container == _QUOTE:
                if indent > 3 or line[at + indent : at + indent + 1] != ">":
                    return at, count
                at += indent + 1
                at += line[at : at + 1] == " "
            elif indent >= container:
                at += container
            elif at + indent < len(line):
                return at, count
        return at, len(self._containers)

    def _code(self, number: int, line: str, at: int) -> Line:
        text = line[at:].lstrip(" ")
        run = _run(text) if len(line) - at - len(text) <= 3 or not self._indented_code else ""
        closes = run.startswith(self._fence) and not text[len(run) :].strip()
        if closes:
            self._fence = ""
        return Line(number, FENCE if closes else CODE, line[at:], continues=False)

    def _hidden(self, number: int, line: str, at: int) -> Line:
        """Read a line that begins inside a comment, a script or a `<pre>`."""
        end = line.lower().find(self._closing, at)
        if self._closing[2:] in _RAW:
            self._closing = self._closing if end < 0 else ""
            return Line(number, CODE, line[at:], continues=False)
        if end < 0:
            return Line(number, HIDDEN, "", continues=False)
        end += len(self._closing)
        self._closing = ""
        rest = line[end:].lstrip("> ")
        if not rest:
            return Line(number, HIDDEN, "", continues=False)
        return self._visible(number, rest, continues=self._paragraph)

    def _text(self, number: int, line: str, at: int, matched: int) -> Line:
        """Read a line that begins outside of fences and comments."""
        text = line[at:].lstrip(" ")
        deep = len(line) - at - len(text) > 3
        paragraph = self._paragraph and bool(text)
        if matched < len(self._containers):
            if paragraph and (deep or not _begins_block(text)):
                return self._visible(number, text, continues=True)
            del self._containers[matched:]
            paragraph = self._html = False
        if self._html and text:
            above = self._lines[number - 1].rstrip()
            return self._visible(number, text, continues=text[0] != "<" and not above.endswith(">"))
        self._html = opened = False
        while text and not deep and len(self._containers) < MAX_NESTING:
            width = self._opens(line, at, text, paragraph)
            if not width:
                break
            at += width
            text = line[at:].lstrip(" ")
            deep = len(line) - at - len(text) > 3
            opened, paragraph = True, False
        if not text:
            self._paragraph = False
            return Line(number, TEXT, "", continues=False)
        if deep and not paragraph and self._indented_code:
            self._paragraph = False
            return Line(number, CODE, line[at:], continues=False)
        return self._content(number, text, deep and self._indented_code, paragraph and not opened)

    def _opens(self, line: str, at: int, text: str, paragraph: bool) -> int:
        """Open the container that `text` begins, and return the columns that its mark takes from `at` on."""
        indent = len(line) - at - len(text)
        if text[0] == ">":
            self._containers.append(_QUOTE)
            return indent + 1 + (text[1:2] == " ")
        marker = _item(text, interrupts=paragraph)
        if not marker:
            return 0
        rest = text[marker:]
        space = len(rest) - len(rest.lstrip(" "))
        width = indent + marker + (space if 1 <= space <= 4 and space < len(rest) else 1)
        self._containers.append(width)
        return width

    def _content(self, number: int, text: str, deep: bool, paragraph: bool) -> Line:
        """Read what stands behind the marks of containers.

        Args:
            number: 0-based number of the line.
            text: what stands there, not empty.
            deep: whether it is indented so far that it begins no block.
            paragraph: whether a paragraph of this container is open.
        """
        run = "" if deep else _fence_of(text)
        if run:
            self._fence, self._paragraph = run, False
            return Line(number, FENCE, text, continues=False)
        if text[0] == "[" and not paragraph and re.match(_NOTE_TO_AUTHORS, text, re.IGNORECASE):
            return Line(number, HIDDEN, "", continues=False)
        if text[0] in "!?=" and re.match(_ADMONITION, text):
            self._containers.append(_ADMONITION_COLUMNS)
        ends = not deep and (_is_heading(text) or _is_rule(text))
        ends = ends or (paragraph and not deep and text[0] in "=-" and not text.strip(text[0] + " "))
        self._html = not deep and _begins_html(text, interrupts=paragraph)
        tag = re.match(_TAG, text) if self._html else None
        name = tag[1].lower() if tag and text[1] != "/" else ""
        begins = ends or self._html
        if text.startswith("<!--") or name in _RAW or name in _UNSEEN:
            # These end where they are closed, not at a blank line.
            self._html, ends = False, True
            if name in _RAW and f"</{name}" not in text.lower():
                self._closing = f"</{name}"
        defined = re.match(_DEFINITION, text) if text[0] == "[" and not paragraph else None
        self._paragraph = not ends and not (defined and text[defined.end() :].strip())
        breaks = paragraph and self._lines[number - 1].rstrip("\r").endswith(("  ", "\\"))
        return self._visible(number, text, continues=paragraph and not (begins or breaks), block=begins and not deep)

    def _visible(self, number: int, text: str, *, continues: bool, block: bool = False) -> Line:
        """Take comments and scripts off the text of a line.

        Args:
            number: 0-based number of the line.
            text: the line, as far as it is not hidden by what began above.
            continues: whether it goes on with a paragraph.
            block: whether a comment at its beginning is a block, which ends where it is closed, however far below.
        """
        if "<" not in text:
            return Line(number, TEXT, text, continues)
        kept, at, lower = list[str](), 0, text.lower()
        while at < len(text):
            opening = _next_unseen(text, at, block=block)
            if opening is None:
                kept.append(text[at:])
                break
            begin, closing, after = opening
            end = lower.find(closing, after)
            if end < 0 and not (block and begin == 0) and closing == "-->" and not self._closes_below(number):
                kept.append(text[at:])
                break
            kept.append(text[at:begin])
            if end < 0:
                self._closing = closing
                break
            at = end + len(closing)
            at += text[at : at + 1] == ">" and closing != "-->"
        seen = "".join(kept)
        if seen.strip() or not text.strip():
            return Line(number, TEXT, seen, continues)
        self._paragraph = self._paragraph and continues
        return Line(number, HIDDEN, "", continues=False)

    def _closes_below(self, number: int) -> bool:
        """Whether a comment that a line of a paragraph opens is closed before the paragraph ends."""
        if number < self._open_until:
            return False
        for below in range(number + 1, len(self._lines)):
            if "-->" in self._lines[below]:
                return True
            if not self._lines[below].strip():
                break
        else:
            below = len(self._lines)
        self._open_until = below
        return False


def _indent(line: str, at: int) -> int:
    """Return the spaces from `at` on."""
    return len(line) - at - len(line[at:].lstrip(" "))


def _run(text: str) -> str:
    """Return the backticks or tildes of a fence that a text begins with; empty where it begins with none."""
    length = len(text) - len(text.lstrip(text[0])) if text[:1] in ("`", "~") else 0
    return text[:length] if length >= 3 else ""


def _fence_of(text: str) -> str:
    """Return what opens the fence that a text begins with; behind backticks there is none on the line."""
    run = _run(text)
    return "" if run[:1] == "`" and "`" in text[len(run) :] else run


def _is_heading(text: str) -> bool:
    return text[0] == "#" and text.lstrip("#")[:1] in ("", " ") and not text.startswith("#######")


def _is_rule(text: str) -> bool:
    marks = text.replace(" ", "") if text[0] in "*-_" else ""
    return len(marks) >= 3 and not marks.strip(marks[0])


def _item(text: str, *, interrupts: bool) -> int:
    """Return the length of the marker that an item of a list begins with; 0 where none begins.

    An item that interrupts a paragraph has text, and is the first where it is numbered.
    """
    length = 1
    if text[0].isdecimal():
        length = len(text) - len(text.lstrip("0123456789")) + 1
        if not 2 <= length <= 10 or text[length - 1 : length] not in (".", ")"):
            return 0
    elif text[0] not in "-*+" or _is_rule(text):
        return 0
    if text[length : length + 1] not in ("", " "):
        return 0
    return 0 if interrupts and (not text[length:].strip() or text[: length - 1] not in ("", "1")) else length


def _begins_html(text: str, *, interrupts: bool) -> bool:
    """Whether a block of HTML begins; a tag of any name alone on its line interrupts no paragraph."""
    if text[0] != "<":
        return False
    tag = re.match(_TAG, text)
    if tag is None:
        return text.startswith(("<!--", "<?", "<!"))
    name = tag[1].lower()
    if name in _BLOCKS or (name in _RAW | _UNSEEN and text[1] != "/"):
        return True
    return not interrupts and re.match(_TAG_ALONE, text) is not None


def _begins_block(text: str) -> bool:
    """Whether something begins that is not the next line of a paragraph in a container that the line left."""
    begins = text[0] == ">" or _item(text, interrupts=False) or _is_heading(text) or _is_rule(text) or _fence_of(text)
    return bool(begins) or _begins_html(text, interrupts=True)


def _in_code_span(text: str, at: int) -> bool:
    """Whether a place of a line lies between the backticks of a code span."""
    if "`" not in text or len(text) > _LONG:
        return False
    inside = ""
    for run in re.finditer("`+", text):
        if run.start() > at:
            return inside != "" and _has_run(text, run.start(), inside)
        inside = "" if run[0] == inside else inside or run[0]
    return False


def _has_run(text: str, at: int, wanted: str) -> bool:
    return any(run[0] == wanted for run in re.finditer("`+", text[at:]))


def _next_unseen(text: str, at: int, *, block: bool) -> tuple[int, str, int] | None:
    """Return where the next comment or script begins, what closes it, and where to look for that."""
    tag = re.match(_TAG, text) if at == 0 and block else None
    if tag and tag[1].lower() in _UNSEEN and text[1] != "/":
        return 0, f"</{tag[1].lower()}", tag.end()
    begin = text.find("<!--", at)
    if begin < 0 or (not (block and begin == 0) and _in_code_span(text, begin)):
        return None
    return begin, "-->", begin + 2
