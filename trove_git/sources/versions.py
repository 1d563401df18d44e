"""Versions of sources: part of the paths of indexes, so that a change of one builds them again.

`tests/test_versions.py` fails when sources change and the number does not.
"""

from __future__ import annotations

CORPUS_VERSION = 6
"""Raise when any entry or doc would yield other sources; one line for each version.

1 (2026-11-30): entries, and sections of docs.
2 (2026-11-30): the paths that an entry is pinned to.
3 (2026-11-30): the files and names that an entry speaks about.
4 (2026-12-01): `paths:` are read by one rule, so that one which begins with `/` is spoken about too.
5 (2026-12-01): Markdown as a CommonMark parser reads it; front matter is a mapping, and its words are the page's;
titles of reStructuredText as docutils finds them, and a section for each thing that it describes.
6 (2026-12-01): reStructuredText without what is not seen; AsciiDoc, Org, text and notebooks; docs in more places.
"""

CODE_VERSION = 2
"""Raise when equal facts of code would yield other sources, summaries among them; one line for each version.

1 (2026-11-30): symbols, and summaries of modules, subsystems and the whole.
2 (2026-12-01): a symbol is found by its own name, as it is written and as a term.
"""

COMMITS_VERSION = 1
"""Raise when a commit would yield another source; one line for each version.

1 (2026-11-30): the message and the paths that the commit touched.
"""

CATALOG_VERSION = 1
"""Raise when the same machine would give another catalog of tools; one line for each version.

1 (2026-11-30): commands on PATH, described by manual pages and package metadata.
"""
