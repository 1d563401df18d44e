"""Markdown as words: text without its inline markup. Pure and light."""

from __future__ import annotations

import re

MAX_INLINE_CHARACTERS = 2000
"""Longer lines are data; their markup is left as it is."""

_SHORTCODES = (("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}"), ("{/*", "*/}"))
"""Of Hugo, of Jekyll and other sites, and a comment of MDX."""
_ATTRIBUTE = r"(?:[#.][^\s{}#.\"'=][^\s{}\"'=]*|-|[\w-][\w:.-]*=(?:\"[^\"]*\"|'[^']*'|[^\s\"'{}]+))"
_ATTRIBUTES = rf"{_ATTRIBUTE}(?:\s+{_ATTRIBUTE})*"
_BRACED = rf"\{{:? ?{_ATTRIBUTES} ?\}}"
_CODE_SPAN = r"`+([^`]+)`+"
_KEPT = "\x02"
"""Stands around the number of a code span while markup is taken off the text around it."""
_MARKUP = (
    ("<!--", r"<!--.*?-->", ""),
    ("![", r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])", ""),
    ("]", r"\[([^\[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])", r"\1"),
    ("[[", r"\[\[([^\[\]]+)\]\]", r"\1"),
    ("<http", r"<(https?://[^<>\s]+)>", r"\1"),
    ("<", r"</?[A-Za-z][^<>]*>", ""),
    ("*", r"\*{1,3}(?=\S)([^*]+)(?<=\S)\*{1,3}", r"\1"),
    ("_", r"(?<!\w)_{1,3}(?=\S)([^_]+)(?<=\S)_{1,3}(?!\w)", r"\1"),
    ("~~", r"~~(?=\S)([^~]+)(?<=\S)~~", r"\1"),
    ("\\", r"\\([!-/:-@\[-`{-~])", r"\1"),
)
"""(what a text must hold, pattern, replacement). Patterns are compiled when a text needs them: most need none."""


def without_attributes(text: str) -> str:
    """Take off what sites write around text and do not show: `{ #id .class key="x" }` at its end, shortcodes."""
    if "{" not in text:
        return text
    kept = without_shortcodes(text).rstrip()
    while kept.endswith("}") and (begin := kept.rfind("{", -MAX_INLINE_CHARACTERS)) >= 0:
        inside = kept[begin + 1 : -1].removeprefix(":").strip()
        # Cheap for any text: the last brace is looked at, and each of its words once.
        if not re.fullmatch(_ATTRIBUTES, inside):
            break
        kept = kept[:begin].rstrip()
    return kept


def without_shortcodes(text: str) -> str:
    """Take off the shortcodes and tags of sites, and comments of MDX."""
    for opening, closing in _SHORTCODES:
        text = _without(text, opening, closing)
    return text


def _without(text: str, opening: str, closing: str) -> str:
    """Take off everything from an opening mark to its closing one."""
    if opening not in text:
        return text
    kept, at = [], 0
    while (begin := text.find(opening, at)) >= 0 and (end := text.find(closing, begin + len(opening))) >= 0:
        kept.append(text[at:begin])
        at = end + len(closing)
    return "".join(kept) + text[at:]


def plain(text: str) -> str:
    """Take inline markup off one line or paragraph: links keep their text, images go, code spans stay as they are."""
    if len(text) > MAX_INLINE_CHARACTERS:
        return text
    spans: list[str] = []

    def keep(match: re.Match[str]) -> str:
        spans.append(match[1].strip() or match[1])
        return f"{_KEPT}{len(spans) - 1}{_KEPT}"

    text = text.replace(_KEPT, "")
    if "`" in text:
        text = re.sub(_CODE_SPAN, keep, text)
    if "{" in text:
        text = re.sub(_BRACED, "", without_shortcodes(text))
    for mark, pattern, new in _MARKUP:
        if mark in text:
            text = re.sub(pattern, new, text)
    if "&" in text:
        from html import unescape

        text = unescape(text)
    if spans:
        text = re.sub(f"{_KEPT}([0-9]+){_KEPT}", lambda match: spans[int(match[1])], text)
    return " ".join(text.split())
