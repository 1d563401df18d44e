"""The blocks of a reStructuredText page as docutils parses them: titles, object descriptions, what is not seen.

One pass over the lines. Where a block ends is decided as in the Body, Text and Line states of docutils' parser;
what stands inside a block is looked at as far as it may hold descriptions or comments. Inline markup is not read
here: `rst_inline.py`. `benchmarks/rst_pages.py` holds this against docutils.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.sources.rst_enumerators import begins_list_item
from trove_git.sources.rst_inline import ends_literal
from trove_git.sources.rst_objects import CODE_DIRECTIVES, UNSEEN_DIRECTIVES, is_label, is_object, names_of

MAX_DEPTH = 40
"""Blocks inside blocks that are looked into: each costs a call."""

_LEAST_ADORNMENT = 4
"""Shorter adornments that do not fit are text, as docutils has it; longer ones are taken with a warning."""

_BULLET = re.compile("[-+*\u2022\u2023\u2043](?: +|$)")
_FIELD = re.compile(r":(?![: ])(?:[^:\\]|\\.|:(?!(?:[ `]|$)))*+(?<! ):(?: +|$)")
_OPTION_ARGUMENT = r"(?:[a-zA-Z][a-zA-Z0-9_-]*|<[^<>]+>)"
_OPTION = rf"(?:[-+][a-zA-Z0-9](?: ?{_OPTION_ARGUMENT})?|(?:--|/)[a-zA-Z0-9][a-zA-Z0-9_-]*(?:[ =]{_OPTION_ARGUMENT})?)"
_OPTIONS = re.compile(rf"{_OPTION}(?:, {_OPTION})*(?:  +| ?$)")
_GRID_BORDER = re.compile(r"\+-[-+]+-\+ *$")
_TABLE_TOP = re.compile(r"=+(?: +=+)+ *$")
_TABLE_BORDER = re.compile(r"=+[ =]*$")
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*$")
_NAME = r"(?:(?!_)\w)+(?:[-._+:](?:(?!_)\w)+)*"
_NOTE = re.compile(rf"\[(?:[0-9]+|#(?:{_NAME})?|\*|{_NAME})\](?: +|$)")
_DIRECTIVE = re.compile(rf"({_NAME}) ?::(?: +|$)")
_SUBSTITUTION = re.compile(rf"\|(?! )([^|]{{1,200}})\| *({_NAME}) ?::(?: +|$)")
_DIRECTIVE_OPTION = re.compile(r":([^:`\s][^:`]{0,60}):(?: +|$)")
_SEEN_OPTIONS = frozenset(("alt", "caption", "title", "type", "default", "value", "synopsis", "header", "description"))


class Heading(NamedTuple):
    """A title, or an object that is described."""

    line: int
    """0-based; of a title with a line above it, that line."""
    end: int
    """0-based line behind the title or the whole description."""
    level: int
    """Of a title, 1 for the highest; of a description, 0 where no other is around it."""
    text: str
    """With its inline markup."""
    is_object: bool


class Blocks(NamedTuple):
    """What a page is made of."""

    headings: list[Heading]
    """In file order; a description comes before those inside it."""
    hidden: set[int]
    """0-based lines that readers do not see."""
    shown: dict[int, str]
    """0-based lines that readers see in part → what they see."""
    code: set[int]
    """0-based lines whose text is no markup."""
    substitutions: dict[str, str]
    """Name between bars → text in its place."""


def read_blocks(lines: Sequence[str]) -> Blocks:
    """Read the lines of a page, without their line feeds."""
    reader = _Reader(lines)
    reader.body(0, len(lines), 0, titles=True)
    return reader.blocks


class _Reader:
    """Goes through the lines of a page once; a method named after a block takes it and returns the line behind."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = [line.replace("\v", " ").replace("\f", " ").expandtabs(8).rstrip() for line in lines]
        self.widths = [len(line) - len(line.lstrip()) if line else -1 for line in self.lines]
        """Indentation of each line; -1 for an empty one."""
        self.blocks = Blocks([], set(), {}, set(), {})
        self._styles: list[str] = []
        self._level = 0
        """Of the section that is open."""
        self._objects = 0
        """Descriptions that are open."""
        self._depth = 0

    def body(self, at: int, end: int, indent: int, *, titles: bool = False, inside: bool = False) -> None:
        """Take the blocks between two lines.

        Args:
            at: 0-based first line.
            end: line behind the last.
            indent: columns that stand before each line.
            titles: whether titles make sections here.
            inside: whether the first line begins before its block, as in an item of a list.
        """
        if self._depth >= MAX_DEPTH:
            return
        self._depth += 1
        while at < end:
            width = self.widths[at]
            if width < 0:
                at += 1
            elif width > indent and not inside:
                at = self.nested(at, self.indented(at, end, indent))
            else:
                at = self.block(at, end, indent, titles=titles)
            inside = False
        self._depth -= 1

    def block(self, at: int, end: int, indent: int, *, titles: bool) -> int:
        """Take one block that begins at the indentation."""
        line = self.lines[at][indent:]
        first = line[:1]
        if first.isalnum() or first in "(#":
            below = self.lines[at + 1][indent:] if at + 1 < end else ""
            item = begins_list_item(line, below)
            if item:
                return self.item(at, end, indent, item)
        elif not first:
            return at + 1
        elif found := _BULLET.match(line):
            return self.item(at, end, indent, found.end())
        elif first == ":" and (found := _FIELD.match(line)):
            return self.nested(at + 1, self.indented(at + 1, end, indent), line[found.end() :])
        if first in "-+/" and (found := _OPTIONS.match(line)):
            stop = self.indented(at + 1, end, indent)
            if found.end() < len(line) or self.has_text(at + 1, stop):
                return self.nested(at + 1, stop)
        if line.startswith(">>>") and line[3:4] in ("", " "):
            stop = self.run(at, end)
            self.blocks.code.update(range(at, stop))
            return stop
        if first == "|" and line[1:2] in ("", " "):
            return self.next_at(at + 1, self.run(at, end), indent)
        if first == "+" and _GRID_BORDER.match(line):
            return self.grid_table(at, end, indent)
        if first == "=" and _TABLE_TOP.match(line):
            return self.simple_table(at, end, indent)
        if line.startswith("..") and line[2:3] in ("", " "):
            return self.explicit(at, end, indent)
        if line.startswith("__") and line[2:3] in ("", " "):
            stop = self.indented(at + 1, end, indent)
            behind = self.run(at, stop)
            self.blocks.hidden.update(range(at, behind))
            return self.nested(behind, stop)
        if _ADORNMENT.match(line) and (behind := self.line(at, end, indent, titles=titles)):
            return behind
        return self.text(at, end, indent, titles=titles)

    def indented(self, at: int, end: int, indent: int) -> int:
        """Return the first line that is not empty and not indented."""
        widths = self.widths
        while at < end and not 0 <= widths[at] <= indent:
            at += 1
        return at

    def next_at(self, at: int, end: int, indent: int) -> int:
        """Return the first line at the indentation."""
        while at < end and self.widths[at] != indent:
            at += 1
        return at

    def has_text(self, at: int, end: int) -> bool:
        return any(self.widths[n] >= 0 for n in range(at, end))

    def run(self, at: int, end: int) -> int:
        """Return the line behind a run of lines that are not empty."""
        while at < end and self.widths[at] >= 0:
            at += 1
        return at

    def nested(self, at: int, stop: int, text: str = "") -> int:
        """Look into indented lines; `text` begins them on the line before, behind a mark."""
        indent = min((self.widths[n] for n in range(at, stop) if self.widths[n] >= 0), default=-1)
        if indent >= 0:
            if text[:1].isalnum():
                behind = at
                while behind < stop and self.widths[behind] == indent:
                    behind += 1
                text, at = (self.lines[behind - 1], behind) if behind > at else (text, at)
            if at < stop and self.widths[at] < 0 and ends_literal(text):
                at = self.literal(at, stop, indent)
            self.body(at, stop, indent)
        return stop

    def item(self, at: int, end: int, indent: int, mark: int) -> int:
        """Take an item of a list whose text begins `mark` columns behind the indentation."""
        if len(self.lines[at]) <= indent + mark:
            return self.nested(at + 1, self.indented(at + 1, end, indent))
        stop = self.indented(at + 1, end, indent + mark - 1)
        self.body(at, stop, indent + mark, inside=True)
        return stop

    def grid_table(self, at: int, end: int, indent: int) -> int:
        stop = at + 1
        while stop < end and self.widths[stop] == indent and self.lines[stop][indent] in "+|":
            stop += 1
        if not _GRID_BORDER.match(self.lines[stop - 1][indent:]):
            for n in range(stop - 2, at + 1, -1):
                if _GRID_BORDER.match(self.lines[n][indent:]):
                    # docutils goes on one line above the border.
                    return max(n - 1, at + 1)
        return stop

    def simple_table(self, at: int, end: int, indent: int) -> int:
        size = len(self.lines[at]) - indent
        last = 0
        for n in range(at + 1, end):
            if self.widths[n] != indent or not _TABLE_BORDER.match(self.lines[n][indent:]):
                continue
            if len(self.lines[n]) - indent != size or last or n + 1 == end or self.widths[n + 1] < 0:
                return n + 1
            last = n
        return last + 1 if last else end

    def line(self, at: int, end: int, indent: int, *, titles: bool) -> int:
        """Take a line of punctuation: an overline, a transition, an error; 0 where it is text."""
        line = self.lines[at][indent:]
        short = len(line) < _LEAST_ADORNMENT
        if not titles:
            return 0 if short or line == "::" else at + 1
        if at + 1 >= end or self.widths[at + 1] < 0:
            return 0 if short else at + 1
        if _ADORNMENT.match(self.lines[at + 1]):
            return 0 if short else at + 2
        below = self.lines[at + 2] if at + 2 < end else ""
        title = self.lines[at + 1]
        if below != line or (short and _columns(title) > len(line)):
            return 0 if short else min(at + 3, end)
        self.title(at, at + 3, title.strip(), line[0] * 2)
        return at + 3

    def text(self, at: int, end: int, indent: int, *, titles: bool) -> int:
        """Take a paragraph, a title with a line below it, or a term and its definition."""
        line = self.lines[at][indent:]
        behind = at + 1
        if behind < end and self.widths[behind] > indent:
            return self.nested(behind, self.indented(behind, end, indent))
        if behind < end and self.widths[behind] == indent:
            below = self.lines[behind][indent:]
            fits = len(below) >= _LEAST_ADORNMENT or _columns(line) <= len(below)
            if _ADORNMENT.match(below) and fits:
                if titles:
                    self.title(at, at + 2, line, below[0])
                return at + 2
            # A paragraph ends where its lines are indented, and what is indented is a quotation.
            behind += 1
            while behind < end and self.widths[behind] == indent:
                behind += 1
        if not ends_literal(self.lines[behind - 1][indent:]):
            return behind
        return self.literal(behind, end, indent)

    def literal(self, at: int, end: int, indent: int) -> int:
        """Take what follows two colons: indented, or each line behind the same punctuation."""
        start = at
        while at < end and self.widths[at] < 0:
            at += 1
        if at >= end:
            return at
        if self.widths[at] > indent:
            stop = self.indented(at, end, indent)
        else:
            mark = self.lines[at][indent]
            if not _ADORNMENT.match(mark):
                return start
            stop = at
            while stop < end and self.widths[stop] == indent and self.lines[stop][indent] == mark:
                stop += 1
        self.blocks.code.update(range(at, stop))
        return stop

    def title(self, at: int, end: int, text: str, style: str) -> None:
        """Add a section, unless its level is not reached from the one that is open."""
        level = self._styles.index(style) + 1 if style in self._styles else len(self._styles) + 1
        if level > self._level + 1:
            return
        if level > len(self._styles):
            self._styles.append(style)
        self._level = level
        self.blocks.headings.append(Heading(at, end, level, text, is_object=False))

    def explicit(self, at: int, end: int, indent: int) -> int:
        """Take a directive, a footnote, a target, a definition of a substitution or a comment."""
        line = self.lines[at][indent:]
        text = line[2:].lstrip()
        if not text and (at + 1 >= end or self.widths[at + 1] < 0):
            # An empty comment: what is indented below it is a quotation.
            self.blocks.hidden.add(at)
            return at + 1
        stop = self.indented(at + 1, end, indent)
        if note := _NOTE.match(text):
            return self.nested(at + 1, stop, text[note.end() :])
        found = _DIRECTIVE.match(text)
        if found and text[0] not in "_|":
            self.directive(at, stop, found[1].lower(), text[found.end() :])
            return stop
        if substitution := _SUBSTITUTION.match(text):
            self.substitution(at, stop, substitution, text)
        elif text[:1] == "_" and text[1:2].strip():
            # The address of a target ends at an empty line; what is indented below is a quotation.
            behind = self.run(at, stop)
            self.blocks.hidden.update(range(at, behind))
            return self.nested(behind, stop)
        self.blocks.hidden.update(range(at, stop))
        return stop

    def substitution(self, at: int, stop: int, found: re.Match[str], text: str) -> None:
        name, kind, value = found[1], found[2].lower(), text[found.end() :]
        rest = [line.strip() for line in self.lines[at + 1 : stop]]
        if kind == "replace":
            value = " ".join([value, *rest])
        elif kind == "image":
            value = next((line.removeprefix(":alt:") for line in rest if line.startswith(":alt:")), "")
        else:
            return
        self.blocks.substitutions.setdefault(" ".join(name.split()), value.strip())

    def directive(self, at: int, stop: int, name: str, argument: str) -> None:
        """Take a directive whose first line says `argument` behind its name."""
        if name in UNSEEN_DIRECTIVES:
            self.blocks.hidden.update(range(at, stop))
            return
        options, behind = self.options(at + 1, stop)
        if name in ("include", "literalinclude") and argument:
            self.blocks.shown[at] = f"Includes {argument}"
        if argument and is_object(name) and (not is_label(name) or self.has_text(behind, stop)):
            signatures = [argument, *(line.strip() for line in self.lines[at + 1 : options])]
            self.describe(at, behind, stop, names_of(name, signatures))
            self.blocks.shown[at] = argument
            return
        # Without options the lines below the first belong to what the directive says.
        content = behind if options < behind else at + 1
        if name == "glossary":
            self.glossary(content, stop)
        elif name in CODE_DIRECTIVES:
            self.blocks.code.update(range(content, stop))
        else:
            self.nested(content, stop, argument)

    def options(self, at: int, stop: int) -> tuple[int, int]:
        """Return the line of the first option of a directive, and the line behind its argument and options."""
        behind = self.run(at, stop)
        first = next((n for n in range(at, behind) if _DIRECTIVE_OPTION.match(self.lines[n].lstrip())), behind)
        seen = False
        for n in range(first, behind):
            text = self.lines[n].lstrip()
            option = _DIRECTIVE_OPTION.match(text)
            seen = option[1].lower() in _SEEN_OPTIONS if option else seen
            if not seen:
                self.blocks.hidden.add(n)
            elif option:
                self.blocks.shown[n] = text[1:].replace(":", "", 1)
        return first, behind

    def describe(self, at: int, content: int, stop: int, text: str) -> None:
        """Add a description, and look into what it says."""
        end = stop
        while end > at and self.widths[end - 1] < 0:
            end -= 1
        self.blocks.headings.append(Heading(at, end, self._objects, text, is_object=True))
        self._objects += 1
        self.nested(content, stop)
        self._objects -= 1

    def glossary(self, at: int, stop: int) -> None:
        """Add a description for each term; terms on lines below each other share one."""
        indent = min((self.widths[n] for n in range(at, stop) if self.widths[n] >= 0), default=-1)
        while at < stop:
            if self.widths[at] != indent:
                at += 1
                continue
            if self.lines[at].startswith(".. ", indent):
                at = self.explicit(at, stop, indent)
                continue
            behind = at
            while behind < stop and self.widths[behind] == indent:
                behind += 1
            terms = [line.strip().partition(" : ")[0] for line in self.lines[at:behind]]
            end = self.indented(behind, stop, indent)
            self.describe(at, behind, end, ", ".join(terms))
            at = end


def _columns(text: str) -> int:
    """Return how many columns of a terminal text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
