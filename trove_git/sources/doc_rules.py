"""Which path is an entry, which a doc: one pure function of a path, and the pathspecs that find them.

Docs are pages in a markup that is read (Markdown, reStructuredText, AsciiDoc, Org, notebooks):

- all at the root, and all below `docs/`, text files too; where no `docs/` holds any, below the first of `doc/`,
  `documentation/`, `guides/`, `site/` that does;
- in any folder what its name says to be for readers: README, INSTALL, CHANGELOG, UPGRADE, AGENTS and their like, with
  the ending of a markup, `.txt` or, in capitals, none;
- in `.github/` all but templates, and the rules that coding agents read;
- and whatever `trove.docs` names.

Paths are below the asked root.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trove_git.entries.trove import is_entry_path
from trove_git.ignore import read_ignore

TROVE = ".claude/trove/"
"""Where a repository keeps its trove."""

CONFIG = ".trove/config"

DOC_ROOTS = ("docs", "doc", "documentation", "guides", "site")
"""Folders of documentation; only the first that holds docs counts."""

RST_SUFFIX = ".rst"
MARKUP_SUFFIXES = (
    ".md", ".markdown", ".mdown", ".mkd", ".mdx", ".mdc", RST_SUFFIX, ".adoc", ".asciidoc", ".org", ".ipynb",
)  # fmt: skip
TEXT_SUFFIX = ".txt"
DOC_SUFFIXES = (*MARKUP_SUFFIXES, TEXT_SUFFIX)
PAGE_NAMES = frozenset(
    "agents changelog changes claude contributing faq gemini hacking history install installation installing migrating "
    "migration news readme releasing troubleshooting upgrade upgrading".split()
)
"""Names, up to the first dot and in small letters, of pages that are read wherever they lie."""
AGENT_FILES = frozenset((".clinerules", ".cursorrules", ".goosehints", ".windsurfrules"))
"""Rules for agents in a file of their own at the root."""
RULE_FOLDERS = (
    ".agents/rules", ".augment/rules", ".claude/rules", ".clinerules", ".continue/rules", ".cursor/rules", ".junie",
    ".kiro/steering", ".roo/rules", ".trae/rules", ".windsurf/rules",
)  # fmt: skip
"""Folders in which coding agents look for the rules of a project."""
FORGE_FOLDER = ".github"
DOC_FOLDERS = (*DOC_ROOTS, FORGE_FOLDER, *RULE_FOLDERS)
"""Every folder that may be full of docs."""
_NOT_PAGES = frozenset(("cmakelists.txt", "requirements.txt", "robots.txt", "llms.txt", "llms-full.txt"))
"""Text files that are for programs."""
DEPTH_ON_DISK = 16
"""Folders below a folder of documentation that are looked into where git does not list them."""
MAX_STARS = 3
"""`*` and `**` in a pathspec. Git (2.39) tries every way to place each, so that its time grows with the path to that
power; a longer pattern is cut to one that fits more, and `ignore.py` tells which paths are meant."""
MAX_PATHSPECS = 100
"""Patterns that become pathspecs; with more of them git lists all files, and `ignore.py` tells which are meant."""
SKIPPED_FOLDERS = frozenset({"vendor", "node_modules"})
"""Other projects' files: never docs of this one."""


_AT_THE_ROOT = ("*.m*", f"*{RST_SUFFIX}", "*.a*doc", "*.org", "*.ipynb", ".*rules", ".goosehints")
_NAMES_TO_FIND = sorted({name[:4] for name in PAGE_NAMES})
"""Beginnings of the names of pages: few patterns, and what they find beside pages is left out by the rules."""


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
        return "doc" if self.patterns and read_ignore(self.patterns).takes(path) else ""


def is_doc_path(path: str, doc_root: str) -> bool:
    """Whether a path is a doc by its place and name."""
    *folders, name = path.split("/")
    lower = name.lower()
    if not lower.endswith(DOC_SUFFIXES) and "." in lower.lstrip("."):
        return False
    if not SKIPPED_FOLDERS.isdisjoint(folders):
        return False
    if path[0] == "." or "/." in path:
        return _is_own(path, folders, lower)
    if _is_named(name, lower):
        return True
    if not lower.endswith(DOC_SUFFIXES):
        return False
    if folders:
        return folders[0] == doc_root and not _is_for_programs(lower)
    return lower.endswith(MARKUP_SUFFIXES)


def _is_named(name: str, lower: str) -> bool:
    """Whether a file is a page by its name; without an ending, in capitals alone: `install` is a program."""
    stem, dot, _ = lower.partition(".")
    # `README-ja.md`, `README_old.rst`.
    known = stem in PAGE_NAMES or stem.startswith("readme")
    return known and (bool(dot) or name.isupper())


def _is_own(path: str, folders: list[str], lower: str) -> bool:
    """Whether a path with a hidden folder or name is a page all the same."""
    if not folders:
        return lower in AGENT_FILES
    if not lower.endswith(MARKUP_SUFFIXES) or "/." in path:
        return False
    if path.startswith(f"{FORGE_FOLDER}/"):
        return "template" not in path.lower() and folders[1:2] != ["workflows"]
    return path.startswith(tuple(f"{folder}/" for folder in RULE_FOLDERS)) or path == ".claude/CLAUDE.md"


def _is_for_programs(lower: str) -> bool:
    return lower in _NOT_PAGES or lower.startswith("requirements")


def doc_root_counts(paths: Iterable[str]) -> dict[str, int]:
    """Count, for each of DOC_ROOTS, the docs that a tree would have with it as its folder of documentation."""
    counts = dict.fromkeys(DOC_ROOTS, 0)
    for path in paths:
        root = path.partition("/")[0]
        if root in counts and counts_for(path, root):
            counts[root] += 1
    return counts


def counts_for(path: str, root: str) -> bool:
    """Whether a path speaks for its top folder as that of documentation: text files alone do not."""
    return path.lower().endswith(MARKUP_SUFFIXES) and is_doc_path(path, root)


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
        *(f":(top,glob,icase){safe}{glob}" for glob in _AT_THE_ROOT),
        *(f":(top,glob,icase){safe}**/{name}*" for name in _NAMES_TO_FIND),
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
    docs = [name for name in names if is_doc_path(name, DOC_ROOTS[0])]
    literal = [f":(top,literal){prefix}{name}" for name in docs]
    return [*folder_pathspecs(prefix), *literal, *_pattern_pathspecs(patterns, prefix)]


def folder_pathspecs(prefix: str) -> list[str]:
    """Return the pathspecs of the trove and of every folder that may be full of docs."""
    return [f":(top,literal){prefix}{folder}" for folder in (TROVE.rstrip("/"), ".claude/CLAUDE.md", *DOC_FOLDERS)]


def _pattern_pathspecs(patterns: tuple[str, ...], prefix: str) -> list[str]:
    safe = _escape(prefix)
    wanted = [pattern for pattern in patterns if pattern.strip() and pattern[0] not in "!#"]
    globs = [_as_pathspec(pattern) for pattern in wanted] if len(wanted) <= MAX_PATHSPECS else ["*"]
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
    parts = (pattern if anchored else f"**/{pattern}").split("/")
    stars = 0
    for number, part in enumerate(parts):
        stars += part.count("*") if part.strip("*") else 1
        if stars > MAX_STARS:
            return "/".join([*parts[:number], "**"])
    return "/".join(parts)
