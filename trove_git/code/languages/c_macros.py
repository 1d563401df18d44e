"""C and C++: what `#define` defines, and what the call of a macro does.

`SYSCALL_DEFINE3(rhea, …) {`, `TEST_F(Suite, Name) {` and `DEFINE_MUTEX(lock);` define something under the name that
is their argument. The grammars take them for calls, or for a function that has the macro's name, so they are found by
pattern.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from trove_git.code.walk import MAX_SIGNATURE, Definition

HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".ipp", ".tcc")

_DEFINE = re.compile(
    rb"^[ \t]*#[ \t]*define[ \t]+(?P<name>[A-Za-z_]\w{0,199})(?P<text>(?:[^\n\\]|\\(?:\r?\n|.)){0,20000})", re.MULTILINE
)
_GUARD_NAME = re.compile(r"_H(?:H|PP|XX)?_*$|_INCLUDED_*$", re.IGNORECASE)

_BEGIN = (
    rb"^(?P<indent>[ \t]*)(?P<words>(?:(?:static|extern|const|inline)[ \t]+)*)(?P<macro>[A-Z][A-Z0-9_]+\w*)[ \t]?\(\s*"
)
_WITH_BODY = re.compile(
    _BEGIN + rb"(?P<name>[A-Za-z_][\w:]*)\s*(?:,\s*(?P<second>[A-Za-z_]\w*)\s*)?"
    rb"(?:,(?:[^()#;{}\"]|\([^()#;{}\"]{0,200}\)){0,400})?\)\s*(?P<brace>\{)",
    re.MULTILINE,
)
_THING = re.compile(
    _BEGIN.replace(rb"[A-Z][A-Z0-9_]+\w*", rb"DEFINE_\w+|H?LIST_HEAD|ABSL_FLAG")
    + rb"(?P<name>[A-Za-z_][\w:<>*& ]{0,99}?)\s*(?:,\s*(?P<second>[A-Za-z_]\w*)\s*)?[,)]",
    re.MULTILINE,
)
_OF_SUITE = re.compile(rb"(?:[A-Z]\w*_)?TEST(?:_[A-Z]+)?$|[A-Z]\w*_METHOD$|BENCHMARK_(?:DEFINE_)?F$")
"""Macros of two names: what holds the function, and the function."""
_TYPE_FIRST = re.compile(rb"PER_CPU|ABSL_FLAG")
"""Macros that have the type before the name."""
_TYPE_WORDS = frozenset(b"void int char long short unsigned signed float double bool const struct enum union".split())
"""An argument of these is a parameter: what looks like a macro is a function in capitals."""
_IDENTIFIER = re.compile(rb"[A-Za-z_]\w*$")


def find_macros(source: bytes, path: str, covered: Sequence[tuple[int, int, bool]]) -> Iterator[Definition]:
    """Yield every `#define` outside comments, and what calls of macros define."""
    for match, row in _outside_comments(_DEFINE, source, covered):
        name = match["name"].decode("utf-8", "replace")
        whole = match.group().decode("utf-8", "replace").split("\n", 1)[0]
        signature = " ".join(whole.rstrip("\\ \t").split())[:MAX_SIGNATURE]
        end = row + 1 + match.group().count(b"\n", match.start("name") - match.start())
        guard = not match["text"].strip() and bool(_GUARD_NAME.search(name))
        public = path.endswith(HEADERS) and not guard
        yield Definition(name, "macro", (), signature, "", row, row + 1, end, public, False, match.start("name"))
    for match, row in _outside_comments(_WITH_BODY, source, covered):
        if _defines_function(match, source):
            end = row + 1 + source.count(b"\n", match.start("name"), _end_of_body(match, source))
            yield _made(match, row, end, "function", path)
    for match, row in _outside_comments(_THING, source, covered):
        if _defines_thing(match, source):
            yield _made(match, row, row + 1, "constant", path)


def is_made_by_macro(source: bytes, offset: int) -> bool:
    """Tell whether `find_macros` yields the function that begins in the line of an offset."""
    match = _WITH_BODY.match(source, source.rfind(b"\n", 0, offset) + 1)
    return match is not None and _defines_function(match, source)


def _outside_comments(
    pattern: re.Pattern[bytes], source: bytes, covered: Sequence[tuple[int, int, bool]]
) -> Iterator[tuple[re.Match[bytes], int]]:
    """Yield each match whose name is in no comment, with the 0-based row of the name."""
    starts = [start for start, _, _ in covered]
    row, seen = 0, 0
    for match in pattern.finditer(source):
        at = match.start("name")
        before = bisect_right(starts, at) - 1
        if before >= 0 and covered[before][2] and at < covered[before][1]:
            continue
        row += source.count(b"\n", seen, at)
        seen = at
        yield match, row


def _defines_function(match: re.Match[bytes], source: bytes) -> bool:
    """Tell whether the call of a macro with a body is a definition; inside others only tests are."""
    of_suite = match["second"] is not None and _OF_SUITE.match(match["macro"]) is not None
    is_name = match["name"] not in _TYPE_WORDS and (of_suite or _IDENTIFIER.match(match["name"]) is not None)
    return is_name and (of_suite or not match["indent"]) and not _is_continued(match, source)


def _defines_thing(match: re.Match[bytes], source: bytes) -> bool:
    """Tell whether the call of a macro without a body is a definition."""
    if match["indent"] or _is_continued(match, source) or _WITH_BODY.match(source, match.start()):
        return False
    name = match[_name_of_thing(match)]
    return name not in _TYPE_WORDS and not name.endswith(b"_t") and _IDENTIFIER.match(name) is not None


def _name_of_thing(match: re.Match[bytes]) -> str:
    """Return the group that is the name: the second argument where the first is a type."""
    return "second" if match["second"] is not None and _TYPE_FIRST.search(match["macro"]) else "name"


def _is_continued(match: re.Match[bytes], source: bytes) -> bool:
    """Tell whether the line is part of the `#define` above it."""
    return source[max(match.start() - 3, 0) : match.start()].rstrip(b"\r\n").endswith(b"\\")


def _made(match: re.Match[bytes], row: int, end: int, kind: str, path: str) -> Definition:
    """Return what the call of a macro defines."""
    scope: tuple[str, ...] = ()
    group = "name" if kind == "function" else _name_of_thing(match)
    of_test = b"TEST" in match["macro"]
    if kind == "function" and match["second"] is not None and _OF_SUITE.match(match["macro"]):
        group, scope = "second", (match["name"].decode(),)
    whole = match.group().decode("utf-8", "replace")
    signature = " ".join(whole.rstrip("{,").split())[:MAX_SIGNATURE].rstrip()
    if kind == "constant" and not signature.endswith(")"):
        signature += ", …)"
    public = not of_test and (b"static" not in match["words"] or path.endswith(HEADERS))
    top = row - match.string.count(b"\n", match.start(), match.start("name"))
    return Definition(
        match[group].decode(), kind, scope, signature, "", top, row + 1, end, public, False, match.start(group)
    )


def _end_of_body(match: re.Match[bytes], source: bytes) -> int:
    """Return the offset of the brace that closes a body: on its own line, or below it as far to the right."""
    start = match.start("brace")
    line_end = source.find(b"\n", start)
    first = source[start : line_end if line_end >= 0 else len(source)]
    if first.count(b"{") == first.count(b"}"):
        return start
    end = source.find(b"\n" + match["indent"] + b"}", start)
    return end + 1 if end >= 0 else start
