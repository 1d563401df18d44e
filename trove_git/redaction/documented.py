"""Keys that vendors print in their own documents for everybody to copy: known by digest, never written here."""

from __future__ import annotations

import hashlib

DIGEST_LENGTH = 16
"""Hexadecimal digits of SHA-256 that are kept."""

DOCUMENTED = frozenset(
    {
        "0011cc25eb432071",
        "0b5dd075ccdd03c4",
        "2cafc0970149a84f",
        "2d1f7723aabc5c7a",
        "731fa294d036e54f",
        "78314b11be2e5815",
        "7f75367e78812551",
        "aa6547439583c3a2",
        "c794fa6d20c64efb",
        "da816f9f2c16e6c5",
        "f2d6ca16515033e5",
    }
)
"""Digests of documented example keys: storage and database emulators, token viewers, first steps of payment APIs."""


def is_documented(value: str) -> bool:
    """Whether a value is, whole, an example key of a vendor's documents."""
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST_LENGTH] in DOCUMENTED
