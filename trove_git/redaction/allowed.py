"""Findings that somebody looked at and allowed: in the text itself, in a baseline of detect-secrets, or in a list.

- `<!-- trove: allow HASH reason -->` anywhere in the same file; HASH is that of the one secret it allows.
- `pragma: allowlist secret` on the line, `pragma: allowlist nextline secret` on the line before (detect-secrets).
- `.secrets.baseline` of detect-secrets: the SHA-1 of a secret under the name of its file, unless marked as real.
- `.trove/allow`: a line `HASH reason` each, sorted; its first line `salt SALT` makes the hashes this list's own.

A hash is short and takes many rounds to make, so that it does not give away a password that is easy to guess.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

BASELINE = ".secrets.baseline"
ALLOW_FILE = ".trove/allow"
INLINE_SALT = "trove"
"""Salt of hashes that stand in a text, which has no place for one of its own."""
ROUNDS = 100_000
DIGEST_CHARACTERS = 12
_INLINE = re.compile(r"trove:\s*allow\s+([0-9a-f]{12})\s+\S*[^\s>-]")
_PRAGMA = re.compile(r"pragma:\s*(?:allow|white)list[ -]secret", re.IGNORECASE)
_NEXT_LINE = re.compile(r"pragma:\s*allowlist[ -]nextline[ -]secret", re.IGNORECASE)
_LISTED = re.compile(r"([0-9a-f]{12})\s+\S")


class Allowed(NamedTuple):
    """What is allowed beside the text itself."""

    hashes: Collection[str] = ()
    """Of `.trove/allow`, made with `salt`."""
    salt: str = INLINE_SALT
    baseline: Mapping[str, Collection[str]] = {}
    """Path → SHA-1 of each secret that a baseline knows there."""
    problem: str = ""
    """Why the baseline or the list was not read; empty when they were."""
    others: tuple[Allowed, ...] = ()
    """What the other branches of one push allow."""

    def admits(self, path: str, lines: Sequence[str], line: int, secret: str) -> bool:
        """Whether a secret is allowed.

        Args:
            path: of its file, below the root.
            lines: of the text.
            line: where it starts, 1-based.
            secret: the secret.
        """
        here = lines[line - 1] if line <= len(lines) else ""
        before = lines[line - 2] if line > 1 else ""
        if (_PRAGMA.search(here) and not _NEXT_LINE.search(here)) or _NEXT_LINE.search(before):
            return True
        if self.is_listed(path, secret):
            return True
        if any(other.is_listed(path, secret) for other in self.others):
            return True
        inline = {found for text in lines if "allow" in text for found in _INLINE.findall(text)}
        return bool(inline) and digest_of(secret, INLINE_SALT) in inline

    def is_listed(self, path: str, secret: str) -> bool:
        """Whether the baseline or the list has a secret."""
        if self.baseline.get(path) and _sha1(secret) in self.baseline[path]:
            return True
        return bool(self.hashes) and digest_of(secret, self.salt) in self.hashes


def read_allowed(allow_file: bytes, baseline: bytes) -> Allowed:
    """Return what two files allow.

    Args:
        allow_file: `.trove/allow`, empty where there is none.
        baseline: `.secrets.baseline`, empty where there is none.
    """
    salt = INLINE_SALT
    hashes = set()
    for text in allow_file.decode("utf-8-sig", "replace").splitlines():
        words = text.split()
        if len(words) > 1 and words[0] == "salt":
            salt = words[1]
        elif found := _LISTED.match(text.strip()):
            hashes.add(found[1])
    known: dict[str, set[str]] = {}
    problem = ""
    if baseline.strip():
        try:
            for path, results in json.loads(baseline)["results"].items():
                known[path] = {str(r["hashed_secret"]) for r in results if not r.get("is_secret", False)}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            problem = f"{BASELINE} is not what detect-secrets writes ({error}); nothing in it is allowed"
    return Allowed(frozenset(hashes), salt, known, problem)


@lru_cache(maxsize=1000)
def digest_of(secret: str, salt: str) -> str:
    """Return the hash by which a secret is allowed: 12 hexadecimal digits of PBKDF2-HMAC-SHA256 (RFC 8018)."""
    made = hashlib.pbkdf2_hmac("sha256", secret.encode("utf-8", "surrogatepass"), salt.encode("utf-8"), ROUNDS)
    return made.hex()[:DIGEST_CHARACTERS]


def _sha1(secret: str) -> str:
    # What detect-secrets keeps; nothing of ours rests on it.
    return hashlib.sha1(secret.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
