"""Sections of Markdown pages, held against markdown-it-py: titles, levels and lines of the headings.

    markdown_pages.py [--show N] REPOSITORY...

REPOSITORY is a bare repository or a clone. Markdown files of its HEAD are read from git, without those of MDX, which
the other parser does not know. A heading of Markdown is compared by level, title and line, one of HTML by level and
title, as the rendered page has them. Headings inside quotations make no section and are left out of both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html.parser import HTMLParser
from typing import NamedTuple

from markdown_it import MarkdownIt

from trove_git.entries.encoding import decode
from trove_git.markdown import without_attributes
from trove_git.sources.front_matter import read_front_matter
from trove_git.sources.markdown_page import MAX_TITLE_CHARACTERS, read_markdown

SUFFIXES = (".md", ".markdown", ".mdown", ".mkd")
MAX_BYTES = 1024 * 1024


class Heading(NamedTuple):
    """A heading as one of the parsers finds it."""

    level: int
    title: str
    line: int
    """1-based; 0 where the parser does not say."""


class Difference(NamedTuple):
    """Headings of one place that only one parser has."""

    ours: tuple[Heading, ...]
    theirs: tuple[Heading, ...]


def our_headings(text: str) -> list[Heading]:
    """Return the headings of a page as the index has them."""
    return [Heading(s.level, s.title, s.line) for s in read_markdown(text.split("\n")).sections if s.level]


def their_headings(text: str) -> list[Heading]:
    """Return the headings of a page as markdown-it-py renders it."""
    front = read_front_matter(text).lines
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    body = "\n".join(text.split("\n")[front:])
    tokens = parser.parse(body)
    quoted = 0
    for token in tokens:
        quoted += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if token.type == "heading_open" and token.map is not None and not quoted:
            token.attrSet("data-line", str(token.map[0] + front + 1))
    page = _Page()
    page.feed(parser.renderer.render(tokens, parser.options, {}))
    page.close()
    return page.headings


class _Page(HTMLParser):
    """The headings of a rendered page."""

    def __init__(self) -> None:
        super().__init__()
        self.headings: list[Heading] = []
        self._quoted = 0
        self._open: tuple[int, int] | None = None
        self._text: list[str] = []
        self._images: list[str] = []
        self._code = 0
        self._ends_with_code = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a heading, or take what stands for a picture."""
        values = dict(attrs)
        if tag == "blockquote":
            self._quoted += 1
        elif len(tag) == 2 and tag[0] == "h" and tag[1] in "123456" and not self._quoted:
            self._end()
            self._open = int(tag[1]), int(values.get("data-line") or 0)
        elif tag == "img":
            self._images.append(values.get("alt") or "")
        elif tag == "br":
            self._text.append(" ")
        elif tag == "code":
            self._code += 1

    def handle_endtag(self, tag: str) -> None:
        """End a heading."""
        if tag == "blockquote":
            self._quoted -= 1
        elif tag == "code":
            self._code -= 1
        elif self._open and tag == f"h{self._open[0]}":
            self._end()

    def handle_data(self, data: str) -> None:
        """Take text."""
        self._text.append(data)
        self._ends_with_code = self._code > 0

    def _end(self) -> None:
        if self._open:
            text = "".join(self._text)
            title = text if self._ends_with_code else without_attributes(text)
            self.headings.append(
                Heading(
                    self._open[0], " ".join(title.split()) or " ".join(" ".join(self._images).split()), self._open[1]
                )
            )
        self._open, self._text, self._images = None, [], []


def differences(ours: Sequence[Heading], theirs: Sequence[Heading]) -> Iterator[Difference]:
    """Yield where two lists of headings differ; a line that is not known is like any."""
    lines = {(heading.level, heading.title, heading.line) for heading in theirs if heading.line}
    keyed = [
        _key(heading, heading.line if (*_key(heading, 0)[:2], heading.line) in _cut(lines) else 0) for heading in ours
    ]
    keys = [_key(heading, heading.line) for heading in theirs]
    for what, a, b, c, d in SequenceMatcher(None, keyed, keys, autojunk=False).get_opcodes():
        if what != "equal":
            yield Difference(tuple(ours[a:b]), tuple(theirs[c:d]))


def _cut(lines: set[tuple[int, str, int]]) -> set[tuple[int, str, int]]:
    return {_key(Heading(*heading), heading[2]) for heading in lines}


def _key(heading: Heading, line: int) -> tuple[int, str, int]:
    title = heading.title if len(heading.title) <= MAX_TITLE_CHARACTERS else heading.title[: MAX_TITLE_CHARACTERS // 2]
    return heading.level, title, line


def read_pages(repository: str, suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[tuple[str, str]]:
    """Yield path and text of every file at HEAD with some endings; blobs that a partial clone lacks are left out."""
    git = ["git", "-C", repository]
    listed = subprocess.run([*git, "ls-tree", "-r", "-z", "HEAD"], capture_output=True, check=True).stdout
    entries = (entry.partition("\t") for entry in listed.decode("utf-8", "replace").split("\0"))
    oids = {path: head.split()[2] for head, _, path in entries if path.lower().endswith(suffixes)}
    asked = "".join(f"{oid}\n" for oid in oids.values()).encode()
    environment = {**os.environ, "GIT_NO_LAZY_FETCH": "1"}
    batch = subprocess.run([*git, "cat-file", "--batch"], input=asked, capture_output=True, check=True, env=environment)
    data, at = batch.stdout, 0
    for path in oids:
        newline = data.index(b"\n", at)
        fields = data[at:newline].split()
        at = newline + 1
        if fields[1] != b"blob":
            continue
        blob = data[at : at + int(fields[2])]
        at += len(blob) + 1
        text = decode(blob).text
        if len(blob) <= MAX_BYTES and "\0" not in text:
            yield path, text


def main() -> None:
    """Compare every page and print what differs, then the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+", metavar="REPOSITORY")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="differences to print of each repository")
    options = parser.parse_args()
    pages = headings = differing = 0
    for repository in options.repositories:
        shown = 0
        for path, text in read_pages(repository):
            theirs = their_headings(text)
            pages, headings = pages + 1, headings + len(theirs)
            for difference in differences(our_headings(text), theirs):
                differing += max(len(difference.ours), len(difference.theirs))
                shown += 1
                if shown <= options.show:
                    print(f"{repository} {path}\n  ours   {difference.ours}\n  theirs {difference.theirs}")
    share = differing / headings if headings else 0.0
    print(f"{pages} pages, {headings} headings, {differing} differ ({share:.3%})")


if __name__ == "__main__":
    main()
