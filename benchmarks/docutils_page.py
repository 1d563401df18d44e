"""A reStructuredText page as docutils parses it: its titles, descriptions, comments, literal blocks and paragraphs.

Directives and roles of Sphinx are stood in for: a directive that describes an object, or that holds text, has its
content parsed as docutils parses that of a note; a role shows its text. No file is included.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from docutils import frontend, nodes, utils
from docutils.parsers.rst import Directive, Parser, directives, roles, states

from trove_git.sources.rst_objects import CODE_DIRECTIVES, UNSEEN_DIRECTIVES, is_label, is_object

OPAQUE = frozenset({"glossary", "raw", "table", "toctree", "index", "list-table", "meta", "autosummary"})


class Place(NamedTuple):
    """A title or a description."""

    line: int
    """1-based."""
    level: int
    """Of a title, 1 for the highest; of a description, how many are around it."""
    title: str
    """Plain text of a title; empty of a description."""


class ParsedPage(NamedTuple):
    """What docutils finds on a page."""

    titles: list[Place]
    objects: list[Place]
    comments: list[int]
    """1-based lines where a comment begins."""
    literals: list[int]
    """1-based lines in blocks whose text is no markup."""
    paragraphs: list[int]
    """1-based lines where a paragraph begins."""


def parse_page(lines: Sequence[str]) -> ParsedPage:
    """Parse the lines of a page, without their line feeds."""
    # docutils ends lines at characters that no editor does.
    text = "\n".join(" ".join(line.splitlines()) if line else "" for line in lines)
    settings = frontend.get_default_settings(Parser)
    settings.report_level = settings.halt_level = 5
    settings.file_insertion_enabled = settings.raw_enabled = False
    document = utils.new_document("page", settings)
    objects: list[Place] = []
    with _stand_ins(lines, objects) as title_lines:
        Parser().parse(text, document)
    titles = [
        Place(line, _level(section), _plain(section))
        for line, section in zip(title_lines, document.findall(nodes.section), strict=True)
    ]
    literals = [
        node.line + offset
        for node in document.findall(nodes.literal_block)
        if node.line and not isinstance(node.parent, nodes.system_message) and not node.get("classes")
        for offset in range(node.astext().count("\n") + 1)
    ]
    comments = [node.line for node in document.findall(nodes.comment) if node.line]
    paragraphs = [
        node.line
        for node in document.findall(nodes.paragraph)
        if node.line and not _is_elsewhere(node) and not isinstance(node.parent, nodes.entry)
    ]
    return ParsedPage(titles, sorted(objects), comments, literals, paragraphs)


def _level(section: nodes.Node) -> int:
    level = 0
    node: nodes.Node | None = section
    while isinstance(node, nodes.section):
        level, node = level + 1, node.parent
    return level


def _plain(section: nodes.Element) -> str:
    title = section.next_node(nodes.title)
    return " ".join(title.astext().split()) if title else ""


def _is_elsewhere(node: nodes.Node) -> bool:
    """Whether a paragraph belongs to a message of docutils."""
    while node.parent is not None:
        if isinstance(node, nodes.system_message):
            return True
        node = node.parent
    return False


class _StandIn(Directive):
    """A directive of Sphinx or of an extension."""

    final_argument_whitespace = True
    has_content = True
    lines: Sequence[str]
    objects: list[Place]
    open_objects: list[str]

    def _begins(self, line: str) -> bool:
        return re.search(rf"\.\. +{re.escape(self.name)} ?::", line) is not None

    def run(self) -> list[nodes.Node]:
        """Parse the content, and say that an object is described."""
        if isinstance(self.state, states.SubstitutionDef):
            return [nodes.inline()]
        name = self.name.lower()
        is_described = bool(self.arguments) and is_object(name) and (not is_label(name) or bool(self.content))
        if is_described:
            # docutils counts up to three lines short in the content of some directives with options.
            line = next((n for n in range(self.lineno, self.lineno + 4) if self._begins(self.lines[n - 1])), 0)
            self.objects.append(Place(line, len(self.open_objects), ""))
            self.open_objects.append(name)
        container = nodes.container()
        if name not in CODE_DIRECTIVES | UNSEEN_DIRECTIVES | OPAQUE:
            self.state.nested_parse(self.content, self.content_offset, container)
        if is_described:
            self.open_objects.pop()
        return [container]


class _AnyOption(dict[str, Callable[[str], str]]):
    """Options of any name."""

    def __missing__(self, name: str) -> Callable[[str], str]:
        return str

    def __bool__(self) -> bool:
        return True


def _role(name: str, rawtext: str, text: str, *_rest: Any) -> tuple[list[Any], list[Any]]:
    """Show interpreted text as Sphinx does: `text <target>` as its text, `~a.b` as `b`."""
    said = text
    before, bracket, _ = text.rpartition("<")
    if text.endswith(">") and bracket and before.strip():
        said = before.rstrip()
    elif name.lower() in ("pep", "rfc"):
        said = f"{name.upper()} {text}"
    elif text.startswith("~"):
        said = text.rpartition(".")[2].lstrip("~")
    return [nodes.inline(rawtext, utils.unescape(said.removeprefix("!")))], []


@contextmanager
def _stand_ins(lines_of_page: Sequence[str], objects: list[Place]) -> Iterator[list[int]]:
    """Put the stand-ins in place, and yield the lines of the titles as they are found."""
    lines: list[int] = []
    overlined = [False]
    section, new_subsection = states.RSTState.section, states.RSTState.new_subsection
    values = {"lines": [*lines_of_page, *[""] * 4], "objects": objects, "open_objects": [], "option_spec": _AnyOption()}
    text = type("Text", (_StandIn,), values)
    described = type("Described", (_StandIn,), {**values, "optional_arguments": 1})

    def noted_section(self: Any, title: str, source: str, style: Any, lineno: int, messages: Any) -> None:
        overlined[0] = isinstance(style, tuple)
        section(self, title, source, style, lineno, messages)

    def noted_subsection(self: Any, title: str, lineno: int, messages: Any) -> None:
        lines.append(lineno - overlined[0])
        new_subsection(self, title, lineno, messages)

    def any_directive(name: str, *_rest: Any) -> tuple[Any, list[Any]]:
        return described if is_object(name.lower()) else text, []

    def any_role(*_rest: Any) -> tuple[Any, list[Any]]:
        return _role, []

    with (
        patch.object(states.RSTState, "section", noted_section),
        patch.object(states.RSTState, "new_subsection", noted_subsection),
        patch.object(directives, "directive", any_directive),
        patch.object(roles, "role", any_role),
    ):
        yield lines
