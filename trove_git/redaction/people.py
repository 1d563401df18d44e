"""Whose machine it is and for whom it works: home folders, user names, names of customers.

Text in, spans out; `private.py` calls it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from trove_git.redaction.judge import is_placeholder

Span = tuple[int, int]

_REST = r"[^\s\"'`<>|:;,()\[\]{}*?\\…]*"
_UNIX = re.compile(
    r"(?:(?<=file://)|(?<=://file)|(?<![\w.~$}/…-]))(?:/mnt/[a-z]|/[a-z]|/cygdrive/[a-z]|/var|/private|/export|/net|"
    r"/System/Volumes/Data|/host)?/(?:home|Users)/(?P<name>[A-Za-z_][\w.-]{0,63})(?![\w({}$<*])(?:/" + _REST + ")?"
)
_SLASH = r"(?:\\{1,4}|/)"
_PART = r"[^\s\\/:*?\"'<>|`…%$]"
_WINDOWS = re.compile(
    rf"(?<![A-Za-z0-9])[A-Za-z]:{_SLASH}(?:Users|Documents and Settings){_SLASH}"
    rf"(?P<name>{_PART}{{1,40}}(?:[ ]{_PART}{{1,40}}){{0,2}}(?=[\\/])|[^\s\\/:*?\"'<>|`…%$,;)]{{1,40}})"
    rf"(?:{_SLASH}[^\s\\/:*?\"'<>|`…,;)]*)*",
    re.IGNORECASE,
)
GENERIC_USERS = frozenset(
    "user users username your-user your-username your_username youruser yourusername yourname you me myuser myname "
    "name runner runneradmin node ubuntu debian centos fedora ec2-user admin administrator root app apps vscode "
    "codespace git docker vagrant jenkins circleci travis build builder buildbot ci linuxbrew homebrew public default "
    "shared guest test tester testuser foo bar baz foobar xxx gitpod coder dev developer developers nobody www-data "
    "nginx postgres mysql redis deploy deployer steam pi work project projects src main docs code index about "
    "dashboard all service airflow rails jovyan sandbox agent someone somebody everyone appuser nonroot".split()
)
"""Users of images, services and documents, who are nobody in particular."""
MIN_USER_NAME = 3
"""Characters of a user name that is looked for outside of paths."""
ANY_CASE = 5
"""Characters from which it is found in any case of letters; a shorter one would be a word too often."""


def find_paths(text: str, user_name: str = "") -> Iterator[Span]:
    """Find paths below a home folder, and the user's own name, in no order.

    Args:
        text: the whole text.
        user_name: who uses this machine; empty or generic for nobody.
    """
    if "/home/" in text or "/Users/" in text:
        for match in _UNIX.finditer(text):
            if _is_somebody(match["name"]):
                yield match.start(), match.start() + len(match[0].rstrip("./"))
    for match in _WINDOWS.finditer(text):
        if _is_somebody(match["name"]):
            yield match.start(), match.start() + len(match[0].rstrip(".\\/"))
    name = user_name.strip()
    if len(name) >= MIN_USER_NAME and name.lower() not in GENERIC_USERS:
        yield from (match.span() for match in _name_pattern(name, any_case=len(name) >= ANY_CASE).finditer(text))


def _is_somebody(name: str) -> bool:
    """Whether the name of a home folder is one person's."""
    plain = name.rstrip(".").lower()
    return (
        plain not in GENERIC_USERS
        and not is_placeholder(plain)
        and not plain.startswith(("your-", "your_", "my-", "my_", "some-", "some_"))
    )


def find_customers(text: str, customers: Sequence[str]) -> Iterator[Span]:
    """Find the names of customers in any case, their words apart or joined by `-`, `_`, blanks or nothing."""
    for customer in customers:
        if any(c.isalnum() for c in customer):
            yield from (match.span() for match in _name_pattern(customer.strip(), any_case=True).finditer(text))


@lru_cache(maxsize=256)
def _name_pattern(name: str, *, any_case: bool) -> re.Pattern[str]:
    """Return the expression of a name, whole words only."""
    words = r"[\s_-]*".join(re.escape(word) for word in re.split(r"[\s_-]+", name) if word)
    return re.compile(rf"(?<![^\W_]){words}(?![^\W_])", re.IGNORECASE if any_case else 0)
