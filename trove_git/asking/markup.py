"""Which reader tells the lines of a page apart where one of them is cited."""

from __future__ import annotations

import os

from trove_git.ranking.snippet import MARKDOWN, PARAGRAPHS, Markup
from trove_git.sources.doc_rules import RST_SUFFIX

_MARKDOWN_SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".mdc")
_OTHERS = {".adoc": "ASCIIDOC", ".asciidoc": "ASCIIDOC", ".org": "ORG", ".ipynb": "NOTEBOOK"}
"""Ending → name in `page_lines.py`, which is loaded where such a page is a hit."""


def markup_of(path: str) -> Markup:
    """Return how the file at a path is read; one of no known markup as paragraphs of text."""
    ending = os.path.splitext(path.lower())[1]
    if ending == RST_SUFFIX:
        from trove_git.asking.rst_lines import RST

        return RST
    if ending in _OTHERS:
        from trove_git.asking import page_lines

        markup: Markup = getattr(page_lines, _OTHERS[ending])
        return markup
    return MARKDOWN if ending in _MARKDOWN_SUFFIXES else PARAGRAPHS
