"""Find what is private and no secret: people, machines and customers, each with its category.

Text in, spans out, which do not overlap; `redact.py` puts placeholders in their place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from typing import NamedTuple

from trove_git.redaction.addresses import find_hosts, find_ips
from trove_git.redaction.contacts import find_emails, find_phones
from trove_git.redaction.people import find_customers, find_paths

EMAIL = "email"
PHONE = "phone"
HOST = "host"
IP = "ip"
PATH = "path"
CUSTOMER = "customer"
PRIVATE_CATEGORIES = (EMAIL, PATH, HOST, IP, PHONE, CUSTOMER)
"""Where two overlap, the first of them counts."""


class Names(NamedTuple):
    """What only the user can tell."""

    customers: tuple[str, ...] = ()
    """Names of customers, in any case."""
    internal_domains: tuple[str, ...] = ()
    """Domains whose hosts are internal."""
    user_name: str = ""
    """Who uses this machine."""


class Private(NamedTuple):
    """One private piece of a text."""

    start: int
    end: int
    category: str


def find_private(text: str, names: Names, categories: Collection[str] = PRIVATE_CATEGORIES) -> list[Private]:
    """Find the private pieces of a text, ascending and apart.

    Args:
        text: the whole text.
        names: what only the user can tell.
        categories: those of PRIVATE_CATEGORIES that are looked for.
    """
    taken: list[Private] = []
    for category in PRIVATE_CATEGORIES:
        if category in categories:
            found = [Private(start, end, category) for start, end in _find(category, text, names)]
            taken = add_apart(taken, found)
    return sorted(taken)


def _find(category: str, text: str, names: Names) -> Iterator[tuple[int, int]]:
    """Find the pieces of one category, in no order."""
    if category == EMAIL:
        return find_emails(text)
    if category == PATH:
        return find_paths(text, names.user_name)
    if category == HOST:
        return find_hosts(text, names.internal_domains)
    if category == IP:
        return find_ips(text)
    if category == PHONE:
        return find_phones(text)
    assert category == CUSTOMER
    return find_customers(text, names.customers)


def add_apart(taken: list[Private], found: list[Private]) -> list[Private]:
    """Return spans that are taken, and those found that overlap none of them, the longer of two first."""
    kept = sorted(taken)
    for span in sorted(found, key=lambda span: (span.start - span.end, span.start)):
        at = bisect_right(kept, span)
        if (at == 0 or kept[at - 1].end <= span.start) and (at == len(kept) or span.end <= kept[at].start):
            kept.insert(at, span)
    return kept
