"""The fields of an index on disk."""

from __future__ import annotations

from functools import lru_cache

import tantivy

from trove_git.index.record import Packed


@lru_cache(maxsize=1)
def schema() -> tantivy.Schema:
    """Return the schema: keys to find and delete by, terms to search by, the record to score by."""
    builder = tantivy.SchemaBuilder()
    for name in ("key", "kind", "type", "tag"):
        builder.add_text_field(name, stored=False, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("body", stored=False, tokenizer_name="whitespace", index_option="freq")
    for name in ("title", "path", "names"):
        builder.add_text_field(name, stored=False, tokenizer_name="whitespace", index_option="basic")
    builder.add_bytes_field("record", stored=True)
    return builder.build()


def document(packed: Packed) -> tantivy.Document:
    """Return the engine's document of a source."""
    made = tantivy.Document()
    made.add_text("key", packed.key)
    made.add_text("kind", packed.kind)
    if packed.entry_type:
        made.add_text("type", packed.entry_type)
    for tag in packed.tags:
        made.add_text("tag", tag)
    made.add_text("body", packed.body)
    # Words of a module's path are evidence for its whole file, and scored apart from titles.
    made.add_text("path" if packed.kind == "module" else "title", packed.title)
    if packed.names:
        made.add_text("names", packed.names)
    made.add_bytes("record", packed.record)
    return made
