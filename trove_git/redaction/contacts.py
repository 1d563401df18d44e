"""Where people are reached: mail addresses and telephone numbers.

Text in, spans out; `private.py` calls it. Telephone numbers are judged by `phonenumbers` (metadata of Google's
libphonenumber, from the distribution `phonenumberslite`), which is loaded when something looks like one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]

_DOMAIN = re.compile(
    r"(?:@|%40)(?P<domain>(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}(?P<top>[^\W\d_]{2,24}|xn--[a-z0-9-]{2,40}))(?![\w-]|\.\w)"
)
_LOCAL = re.compile(r"[\w](?:[\w.+'-]*[\w+-])?\Z")
MAX_LOCAL = 64
"""Characters before the `@` at most (RFC 5321, section 4.5.3.1.1)."""
_NO_TOP = frozenset(
    "png jpg jpeg gif svg webp ico css js mjs cjs ts tsx jsx json map tgz gz zip html xml yml yaml".split()
)
"""Ends of file names, as in `logo@2x.png`, that are no top-level domains."""
SERVICE_USERS = frozenset("git hg svn".split())
"""Users of the addresses of repositories, which are no mail addresses."""


def find_emails(text: str) -> Iterator[Span]:
    """Find mail addresses, ascending; `git@host` of a repository's address is none."""
    for match in _DOMAIN.finditer(text):
        local = _LOCAL.search(text[max(0, match.start() - MAX_LOCAL) : match.start()])
        if local and local[0] not in SERVICE_USERS and match["top"].lower() not in _NO_TOP:
            yield match.start() - len(local[0]), match.end()


_SEPARATED = r"[0-9](?:[  \t().\-–/]{0,3}[0-9]){6,14}(?![\w])"
_INTERNATIONAL = re.compile(rf"(?<![\w+/.=-])(?:\+|00(?=[1-9][0-9]{{0,2}}[ \t.-]))[ ]?\(?{_SEPARATED}")
_AMERICAN = re.compile(
    r"(?<![\w.+(-])(?:1[ .-])?(?:\([2-9]\d{2}\)[ ]?|[2-9]\d{2}[.-])[2-9]\d{2}[.-]\d{4}(?![\w-]|\.\d)"
)
_ANNOUNCED = re.compile(
    r"(?:\b(?:tel|tél|phone|telephone|mobile|cell|fax|whatsapp|sms|telefon|handy|téléphone|teléfono|telefono|móvil|"
    r"call|ring|dial|reach \w{1,20} (?:at|on)|hotline|pager)(?:\b|_)|☎|📞)[^\d\n+]{0,24}(?P<number>\(?"
    + _SEPARATED
    + ")",
    re.IGNORECASE,
)
_DATE = re.compile(r"(?:19|20)\d\d[-./ ][01]\d[-./ ][0-3]\d")
REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "NL", "AU", "IN", "BR", "JP", "CN", "CH", "AT", "SE", "PL")
"""Regions whose way of writing a number without its country is known."""
MIN_PLAIN_DIGITS = 10
"""Digits of a number that nothing separates."""


def find_phones(text: str) -> Iterator[Span]:
    """Find telephone numbers, in no order: with their country anywhere, without it where a word announces them."""
    for match in _INTERNATIONAL.finditer(text):
        yield from _valid(match.start(), match[0], ())
    for match in _AMERICAN.finditer(text):
        yield from _valid(match.start(), match[0], ("US",))
    for match in _ANNOUNCED.finditer(text):
        number = match["number"]
        if _DATE.match(number):
            continue
        if not number.isdigit() or number.startswith("0") or len(number) >= MIN_PLAIN_DIGITS:
            yield from _valid(match.start("number"), number, REGIONS)


def _valid(start: int, candidate: str, regions: tuple[str, ...]) -> Iterator[Span]:
    """Yield the longest beginning of a candidate that is a number, cut only between its groups."""
    import phonenumbers

    value = candidate
    while sum(c.isdigit() for c in value) >= 7:
        written = "+" + value[2:] if value.startswith("00") and not regions else value
        for region in regions or (None,):
            try:
                number = phonenumbers.parse(written, region)
            except phonenumbers.NumberParseException:
                continue
            known = phonenumbers.is_possible_number if region in (None, "US") else phonenumbers.is_valid_number
            plain = region is None and written[1:].isdigit() and len(written) <= MIN_PLAIN_DIGITS
            if known(number) and not plain:
                yield start, start + len(value)
                return
        shorter = re.match(r"(.*[0-9])[^0-9]+[0-9]+\Z", value, re.DOTALL)
        if shorter is None:
            return
        value = shorter[1]
