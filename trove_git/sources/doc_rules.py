"""Which path is an entry, which a doc: one pure function of a path, and the pathspecs that find them.

Docs are Markdown and reStructuredText files at the root and up to three folders deep under `docs/`; where no
`docs/` holds any, the first of `doc/`, `documentation/`, `guides/`, `site/` that does;
READMEs of other folders (once git tracks them); and whatever `trove.docs` names. Paths are below the asked root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from trove_git.entries.trove import is_entry_path

TROVE = ".claude/trove/"
"""Where a repository keeps its trove."""

CONFIG = ".trove/config"

DOC_ROOTS = ("docs", "doc", "documentation", "guides", "site")
"""Folders of documentation; only the first that holds docs counts."""

RST_SUFFIX = ".rst"
DOC_SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".mdx", RST_SUFFIX)
MAX_FOLDERS_BELOW_DOC_ROOT = 3
SKIPPED_FOLDERS = frozenset({"vendor", "node_modules"})
"""Other projects' files: never docs of this one."""


class DocRules(NamedTuple):
    """What counts as an entry or a doc in one tree."""

    doc_root: str = "docs"
    """The folder of documentation, one of DOC_ROOTS."""
    patterns: tuple[str, ...] = ()
    """More docs: git wildmatch patterns, as in `.gitignore`."""

    def kind_of(self, path: str) -> str:
        """Return `project`, `doc`, or an empty string for a path that is neither."""
        if path.startswith(TROVE):
            return "project" if is_entry_path(path[len(TROVE) :], personal=False) else ""
        if is_doc_path(path, self.doc_root):
            return "doc"
        return "doc" if self.patterns and _matcher(self.patterns)(path) else ""


def is_doc_path(path: str, doc_root: str) -> bool:
    """Whether a path is a doc by its place and name."""
    if not path.lower().endswith(DOC_SUFFIXES):
        return False
    *folders, name = path.split("/")
    if name.startswith(".") or any(f.startswith(".") or f in SKIPPED_FOLDERS for f in folders):
        return False
    if not folders or name.lower().startswith("readme"):
        return True
    return folders[0] == doc_root and len(folders) <= 1 + MAX_FOLDERS_BELOW_DOC_ROOT


def doc_root_counts(paths: Iterable[str]) -> dict[str, int]:
    """Count, for each of DOC_ROOTS, the docs that a tree would have with it as its folder of documentation."""
    counts = dict.fromkeys(DOC_ROOTS, 0)
    for path in paths:
        root = path.partition("/")[0]
        if root in counts and is_doc_path(path, root):
            counts[root] += 1
    return counts


def choose_doc_root(counts: dict[str, int]) -> str:
    """Return the folder of documentation of a tree, given `doc_root_counts` of it."""
    return next((root for root in DOC_ROOTS if counts.get(root)), DOC_ROOTS[0])


def pathspecs(patterns: tuple[str, ...], prefix: str) -> list[str]:
    """Return git pathspecs, from the top of the tree, that match at least what `DocRules` with these patterns hold.

    Few and plain ones: git matches each tracked path against them.

    Args:
        patterns: those of the rules.
        prefix: path of the root below the top, with a final slash; empty at the top.
    """
    safe = _escape(prefix)
    return [
        *folder_pathspecs(prefix),
        f":(top,glob,icase){safe}*.m*",
        f":(top,glob,icase){safe}*{RST_SUFFIX}",
        f":(top,glob,icase){safe}**/readme*.*",
        *_pattern_pathspecs(patterns, prefix),
    ]


def untracked_pathspecs(patterns: tuple[str, ...], prefix: str, names: Iterable[str]) -> list[str]:
    """Return git pathspecs for untracked files that may be entries or docs, but no READMEs below other folders.

    Without globs git looks into the named folders only, which in a large work tree takes a
    tenth of the time.

    Args:
        patterns: those of the rules.
        prefix: path of the root below the top, with a final slash; empty at the top.
        names: names of the files in the root's folder on disk.
    """
    docs = [name for name in names if name.lower().endswith(DOC_SUFFIXES)]
    literal = [f":(top,literal){prefix}{name}" for name in docs]
    return [*folder_pathspecs(prefix), *literal, *_pattern_pathspecs(patterns, prefix)]


def folder_pathspecs(prefix: str) -> list[str]:
    """Return the pathspecs of the trove and of every possible folder of documentation."""
    return [f":(top,literal){prefix}{folder}" for folder in (TROVE.rstrip("/"), *DOC_ROOTS)]


def _pattern_pathspecs(patterns: tuple[str, ...], prefix: str) -> list[str]:
    safe = _escape(prefix)
    globs = [_as_pathspec(pattern) for pattern in patterns if pattern.strip() and pattern[0] not in "!#"]
    # A pattern may name a folder, and then all below it counts.
    return [f":(top,glob){safe}{glob}{below}" for glob in globs for below in ("", "/**")]


def _escape(prefix: str) -> str:
    """Escape a path for use in a glob."""
    return "".join(f"\\{c}" if c in "*?[]\\" else c for c in prefix)


def _as_pathspec(pattern: str) -> str:
    """Turn an ignore pattern into a glob from the root: without an inner slash it matches in any folder."""
    pattern = pattern.strip()
    anchored = "/" in pattern.rstrip("/")
    pattern = pattern.strip("/")
    return pattern if anchored else f"**/{pattern}"


@lru_cache(maxsize=4)
def _matcher(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns).match_file
