"""The fields of an index on disk."""

from __future__ import annotations

from functools import lru_cache

import tantivy

from trove_git.index.record import Prepared, path_key


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
