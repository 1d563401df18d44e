"""More that may be a secret than the gate stops: a text that leaves this machine may lack a word, but hold no key.

Text in, spans out; `redact.py` calls it after the gate's own detectors. A commit must not be stopped by a
token that nothing announces; a prompt can do without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from trove_git.redaction.acceptance import DUMMY_PASSWORDS
from trove_git.redaction.judge import is_placeholder, is_random, is_reference, is_uuid, is_wordy
from trove_git.redaction.key_blocks import MAX_BLOCK
from trove_git.redaction.public import find_public

LONG = 32
"""Characters from which letters and digits that are no words are taken for a token."""
SHORT = 20
"""Characters from which they are when small letters, great letters and digits change often."""
MIN_CHANGES = 0.35
"""Share of neighbours of different class in a short token: random letters and digits have 0.62, names below 0.25."""
MAX_NAME_CHANGES = 0.4
MIN_PASSWORD = 4
"""Characters of a password in a URL."""


MAX_LETTERS = 3.0
"""Mean of the runs of letters in a token with symbols: generators have 2, code and prose 4 and more."""
WORD = 6
"""Letters of a word that no generator makes between symbols."""
MIN_SYMBOLS = 4
"""Different symbols in such a token."""


class Wide(NamedTuple):
    """One span that may be a secret."""

    start: int
    end: int


_RUN = re.compile(r"[A-Za-z0-9+/_.~=-]{20,}")
_SEGMENTS = re.compile(r"[^/.=~]+")
_NAMED = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*=")
_NO_BASE64 = re.compile(r"[._~-]")
_NAME_PART = re.compile(r"[A-Za-z]*[0-9]{0,4}|[0-9]{1,8}[a-z]{0,2}")
MIN_PARTS = 3
"""Parts of a name that tell nothing by being many: words, and numbers of few digits."""
_HEX = re.compile(r"[0-9a-fA-F]+")
_VERSION = re.compile(r"(?:[A-Za-z]\w*[-@])?v?\d{1,8}(?:\.\d{1,8})+(?:[-+.]+(?:[0-9A-Za-z]{1,14}|[0-9a-f]{40}))*\Z")
"""A version, with its build or commit, behind a name or alone (semver.org, Go's pseudo-versions)."""
_UUID_PART = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_USERINFO = re.compile(
    r"\b[A-Za-z][A-Za-z0-9+.-]{1,40}://(?P<user>[^\s/?#@:\"'<>|`\\…]{0,200}):(?P<secret>[^\s/?#\"'<>|`\\…]{1,300})"
    r"@(?=[A-Za-z0-9\[$\{])"
)
_SYMBOLIC = re.compile(r"[^\s\"'`<>|\\{}…]{32,400}")
_LETTERS = re.compile("[A-Za-z]+")
_CODE = re.compile(r"^/[a-z]|[\\\"'`<>|{}]|://|[a-zA-Z0]-[zZ9]|\(\)|\]\(|%[0-9A-F]{2}%|;[a-z]+[=:(]")
_OPTION = re.compile(
    r"(?<![\w-])--?[a-z0-9-]{0,40}(?:password|passwd|passphrase|secret|token|api-?key|access-?key|secret-?key)"
    r"(?:-(?:key|value|string))?(?:=|[ ]+)[\"']?(?P<secret>[^\s\"'…]{8,300})",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(
    r"\b[\w-]{0,30}(?:key|token|secret|pass(?:word|phrase|code)|pwd|credentials?|auth|code)[\"'`*]{0,3}"
    r"[ ]?(?:[:=]|=>|is|was)[ ]?"
    r"[\"'`]{0,2}(?P<secret>[A-Za-z0-9+/_-]{10,40})(?![A-Za-z0-9+/_.-]|\()",
    re.IGNORECASE,
)
_PRODUCT_KEY = re.compile(r"(?<![\w-])[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,7}(?![\w-])")
_KEY_END = re.compile(r"-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINE = re.compile(r"[A-Za-z0-9+/]{16,}={0,2}\Z")
_PIECE = re.compile(r"[A-Za-z0-9+/]+=*\Z")
_AROUND_LINE = " \t\r>#*\"',+"
_KEY_BEGIN = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[\s>#*\"',+]|\\[nr])*"
    r"(?=[A-Za-z0-9+/]{16})[A-Za-z0-9+/=]++(?:(?:[\s>#*\"',+]|\\[nr])*+[A-Za-z0-9+/=]{24,}+)*+"
)


def find_wide(text: str) -> Iterator[Wide]:
    """Find what may be a secret, in no order, overlapping where rules do."""
    public = sorted(find_public(text))
    yield from _find_userinfo(text)
    yield from _find_keys(text)
    for match in _OPTION.finditer(text):
        value = match["secret"]
        if any(c.isdigit() for c in value) and not is_wordy(value) and not _is_stand_in(value):
            yield Wide(*match.span("secret"))
    for match in _ANNOUNCED.finditer(text):
        if (
            _has_all_classes(match["secret"])
            and _changes(match["secret"]) >= MIN_CHANGES
            and is_random(match["secret"], 10)
        ):
            yield Wide(*match.span("secret"))
    for match in _PRODUCT_KEY.finditer(text):
        if sum(c.isdigit() for c in match[0]) >= 3 and re.search("[A-Z]", match[0]) and not is_placeholder(match[0]):
            yield Wide(*match.span())
    for start, end in _find_tokens(text):
        if not any(begin < end and start < stop for begin, stop in public):
            yield Wide(start, end)


def find_symbolic(text: str) -> Iterator[Wide]:
    """Find long tokens of letters, digits and symbols, which the gate's rules may have cut at one of the symbols."""
    for run in _SYMBOLIC.finditer(text):
        named = _NAMED.match(text, run.start(), run.end())
        # A name with digits may as well be the beginning of the token.
        start = named.end() if named and not any(c.isdigit() for c in named[0]) else run.start()
        value = text[start : run.end()].rstrip(".,;:")
        if len(value) >= LONG and _is_symbolic(value):
            yield Wide(start, start + len(value))


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


def _is_stand_in(value: str) -> bool:
    """Whether a value only shows where a secret goes."""
    return is_placeholder(value) or is_reference(value)


def _find_userinfo(text: str) -> Iterator[Wide]:
    """Find the passwords of URLs, whatever their host; those that documents use for no account stay."""
    if "://" not in text:
        return
    for match in _USERINFO.finditer(text):
        user, secret = match["user"], match["secret"]
        dummy = secret.lower() in DUMMY_PASSWORDS or secret.lower() == user.lower()
        if len(secret) >= MIN_PASSWORD and not dummy and not _is_stand_in(secret):
            yield Wide(*match.span("secret"))


def _find_keys(text: str) -> Iterator[Wide]:
    """Find private keys that are cut: without their end, or without their beginning."""
    if "PRIVATE KEY" not in text:
        return
    for end in _KEY_END.finditer(text):
        start = _start_of_lines(text, end.start())
        if start < end.start():
            yield Wide(start, end.end())
    for begin in _KEY_BEGIN.finditer(text):
        if not is_placeholder(begin[0].rpartition("-----")[2]):
            yield Wide(*begin.span())


def _start_of_lines(text: str, end: int) -> int:
    """Return where the lines of base64 before an offset begin; the offset itself where there are none."""
    start = line_end = text.rfind("\n", 0, end) + 1
    found = end
    while line_end > 0 and end - start < MAX_BLOCK:
        start = text.rfind("\n", 0, line_end - 1) + 1
        line = text[start : line_end - 1].strip(_AROUND_LINE)
        # A block that was cut begins with a piece of a line.
        if not _KEY_LINE.match(line) and not (start == 0 and found < end and _PIECE.match(line)):
            return found
        found = text.index(line, start)
        line_end = start
    return found


def _find_tokens(text: str) -> Iterator[tuple[int, int]]:
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


def _parts_of(value: str) -> Iterator[tuple[int, int]]:
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
    return _changes(value) >= MIN_CHANGES and _has_all_classes(value) and is_random(value, SHORT)


def _is_mixed(value: str) -> bool:
    """Whether a long value is no path and no name, however many words it is made of."""
    parts = re.split(r"[^A-Za-z0-9]+", value)
    if not is_random(value, LONG) or (len(parts) >= MIN_PARTS and all(_NAME_PART.fullmatch(part) for part in parts)):
        return False
    return (max(map(len, parts)) >= 12 and not is_name(value)) or _changes(value) >= MIN_CHANGES


def is_name(value: str) -> bool:
    """Whether a value is words, however they are joined: wordy, and seldom changing its class of characters."""
    return is_wordy(value) and _changes(value) < MAX_NAME_CHANGES


def _has_all_classes(value: str) -> bool:
    """Whether small letters, great letters and at least two digits are there."""
    lower, upper = any(c.islower() for c in value), any(c.isupper() for c in value)
    return lower and upper and sum(c.isdigit() for c in value) >= 2


def _changes(value: str) -> float:
    """Return the share of neighbouring letters and digits that are of different class, 0..1."""
    classes = ["d" if c.isdigit() else "u" if c.isupper() else "l" for c in value if c.isalnum()]
    return sum(a != b for a, b in pairwise(classes)) / max(1, len(classes) - 1)
