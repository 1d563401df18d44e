"""Sections of reStructuredText pages, held against docutils: titles, levels and lines.

    rst_pages.py [--show N] REPOSITORY...

REPOSITORY is a bare repository or a clone; the `.rst` files of its HEAD are read from git. docutils parses each page
alone: it reports roles and directives of Sphinx that it does not know and goes on. Sections that the index has for what
directives describe, and where the text goes on behind one, have no title in docutils and are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import new_document
from markdown_pages import read_pages

from trove_git.sources.rst import plain_rst, read_titles


class Title(NamedTuple):
    """A title as one of the parsers finds it."""

    level: int
    title: str
    line: int
    """1-based, the last of the title."""


def our_titles(text: str) -> list[Title]:
    """Return the titles of a page as the index reads them."""
    return [Title(*title) for title in read_titles(text.split("\n"))]


def their_titles(text: str) -> list[Title]:
    """Return the titles of a page as docutils parses it."""
    settings = get_default_settings(Parser)
    settings.report_level = settings.halt_level = 5
    settings.file_insertion_enabled = False
    settings.warning_stream = ""
    document = new_document("page", settings)
    Parser().parse(text, document)
    return [
        Title(_level(title.parent), plain_rst(title.rawsource), title.parent.line or 0)
        for title in document.findall(nodes.title)
        if isinstance(title.parent, nodes.section)
    ]


def _level(section: nodes.Node) -> int:
    level = 0
    node: nodes.Node | None = section
    while node is not None:
        level += isinstance(node, nodes.section)
        node = node.parent
    return level


def differences(ours: list[Title], theirs: list[Title]) -> Iterator[tuple[list[Title], list[Title]]]:
    """Yield where two lists of titles differ."""
    for what, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if what != "equal":
            yield ours[a:b], theirs[c:d]


def main() -> None:
    """Compare every page and print what differs, then the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+", metavar="REPOSITORY")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="differences to print of each repository")
    options = parser.parse_args()
    pages = titles = differing = 0
    for repository in options.repositories:
        shown = 0
        for path, text in read_pages(repository, (".rst",)):
            theirs = their_titles(text)
            pages, titles = pages + 1, titles + len(theirs)
            for mine, other in differences(our_titles(text), theirs):
                differing += max(len(mine), len(other))
                shown += 1
                if shown <= options.show:
                    print(f"{repository} {path}\n  ours   {mine}\n  theirs {other}")
    share = differing / titles if titles else 0.0
    print(f"{pages} pages, {titles} titles, {differing} differ ({share:.3%})")


if __name__ == "__main__":
    main()
