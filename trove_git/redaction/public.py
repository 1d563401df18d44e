"""What looks like a secret and is public: certificates, public keys, digests, commits, pictures written as text.

Text in, spans out; `mixed.py` finds no token inside them. Only what its surroundings announce counts: without
them nobody can tell a digest from a key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BLOCK = re.compile(
    r"-----BEGIN (?P<label>(?:TRUSTED |X509 )?CERTIFICATE(?: REQUEST)?|X509 CRL|(?:RSA |DSA |EC )?PUBLIC KEY|"
    r"PGP (?:PUBLIC KEY BLOCK|SIGNATURE|MESSAGE)|SSH SIGNATURE|DH PARAMETERS|EC PARAMETERS)-----"
    r"[A-Za-z0-9+/=\s\\:.,>#*()@<-]{0,20000}?-----END (?P=label)-----"
)
_BLOCK_SIGN = "-----BEGIN "
_PUBLIC_KEY = re.compile(
    r"\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}|sk-(?:ssh|ecdsa)-[\w@.-]+)[ ]+"
    r"(?P<public>AAAA[A-Za-z0-9+/]+=*)|"
    r"\bage1(?=[a-z0-9]{58}\b)(?P<recipient>[a-z0-9]{58})|\bpk_(?:live|test)_(?P<publishable>[A-Za-z0-9]{16,})"
)
_DIGEST = re.compile(
    r"\b(?:sha-?(?:1|224|256|384|512)|md5|blake2[bs]?|blake3)(?:sums?)?[\"'`]?[ ]?[-:=][ ]?[\"'`]?"
    r"(?P<digest>[0-9a-fA-F]{32,128}|[A-Za-z0-9+/]{27,88}={0,2})(?![A-Za-z0-9+/])|"
    r"\bh1:(?P<gosum>[A-Za-z0-9+/]{43}=)|"
    r"\b(?P<sum>[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})(?=[ ][ *][\w./-]*\w)",
    re.IGNORECASE,
)
_COMMIT = re.compile(
    r"(?:/(?:commits?|blob|tree|raw|archive|compare|releases/tag)/|\b(?i:commit|rev|revision|tree|blob|parent|object)s?"
    r"[\"'`]?[ ]?[:= ][ ]?[\"'`\[(]?|\b(?:uses|git\+?[a-z]*):[ ]?[^\s@]{1,200}@|"
    r"\bgit (?:show|revert|checkout|cherry-pick) )"
    r"(?P<commit>[0-9a-f]{40}|[0-9a-f]{64})(?![0-9A-Za-z])"
)
_PICTURE = re.compile(r"data:(?:image|font|audio|video)/[\w.+-]{1,40}(?:;[\w=.-]{1,40}){0,3};base64,[A-Za-z0-9+/=]+")


def find_public(text: str) -> Iterator[tuple[int, int]]:
    """Yield where public material starts and ends, in no order; offsets of characters."""
    if _BLOCK_SIGN in text:
        yield from (match.span() for match in _BLOCK.finditer(text))
    for pattern in (_PUBLIC_KEY, _DIGEST, _COMMIT):
        for match in pattern.finditer(text):
            assert match.lastgroup is not None
            yield match.span(match.lastgroup)
    if "base64," in text:
        yield from (match.span() for match in _PICTURE.finditer(text))
