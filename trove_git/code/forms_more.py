"""Bash, Lua, Zig, SQL and HCL: the forms that a table row cannot describe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from trove_git.code.walk import MAX_SCOPE_DEPTH, MAX_SYMBOLS, Definition, Frame, Walk, first_child, has_child

if TYPE_CHECKING:
    from tree_sitter import Node

_UPPER = re.compile(r"[A-Z][A-Z0-9_]+\Z")
_SHELL_FUNCTION = re.compile(
    rb"^[ \t]*(?:function[ \t]+([\w:.-]{1,200})(?:[ \t]*\(\))?|([\w:.-]{1,200})[ \t]*\(\))[ \t\n]*[{(]", re.MULTILINE
)
_SQL_CREATE = re.compile(
    rb"^[ \t]*create[ \t]+(?:or[ \t]+replace[ \t]+)?"
    rb"(?:(?:temp|temporary|unlogged|foreign|materialized|recursive|event|constraint)[ \t]+){0,2}"
    rb"(table|view|function|procedure|aggregate|type|domain|trigger|sequence|schema)[ \t]+"
    rb"(?:if[ \t]+not[ \t]+exists[ \t]+)?([\w.@\"'`\[\]]{1,200})",
    re.IGNORECASE | re.MULTILINE,
)
_SQL_END = re.compile(rb";|\$\w*\$")
_MAX_STATEMENT = 8_000
"""Bytes behind a name in which the end of its statement is looked for."""

_QUALIFIER = re.compile(r"[.:]")


def find_shell_functions(source: bytes) -> Iterator[Definition]:
    """Yield shell functions by pattern, for files in which the grammar loses its way."""
    row = seen = 0
    for match in islice(_SHELL_FUNCTION.finditer(source), MAX_SYMBOLS):
        name = (match.group(1) or match.group(2)).decode("utf-8", "replace")
        row += source.count(b"\n", seen, match.start(match.lastindex or 0))
        seen = match.start(match.lastindex or 0)
        signature = " ".join(match.group().decode("utf-8", "replace").split()).rstrip(" {(")
        yield Definition(name, "function", (), signature, "", row, row + 1, row + 1, True, True, match.start())


def find_sql_definitions(source: bytes) -> Iterator[Definition]:
    """Yield `CREATE …` by pattern, for the dialects that the grammar does not know."""
    row = seen = 0
    for match in islice(_SQL_CREATE.finditer(source), MAX_SYMBOLS):
        word, name = match.group(1).decode().lower(), match.group(2).decode("utf-8", "replace")
        *schema, name = re.split(r"[\"'`\[\]@]*\.[\"'`\[\]@]*", name.strip(_SQL_QUOTES))
        kind = _SQL_KINDS[f"create_{word}"]
        row += source.count(b"\n", seen, match.start(2))
        seen = match.start(2)
        signature = " ".join(match.group().decode("utf-8", "replace").split())
        last = row + 1 + source.count(b"\n", match.start(2), _sql_end(source, match.end()))
        yield Definition(name, kind, tuple(schema), signature, "", row, row + 1, last, True, True, match.start(2))


def _sql_end(source: bytes, offset: int) -> int:
    """Return where a statement ends: at the first semicolon outside `$$ … $$`; `offset` when none is near."""
    stop = offset + _MAX_STATEMENT
    while match := _SQL_END.search(source, offset, stop):
        if match.group() == b";":
            return match.start()
        closed = source.find(match.group(), match.end(), stop)
        if closed < 0:
            break
        offset = closed + len(match.group())
    return offset


def bash_declaration(walk: Walk, node: Node, frame: Frame) -> None:
    """`readonly NAME=…`, `declare -r NAME=…` at the top of the file."""
    head = walk.text(node, 40)
    if frame.holder or not (head.startswith("readonly") or re.match(r"(?:declare|typeset)\s+-\w*r", head)):
        return
    for child in node.named_children:
        if child.type == "variable_assignment":
            at = child.child_by_field_name("name")
            walk.define(walk.text(at), "constant", child, frame, at=at)


def bash_alias(walk: Walk, node: Node, frame: Frame) -> None:
    """`alias name=… other=…` outside functions."""
    if frame.holder or walk.text(node, 6) not in ("alias ", "alias\t"):
        return
    for at in node.children_by_field_name("argument"):
        name, is_set, _ = walk.text(at).partition("=")
        if is_set:
            walk.define(name, "macro", node, frame, at=at)


def lua_function(walk: Walk, node: Node, frame: Frame) -> None:
    """`function M.x.f()`, `function M:g()`, `local function h()`."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    *scope, name = _QUALIFIER.split("".join(walk.text(at).split()))
    around = Frame((*frame.scope, *scope), "class" if scope else frame.holder, frame.exported, frame.hidden)
    local = walk.text(node, 6) == "local " or bool(frame.holder)
    inside = walk.define(
        name, "method" if ":" in walk.text(at) else "function", node, around, at=at, body=body, exported=not local
    )
    walk.push((body,), Frame(inside.scope, "function", False, True))


def lua_assignment(walk: Walk, node: Node, frame: Frame) -> None:
    """`M.x = function …`, `local f = function …`, functions in a table, `NAME = …`."""
    local = node.type == "variable_declaration"
    assignment = first_child(node, ("assignment_statement",)) if local else node
    if assignment is None:
        return
    names, values = first_child(assignment, ("variable_list",)), first_child(assignment, ("expression_list",))
    if names is None or values is None:
        return
    for at, value in zip(names.named_children, values.named_children, strict=False):
        *scope, name = _QUALIFIER.split("".join(walk.text(at, 300).split()))
        if "[" in name or "(" in name:
            continue
        around = Frame((*frame.scope, *scope), frame.holder, frame.exported, frame.hidden)
        if value.type == "function_definition":
            body = value.child_by_field_name("body")
            inside = walk.define(name, "function", node, around, at=at, body=body, exported=not local)
            walk.push((body,), Frame(inside.scope, "function", False, True))
        elif value.type == "table_constructor" and not frame.holder:
            lua_table(walk, value, Frame((*around.scope, name), "object"))
        elif not frame.holder and _UPPER.match(name):
            walk.define(name, "constant", node, around, at=at, exported=not local)


def lua_return(walk: Walk, node: Node, frame: Frame) -> None:
    """`return { f = function … }` at the end of a module."""
    values = first_child(node, ("expression_list",))
    for value in values.named_children if values is not None and not frame.holder else ():
        if value.type == "table_constructor":
            lua_table(walk, value, Frame(frame.scope, "object"))


def lua_table(walk: Walk, table: Node, frame: Frame) -> None:
    """Functions that are fields of a table."""
    for field in table.named_children:
        at, value = field.child_by_field_name("name"), field.child_by_field_name("value")
        if at is not None and at.type == "identifier" and value is not None and value.type == "function_definition":
            body = value.child_by_field_name("body")
            walk.define(walk.text(at), "function", field, frame, at=at, body=body)


def lua_exported(_walk: Walk, _node: Node, _name: str, frame: Frame) -> bool:
    """What is not local."""
    return not frame.hidden


_ZIG_CONTAINERS = {
    "struct_declaration": "struct", "enum_declaration": "enum", "union_declaration": "union",
    "opaque_declaration": "type", "error_set_declaration": "enum",
}  # fmt: skip


def _zig_container(node: Node) -> Node | None:
    """Return the `struct {…}` that a variable is bound to, in the last branch of an `if` too."""
    choice = first_child(node, ("if_expression",))
    made = choice.named_children[-1:] if choice is not None else ()
    return next((child for child in made if child.type in _ZIG_CONTAINERS), first_child(node, tuple(_ZIG_CONTAINERS)))


def zig_field(walk: Walk, node: Node, frame: Frame) -> None:
    """`field: struct {…}`: its functions have the field's name before them."""
    made = node.child_by_field_name("type")
    if made is not None and made.type in _ZIG_CONTAINERS and len(frame.scope) < MAX_SCOPE_DEPTH:
        scope = (*frame.scope, walk.text(node.child_by_field_name("name")))
        walk.push_inside(made, Frame(scope, _ZIG_CONTAINERS[made.type], frame.exported, frame.hidden))


def zig_variable(walk: Walk, node: Node, frame: Frame) -> None:
    """`const S = struct {…}`, `const K = 1`."""
    at = first_child(node, ("identifier",))
    if at is None or frame.holder in ("function", "method"):
        return
    container = _zig_container(node)
    name = walk.text(at)
    if container is not None:
        inside = walk.define(name, _ZIG_CONTAINERS[container.type], node, frame, at=at, body=container)
        walk.push_inside(container, inside)
    elif has_child(node, ("const",)):
        value = node.named_child(node.named_child_count - 1)
        if value is None or "@import" not in walk.text(value, 12):
            walk.define(name, "constant", node, frame, at=at)


def zig_function(walk: Walk, node: Node, frame: Frame) -> None:
    """A function; one that returns a type holds the functions of that type."""
    at, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    inside = walk.define(walk.text(at), "function", node, frame, at=at, body=body)
    if body is None or not walk.holds(body, b"fn "):
        return
    for statement in body.named_children:
        value = (
            statement.named_child(0)
            if statement.type == "expression_statement" and statement.named_child_count
            else None
        )
        made = (
            first_child(value, tuple(_ZIG_CONTAINERS))
            if value is not None and value.type == "return_expression"
            else None
        )
        if made is not None:
            walk.push_inside(made, Frame(inside.scope, "struct", False, inside.hidden))


def zig_exported(_walk: Walk, node: Node, _name: str, _frame: Frame) -> bool:
    """`pub` or `export`."""
    return has_child(node, ("pub", "export"))


_SQL_QUOTES = "\"'`[]@"
_SQL_KINDS = {
    "create_table": "struct", "create_view": "type", "create_materialized_view": "type", "create_function": "function",
    "create_procedure": "function", "create_type": "type", "create_trigger": "function", "create_schema": "mod",
    "create_sequence": "object", "create_aggregate": "function", "create_domain": "type",
}  # fmt: skip


def sql_create(walk: Walk, node: Node, _frame: Frame) -> None:
    """`CREATE TABLE a.b`: b in the scope of its schema."""
    reference = first_child(node, ("object_reference", "identifier"))
    if reference is None or re.search(rb"[;(]", walk.plain[node.start_byte : reference.start_byte]):
        return  # a statement that the grammar does not know, and a name from further on
    at = reference.child_by_field_name("name") or reference
    schema = reference.child_by_field_name("schema")
    scope = (walk.text(schema).strip(_SQL_QUOTES),) if schema is not None else ()
    body = first_child(node, ("column_definitions", "create_query", "function_body", "procedure_body"))
    walk.define(walk.text(at).strip(_SQL_QUOTES), _SQL_KINDS[node.type], node, Frame(scope), at=at, body=body)


_HCL_PREFIXES = {"data": "data", "module": "module", "variable": "var"}


def hcl_docstring(walk: Walk, body: Node) -> str:
    """Return the `description` of a block where it is plain text."""
    for attribute in body.named_children:
        if walk.text(first_child(attribute, ("identifier",)), 40) == "description":
            text = walk.text(first_child(attribute, ("expression",)))
            return text if text.startswith('"') and "${" not in text else ""
    return ""


def hcl_block(walk: Walk, node: Node, frame: Frame) -> None:
    """`resource "a" "b" {…}`: a.b; `data`, `module` and `variable` as references to them begin.

    `module "m" { source = … }` imports too.
    """
    if frame.holder:
        return
    parts = [child for child in node.named_children if child.type in ("identifier", "string_lit")]
    labels = [walk.text(part).strip('"') for part in parts[1:]]
    kind = walk.text(parts[0]) if parts else ""
    body = first_child(node, ("body",))
    start = first_child(node, ("block_start",))
    if labels:
        symbol_kind = "mod" if kind == "module" else "constant" if kind in ("variable", "output") else "object"
        scope = _HCL_PREFIXES.get(kind)
        around = Frame((scope,)) if scope else frame
        walk.define(".".join(labels), symbol_kind, node, around, at=parts[1], body=body or start)
    for attribute in body.named_children if body is not None else ():
        name = walk.text(first_child(attribute, ("identifier",)))
        if attribute.type == "attribute" and kind == "locals":
            walk.define(name, "constant", attribute, Frame(("local",)))
        elif attribute.type == "attribute" and kind == "module" and name == "source":
            value = walk.text(first_child(attribute, ("expression",))).strip()
            if value.startswith('"'):
                walk.add_import(attribute, value.strip('"'))
