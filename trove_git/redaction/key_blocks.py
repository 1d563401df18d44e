r"""Private keys written out: PEM, OpenSSH, PGP, PuTTY, JSON and base64 forms; the whole block is one finding.

Text in, spans out; `secrets.py` calls it. A block is found indented, quoted, commented, on one line with `\\n`
written out, and without its end; a header that no key follows is no finding.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import NamedTuple

from trove_git.redaction.documented import is_documented
from trove_git.redaction.judge import is_placeholder

MAX_BLOCK = 20_000
"""Characters of the largest block: an RSA key of 16,384 bits takes 13,000."""
MIN_BODY = 40
"""Characters of base64 below which a block holds no key: the smallest, on curve 25519, has 64."""

_BEGIN = re.compile(r"-----? ?BEGIN ((?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?) ?-----?")
_END = re.compile(r"-----? ?END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)? ?-----?")
_RUN = re.compile(r"[A-Za-z0-9+/]{16,}={0,2}")
_ESCAPES = re.compile(r"\\+[nrt]|\\u000[aAdD]|&#10;|&#13;|%0[aAdD]|<br ?/?>")
_PUTTY = re.compile(r"PuTTY-User-Key-File-[1-9]: ")
_PUTTY_END = re.compile(r"Private-(?:MAC|Hash): [0-9a-fA-F]+")
_PUTTY_BODY = re.compile(r"Private-Lines: [0-9]+")
_ENCODED = re.compile(r"LS0tLS1CRUdJTi[A-Za-z0-9+/]{60,}={0,2}")
_JWK = re.compile(r'"d"\s*:\s*"([A-Za-z0-9_-]{40,700})"')
_XML_KEY = re.compile(r"<(D|P|Q|InverseQ)>\s*[A-Za-z0-9+/]{40,}={0,2}\s*</\1>")


class Block(NamedTuple):
    """One key in a text."""

    start: int
    end: int
    kind: str


def find_key_blocks(text: str) -> Iterator[Block]:
    """Find the private keys of a text, ascending within each form."""
    if "BEGIN" in text and "PRIVATE" in text:
        yield from _find_pem(text)
    if "PuTTY-User-Key-File-" in text:
        yield from _find_putty(text)
    if "LS0tLS1CRUdJTi" in text:
        yield from _find_encoded(text)
    if '"kty"' in text:
        yield from _find_jwk(text)
    if "<RSAKeyValue>" in text:
        yield from (Block(m.start(), m.end(), "xml-private-key") for m in _XML_KEY.finditer(text))


def _find_pem(text: str) -> Iterator[Block]:
    """Find PEM-like blocks, which begin and end with a line of dashes."""
    done = 0
    for header in _BEGIN.finditer(text):
        if header.start() < done:
            continue
        limit = header.end() + MAX_BLOCK
        following = _BEGIN.search(text, header.end(), limit)
        end = _END.search(text, header.end(), following.start() if following else limit)
        stop = end.start() if end else following.start() if following else min(limit, len(text))
        body_end = _body_end(text, header.end(), stop, closed=end is not None)
        if body_end:
            done = end.end() if end else body_end
            yield Block(header.start(), done, f"{header[1].lower().replace(' ', '-')}")


def _body_end(text: str, start: int, stop: int, *, closed: bool) -> int:
    """Return where the base64 of a block ends; 0 when there is none.

    Args:
        text: the whole text.
        start: where the header ends.
        stop: where the block ends at the latest.
        closed: the block has its end line, so that everything before it is its body.
    """
    body = _ESCAPES.sub(lambda escape: " " * len(escape[0]), text[start:stop])
    size = last = 0
    for run in _RUN.finditer(body):
        if not closed and run.start() - last > (400 if size == 0 else 60):
            break
        size += len(run[0])
        last = run.end()
    letters = body[:last]
    if size < MIN_BODY or is_placeholder("".join(_RUN.findall(letters))[:200]) or "..." in letters:
        return 0
    return start + last


def _find_putty(text: str) -> Iterator[Block]:
    """Find PuTTY's own files, from their first line to the private part's checksum."""
    for header in _PUTTY.finditer(text):
        limit = header.end() + MAX_BLOCK
        if _PUTTY_BODY.search(text, header.end(), limit):
            end = _PUTTY_END.search(text, header.end(), limit)
            yield Block(header.start(), end.end() if end else min(limit, len(text)), "putty-private-key")


def _find_encoded(text: str) -> Iterator[Block]:
    """Find blocks that were encoded as base64 as a whole, as Kubernetes and CI variables hold them."""
    for match in _ENCODED.finditer(text):
        head = match[0][:80]
        try:
            decoded = base64.b64decode(head[: len(head) // 4 * 4])
        except binascii.Error:  # pragma: no cover  # the expression admits base64 only
            continue
        if b"PRIVATE KEY" in decoded and not is_documented(match[0]):
            yield Block(match.start(), match.end(), "encoded-private-key")


def _find_jwk(text: str) -> Iterator[Block]:
    """Find the private number of JSON web keys (RFC 7518, section 6.2.2)."""
    for match in _JWK.finditer(text):
        if '"kty"' in text[max(0, match.start() - 2000) : match.end() + 2000] and not is_placeholder(match[1]):
            yield Block(match.start(), match.end(), "json-web-private-key")
