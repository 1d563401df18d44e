"""A file of documentation → its sections: one Source a heading.

Headings of Markdown are ATX (`## Title`), setext (underlined) and HTML (`<h2>`), outside code
fences, comments and front matter; those of reStructuredText are in `rst.py`. The text before
the first heading is a section of its own, named by the front matter's title or the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from trove_git.entries.encoding import decode
from trove_git.markdown import HIDDEN, TEXT, line_states, open_fence, plain
from trove_git.records import Note, Source
from trove_git.sources.category import category_of
from trove_git.sources.doc_rules import RST_SUFFIX
from trove_git.sources.rst import rst_sections
from trove_git.sources.sections import Section

MAX_DOC_BYTES = 256 * 1024

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


def doc_sources(path: str, data: bytes, oid: str) -> tuple[list[Source], list[Note]]:
    """Split one doc into sources.

    Args:
        path: path below the root.
        data: content, at most MAX_DOC_BYTES.
        oid: object id of the content, or empty.

    Returns:
        The sections in file order, and what is wrong with the file.
    """
    text, problem, problem_line = decode(data)
    notes = [Note(problem, path, problem_line)] if problem else []
    if "\0" in text:
        return [], [*notes, Note("not text: holds NUL bytes", path, text[: text.index("\0")].count("\n") + 1)]
    lines = text.split("\n")
    front, states = _Front(0), dict[int, str]()
    if path.lower().endswith(RST_SUFFIX):
        sections = rst_sections(lines)
    else:
        front = _front_matter(lines)
        states = dict(line_states(lines, front.end))
        if (fence := open_fence(lines, front.end)) != 0:
            notes.append(Note("code fence is never closed; the rest of the file counts as code", path, fence))
        sections = _find_sections(lines, states, front)
    words = _path_words(path)
    if not front.title and not any(section.level == 1 for section in sections):
        front = front._replace(title=words)
    _set_ancestors(sections, front.title)
    category = category_of(path)
    out: list[Source] = []
    if lines[-1] == "":
        lines.pop()
    for section, following in zip(sections, [*sections[1:], None], strict=True):
        end = following.line - 1 if following else len(lines)
        body = "\n".join(lines[n] for n in range(section.line - 1, end) if states.get(n) != HIDDEN)
        if not body.strip():
            continue
        if not out:
            body = f"{body}\n{front.description}"
        trail = [*section.ancestors, section.title or front.title or words]
        out.append(
            Source(
                kind="doc", path=path, line=section.line, end_line=end, title=" > ".join(trail[-2:]), body=body,
                title_text="\n".join([*trail, words]), oid=oid, category=category,
            )
        )  # fmt: skip
    return out, notes


def _find_sections(lines: list[str], states: Mapping[int, str], front: _Front) -> list[Section]:
    """Return the sections: what stands before the first heading, then one a heading."""
    sections = [Section(0, "", front.end)]
    for number, state in states.items():
        heading = _heading_at(lines, number, lines[number].rstrip("\r"), sections[-1].line) if state == TEXT else None
        if heading is not None:
            sections.append(heading)
    sections[0].line += 1
    return sections


def _heading_at(lines: list[str], number: int, line: str, floor: int) -> Section | None:
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


def _front_matter(lines: list[str]) -> _Front:
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


def _set_ancestors(sections: list[Section], front_title: str) -> None:
    trail: list[Section] = []
    for section in sections:
        while trail and trail[-1].level >= section.level:
            trail.pop()
        titles = [front_title, *(s.title for s in trail)] if section.level else []
        section.ancestors = tuple(dict.fromkeys(t for t in titles if t and t != section.title))
        if section.level:
            trail.append(section)


def plain_title(text: str) -> str:
    """Return the text of a heading without markup and attributes."""
    return plain(_ATTRIBUTES.sub("", text.strip()))


def _path_words(path: str) -> str:
    """The words that a file's name adds to its titles: the stem, and the folder where the stem says nothing."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    if stem.lower() in ("index", "readme", "_index") and folders:
        stem = f"{folders[-1]} {stem}" if stem.lower() == "readme" else folders[-1]
    return stem.replace("-", " ").replace("_", " ").strip()
