"""Links between entries, `[[slug]]`, links to files, and the two labelled lines that close a body."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple

from trove_git.entries.prose import iter_prose_lines
from trove_git.entries.slug import normalize

WHY_LABEL = "**Why it matters:**"
RELATED_LABEL = "**Related:**"

LONG_LINE_CHARACTERS = 10_000
"""Longer lines are data, not prose; links are not looked for in them."""

_LINK = re.compile(r"\[\[([^\[\]|#\n]+)(?:[|#][^\[\]\n]*)?\]\]")
_WIKI = re.compile(r"\[\[[^\[\]\n]*\]\]")
_FILE_LINK = re.compile(
    r"!?\[(?:[^\[\]]|\[[^\[\]]{0,300}\]){0,300}\]\(\s*(<[^<>]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
)
_DEFINITION = re.compile(r" {0,3}\[[^\[\]]+\]:\s*(<[^<>]*>|\S+)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_CODE_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_WHY = re.compile(r"[ \t]*(?:[-*][ \t]+)?\*\*Why it matters:?\*\*", re.IGNORECASE)
_RELATED = re.compile(r"[ \t]*(?:[-*][ \t]+)?\*\*Related:?\*\*", re.IGNORECASE)


class Link(NamedTuple):
    """One `[[slug]]` in a body."""

    slug: str
    """In NFC, without label or anchor."""
    line: int
    related: bool
    """True on the `**Related:**` line."""


def iter_links(text: str, first_line: int = 1) -> Iterator[Link]:
    """Yield the links outside code fences and inline code.

    Args:
        text: Markdown.
        first_line: line number of the first line of `text` in its file.
    """
    if "[[" not in text:
        return
    for number, line in iter_prose_lines(text, first_line):
        if "[[" not in line or len(line) > LONG_LINE_CHARACTERS:
            continue
        related = is_related_line(line)
        for match in _LINK.finditer(_CODE_SPAN.sub("", line)):
            slug = match[1].strip()
            if slug:
                yield Link(normalize(slug), number, related)


def cut_links(line: str) -> tuple[list[str], str]:
    """Cut the links out of a line of prose: `[label](path)`, the definition `[label]: path`, and `[[slug]]`.

    Returns:
        The paths that the first two lead to, normalized, without anchor and query; a leading slash stays. Links that
        lead to no file have none. Then the line without its links.
    """
    definition = _DEFINITION.match(line)
    if definition is not None:
        return [path for path in (_path_of(definition[1]),) if path], ""
    rest = _WIKI.sub(" ", line)
    if "](" not in rest:
        return [], rest
    paths = [_path_of(link[1]) for link in _FILE_LINK.finditer(rest)]
    return [path for path in paths if path], _FILE_LINK.sub(" ", rest)


def _path_of(target: str) -> str:
    """Return the path that a link leads to; empty where it leads elsewhere."""
    target = target.strip("<>").partition("#")[0].partition("?")[0]
    if target.startswith(("//", "~")) or _SCHEME.match(target):
        return ""
    if "%" in target:
        from urllib.parse import unquote

        target = unquote(target, errors="surrogateescape")
    return posixpath.normpath(target) if target.strip("/.") else ""


def is_why_line(line: str) -> bool:
    """Whether a line of prose carries the `**Why it matters:**` label."""
    return _WHY.match(line) is not None


def is_related_line(line: str) -> bool:
    """Whether a line of prose carries the `**Related:**` label."""
    return _RELATED.match(line) is not None


def complete_body(body: str, why: str, related: tuple[str, ...]) -> str:
    """Close a body with its labelled lines.

    Args:
        body: Markdown with line feeds; labelled lines that it already has are kept.
        why: text that replaces or adds the `**Why it matters:**` line; empty to leave it alone.
        related: slugs to add to the `**Related:**` line; those already there are not repeated.

    Returns:
        The body without blank lines at its ends, and without a final line feed.
    """
    lines = body.strip("\n").split("\n")
    prose = dict(iter_prose_lines("\n".join(lines)))
    why_at = next((n - 1 for n, line in prose.items() if is_why_line(line)), None)
    related_at = next((n - 1 for n, line in prose.items() if is_related_line(line)), None)
    if related:
        linked = [link.slug for link in iter_links("\n".join(lines)) if link.related]
        new = [f"[[{slug}]]" for slug in dict.fromkeys(related) if slug not in linked]
        if related_at is None:
            related_at = len(lines) + 1
            lines += ["", f"{RELATED_LABEL} {', '.join(new)}"]
        elif new:
            before = lines[related_at].rstrip()
            lines[related_at] = before + (" " if before.endswith("**") else ", ") + ", ".join(new)
    if why:
        written = f"{WHY_LABEL} {' '.join(why.split())}"
        if why_at is not None:
            lines[why_at] = written
        elif related_at is not None:
            lines[related_at:related_at] = [written, ""] if not "".join(lines[:related_at][-1:]) else ["", written, ""]
        else:
            lines += ["", written]
    return "\n".join(lines).strip("\n")
