"""MDX → Markdown with the same lines: imports, exports, comments and tags alone on a line become empty.

What is left is read by the parser of Markdown; inside components, headings count however far they are indented.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from trove_git.markdown_lines import TEXT, read_lines

_MODULE = re.compile(
    r"import\s+(?:['\"{*]|[\w$]+\s*(?:,|from\b))|import\s*\{"
    r"|export\s+(?:const|let|var|function|async|class|default|type|interface|enum|[{*])"
)
_TAG_BEGINS = re.compile(r"</?(?!h[1-6]\b|script\b|style\b|pre\b)(?:[A-Za-z][\w.-]*|>)")
_SEEN = re.compile(r"\b(?:title|label|summary|description|alt)=(?:\"([^\"]*)\"|'([^']*)')")
_DEEP_HEADING = re.compile(r"\s{4,}(?=#{1,6}\s)")
_OPEN, _CLOSE = "{[(", "}])"


def flatten_mdx(lines: Sequence[str]) -> tuple[list[str], dict[int, str]]:
    """Take off what is not Markdown.

    Args:
        lines: of a page behind its front matter.

    Returns:
        As many lines, and of those that were changed what a reader sees (0-based number → text, which may be empty).
    """
    out, seen = list(lines), dict[int, str]()
    module = tag = comment = False
    for number, state, _, _ in read_lines(lines, indented_code=False):
        line = lines[number].strip()
        if state != TEXT:
            continue
        begins = not (module or tag or comment)
        if begins and _DEEP_HEADING.match(lines[number]):
            out[number] = line
            continue
        if begins:
            comment = line.startswith("{/*")
            module = _MODULE.match(lines[number]) is not None
            tag = _TAG_BEGINS.match(line) is not None and _is_tag(line, number, lines)
        if not (module or tag or comment):
            continue
        rest = ""
        if comment and "*/}" in line:
            comment, rest = False, line.partition("*/}")[2]
        elif module and not line:
            module = False
        out[number] = rest
        found = _SEEN.findall(line) if tag else []
        seen[number] = rest or " ".join(first or second for first, second in found)
        tag = tag and not line.endswith(">") and bool(line)
    return out, seen


def _is_tag(line: str, number: int, lines: Sequence[str]) -> bool:
    """Whether a line holds tags only: one that ends on it, or one whose attributes follow below."""
    if line.endswith(">"):
        return not re.sub(r"<[^<>]*>", "", line.replace("=>", "=")).strip()
    following = lines[number + 1].strip() if number + 1 < len(lines) else ""
    return ">" not in line and bool(following)
