"""SQL: what `CREATE` makes, in dialects that the grammar does not know too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import BLOCK, DOUBLE, SINGLE, CommentStyle, scan
from trove_git.code.language import Language, always_exported
from trove_git.code.walk import MAX_SYMBOLS, Definition, Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_CREATE = re.compile(
    rb"^[ \t]*create[ \t]+(?:or[ \t]+replace[ \t]+)?"
    rb"(?:(?:temp|temporary|unlogged|foreign|materialized|recursive|event|constraint)[ \t]+){0,2}"
    rb"(table|view|function|procedure|aggregate|type|domain|trigger|sequence|schema)[ \t]+"
    rb"(?:if[ \t]+not[ \t]+exists[ \t]+)?([\w.@\"'`\[\]]{1,200})",
    re.IGNORECASE | re.MULTILINE,
)

_END = re.compile(rb";|\$\w*\$")

_MAX_STATEMENT = 8_000
"""Bytes behind a name in which the end of its statement is looked for."""

_QUOTES = "\"'`[]@"

_KINDS = {
    "create_table": "struct", "create_view": "type", "create_materialized_view": "type", "create_function": "function",
    "create_procedure": "function", "create_type": "type", "create_trigger": "function", "create_schema": "mod",
    "create_sequence": "object", "create_aggregate": "function", "create_domain": "type",
}  # fmt: skip

_COMMENTS = CommentStyle(scan(rb"--[^\n]*|" + BLOCK, (DOUBLE, SINGLE)), (b"--",), (b"/*", b"*/"))


def find_sql_definitions(source: bytes) -> Iterator[Definition]:
    """Yield `CREATE …` by pattern, for the dialects that the grammar does not know."""
    row = seen = 0
    for match in islice(_CREATE.finditer(source), MAX_SYMBOLS):
        word, name = match.group(1).decode().lower(), match.group(2).decode("utf-8", "replace")
        *schema, name = re.split(r"[\"'`\[\]@]*\.[\"'`\[\]@]*", name.strip(_QUOTES))
        kind = _KINDS[f"create_{word}"]
        row += source.count(b"\n", seen, match.start(2))
        seen = match.start(2)
        signature = " ".join(match.group().decode("utf-8", "replace").split())
        last = row + 1 + source.count(b"\n", match.start(2), _end(source, match.end()))
        yield Definition(name, kind, tuple(schema), signature, "", row, row + 1, last, True, True, match.start(2))


def _end(source: bytes, offset: int) -> int:
    """Return where a statement ends: at the first semicolon outside `$$ … $$`; `offset` when none is near."""
    stop = offset + _MAX_STATEMENT
    while match := _END.search(source, offset, stop):
        if match.group() == b";":
            return match.start()
        closed = source.find(match.group(), match.end(), stop)
        if closed < 0:
            break
        offset = closed + len(match.group())
    return offset


def _create(walk: Walk, node: Node, _frame: Frame) -> None:
    """`CREATE TABLE a.b`: b in the scope of its schema."""
    reference = first_child(node, ("object_reference", "identifier"))
    if reference is None or re.search(rb"[;(]", walk.plain[node.start_byte : reference.start_byte]):
        return  # a statement that the grammar does not know, and a name from further on
    at = reference.child_by_field_name("name") or reference
    schema = reference.child_by_field_name("schema")
    scope = (walk.text(schema).strip(_QUOTES),) if schema is not None else ()
    body = first_child(node, ("column_definitions", "create_query", "function_body", "procedure_body"))
    walk.define(walk.text(at).strip(_QUOTES), _KINDS[node.type], node, Frame(scope), at=at, body=body)


_RULES = {
    **holders("program statement block transaction ERROR"),
    **dict.fromkeys(
        "create_table create_view create_materialized_view create_function create_procedure create_type create_trigger "
        "create_schema create_sequence".split(),
        Rule(handler=_create),
    ),
}

LANGUAGE = Language(
    name="SQL",
    grammar="tree_sitter_sql",
    suffixes=(".sql",),
    rules=_RULES,
    exported=always_exported,
    comments=_COMMENTS,
    rescue=find_sql_definitions,
)
