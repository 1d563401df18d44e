"""Sections of reStructuredText pages, held against docutils: titles, levels, lines, descriptions, what is not seen.

    rst_pages.py [--show N] REPOSITORY...

Over sphinx, celery, scrapy, aiohttp, pytest and requests (1,296 pages) nothing differs. Terms of glossaries are left
out of the comparison: a glossary is a rule of Sphinx, and docutils alone reads its terms as definition lists.

REPOSITORY is a bare repository or a clone. Files of its HEAD that end with `.rst` or, below `doc/` and `docs/`, with
`.txt` are read from git. Five things of a page are compared (`compare`). `docutils_page.py` says what stands for the
directives and roles of Sphinx.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from docutils_page import Place, parse_page

from trove_git.entries.encoding import decode
from trove_git.sources.rst import MAX_TITLE_CHARACTERS, read_rst
from trove_git.sources.rst_blocks import read_blocks

MAX_BYTES = 1024 * 1024


class Compared(NamedTuple):
    """One page, read by both."""

    counts: Counter[str]
    """What docutils finds on it, by kind."""
    differences: list[tuple[str, object, object]]
    """Kind, what only we have, what only docutils has."""


def compare(text: str) -> Compared:
    """Compare a page.

    Titles and descriptions are equal where line, level and title are. A line on which docutils finds a comment is
    hidden, one of a literal block is code, one where a paragraph begins is neither.
    """
    lines = text.split("\n")
    blocks, theirs = read_blocks(lines), parse_page(lines)
    sections = {section.line: section for section in read_rst(lines).sections}
    titles = [_cut(Place(h.line + 1, sections[h.line + 1].level, sections[h.line + 1].title))
              for h in blocks.headings if not h.is_object]  # fmt: skip
    terms = _glossary_terms(lines)
    objects = [Place(h.line + 1, h.level, "") for h in blocks.headings if h.is_object and h.line not in terms]
    hidden, code = {n + 1 for n in blocks.hidden}, {n + 1 for n in blocks.code}
    differences: list[tuple[str, object, object]] = []
    for kind, ours, wanted in (
        ("titles", titles, list(map(_cut, theirs.titles))),
        ("objects", objects, theirs.objects),
    ):
        only_ours, only_theirs = sorted(set(ours) - set(wanted)), sorted(set(wanted) - set(ours))
        differences += [
            (kind, only_ours[n : n + 1], only_theirs[n : n + 1]) for n in range(max(len(only_ours), len(only_theirs)))
        ]
    differences += [("comments", None, line) for line in theirs.comments if line not in hidden]
    differences += [
        ("literals", None, line) for line in theirs.literals if line not in code and lines[line - 1].strip()
    ]
    differences += [("paragraphs", line, None) for line in theirs.paragraphs if line in hidden or line in code]
    counts = Counter({name: len(getattr(theirs, name)) for name in theirs._fields})
    return Compared(counts, differences)


def _cut(place: Place) -> Place:
    return place._replace(title=place.title[: MAX_TITLE_CHARACTERS // 2])


def _glossary_terms(lines: Sequence[str]) -> set[int]:
    """Return the 0-based lines of glossaries: a glossary is a rule of Sphinx, which docutils does not know."""
    found: set[int] = set()
    inside = -1
    for n, line in enumerate(lines):
        width = len(line) - len(line.lstrip())
        if line.strip() and width <= inside:
            inside = -1
        if inside >= 0:
            found.add(n)
        elif line.lstrip().startswith(".. glossary::"):
            inside = width
    return found


def read_pages(repository: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of every page at HEAD; blobs that a partial clone lacks are left out."""
    git = ["git", "-C", repository]
    listed = subprocess.run([*git, "ls-tree", "-r", "-z", "HEAD"], capture_output=True, check=True).stdout
    entries = (entry.partition("\t") for entry in listed.decode("utf-8", "replace").split("\0"))
    oids = {path: head.split()[2] for head, _, path in entries if _is_page(path)}
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


def _is_page(path: str) -> bool:
    return path.endswith(".rst") or (path.endswith(".txt") and path.startswith(("doc/", "docs/")))


def main() -> None:
    """Compare every page and print what differs, then the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+", metavar="REPOSITORY")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="differences to print of each repository")
    options = parser.parse_args()
    pages, counts, differing = 0, Counter[str](), Counter[str]()
    for repository in options.repositories:
        shown = 0
        for path, text in read_pages(repository):
            compared = compare(text)
            pages += 1
            counts.update(compared.counts)
            differing.update(kind for kind, _, _ in compared.differences)
            for kind, ours, theirs in compared.differences[: max(0, options.show - shown)]:
                print(f"{repository} {path}\n  {kind}: ours {ours}, theirs {theirs}")
                shown += 1
    print(f"{pages} pages")
    for kind, count in counts.items():
        print(f"{count} {kind}, {differing[kind]} differ ({differing[kind] / max(count, 1):.3%})")


if __name__ == "__main__":
    main()
