"""C and C++: `#if` branches that open or close a block between them, so that no tree can have all of them.

#ifdef WIDE
int width(long x) {
#else
int width(int x) {
#endif
    return x;
}
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

_NO_CODE = re.compile(
    rb"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#[ \t]*define\b(?:[^\n\\]|\\(?:\r?\n|.))*",
    re.DOTALL | re.MULTILINE,
)
_CONDITION = re.compile(
    rb"^[ \t]*#[ \t]*(?P<word>ifdef|ifndef|if|elifdef|elifndef|elif|else|endif)\b(?P<rest>(?:[^\n\\]|\\(?:\r?\n|.))*)",
    re.MULTILINE,
)
_BRACE = re.compile(rb"[{}]")
_NOT_SPACE = re.compile(rb"[^\n]")

_MAX_NESTED = 16
"""Conditions around a group that is looked at; what is deeper is read once for each of them."""


class _Branch(NamedTuple):
    """A line with a condition, and the end of that line."""

    start: int
    inside: int
    is_never: bool


def keep_one_branch(source: bytes) -> bytes:
    """Put spaces in the place of all but one branch where one of them is no whole number of blocks; keeps every offset.

    The first branch stays, or the one after `#if 0`. Groups whose branches are whole stay as they are.
    """
    code = bytearray(_NO_CODE.sub(lambda match: _blank(match.group()), source))
    text = bytearray(source)
    groups: list[list[_Branch]] = []
    for match in _CONDITION.finditer(bytes(code)):
        word = match["word"]
        branch = _Branch(match.start(), match.end(), word == b"if" and match["rest"].strip() == b"0")
        if word.startswith(b"if"):
            groups.append([branch])
        elif groups:
            groups[-1].append(branch)
            if word == b"endif":
                group = groups.pop()
                if len(groups) < _MAX_NESTED and not _is_whole(code, group):
                    _keep_one(code, group)
                    _keep_one(text, group)
    return bytes(text)


def _is_whole(code: bytearray, group: list[_Branch]) -> bool:
    """Tell whether every branch closes what it opens, and nothing else."""
    for branch, following in pairwise(group):
        depth = 0
        for brace in _BRACE.finditer(code, branch.inside, following.start):
            depth += 1 if brace.group() == b"{" else -1
            if depth < 0:
                return False
        if depth:
            return False
    return True


def _keep_one(text: bytearray, group: list[_Branch]) -> None:
    """Blank the lines with conditions and all branches but one."""
    kept = 1 if group[0].is_never else 0
    for number, (branch, following) in enumerate(pairwise(group)):
        end = branch.inside if number == kept else following.start
        text[branch.start : end] = _blank(bytes(text[branch.start : end]))
    last = group[-1]
    text[last.start : last.inside] = _blank(bytes(text[last.start : last.inside]))


def _blank(text: bytes) -> bytes:
    return _NOT_SPACE.sub(b" ", text)
