"""The patterns of `paths:`: which files one matches, as in a `.gitignore`, without loading a library for it.

Without a slash inside, a pattern matches names in any folder; `*` and `?` stay within a name, `**` crosses
folders; a pattern that matches a folder matches all below it.

Source: gitignore(5), PATTERN FORMAT. Negation has no meaning here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_TOKEN = re.compile(r"\*\*/|/\*\*\Z|\*+|\?|\[!?\]?[^\]]*\]|\\.|.", re.DOTALL)


def path_matcher(pattern: str) -> Callable[[str], bool]:
    """Return a function that says whether a path below the root is one that the pattern means."""
    matches = re.compile(_regex(pattern), re.DOTALL).fullmatch
    return lambda path: matches(path) is not None


def literal_start(pattern: str) -> str:
    """Return the folders that all matching paths begin with, with a final slash; empty for none."""
    if "/" not in pattern.strip("/"):
        return ""
    whole = pattern.lstrip("/")
    wild = min((whole.find(c) for c in "*?[\\" if c in whole), default=len(whole))
    return whole[: whole.rfind("/", 0, wild) + 1]


def _regex(pattern: str) -> str:
    inner = pattern.rstrip("/")
    anchored = "/" in inner
    parts = ["" if anchored else "(?:.*/)?"]
    for part in _TOKEN.findall(inner.lstrip("/")):
        if part == "**/":
            parts.append("(?:.*/)?")
        elif part == "/**":
            parts.append("/.+")
        elif part[0] == "*":
            parts.append("[^/]*")
        elif part == "?":
            parts.append("[^/]")
        elif part[0] == "[" and len(part) > 1:
            parts.append(_character_class(part))
        else:
            parts.append(re.escape(part[1:] if len(part) > 1 else part))
    below = "/.+" if pattern.endswith("/") else "(?:/.+)?"
    return "".join(parts) + below


def _character_class(token: str) -> str:
    """Return a set of characters as a regular expression; one that is none stands for itself."""
    content = token[1:-1]
    negated = content.startswith(("!", "^"))
    content = content[negated:]
    # Each character is escaped: two of `-`, `&`, `~` or `|` in a row may come to mean something in an expression.
    items = []
    at = 0
    while at < len(content):
        ends = content[at : at + 3 : 2] if content[at + 1 : at + 2] == "-" else ""
        if len(ends) < 2:
            items.append(re.escape(content[at]))
            at += 1
            continue
        if ends[0] > ends[1]:
            return re.escape(token)
        items.append("-".join(map(re.escape, ends)))
        at += 3
    return f"(?!/)[{'^' * negated}{''.join(items)}]" if items else re.escape(token)
