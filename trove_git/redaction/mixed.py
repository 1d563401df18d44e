"""What only a generator makes: long runs of letters, digits and symbols that are no words, paths, versions or names.

Text in, spans out; `wide.py` and `redact.py` call it. Nothing has to announce such a token; what its surroundings
announce as public (`public.py`) is none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from trove_git.redaction.judge import is_placeholder, is_random, is_uuid, is_wordy
from trove_git.redaction.public import find_public

Span = tuple[int, int]

LONG = 32
"""Characters from which letters and digits that are no words are taken for a token."""
SHORT = 20
"""Characters from which they are when small letters, great letters and digits change often."""
MIN_CHANGES = 0.35
"""Share of neighbours of different class in a short token: random letters and digits have 0.62, names below 0.25."""
MAX_NAME_CHANGES = 0.4
"""The same share from which even what is wordy, by accident, is no name."""
MIN_PARTS = 3
"""Parts of a name that tell nothing by being many: words, and numbers of few digits."""
MAX_LETTERS = 3.0
"""Mean of the runs of letters in a token with symbols: generators have 2, code and prose 4 and more."""
WORD = 6
"""Letters of a word that no generator makes between symbols."""
MIN_SYMBOLS = 4
"""Different symbols in such a token."""

_RUN = re.compile(r"[A-Za-z0-9+/_.~=-]{20,}")
_SEGMENTS = re.compile(r"[^/.=~]+")
_NAMED = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*=")
_NO_BASE64 = re.compile(r"[._~-]")
_NAME_PART = re.compile(r"[A-Za-z]*[0-9]{0,4}|[0-9]{1,8}[a-z]{0,2}")
_HEX = re.compile(r"[0-9a-fA-F]+")
_VERSION = re.compile(r"(?:[A-Za-z]\w*[-@])?v?\d{1,8}(?:\.\d{1,8})+(?:[-+.]+(?:[0-9A-Za-z]{1,14}|[0-9a-f]{40}))*\Z")
"""A version, with its build or commit, behind a name or alone (semver.org, Go's pseudo-versions)."""
_UUID_PART = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_SYMBOLIC = re.compile(r"[^\s\"'`<>|\\{}…]{32,400}")
_LETTERS = re.compile("[A-Za-z]+")
_CODE = re.compile(r"^/[a-z]|[\\\"'`<>|{}]|://|[a-zA-Z0]-[zZ9]|\(\)|\]\(|%[0-9A-F]{2}%|;[a-z]+[=:(]")


def find_mixed(text: str) -> Iterator[Span]:
    """Find the tokens of letters and digits that are not public, ascending."""
    public: list[Span] = []
    for start, end in sorted(find_public(text)):
        if public and start < public[-1][1]:
            public[-1] = (public[-1][0], max(end, public[-1][1]))
        else:
            public.append((start, end))
    for start, end in _find_tokens(text):
        at = bisect_right(public, (start, end))
        if not (at and public[at - 1][1] > start) and not (at < len(public) and public[at][0] < end):
            yield start, end


def find_symbolic(text: str) -> Iterator[Span]:
    """Find long tokens of letters, digits and symbols, which the gate's rules may have cut at one of the symbols."""
    for run in _SYMBOLIC.finditer(text):
        named = _NAMED.match(text, run.start(), run.end())
        # A name with digits may as well be the beginning of the token.
        start = named.end() if named and not any(c.isdigit() for c in named[0]) else run.start()
        value = text[start : run.end()].rstrip(".,;:")
        if len(value) >= LONG and _is_symbolic(value):
            yield start, start + len(value)


def _is_symbolic(value: str) -> bool:
    """Whether a value has letters, digits and many symbols in no order that code or a URL has."""
    letters, digits = _LETTERS.findall(value), sum(c.isdigit() for c in value)
    symbols = {c for c in value if not c.isalnum()}
    count = sum(map(len, letters))
    if digits < 4 or count < digits or len(symbols) < MIN_SYMBOLS or (count + digits) * 2 < len(value):
        return False
    if any(len(run) >= WORD and is_wordy(run) for run in letters):
        return False
    return count <= MAX_LETTERS * len(letters) and not _CODE.search(value) and not is_placeholder(value)


def _find_tokens(text: str) -> Iterator[Span]:
    """Find runs of letters and digits that only a generator makes."""
    for run in _RUN.finditer(text):
        start, end = run.span()
        named = _NAMED.match(text, start, end)
        if named:
            start = named.end()
        value = text[start:end].rstrip(".~-_/")
        stripped = value.lstrip("./~=-")
        start += len(value) - len(stripped)
        if len(stripped) >= SHORT:
            yield from ((start + a, start + b) for a, b in _parts_of(stripped))


def _parts_of(value: str) -> Iterator[Span]:
    """Yield a run where it is a token as a whole, or else its segments that are."""
    if _VERSION.match(value):
        return
    if is_token(value) and not _is_path(value):
        yield 0, len(value)
        return
    for segment in _SEGMENTS.finditer(value):
        part = segment[0].strip("-_")
        if part != value and is_token(part):
            start = segment.start() + segment[0].index(part)
            yield start, start + len(part)


def _is_path(value: str) -> bool:
    """Whether slashes of a run part names: base64 has no dot, dash or underscore, and hardly a word between them."""
    if "/" not in value:
        return False
    return bool(_NO_BASE64.search(value)) or any(is_wordy(part) for part in value.split("/"))


def is_token(value: str) -> bool:
    """Whether a value without blanks is long and mixed as only generated ones are.

    A UUID is none: nothing tells the name of a thing from a key. Nor is a path, a name with a version, a date.
    """
    size = len(value)
    if size < SHORT or is_uuid(value) or is_placeholder(value) or _VERSION.match(value):
        return False
    if _HEX.fullmatch(value):
        return size >= LONG and any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    if _UUID_PART.search(value):
        return is_token(_UUID_PART.sub("", value))
    if size >= LONG and _is_mixed(value):
        return True
    return changes(value) >= MIN_CHANGES and has_all_classes(value) and is_random(value, SHORT)


def _is_mixed(value: str) -> bool:
    """Whether a long value is no path and no name, however many words it is made of."""
    parts = re.split(r"[^A-Za-z0-9]+", value)
    if not is_random(value, LONG) or (len(parts) >= MIN_PARTS and all(_NAME_PART.fullmatch(part) for part in parts)):
        return False
    return (max(map(len, parts)) >= 12 and not is_name(value)) or changes(value) >= MIN_CHANGES


def is_name(value: str) -> bool:
    """Whether a value is words, however they are joined: wordy, and seldom changing its class of characters."""
    return is_wordy(value) and changes(value) < MAX_NAME_CHANGES


def has_all_classes(value: str) -> bool:
    """Whether small letters, great letters and at least two digits are there."""
    lower, upper = any(c.islower() for c in value), any(c.isupper() for c in value)
    return lower and upper and sum(c.isdigit() for c in value) >= 2


def changes(value: str) -> float:
    """Return the share of neighbouring letters and digits that are of different class, 0..1."""
    classes = ["d" if c.isdigit() else "u" if c.isupper() else "l" for c in value if c.isalnum()]
    return sum(a != b for a, b in pairwise(classes)) / max(1, len(classes) - 1)
