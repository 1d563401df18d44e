"""Which host of a URL is this machine, a name inside a compose file, or a name reserved for documents."""

from __future__ import annotations

import re

_RESERVED = re.compile(
    r"(?:^|\.)(?:example|test|invalid|localhost)$|(?:^|\.)example\.(?:com|org|net|edu|io|co|dev)$|"
    r"(?:^|\.)(?:domain|your-?[a-z-]*|my-?(?:domain|host|site|server|company|registry)|host|hostname|server|site|"
    r"company|acme|foo|foobar|bar|baz|some-?[a-z]*|registry\.local)\.(?:com|org|net|tld|io|local|dev|internal)$",
    re.IGNORECASE,
)
"""RFC 2606 and RFC 6761, and the names that people use instead."""
_LOOPBACK = re.compile(
    r"^(?:localhost|127(?:\.\d{1,3}){1,3}|0\.0\.0\.0|0|\[::1?\]|host\.docker\.internal|docker\.for\.\w+\.localhost|"
    r"host\.containers\.internal)$",
    re.IGNORECASE,
)


def is_local_host(host: str, *, strictly: bool = False) -> bool:
    """Whether a host is no machine that others reach by that name.

    Args:
        host: name or address, without a port.
        strictly: count only this machine and reserved names; else also every name without a dot.
    """
    name = host.rstrip(".")
    if _LOOPBACK.match(name) or _RESERVED.search(name) or name.startswith(("$", "{")):
        return True
    return not strictly and "." not in name and not name.startswith("[")
