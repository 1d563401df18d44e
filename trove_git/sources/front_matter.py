"""The front matter of a page of documentation: YAML between lines of `---`, TOML between `+++`, or a JSON object.

Only a mapping is front matter. Everything else at the top of a page is text, and readers see it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import NamedTuple

from trove_git.entries.frontmatter import parse
from trove_git.entries.head import MAX_HEAD_CHARACTERS

_SEARCHED = ("description", "tags", "keywords")
"""Keys whose values are words of the page, beside its title."""
_KEY = re.compile(r"[A-Za-z_][\w.-]*:(?:\s|$)", re.ASCII)
_TOML = re.compile(r"\+\+\+[ \t]*\r?\n(.*?)^\+\+\+[ \t]*\r?(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_JSON_END = re.compile(r"[ \t]*\r?(?:\n|\Z)")


class FrontMatter(NamedTuple):
    """What the front matter of a page says."""

    lines: int = 0
    """How many lines of the file it takes, its marks included."""
    title: str = ""
    words: str = ""
    """Description, tags and keywords, one a line."""


def read_front_matter(text: str) -> FrontMatter:
    """Read the front matter that a page begins with; one that is empty takes no line.

    Args:
        text: the page, without a byte order mark.
    """
    if text.startswith("---"):
        return _read_yaml(text)
    head = text[:MAX_HEAD_CHARACTERS]
    if text.startswith("+++"):
        return _read_toml(head)
    return _read_json(head) if text.startswith("{") else FrontMatter()


def _read_yaml(text: str) -> FrontMatter:
    parsed = parse(text[: MAX_HEAD_CHARACTERS + 8])
    if parsed.head_end < 0:
        return FrontMatter()
    source = text[parsed.head_start : parsed.head_end]
    values: dict[str, object] = {field.key: field.value for field in parsed.fields}
    if parsed.faults:
        # Pages with a colon too many are served all the same: what has the shape of keys is not text.
        if not _looks_like_keys(source):
            return FrontMatter()
        for line in source.splitlines():
            key, _, value = line.partition(":")
            if value.strip().startswith(str(values.get(key, ""))):
                values[key] = value.strip()
    elif any(" " in key for key in values) or (not values and source.strip()):
        return FrontMatter()
    return _front_matter(text, parsed.body_start, values)


def _looks_like_keys(source: str) -> bool:
    """Whether each line that is not indented is a key, an item, a comment or a closing bracket, and one is a key."""
    lines = [line for line in source.splitlines() if line.strip() and not line[0].isspace()]
    return any(map(_KEY.match, lines)) and all(line[0] in "#-}]" or _KEY.match(line) for line in lines)


def _read_toml(head: str) -> FrontMatter:
    found = _TOML.match(head)
    if found is None:
        return FrontMatter()
    try:
        values = tomllib.loads(found[1].replace("\r\n", "\n"))
    except (ValueError, RecursionError):
        return FrontMatter()
    return _front_matter(head, found.end(), values) if values or not found[1].strip() else FrontMatter()


def _read_json(head: str) -> FrontMatter:
    try:
        values, end = json.JSONDecoder().raw_decode(head)
    except (ValueError, RecursionError):
        return FrontMatter()
    closing = _JSON_END.match(head, end)
    return _front_matter(head, closing.end(), values) if closing and isinstance(values, dict) else FrontMatter()


def _front_matter(text: str, end: int, values: Mapping[str, object]) -> FrontMatter:
    return FrontMatter(
        text.count("\n", 0, end) + (not text.endswith("\n", 0, end)),
        " ".join(_words(values.get("title")).split()),
        "\n".join(filter(None, (_words(values.get(key)) for key in _SEARCHED))),
    )


def _words(value: object) -> str:
    """Return the words of a value: of a list those of its items, of a mapping none."""
    if isinstance(value, list | tuple):
        return "\n".join(filter(None, map(_words, value)))
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""
