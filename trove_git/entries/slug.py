"""Slugs: the names of entries, which are also their file names and what `[[links]]` point to."""

from __future__ import annotations

import unicodedata

from trove_git.errors import UsageError

MAX_SLUG_CHARACTERS = 80
MAX_SLUG_BYTES = 200
"""File systems allow names of 255 bytes; the suffix and a temp name have to fit as well."""

_APOSTROPHES = dict.fromkeys(map(ord, "'’ʼ"))
_RESERVED = frozenset({"aux", "con", "nul", "prn", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10))})
"""Names that Windows keeps for devices, whatever the suffix."""


def slugify(title: str) -> str:
    """Make a slug from a title; never empty, and always one that `validate_slug` accepts."""
    folded = unicodedata.normalize("NFKC", title).lower().translate(_APOSTROPHES)
    words = "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in folded).split()
    slug = _cut(normalize("-".join(words)))
    if not any(c.isalnum() for c in slug):
        import zlib

        return f"entry-{zlib.crc32(title.encode('utf-8', 'surrogatepass')):08x}"
    return f"{slug}-entry" if slug in _RESERVED else slug


def normalize(slug: str) -> str:
    """Bring a slug to NFC, the form in which slugs are compared: macOS may hand out NFD file names."""
    return unicodedata.normalize("NFC", slug)


def validate_slug(slug: str) -> str:
    """Return the slug in NFC.

    Raises:
        UsageError: it cannot be the name of a file in the trove.
    """
    slug = normalize(slug)
    if not slug.strip():
        problem = "a slug cannot be empty"
    elif any(unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} for c in slug):
        problem = "a slug cannot hold line breaks or control characters"
    elif any(c in "/\\:" for c in slug):
        problem = "a slug cannot hold path separators"
    elif slug.startswith("."):
        problem = "a slug cannot start with a dot"
    elif len(slug.encode()) > MAX_SLUG_BYTES:
        problem = f"a slug cannot be longer than {MAX_SLUG_BYTES} bytes"
    else:
        return slug
    raise UsageError(problem, where=repr(slug[:MAX_SLUG_CHARACTERS]), hint="git trove list shows the slugs there are")


def _cut(slug: str) -> str:
    """Cut at a word, or inside one that is too long by itself."""
    cut = slug[:MAX_SLUG_CHARACTERS].encode()[:MAX_SLUG_BYTES].decode("utf-8", "ignore")
    if len(cut) < len(slug) and slug[len(cut)] != "-" and "-" in cut:
        cut = cut.rpartition("-")[0]
    return cut.strip("-")
