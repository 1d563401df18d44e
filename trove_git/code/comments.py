"""Comments by lexical scan: what a file and a definition say about themselves.

A scan needs no tree and sees the comments inside function bodies at the cost of one pass of
a regular expression. In: bytes in UTF-8 and the comment style of the language. Out: spans,
stripped text, the file's own documentation, the comment above a definition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from trove_git.code.comment_styles import CommentStyle

MAX_COMMENTS = 20_000
"""Characters of comment text that are kept of one file."""

MAX_DOC = 600
"""Characters of a file's documentation that are kept."""

_LOOK_UP = 600
"""Lines above a definition that are looked at for its comment."""

_LICENCE = re.compile(
    r"SPDX-License|copyright|licen[sc]ed under|permission is hereby granted|all rights reserved|"
    r"redistribution and use in source|this program is free software|apache license|mit license|public domain",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(
    r"^(?:!|\^|-\*-|vim?:|ex:|emacs|eslint|jshint|jslint|prettier|@ts-|@flow|ts-|tslint|global |globals |istanbul|"
    r"frozen_string_literal|encoding:|coding[:=]|rubocop|shellcheck|go:|\+build|nolint|pylint|flake8|noqa|mypy:|type:|ruff:|"
    r"language |options_ghc|<?reference |@jest|@vitest|clang-format|<editor-fold|region|endregion|swiftlint|"
    r"[-=*#~_/.\s]*$|cSpell|@format|@noflow|@license|warn_indent|typed:|use strict)",
    re.IGNORECASE,
)
_LINTER = re.compile(
    r"(?:shellcheck|eslint|pylint|rubocop|swiftlint|cspell|ruff|flake8|resharper)"
    r"(?::|[- ](?:disable|enable|restore|source)\b)",
    re.I,
)
_LEAD = re.compile(
    r"^[ \t]*(?:///?!?|//!|/\*+!?|\*+(?!/)|#+:?|--\[=*\[|--+[ \t]*\|?|\{-[ \t]*\|?|\(\*+|;+|=begin\b|=end\b)?[ \t]?\|?",
    re.MULTILINE,
)
_TAIL = re.compile(r"(?:[ \t\r]|\*+/|-\}|\*+\)|\]\]|=#)+$", re.MULTILINE)
_RULE = re.compile(r"^[-=*#~_/ \t]+$", re.MULTILINE)
_TAG = re.compile(
    r"<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword)\s*=\s*[\"'](?:[A-Z]:)?([^\"'\n]{1,120})[\"']\s*/>|"
    r"<[/a-zA-Z][^<>\n]{0,80}>|\{@\w+\s*([^}\n]*)\}"
)
_QUOTES = re.compile(r'^\s*(?:@\w*doc\s+)?(?:~[sS]|[rRuUbB]{0,2})("""|\'\'\'|"|\')(.*?)(?:\1)?\s*$', re.DOTALL)
_SENTENCE = re.compile(r"(.+?(?<!\bi\.e)(?<!\be\.g)(?<!\bcf)(?<!\bvs)[.!?。])(?:\s|$)")
_PARAGRAPH_END = re.compile(r"^(?:@\w+|:\w+.*:|\\(?:param|return|brief)\b|Args:|Returns:|Parameters|[-=~]{3,}|```)")
_RULES = ("---", "===", "***", "###", "~~~", "___", "///")
_BLOCKS = ("/*", "{-", "(*", "--[", "#=")
_NOT_SPACE = re.compile(rb"[^\n]")
_MARKS = frozenset("/*#-{(;=")


_OPENING_BLOCK = re.compile(r"\s*\n(?:(?: {4}|\t).*\n)+(?:[ \t]*\n)+(?=\S)")


class Comment(NamedTuple):
    """Comments that belong together: one block, or lines without a gap."""

    start: int
    end: int
    text: str
    """Without markup, lines kept."""


def spans(source: bytes, style: CommentStyle) -> list[tuple[int, int, bool]]:
    """Return where comments and strings are: start, end, whether it is a comment or doc string."""
    return [
        (match.start(), match.end(), match.lastindex is not None and match.lastgroup != "heredoc")
        for match in style.scan.finditer(source)
    ]


def groups(source: bytes, found: Sequence[tuple[int, int, bool]]) -> list[Comment]:
    """Join comments on neighbouring lines, and strip their markup."""
    joined: list[tuple[int, int]] = []
    for start, end, is_comment in found:
        if not is_comment:
            continue
        if joined:
            gap = source[joined[-1][1] : start]
            if gap.count(b"\n") <= 1 and not gap.strip():
                joined[-1] = (joined[-1][0], end)
                continue
        joined.append((start, end))
    comments = []
    total = 0
    for start, end in joined:
        text = strip_markup(source[start : min(end, start + MAX_COMMENTS)].decode("utf-8", "replace"))
        if text:
            comments.append(Comment(start, end, text))
            total += len(text)
        if total > 2 * MAX_COMMENTS:
            break
    return comments


def strip_markup(raw: str) -> str:
    """Take comment markers, decoration and tags off a comment or docstring."""
    quoted = _QUOTES.match(raw) if raw.lstrip()[:1] not in _MARKS else None
    text = (
        _OPENING_BLOCK.sub("", quoted.group(2), count=1)
        if quoted
        else _LEAD.sub("", _TAIL.sub("", raw) if raw.lstrip().startswith(_BLOCKS) else raw)
    )
    if any(rule in text for rule in _RULES):
        text = _RULE.sub("", text)
    if "<" in text or "{@" in text:
        text = _TAG.sub(lambda match: match.group(1) or match.group(2) or "", text)
    return text.strip("\r\n \t")


def blank(source: bytes, found: Sequence[tuple[int, int, bool]]) -> bytes:
    """Put spaces in the place of comments, keeping every offset and line.

    Doc strings stay, being part of the code; so does a block that nothing ends, as it is hardly a comment.
    """
    pieces, seen = [], 0
    for start, end, is_comment in found:
        is_open = end == len(source) and b"\n" in source[start : min(end, start + MAX_COMMENTS)]
        if is_comment and not is_open and chr(source[start]) in _MARKS:
            pieces += [source[seen:start], _NOT_SPACE.sub(b" ", source[start:end])]
            seen = end
    return b"".join((*pieces, source[seen:]))


def is_licence(text: str) -> bool:
    """Tell whether a comment states a licence or a copyright."""
    return bool(_LICENCE.search(text[:2000]))


def first_paragraph(text: str) -> str:
    """Return the first paragraph on one line, without directives and tags."""
    found: list[str] = []
    fenced = False
    for line in text.split("\n"):
        stripped = line.strip()
        if not found and (fenced or stripped.startswith("```")):
            fenced ^= stripped.startswith("```")
            continue
        if not stripped or _PARAGRAPH_END.match(stripped):
            if found:
                break
            if stripped.startswith(("@fileoverview", "@file ", "@brief", "\\brief", "@module", "@overview")):
                rest = stripped.split(None, 1)
                found.extend(rest[1:])
            continue
        if (not found and _DIRECTIVE.match(stripped)) or _LINTER.match(stripped):
            continue
        found.append(stripped)
    return " ".join(" ".join(found).split())[:MAX_DOC].rstrip()


def first_sentence(text: str) -> str:
    """Return the first sentence of a comment's first paragraph, at most 200 characters."""
    paragraph = first_paragraph(text)
    match = _SENTENCE.match(paragraph)
    return (match.group(1) if match else paragraph)[:200].rstrip()


def above(lines: Sequence[bytes], row: int, style: CommentStyle) -> str:
    """Return the comment directly above a row, its markup stripped; empty for none.

    Args:
        lines: the file's lines.
        row: 0-based row where the definition begins.
        style: comment style of the language.
    """
    stop = max(0, row - _LOOK_UP)
    at = row - 1
    if at < 0:
        return ""
    last = lines[at].strip()
    while style.skip and last.startswith(style.skip) and not last.endswith((b";", b"{", b"}")) and at > stop:
        at -= 1
        last = lines[at].strip()
    if not last and b"@doc" in style.doc and at > stop and lines[at - 1].strip().endswith(b'"""'):
        at -= 1  # the attribute holds for the next definition, wherever that stands
        last = lines[at].strip()
    if last == b")" and b"@" in style.skip:  # the end of an annotation's arguments
        while at > stop and not lines[at].startswith(b"@"):
            at -= 1
        while at > stop and lines[at - 1].startswith(b"@"):
            at -= 1
        at = max(at - 1, 0)
        last = lines[at].strip()
    first = _first_row(lines, at, stop, last, style)
    if first > at:
        return ""
    return strip_markup(b"\n".join(lines[first : at + 1]).decode("utf-8", "replace"))


def below(lines: Sequence[bytes], row: int, style: CommentStyle) -> str:
    """Return the comment that begins in a row and has nothing right below it, its markup stripped; empty for none."""
    if not style.after or row >= len(lines) or not lines[row].lstrip().startswith(style.after):
        return ""
    last = row
    while last < min(row + _LOOK_UP, len(lines) - 1) and not lines[last].rstrip().endswith(style.block[1]):
        last += 1
    following = lines[last + 1].strip() if last + 1 < len(lines) else b""
    if following not in (b"", b"end"):
        return ""
    return strip_markup(b"\n".join(lines[row : last + 1]).decode("utf-8", "replace"))


def _first_row(lines: Sequence[bytes], at: int, stop: int, last: bytes, style: CommentStyle) -> int:
    """Return the row where the comment that ends in row `at` begins; `at + 1` when none does."""
    opening, closing = style.block
    first = at
    if closing and last.endswith(closing):
        while first > stop and opening not in lines[first]:
            first -= 1
        return first if lines[first].lstrip().startswith(opening) else at + 1
    if style.line and last.startswith(style.line):
        while first > stop and lines[first - 1].lstrip().startswith(style.line):
            first -= 1
        return first
    if style.doc and last.endswith(b'"""'):
        if last.count(b'"""') == 1:
            first -= 1
        while first > stop and b'"""' not in lines[first]:
            first -= 1
        return first if lines[first].lstrip().startswith(style.doc) else at + 1
    one_line = last.startswith(style.doc) and last.endswith(b'"') and not last.startswith(b'"')
    return at if style.doc and one_line else at + 1
