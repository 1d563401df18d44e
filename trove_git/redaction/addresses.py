"""Machines that only those inside know: internal hosts, and addresses of the Internet Protocol.

Text in, spans out; `private.py` calls it.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Sequence

from trove_git.redaction.judge import is_placeholder

Span = tuple[int, int]

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?"
_INTERNAL = re.compile(
    rf"(?<![\w.%$}}-])(?P<first>{_LABEL})\.(?:{_LABEL}\.){{0,8}}(?:local|internal|corp|lan|intranet|home\.arpa)"
    r"(?![\w-]|\.[\w*]|[ ]?\(|\[|::|->)",
    re.IGNORECASE,
)
_SCHEMES = (
    "https? wss? s?ftps? ssh git(?:[+](?:ssh|https?))? svn(?:[+]ssh)? tcp udp tls ssl rediss? postgres(?:ql)? mysql "
    "mariadb mongodb amqps? nats kafka ldaps? smb smtps? imaps? pop3s? mqtts? rtsp rsync telnet vnc rdp sqlserver "
    "memcached clickhouse cassandra zookeeper etcd consul grpcs? sip nfs cifs thrift socks[45]h?"
).replace(" ", "|")
_SINGLE = re.compile(
    rf"(?<![\w+.-])(?:{_SCHEMES})://(?:[^\s/@\"'<>`]{{0,300}}@)?+(?P<host>[A-Za-z](?:[A-Za-z0-9_-]{{0,61}}[A-Za-z0-9])?)"
    r"(?=[:/?#\s\"'`)>\],;|*\\]|\Z)|(?<![\w.-])git@(?P<remote>[A-Za-z][A-Za-z0-9_-]{0,61}):(?=[\w~/.])",
    re.IGNORECASE,
)
_CONSTANT = re.compile(r"[A-Z][a-z]+\Z")
"""A class or module of Ruby, as in `Time.local`; hosts are written otherwise."""
_CODE_BEFORE = frozenset(
    "settings config configs configuration env environment application app bootstrap docker-compose compose thread "
    "threading threadlocal self this cls super module package pkg std var vars data local global globals public "
    "private internal node process com org io net dev java javax sun jdk kotlin scala android androidx edu gov swift "
    "react angular vue compiler runtime window document state store props object class type types util utils "
    "docker.host claude agents gitignore cabal zshrc bashrc vimrc profile id is not the a".split()
)
"""First parts of names in code and of files that end like an internal host."""
_WELL_KNOWN = frozenset(
    "host.docker.internal gateway.docker.internal host.containers.internal metadata.google.internal svc.cluster.local "
    "cluster.local kubernetes.default.svc.cluster.local my-svc.my-namespace.svc.cluster.local".split()
)
"""The same names on every machine that has such a host."""
_NOBODYS = frozenset(
    "localhost host hostname server servername domain domainname example examples test tests testing site website url "
    "uri address addr ip proxy remote foo bar baz qux foobar www x y z a b c user username path name port some any "
    "yourhost yourserver yoursite yourdomain myhost myserver mysite mydomain localdomain none null undefined "
    "unix".split()
)
"""Hosts of URLs that stand for any host."""


def find_hosts(text: str, internal_domains: Sequence[str] = ()) -> Iterator[Span]:
    """Find internal hosts, in no order.

    Args:
        text: the whole text.
        internal_domains: domains whose hosts are internal, such as `acme.example`; in any case of letters.
    """
    for match in _INTERNAL.finditer(text):
        first, whole = match["first"], match[0].lower()
        named = text[max(0, match.start() - 2) : match.start()].endswith(("//", "@"))
        in_code = not named and (first.lower() in _CODE_BEFORE or _CONSTANT.match(first))
        if not in_code and whole not in _WELL_KNOWN and not is_placeholder(whole.rpartition(".")[0]):
            yield match.span()
    if "://" in text or "git@" in text:
        for match in _SINGLE.finditer(text):
            group = "host" if match["host"] else "remote"
            if match[group].lower() not in _NOBODYS and not is_placeholder(match[group]):
                yield match.span(group)
    for domain in internal_domains:
        bare = domain.strip().strip(".*").strip(".")
        if bare:
            labels = rf"(?:{_LABEL}\.){{0,8}}"
            pattern = rf"(?<![\w-]){labels}{re.escape(bare)}(?![\w-]|\.[A-Za-z0-9])"
            yield from (match.span() for match in re.finditer(pattern, text, re.IGNORECASE))


_IPV4 = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)")
_IPV6 = re.compile(r"(?<![\w:.])[0-9A-Fa-f:]{2,39}(?:[.][0-9]{1,3}){0,3}(?![\w:]|\.\d)")
_WELL_KNOWN_NETWORK = re.compile(
    r"(?:10\.0\.0\.0/8|172\.16\.0\.0/12|192\.168\.0\.0/16|169\.254\.0\.0/16|100\.64\.0\.0/10)\b"
)
DOCUMENTATION = tuple(
    map(ipaddress.ip_network, ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"))
)
"""RFC 5737, RFC 3849, RFC 9637."""
ALLOCATED = tuple(map(ipaddress.IPv6Network, ("2000::/3", "fc00::/7", "fe80::/10", "ff00::/8", "64:ff9b::/96")))
"""Where addresses of hosts lie (IANA); a shortened one elsewhere is `a::b` of some language."""

_LINKING = (
    r"[\"'`)\]>*]*+[\s:=(\"'`\[<>~^*]*+(?:(?:is|was|are|number|of|to|from|least|than|string|before|after|and|or)[\s:=\"'`]++){0,3}+"
    r"(?:v?\d++(?:\.\d++)++[\w.+-]*+[\s,\"'`]*+(?:(?:and|or|to|through|-|–|->|→)[\s\"'`]*+)?+){0,8}+\Z"
)
_VERSION = re.compile(
    rf"(?:\b(?:versions?|ver|revision|firmware|assemblyversion|fileversion)\b|[\"'_-]version\b|\bv){_LINKING}",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    rf"(?:\b(?:releases?d?|builds?|tags?|since|sections?|chapter|clause|appendix|oid)\b|§){_LINKING}|"
    r"(?:[A-Za-z_][\w.+]*[-/]v?|(?:[=<>~^!]=|~>|[~^])[ ]?[\"']?|"
    r"\b(?:bump\w*|upgrad\w*|updat\w*|downgrad\w*|pin\w*)[ ](?:\S+[ ]){0,4}(?:from|to)[ ])\Z",
    re.IGNORECASE,
)
_HEADING = re.compile(r"(?:#{1,6}[ ]+\[?v?)?\Z", re.IGNORECASE)
_HEADING_AFTER = re.compile(r"\]?[ ]*(?:[-–(][ ]*)?\(?\d{4}-\d\d-\d\d|[ ]+[A-Z][a-z]+[ ][A-Za-z]|")
_RELEASE_AFTER = re.compile(r"-(?:alpha|beta|rc|dev|snapshot|[a-z]+\.?\d)|\.[A-Za-z]", re.IGNORECASE)
_RELEASE_WORD_AFTER = re.compile(r"[ ](?:[a-z-]{3,12}[ ])?(?:releases?|versions?|build)\b")
LOOK_BACK = 80
"""Characters before a number in which its kind is said."""


def find_ips(text: str) -> Iterator[Span]:
    """Find addresses, in no order; versions, documentation, loopback and unspecified addresses are none."""
    for match in _IPV4.finditer(text):
        try:
            address = ipaddress.IPv4Address(match[0])
        except ValueError:
            continue
        known = not is_private_address(address) or _WELL_KNOWN_NETWORK.match(text, match.start())
        if not known and not _is_version(text, *match.span(), internal=address.is_private):
            yield match.span()
    if "::" not in text and text.count(":") < 7:
        return
    for match in _IPV6.finditer(text):
        value = match[0] if match[0].endswith("::") else match[0].rstrip(":")
        if value.count(":") < 2:
            continue
        try:
            longer = ipaddress.IPv6Address(value)
        except ValueError:
            continue
        mapped = longer.ipv4_mapped
        if mapped is not None:
            wanted = is_private_address(mapped)
        else:
            wanted = is_private_address(longer) and (
                value.count(":") == 7 or (any(longer in net for net in ALLOCATED) and len(value) >= 6)
            )
        if wanted:
            yield match.start(), match.start() + len(value)


def is_private_address(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address names a machine: no documentation, loopback, unspecified or broadcast one, and no mask."""
    if address.is_loopback or address.is_unspecified:
        return False
    if isinstance(address, ipaddress.IPv4Address) and (address.packed[0] in (0, 255)):
        return False
    return not any(address in network for network in DOCUMENTATION if network.version == address.version)


def _is_version(text: str, start: int, end: int, *, internal: bool) -> bool:
    """Whether four numbers are a version or a section: a word says so, or they are written like one."""
    line = text.rfind("\n", max(0, start - LOOK_BACK), start) + 1
    before = text[max(line, start - LOOK_BACK) : start]
    if _VERSION.search(before):
        return True
    if internal:
        return False
    if _NUMBERED.search(before) or _RELEASE_AFTER.match(text, end):
        return True
    if _RELEASE_WORD_AFTER.match(text, end):
        return True
    return start - line < 12 and bool(_HEADING.match(before)) and bool("#" in before or _HEADING_AFTER.match(text, end))
