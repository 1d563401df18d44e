"""The sections of a reStructuredText file: those of its titles, and one for each thing that it describes.

A scan of blocks, in one pass, as docutils parses them: a title is one only where a text block begins, and which
punctuation is which level follows from the order of appearance. What Sphinx describes as an object (a function, a
setting, an option, a term of a glossary) is a section of its own, so that a question about it cites its line; the text
behind it goes on with the section around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.sources import rst_markup as marks
from trove_git.sources.sections import Page, Section

MIN_ADORNMENT = 4
"""Characters from which a line of punctuation that is too short for its title is a mistake, and no text."""
MAX_DEPTH = 40
"""Blocks inside each other that are looked into."""
MAX_SIGNATURES = 3
"""Of one description that are in its title; all are in its text."""
MAX_TITLE_CHARACTERS = 300
"""Of a title; a longer one is a paragraph."""

_ROLE = re.compile(r":[\w.+:-]{1,80}:`([^`<]*)(?:<[^`>]*>)?`")
_REFERENCE = re.compile(r"`([^`<]*)(?:<[^`>]*>)?`_{0,2}")
_SUBSTITUTED = re.compile(r"\|([^|\s](?:[^|]{0,200}[^|\s])?)\|_{0,2}")


def read_rst(lines: Sequence[str]) -> Page:
    """Read the lines of a reStructuredText file, without their line feeds."""
    reader = _Reader(lines)
    reader.read()
    return Page(reader.sections, frozenset(reader.hidden), shown=reader.shown())


def read_titles(lines: Sequence[str]) -> list[tuple[int, str, int]]:
    """Return level, text and 1-based last line of the titles alone: that is the one which docutils names."""
    reader = _Reader(lines)
    reader.read()
    return reader.titles


def plain_rst(text: str) -> str:
    """Return a title or line without roles, references and emphasis."""
    text = text.replace("``", "\x02")
    if "`" in text:
        text = _REFERENCE.sub(_first, _ROLE.sub(_first, text))
    return " ".join(text.replace("\x02", "").replace("**", "").split())


def _first(match: re.Match[str]) -> str:
    return match[1].rstrip()


class _Reader:
    """Where the blocks of a page begin and end; lines are counted from 0."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = [line.expandtabs(8).rstrip() for line in lines]
        self.sections = [Section(0, "", 1)]
        self.hidden: set[int] = set()
        """Lines of comments, targets and definitions of substitutions."""
        self._styles: list[tuple[str, bool]] = []
        """Punctuation and whether it stands above too, the highest level first."""
        self._level = 0
        """Of the title that was read last."""
        self._instead: dict[str, str] = {}
        """Name of a substitution → the text that stands for it."""
        self._depth = 0
        self.titles: list[tuple[int, str, int]] = []
        """Level, text and 1-based last line of each title."""

    def shown(self) -> dict[int, str]:
        """Return the lines with substitutions as readers see them."""
        if not self._instead:
            return {}
        seen = {}
        for number, line in enumerate(self._lines):
            if "|" in line and number not in self.hidden:
                replaced = self._substituted(line)
                if replaced != line:
                    seen[number] = replaced
        return seen

    def read(self) -> None:
        """Go through the blocks of the page, which alone has titles."""
        section, at, resume = self.sections[0], 0, False
        while at < len(self._lines):
            if not self._lines[at]:
                at += 1
            elif titled := self._title(at):
                section = section if titled.section is None else titled.section
                at, resume = titled.end, resume and titled.section is None
            else:
                at, resume = self._next(at, len(self._lines), 0, section, resume=resume)

    def _inside(self, at: int, end: int, section: Section) -> None:
        """Go through the blocks of lines that are indented below something, for what they describe."""
        lines = [line for line in self._lines[at:end] if line]
        if self._depth == MAX_DEPTH or not any(".." in line for line in lines):
            return
        base = min(len(line) - len(line.lstrip(" ")) for line in lines)
        self._depth += 1
        resume = False
        while at < end:
            if self._lines[at]:
                at, resume = self._next(at, end, base, section, resume=resume)
            else:
                at += 1
        self._depth -= 1

    def _next(self, at: int, end: int, base: int, section: Section, *, resume: bool) -> tuple[int, bool]:
        """Read one block, and return the line behind it, and whether what follows goes on with the section around it.

        Args:
            at: the first line.
            end: the line behind the last that may belong to it.
            base: column at which the text begins.
            section: what the lines belong to.
            resume: whether a description stands right before.
        """
        text = self._lines[at][base:]
        if resume and not _is_described(text) and not _is_unseen(text):
            self._add(section.level, section.title, at)
            resume = False
        count = len(self.sections)
        at = self._block(at, end, base, section)
        return at, resume or len(self.sections) > count

    def _add(self, level: int, title: str, line: int) -> Section:
        section = Section(level, title, line + 1)
        self.sections.append(section)
        return section

    def _title(self, at: int) -> _Titled | None:
        """Read the title that begins at a line of the page."""
        text, below = self._lines[at], self._line(at + 1)
        if text[0] == " " or not _is_text(text, below):
            return None
        if marks.LINE.match(text):
            titled = self._overlined(at)
            if titled is not None:
                return titled
        if not marks.LINE.match(below) or marks.columns(text) > len(below) < MIN_ADORNMENT:
            return None
        return _Titled(at + 2, self._leveled(at, text, (below[0], False)))

    def _overlined(self, at: int) -> _Titled | None:
        """Read the title below a line of punctuation; None where that line is text, because it is short."""
        over, title, under = self._lines[at], self._line(at + 1), self._line(at + 2)
        is_short = len(over) < MIN_ADORNMENT
        if not title or marks.LINE.match(title):
            # A transition; two lines of punctuation are a mistake, and no text.
            return None if is_short else _Titled(at + (2 if title else 1))
        if over == under and not (is_short and marks.columns(title) > len(over)):
            return _Titled(at + 3, self._leveled(at, title, (over[0], True)))
        return None if is_short else _Titled(at + 3)

    def _line(self, at: int) -> str:
        return self._lines[at] if at < len(self._lines) else ""

    def _leveled(self, at: int, title: str, style: tuple[str, bool]) -> Section | None:
        """Add the section of a title; one that skips a level makes none."""
        level = self._styles.index(style) + 1 if style in self._styles else len(self._styles) + 1
        if level > self._level + 1:
            return None
        if level > len(self._styles):
            self._styles.append(style)
        self._level = level
        plain = plain_rst(self._substituted(title) if "|" in title else title)
        if len(plain) > MAX_TITLE_CHARACTERS:
            plain = f"{plain[:MAX_TITLE_CHARACTERS].rpartition(' ')[0]} …"
        self.titles.append((level, plain, at + 2 + style[1]))
        return self._add(level, plain, at)

    def _substituted(self, text: str) -> str:
        return _SUBSTITUTED.sub(lambda found: self._instead.get(found[1], found[0]), text)

    def _block(self, at: int, end: int, base: int, section: Section) -> int:
        """Read what is no title, and return the line behind it."""
        text = self._lines[at][base:]
        below = self._lines[at + 1][base:] if at + 1 < end else None
        if text[0] == " ":
            stop = self._indented_end(at, end, base)
            self._inside(at, stop, section)
            return stop
        if marks.EXPLICIT.match(text) or marks.TARGET.match(text):
            return self._explicit(at, end, base, section)
        if marks.SIMPLE_TABLE.match(text):
            return self._simple_table(at, end, base)
        if marks.DOCTEST.match(text):
            return self._blank(at, end)
        if marks.LINE_BLOCK.match(text):
            return self._line_block(at, end, base)
        if marks.GRID_TABLE.match(text):
            return self._grid_table(at, end, base)
        if marks.begins_item(text, below) or (below or "").startswith(" "):
            stop = self._indented_end(at + 1, end, base)
            self._inside(at + 1, stop, section)
            return stop
        return self._paragraph(at, end, base)

    def _paragraph(self, at: int, end: int, base: int) -> int:
        """Read a paragraph, and the literal block that it announces."""
        while at < end and self._lines[at] and self._lines[at][base] != " ":
            at += 1
        if not self._lines[at - 1].endswith("::"):
            return at
        while at < end and not self._lines[at]:
            at += 1
        first = self._lines[at][base : base + 1] if at < end else ""
        if first == " ":
            return self._indented_end(at, end, base)
        if marks.LINE.match(first):
            # A quoted block: each line begins with the same punctuation.
            while at < end and self._lines[at][base : base + 1] == first:
                at += 1
        return at

    def _indented_end(self, at: int, end: int, base: int) -> int:
        """Return the first line from one on that is neither empty nor indented."""
        while at < end and (not self._lines[at] or self._lines[at][base] == " "):
            at += 1
        return at

    def _blank(self, at: int, end: int) -> int:
        """Return the next empty line."""
        while at < end and self._lines[at]:
            at += 1
        return at

    def _line_block(self, at: int, end: int, base: int) -> int:
        """Return the line behind lines that a bar begins, and what goes on with them."""
        at += 1
        while (
            at < end
            and self._lines[at]
            and (self._lines[at][base] == " " or marks.LINE_BLOCK.match(self._lines[at], base))
        ):
            at += 1
        return at

    def _grid_table(self, at: int, end: int, base: int) -> int:
        """Return the line behind a grid table: its last border, or all lines of its shape where it has none."""
        stop = at
        while stop < end and self._lines[stop][base : base + 1] in ("+", "|"):
            stop += 1
        if marks.GRID_TABLE.match(self._lines[stop - 1], base):
            return stop
        for border in range(stop - 2, at + 1, -1):
            if marks.GRID_TABLE.match(self._lines[border], base):
                return border + 1
        return stop

    def _simple_table(self, at: int, end: int, base: int) -> int:
        """Return the line behind a simple table: its second border, or the one with nothing below.

        docutils takes all that follows for a table that never ends, and so does this.
        """
        top, last = len(self._lines[at]), 0
        for number in range(at + 1, end):
            if marks.SIMPLE_BORDER.match(self._lines[number], base):
                if len(self._lines[number]) != top or last or number + 1 == end or not self._lines[number + 1]:
                    return number + 1
                last = number
        return last + 1 if last else end

    def _explicit(self, at: int, end: int, base: int, section: Section) -> int:
        """Read a directive, a footnote, a target, a substitution or a comment."""
        text = self._lines[at][base:]
        stop = self._indented_end(at + 1, end, base)
        directive = marks.DIRECTIVE.match(text)
        if directive is not None:
            name = directive[1].lower()
            if name == "glossary":
                self._glossary(at + 1, stop, section)
            elif marks.describes(name):
                self._described(at, stop, text[directive.end() :], section)
            elif name.rpartition(":")[2] not in marks.LITERAL:
                self._inside(at + 1, stop, section)
            return stop
        if marks.FOOTNOTE.match(text):
            self._inside(at + 1, stop, section)
            return stop
        substitution = marks.SUBSTITUTION.match(text)
        if marks.TARGET.match(text):
            stop = min(stop, self._blank(at, end))
        elif text == ".." and not self._line(at + 1):
            stop = at + 1
        elif substitution is not None and substitution[2] == "replace":
            words = [text[substitution.end() :], *(line.strip() for line in self._lines[at + 1 : stop])]
            self._instead[substitution[1]] = plain_rst(" ".join(words))
        self.hidden.update(range(at, stop))
        return stop

    def _described(self, at: int, stop: int, signature: str, around: Section) -> None:
        """Add the section of what a directive describes; without a text of its own it is a mark in the text."""
        signatures = [signature] if signature else []
        body = at + 1
        while body < stop and self._lines[body] and not marks.FIELD.match(self._lines[body].strip()):
            signatures.append(self._lines[body].strip())
            body += 1
        content = self._options_end(body, stop)
        if not signatures or not any(self._lines[content:stop]):
            self._inside(at + 1, stop, around)
            return
        title = " ".join(", ".join(signatures[:MAX_SIGNATURES]).replace("\\, ", "").replace("\\", "").split())
        section = self._add(max(2, around.level + 1), title[:MAX_TITLE_CHARACTERS], at)
        self._inside(content, stop, section)

    def _options_end(self, at: int, stop: int) -> int:
        """Return the line behind the options of a directive."""
        while at < stop and self._lines[at]:
            at += 1
        return at

    def _glossary(self, at: int, stop: int, around: Section) -> None:
        """Add a section for each term of a glossary; several terms above one text are one."""
        while at < stop and self._lines[at] and marks.FIELD.match(self._lines[at].strip()):
            at += 1
        lines = [line for line in self._lines[at:stop] if line]
        base = min((len(line) - len(line.lstrip(" ")) for line in lines), default=0)
        terms: list[str] = []
        for number in range(at, stop):
            line = self._lines[number]
            if not line or line[base] == " " or line.startswith("..", base):
                continue
            terms.append(plain_rst(line.partition(" : ")[0]))
            below = self._line(number + 1)
            if number + 1 < stop and below and below[base] == " ":
                self._add(max(2, around.level + 1), ", ".join(terms)[:MAX_TITLE_CHARACTERS], number + 1 - len(terms))
                terms = []
            elif not below:
                terms = []


class _Titled(NamedTuple):
    """Lines that are read as those of a title."""

    end: int
    """The line behind them."""
    section: Section | None = None
    """None where they are a mistake or a transition."""


def _is_text(text: str, below: str) -> bool:
    """Whether a line begins a block of text, and nothing else."""
    others = (marks.EXPLICIT, marks.TARGET, marks.DOCTEST, marks.LINE_BLOCK, marks.GRID_TABLE, marks.SIMPLE_TABLE)
    return not any(pattern.match(text) for pattern in others) and not marks.begins_item(text, below)


def _is_described(text: str) -> bool:
    """Whether a block describes something."""
    directive = marks.DIRECTIVE.match(text)
    return directive is not None and (directive[1] == "glossary" or marks.describes(directive[1]))


def _is_unseen(text: str) -> bool:
    """Whether a block is a comment, a target or a substitution."""
    if marks.EXPLICIT.match(text) is None:
        return marks.TARGET.match(text) is not None
    return marks.DIRECTIVE.match(text) is None and marks.FOOTNOTE.match(text) is None
