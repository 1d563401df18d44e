"""Text of reStructuredText without its inline markup, as docutils reads it.

Markup begins behind a space or an opening bracket and ends before a space or punctuation. Each kind of end is
looked for once behind a place where there is none, so a text is read in time that grows with its length.
"""

from __future__ import annotations

import re

_CUT_MARK = "\x03"
"""`snippet.py` puts it around the cited line; markup may stand right beside it."""

_OPENERS = r"\"'(<\[{«‘“‚„‹¿¡"
_CLOSERS = r"\"')>\]}»’”‛‟›"
_DELIMITERS = r"\-/:‐‑‒–—"
_ENDERS = r".,;!?\\"
_BEFORE = rf"(?:^|(?<=[\s{_OPENERS}{_DELIMITERS}{_CUT_MARK}]))"
_BEHIND = rf"(?=$|[\s\0{_CLOSERS}{_DELIMITERS}{_ENDERS}{_CUT_MARK}])"
_NAME = r"[^\W_](?:[-._+:]?[^\W_]){0,80}"
_START = re.compile(
    rf"{_BEFORE}(?:(?P<mark>\*\*|\*(?!\*)|``|_`|\|(?!\|))(?=\S)|(?P<role>:{_NAME}:)?`(?!`)(?=\S)"
    rf"|(?P<reference>{_NAME})__?{_BEHIND}|\[(?P<note>[0-9]{{1,9}}|\#(?:{_NAME})?|\*|{_NAME})\]_{_BEHIND})"
)
_ENDS = {
    "*": re.compile(rf"(?<![\s\0])\*{_BEHIND}"),
    "**": re.compile(rf"(?<![\s\0])\*\*{_BEHIND}"),
    "``": re.compile(rf"(?<!\s)``{_BEHIND}"),
    "_`": re.compile(rf"(?<![\s\0])`{_BEHIND}"),
    "|": re.compile(rf"(?<![\s\0])\|_{{0,2}}{_BEHIND}"),
    "`": re.compile(rf"(?<![\s\0])`(?P<role>:{_NAME}:)?_{{0,2}}{_BEHIND}"),
}
_ESCAPED = re.compile(r"\\(.?)", re.DOTALL)
_TARGETS = re.compile(
    r":[a-zA-Z][\w.+:-]{0,60}:`([^`<>]{0,400})(<[^`<>]{0,400}>)?`"
    r"|`([^`<>]{1,400}\s)(<[^`<>]{1,1000}>)`__?"
)
"""Roles, and references with their addresses, in the text of a page."""


def plain_rst(text: str) -> str:
    """Return a title or paragraph without roles, references, emphasis and escapes."""
    text = _ESCAPED.sub("\0\\1", text) if "\\" in text else text
    out: list[str] = []
    at = 0
    missing = set[str]()
    while (found := _START.search(text, at)) is not None:
        out.append(text[at : found.start()])
        at = found.end()
        if found["reference"] or found["note"]:
            out.append(found["reference"] or found["note"].lstrip("#*"))
            continue
        kind = found["mark"] or "`"
        # One character at least stands between the marks.
        end = None if kind in missing else _ENDS[kind].search(text, at + 1)
        if end is None:
            missing.add(kind)
            out.append(found[0])
            continue
        inner = text[at : end.start()]
        if kind == "``":
            out.append(inner.replace("\0", "\\").replace("``", "` `"))
        else:
            role = found["role"] or (end["role"] if kind == "`" else "")
            out.append(_said(inner, (role or "").strip(":")) if kind == "`" else inner)
        at = end.end()
    out.append(text[at:])
    return " ".join("".join(out).replace("\0 ", "").replace("\0\n", "").replace("\0", "").split())


def without_targets(text: str) -> str:
    """Return the text of a page without names of roles and without what they and references lead to; lines stay."""
    return _TARGETS.sub(_seen, text)


def ends_literal(text: str) -> bool:
    """Whether text says that what follows is literal: it ends with two colons that no backslash escapes."""
    if not text.endswith("::"):
        return False
    before = text[:-2]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 0


def _seen(found: re.Match[str]) -> str:
    said, target = (found[1], found[2]) if found[1] is not None else (found[3], found[4])
    if not said.strip():
        return f"{said}{target or ''}"
    return said.lstrip("!~") + "\n" * (target.count("\n") if target else 0)


def _said(text: str, role: str) -> str:
    """Return what readers see of interpreted text."""
    if text.endswith(">"):
        before, bracket, _ = text.rpartition("<")
        if bracket and before.strip() and not before.endswith("\0"):
            return before.rstrip()
        if bracket and not before and not role:
            return text[1:-1]
    if role in ("pep", "rfc"):
        return f"{role.upper()} {text}"
    if role and text.startswith("~"):
        return text.rpartition(".")[2].lstrip("~")
    return text.removeprefix("!") if role else text
