"""More that may be a secret than the gate stops: a text that leaves this machine may lack a word, but hold no key.

Text in, spans out; `redact.py` calls it after the gate's own detectors. A commit must not be stopped by a
token that nothing announces; a prompt can do without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from trove_git.redaction.acceptance import DUMMY_PASSWORDS
from trove_git.redaction.cut_keys import find_cut_keys
from trove_git.redaction.judge import is_placeholder, is_random, is_reference, is_wordy
from trove_git.redaction.mixed import MIN_CHANGES, Span, changes, find_mixed, has_all_classes

MIN_PASSWORD = 4
"""Characters of a password in a URL."""
MIN_ANNOUNCED = 10
"""Characters of a token of three classes behind a name that may announce one."""
_USERINFO = re.compile(
    r"\b[A-Za-z][A-Za-z0-9+.-]{1,40}://(?P<user>[^\s/?#@:\"'<>|`\\…]{0,200}):(?P<secret>[^\s/?#\"'<>|`\\…]{1,300})"
    r"@(?=[A-Za-z0-9\[$\{])"
)
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


def find_wide(text: str) -> Iterator[Span]:
    """Find what may be a secret, in no order, overlapping where rules do."""
    yield from _find_userinfo(text)
    yield from find_cut_keys(text)
    for match in _OPTION.finditer(text):
        value = match["secret"]
        if any(c.isdigit() for c in value) and not is_wordy(value) and not _is_stand_in(value):
            yield match.span("secret")
    for match in _ANNOUNCED.finditer(text):
        value = match["secret"]
        if has_all_classes(value) and changes(value) >= MIN_CHANGES and is_random(value, MIN_ANNOUNCED):
            yield match.span("secret")
    for match in _PRODUCT_KEY.finditer(text):
        if sum(c.isdigit() for c in match[0]) >= 3 and re.search("[A-Z]", match[0]) and not is_placeholder(match[0]):
            yield match.span()
    yield from find_mixed(text)


def _is_stand_in(value: str) -> bool:
    """Whether a value only shows where a secret goes."""
    return is_placeholder(value) or is_reference(value)


def _find_userinfo(text: str) -> Iterator[Span]:
    """Find the passwords of URLs, whatever their host; those that documents use for no account stay."""
    if "://" not in text:
        return
    for match in _USERINFO.finditer(text):
        user, secret = match["user"], match["secret"]
        dummy = secret.lower() in DUMMY_PASSWORDS or secret.lower() == user.lower()
        if len(secret) >= MIN_PASSWORD and not dummy and not _is_stand_in(secret):
            yield match.span("secret")
