"""Which host of a URL is this machine, a name inside a compose file, or a name reserved for documents."""

from __future__ import annotations

import re

_RESERVED = re.compile(
    r"(?:^|\.)(?:example|test|invalid|localhost)$|(?:^|\.)example\.(?:com|org|net|edu|io|co|dev)$|"
    r"(?:^|\.)(?:domain|your-?[a-z-]*|my-?(?:domain|host|site|server|company|registry)|host|hostname|server|site|"
    r"company|acme|foo|foobar|bar|baz|some-?[a-z]*)\.(?:com|org|net|tld|io|local|dev|internal)$",
    re.IGNORECASE,
)
_LOOPBACK = re.compile(
    r"^(?:localhost|127(?:\.\d{1,3}){1,3}|0\.0\.0\.0|0|\[::1?\]|host\.docker\.internal|docker\.for\.\w+\.localhost|"
    r"host\.containers\.internal)$",
    re.IGNORECASE,
)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, or is still to be filled in."""
    return host.startswith(("$", "{")) or bool(_LOOPBACK.match(host.rstrip(".")))


def is_reserved(host: str) -> bool:
    """Whether a host is nobody's: by RFC 2606 and RFC 6761, or one of the names that people use instead."""
    return bool(_RESERVED.search(host.rstrip(".")))


def is_local_host(host: str) -> bool:
    """Whether a host is no machine that others reach by that name: this one, or a name without a dot."""
    return is_loopback(host) or ("." not in host.rstrip(".") and not host.startswith("["))
