"""The fields of an index on disk, and the version of everything that decides its content."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache

import tantivy

from trove_git.index.record import Prepared

FORMAT_VERSION = 1
"""Version of the directory layout, the fields and the record; part of every index's path.

1 (2026-11-30): first version.
"""


@lru_cache(maxsize=1)
def schema() -> tantivy.Schema:
    """Return the schema: keys to find and delete by, terms to search by, the record to score by."""
    builder = tantivy.SchemaBuilder()
    for name in ("key", "kind", "type", "tag"):
        builder.add_text_field(name, stored=False, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("body", stored=False, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field("title", stored=False, tokenizer_name="whitespace", index_option="basic")
    builder.add_bytes_field("record", stored=True)
    return builder.build()


def path_key(path: str) -> str:
    """Return the key of a path: a hash of its bytes, so that names outside UTF-8 have one too."""
    return hashlib.blake2b(os.fsencode(path), digest_size=12).hexdigest()


def document(prepared: Prepared) -> tantivy.Document:
    """Return the engine's document of a source."""
    source = prepared.source
    made = tantivy.Document()
    made.add_text("key", path_key(source.path))
    made.add_text("kind", source.kind)
    if source.entry_type:
        made.add_text("type", source.entry_type)
    for tag in source.tags:
        made.add_text("tag", tag.casefold())
    made.add_text("body", " ".join(prepared.body_terms))
    made.add_text("title", " ".join(prepared.title_terms))
    made.add_bytes("record", prepared.record.data)
    return made
