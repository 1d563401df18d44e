"""The sections of a Markdown file as a CommonMark parser finds them, and what of it a reader does not see.

Headings are ATX (`## Title`), setext (underlined) and HTML (`<h2>`). Those of a quotation or a
footnote belong to what is quoted and make no section.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pyromark import Options, events_with_range

from trove_git.markdown import plain, without_attributes
from trove_git.markdown_lines import HIDDEN, read_lines
from trove_git.sources.front_matter import read_front_matter
from trove_git.sources.html_parts import HtmlPart, inline_heading, read_html
from trove_git.sources.mdx import flatten_mdx
from trove_git.sources.sections import Page, Section

if TYPE_CHECKING:
    from pyromark.event import Event

MAX_TITLE_CHARACTERS = 300
"""Longer titles are paragraphs above a line of dashes; the section holds all of their words."""

_OPTIONS = Options(Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES | Options.ENABLE_STRIKETHROUGH)
_UNSEEN_BY_CONVENTION = ("[//]:", "[comment]:", "{% comment")
"""What sites and people use as comments, and a parser does not know."""


def read_markdown(lines: Sequence[str]) -> Page:
    """Read the lines of a Markdown file, without their line feeds."""
    return _read(lines, mdx=False)


def read_mdx(lines: Sequence[str]) -> Page:
    """Read the lines of a file of MDX: Markdown with components."""
    return _read(lines, mdx=True)


def _read(lines: Sequence[str], *, mdx: bool) -> Page:
    text = "\n".join(lines)
    front = read_front_matter(text)
    lines = lines[front.lines :]
    seen: dict[int, str] = {}
    if mdx:
        lines, seen = flatten_mdx(lines)
    if mdx or front.lines:
        text = "\n".join(lines)
    reader = _Reader(text.encode(), front.lines)
    reader.read(text)
    seen |= reader.seen()
    if any(sign in text for sign in _UNSEEN_BY_CONVENTION):
        seen |= {line.number: "" for line in read_lines(lines) if line.state == HIDDEN}
    hidden = frozenset(number + front.lines for number, shown in seen.items() if not shown.strip("> \t\r"))
    fence = reader.open_fence
    return Page(
        [Section(0, "", front.lines + 1), *reader.sections],
        hidden,
        plain_title(front.title),
        front.words,
        (("code fence is never closed; the rest of the file counts as code", fence),) if fence else (),
        {number + front.lines: shown for number, shown in seen.items()},
    )


class _Reader:
    """What the events of one page say: headings, hidden places, a fence that nothing closes."""

    def __init__(self, data: bytes, first: int) -> None:
        self.sections: list[Section] = []
        self.open_fence = 0
        """1-based line of a fence that runs to the end of the page; 0 where there is none."""
        self._data = data
        self._first = first
        """Lines of the file above the text."""
        self._at = self._line = 0
        """An offset and the 0-based line it is on: events come in order, so line feeds are counted once."""
        self._cuts: dict[int, list[tuple[int, int]]] = {}
        """0-based line → from and to which offset it is hidden."""

    def read(self, text: str) -> None:
        """Go through the events of the text once."""
        quoted = 0
        title: _Title | None = None
        for event, span in events_with_range(text, options=_OPTIONS):
            if isinstance(event, str):
                if title is not None:
                    title.add_space()
                continue
            if title is not None and not title.take(event):
                self._add(title.level, title.text(), title.line)
                title = None
            if "Start" in event:
                start = event["Start"]
                if start == "HtmlBlock":
                    for part in read_html(self._data, span["start"], span["end"]):
                        self._take(part, quoted)
                elif isinstance(start, str):
                    continue
                elif "Heading" in start and not quoted:
                    title = _Title(int(start["Heading"]["level"][1]), self._line_of(span["start"]))
                elif "BlockQuote" in start or "FootnoteDefinition" in start:
                    quoted += 1
                elif "CodeBlock" in start and span["end"] >= len(self._data):
                    self._close_fence(start["CodeBlock"], span["start"])
            elif "InlineHtml" in event:
                self._inline(event["InlineHtml"], span["start"], span["end"], quoted)
            elif "End" in event and ("BlockQuote" in event["End"] or event["End"] == "FootnoteDefinition"):
                quoted -= 1

    def seen(self) -> dict[int, str]:
        """Return what readers see of the lines that are hidden in part (0-based number below `first` → text)."""
        if not self._cuts:
            return {}
        lines = self._data.split(b"\n")
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        seen = {}
        for number, cuts in self._cuts.items():
            kept, at = [], starts[number]
            for begin, end in cuts:
                kept.append(self._data[at:begin])
                at = max(at, end)
            kept.append(self._data[at : starts[number + 1] - 1])
            seen[number] = b"".join(kept).decode()
        return seen

    def _line_of(self, offset: int) -> int:
        self._line += self._data.count(b"\n", self._at, offset)
        self._at = offset
        return self._line

    def _add(self, level: int, title: str, line: int) -> None:
        number = self._first + line + 1
        # Two headings share a line where the first ends with a carriage return alone: lines are those of editors.
        if not self.sections or self.sections[-1].line < number:
            self.sections.append(Section(level, _shortened(title), number))

    def _take(self, part: HtmlPart, quoted: int) -> None:
        first = self._line_of(part.start)
        if part.level:
            if not quoted:
                self._add(part.level, part.title, first)
            return
        last = self._line_of(part.end)
        for number in range(first, last + 1):
            self._cuts.setdefault(number, []).append((part.start, part.end))

    def _inline(self, html: str, start: int, end: int, quoted: int) -> None:
        """Take a tag or a comment inside a paragraph."""
        if html.startswith("<!--"):
            self._take(HtmlPart(start, end), quoted)
        elif html[1:2] in ("h", "H"):
            heading = inline_heading(self._data, start, end)
            if heading is not None:
                self._take(heading, quoted)

    def _close_fence(self, kind: object, start: int) -> None:
        """Note the fence at `start`, which runs to the end of the page, unless its last line closes it."""
        if isinstance(kind, Mapping):
            opening, _, rest = self._data[start:].partition(b"\n")
            mark = opening[:1]
            run = opening[: len(opening) - len(opening.lstrip(mark))]
            last = rest.rstrip().rpartition(b"\n")[2].strip(b"> \t")
            if not (last.startswith(run) and not last.strip(mark)):
                self.open_fence = self._first + self._line_of(start) + 1


class _Title:
    """The text of one heading, gathered from the events inside it."""

    def __init__(self, level: int, line: int) -> None:
        self.level = level
        self.line = line
        """0-based, below the first line of the text."""
        self._parts: list[str] = []
        self._images: list[str] = []
        self._in_image = 0
        self._ends_with_code = False

    def add_space(self) -> None:
        """Take the end of a line inside the heading."""
        self._parts.append(" ")

    def take(self, event: Event) -> bool:
        """Take an event, and return whether the heading goes on."""
        if isinstance(event, str):
            return True
        if "Text" in event or "Code" in event:
            (self._images if self._in_image else self._parts).append(
                event["Code"] if "Code" in event else event["Text"]
            )
            self._ends_with_code = "Code" in event
        elif "Start" in event:
            self._in_image += "Image" in event["Start"]
        elif "End" in event:
            if event["End"] == "Image":
                self._in_image -= 1
                self._images.append(" ")
            return "Heading" not in event["End"]
        elif "InlineHtml" in event and event["InlineHtml"][:3].lower() == "<br":
            self._parts.append(" ")
        return True

    def text(self) -> str:
        """Return it; where a heading is a picture, the text that stands for the picture."""
        text = "".join(self._parts)
        if not self._ends_with_code:
            text = without_attributes(text)
        return " ".join(text.split()) or " ".join("".join(self._images).split())


def plain_title(text: str) -> str:
    """Return the text of a title that is no heading of Markdown, without markup and attributes."""
    return _shortened(plain(without_attributes(text.strip())))


def _shortened(title: str) -> str:
    if len(title) <= MAX_TITLE_CHARACTERS:
        return title
    cut = title[:MAX_TITLE_CHARACTERS]
    return (cut.rpartition(" ")[0] or cut) + " …"
