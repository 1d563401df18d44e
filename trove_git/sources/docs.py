"""A file of documentation → its sections: one Source a heading.

What is a heading is decided by the reader of its markup: `markdown_page.py`, `rst.py`. The text before
the first heading is a section of its own, named by the page's own title or the file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from trove_git.entries.encoding import decode
from trove_git.records import Note, Source
from trove_git.sources.asciidoc import read_asciidoc
from trove_git.sources.category import category_of
from trove_git.sources.doc_rules import RST_SUFFIX
from trove_git.sources.markdown_page import read_markdown, read_mdx
from trove_git.sources.notebook import read_notebook
from trove_git.sources.org import read_org
from trove_git.sources.plain import read_plain
from trove_git.sources.rst import read_rst
from trove_git.sources.sections import Page, Section

MAX_DOC_BYTES = 16 * 1024 * 1024
"""A larger file is data."""
MAX_READ_CHARACTERS = 1024 * 1024
"""Of a page; what stands behind is not searched, and said. A changelog begins with its newest release."""

_READERS: dict[str, Callable[[Sequence[str]], Page]] = {
    RST_SUFFIX: read_rst, ".mdx": read_mdx, ".adoc": read_asciidoc, ".asciidoc": read_asciidoc, ".org": read_org,
    ".ipynb": read_notebook, ".txt": read_plain, "": read_plain,
}  # fmt: skip
"""Ending in small letters → reader; what is not here is Markdown."""


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
    kept = text
    if len(text) > MAX_READ_CHARACTERS:
        kept = text[: text.rfind("\n", 0, MAX_READ_CHARACTERS) + 1 or MAX_READ_CHARACTERS]
    lines = kept.split("\n")
    if len(kept) < len(text):
        notes.append(Note(f"only the first {MAX_READ_CHARACTERS:,} characters are searched", path, len(lines)))
    page = _READERS.get(os.path.splitext(path.lower())[1], read_markdown)(lines)
    sections = page.sections
    notes += [Note(message, path, line) for message, line in page.notes]
    words = _path_words(path)
    page_title = page.title
    if not page_title and not any(section.level == 1 for section in sections):
        page_title = words
    _set_ancestors(sections, page_title)
    category = category_of(path)
    out: list[Source] = []
    if lines[-1] == "":
        lines.pop()
    if page.description and not any(line.strip() for line in lines[sections[0].line - 1 :]):
        # A page that is its front matter is cited in it.
        sections[0].line = 1
    for section, following in zip(sections, [*sections[1:], None], strict=True):
        end = following.line - 1 if following else len(lines)
        body = _seen(lines, section.line - 1, end, page)
        if not body.strip():
            continue
        if not out:
            body = f"{body}\n{page.description}"
        trail = [*section.ancestors, section.title or page_title or words]
        out.append(
            Source(
                kind="doc", path=path, line=section.line, end_line=end, title=" > ".join(trail[-2:]), body=body,
                title_text="\n".join([*trail, words]), oid=oid, category=category,
            )
        )  # fmt: skip
    return out, notes


def _seen(lines: Sequence[str], start: int, end: int, page: Page) -> str:
    """Return the lines `start` up to `end` (0-based) as far as readers see them."""
    if not page.hidden and not page.shown:
        return "\n".join(lines[start:end])
    return "\n".join(page.shown.get(n, lines[n]) for n in range(start, end) if n not in page.hidden)


def _set_ancestors(sections: list[Section], page_title: str) -> None:
    trail: list[Section] = []
    for section in sections:
        while trail and trail[-1].level >= section.level:
            trail.pop()
        titles = [page_title, *(s.title for s in trail)] if section.level else []
        section.ancestors = tuple(dict.fromkeys(t for t in titles if t and t != section.title))
        if section.level:
            trail.append(section)


def _path_words(path: str) -> str:
    """The words that a file's name adds to its titles: the stem, and the folder where the stem says nothing."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    if stem.lower() in ("index", "readme", "_index") and folders:
        stem = f"{folders[-1]} {stem}" if stem.lower() == "readme" else folders[-1]
    return stem.replace("-", " ").replace("_", " ").strip()
