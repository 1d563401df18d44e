"""Bash, Lua, Haskell, Zig, SQL, HCL, OCaml and Julia: the forms that a table row cannot describe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from trove_git.code.walk import TYPE_KINDS, Definition, Frame, Walk, first_child, has_child

if TYPE_CHECKING:
    from tree_sitter import Node

_UPPER = re.compile(r"[A-Z][A-Z0-9_]+\Z")
_SHELL_FUNCTION = re.compile(
    rb"^[ \t]*(?:function[ \t]+([\w:.-]{1,200})(?:[ \t]*\(\))?|([\w:.-]{1,200})[ \t]*\(\))[ \t\n]*[{(]", re.MULTILINE
)
_SQL_CREATE = re.compile(
    rb"^[ \t]*create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:temp\w*[ \t]+|materialized[ \t]+)?"
    rb"(table|view|function|procedure|type|trigger)[ \t]+(?:if[ \t]+not[ \t]+exists[ \t]+)?([\w.\"'`\[\]]{1,200})",
    re.IGNORECASE | re.MULTILINE,
)
_QUALIFIER = re.compile(r"[.:]")


def find_shell_functions(source: bytes) -> Iterator[Definition]:
    """Yield shell functions by pattern, for files in which the grammar loses its way."""
    for match in _SHELL_FUNCTION.finditer(source):
        name = (match.group(1) or match.group(2)).decode("utf-8", "replace")
        row = source.count(b"\n", 0, match.start(match.lastindex or 0))
        signature = " ".join(match.group().decode("utf-8", "replace").split()).rstrip(" {(")
        yield Definition(name, "function", (), signature, "", row, row + 1, row + 1, True, True, match.start())


def find_sql_definitions(source: bytes) -> Iterator[Definition]:
    """Yield `CREATE …` by pattern, for the dialects that the grammar does not know."""
    for match in _SQL_CREATE.finditer(source):
        word, name = match.group(1).decode().lower(), match.group(2).decode("utf-8", "replace")
        *schema, name = re.split(r"[\"'`\[\]]*\.[\"'`\[\]]*", name.strip("\"'`[]"))
        kind = {"table": "struct", "view": "type", "type": "type"}.get(word, "function")
        row = source.count(b"\n", 0, match.start(2))
        signature = " ".join(match.group().decode("utf-8", "replace").split())
        yield Definition(name, kind, tuple(schema), signature, "", row, row + 1, row + 1, True, True, match.start(2))


def bash_declaration(walk: Walk, node: Node, frame: Frame) -> None:
    """`readonly NAME=…`, `declare -r NAME=…` at the top of the file."""
    head = walk.text(node, 40)
    if frame.holder or not (head.startswith("readonly") or re.match(r"(?:declare|typeset)\s+-\w*r", head)):
        return
    for child in node.named_children:
        if child.type == "variable_assignment":
            at = child.child_by_field_name("name")
            walk.define(walk.text(at), "constant", child, frame, at=at)


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


def haskell_header(walk: Walk, node: Node, _frame: Frame) -> None:
    """`module A.B (exports) where`."""
    walk.package = walk.text(node.child_by_field_name("module"))
    exports = node.child_by_field_name("exports")
    if exports is not None:
        walk.exported_names.add("")  # a list, though it may be empty
        for item in exports.named_children:
            inner = (
                item.child_by_field_name("variable")
                or item.child_by_field_name("type")
                or item.child_by_field_name("operator")
            )
            walk.exported_names.add(walk.text(inner).strip("()"))


def haskell_import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import qualified A.B as C (x, y)`."""
    names = node.child_by_field_name("names")
    listed = (
        []
        if names is None
        else [walk.text(item.named_child(0) if item.named_child_count else item) for item in names.named_children]
    )
    hiding = any(child.type == "hiding" for child in node.children)
    walk.add_import(node, walk.text(node.child_by_field_name("module")), [] if hiding else listed)


def haskell_function(walk: Walk, node: Node, frame: Frame) -> None:
    """A signature or an equation: one definition a name."""
    at = node.child_by_field_name("name")
    if at is None:
        infix = first_child(node, ("infix",))
        at = infix.child_by_field_name("operator") if infix is not None else None
    listed = node.child_by_field_name("names")
    body = node.child_by_field_name("match") if node.type != "signature" else None
    for item in [at] if listed is None else listed.named_children:
        if item is not None and item.type in ("variable", "prefix_id", "operator", "infix_id"):
            name = walk.text(item).strip("()` ")
            walk.define(name, "function", node, frame, at=item, body=body)


def haskell_exported(walk: Walk, _node: Node, name: str, frame: Frame) -> bool:
    """In the module's export list, or the module has none."""
    return not walk.exported_names or name in walk.exported_names or bool(set(frame.scope) & walk.exported_names)


def haskell_instance(walk: Walk, node: Node, frame: Frame) -> None:
    """`instance C T where`: its functions are methods of `C T`."""
    types = node.child_by_field_name("patterns")
    name = f"{walk.text(node.child_by_field_name('name'))} {walk.text(types)}".strip()
    walk.push_inside(node.child_by_field_name("declarations"), Frame((*frame.scope, name[:80]), "impl"))


_ZIG_CONTAINERS = {
    "struct_declaration": "struct", "enum_declaration": "enum", "union_declaration": "union",
    "opaque_declaration": "type", "error_set_declaration": "enum",
}  # fmt: skip


def zig_variable(walk: Walk, node: Node, frame: Frame) -> None:
    """`const S = struct {…}`, `const K = 1`."""
    at = first_child(node, ("identifier",))
    if at is None or frame.holder in ("function", "method"):
        return
    container = first_child(node, tuple(_ZIG_CONTAINERS))
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


_SQL_KINDS = {
    "create_table": "struct", "create_view": "type", "create_materialized_view": "type", "create_function": "function",
    "create_procedure": "function", "create_type": "type", "create_trigger": "function", "create_schema": "mod",
}  # fmt: skip


def sql_create(walk: Walk, node: Node, _frame: Frame) -> None:
    """`CREATE TABLE a.b`: b in the scope of its schema."""
    reference = first_child(node, ("object_reference", "identifier"))
    if reference is None:
        return
    at = reference.child_by_field_name("name") or reference
    schema = reference.child_by_field_name("schema")
    scope = (walk.text(schema).strip('"`[]'),) if schema is not None else ()
    body = first_child(node, ("column_definitions", "create_query", "function_body", "procedure_body"))
    walk.define(walk.text(at).strip('"`[]'), _SQL_KINDS[node.type], node, Frame(scope), at=at, body=body)


def hcl_block(walk: Walk, node: Node, frame: Frame) -> None:
    """`resource "a" "b" {…}`: a.b; `module "m" { source = … }` imports too."""
    if frame.holder:
        return
    parts = [child for child in node.named_children if child.type in ("identifier", "string_lit")]
    labels = [walk.text(part).strip('"') for part in parts[1:]]
    kind = walk.text(parts[0]) if parts else ""
    body = first_child(node, ("body",))
    start = first_child(node, ("block_start",))
    if labels:
        symbol_kind = "mod" if kind == "module" else "constant" if kind in ("variable", "output") else "object"
        walk.define(".".join(labels), symbol_kind, node, frame, at=parts[1], body=start)
    for attribute in body.named_children if body is not None else ():
        name = walk.text(first_child(attribute, ("identifier",)))
        if attribute.type == "attribute" and kind == "locals":
            walk.define(name, "constant", attribute, Frame(("local",)))
        elif attribute.type == "attribute" and kind == "module" and name == "source":
            value = walk.text(first_child(attribute, ("expression",))).strip()
            if value.startswith('"'):
                walk.add_import(attribute, value.strip('"'))


def ocaml_value(walk: Walk, node: Node, frame: Frame) -> None:
    """`let f x = …` is a function, `let k = …` a constant."""
    if frame.holder in ("function", "method"):
        return
    for binding in node.named_children:
        at = binding.child_by_field_name("pattern") or first_child(binding, ("value_name",))
        if binding.type != "let_binding" or at is None or at.type not in ("value_name", "parenthesized_operator"):
            continue
        body = binding.child_by_field_name("body")
        is_function = has_child(binding, ("parameter",)) or (
            body is not None and body.type in ("fun_expression", "function_expression")
        )
        name = walk.text(at).strip("() ")
        walk.define(
            name, "function" if is_function else "constant", binding, frame, at=at, body=body if is_function else None
        )


def ocaml_open(walk: Walk, node: Node, _frame: Frame) -> None:
    """`open A.B`, `include X`."""
    walk.add_import(
        node, walk.text(node.child_by_field_name("module")), (), "include" if node.type == "include_module" else ""
    )


def ocaml_constructor(walk: Walk, node: Node, frame: Frame) -> None:
    """`exception E of …`."""
    inner = first_child(node, ("constructor_declaration",))
    at = first_child(inner, ("constructor_name",)) if inner is not None else None
    walk.define(walk.text(at), "type", node, frame, at=at)


def julia_import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`using A, B.C`, `using Q: a, b`, `import R`."""
    for item in node.named_children:
        if item.type == "selected_import":
            first, *names = item.named_children
            walk.add_import(node, walk.text(first), [walk.text(name) for name in names])
        else:
            walk.add_import(node, walk.text(item.named_child(0) if item.type == "import_alias" else item))


def _julia_name(node: Node | None) -> Node | None:
    """Follow a head to the name it defines."""
    for _ in range(12):
        if node is None or node.type in ("identifier", "field_expression", "operator", "macro_identifier"):
            return node
        if node.type not in (
            "signature", "where_expression", "call_expression", "typed_expression", "type_head", "binary_expression",
            "parametrized_type_expression", "unary_typed_expression",
        ):  # fmt: skip
            return None
        node = node.named_child(0) if node.named_child_count else None
    return None


def julia_definition(walk: Walk, node: Node, frame: Frame) -> None:
    """`function f(x)`, `macro m(x)`, `struct S{T} <: Q`, `abstract type A end`."""
    kind = {"function_definition": "function", "macro_definition": "macro", "struct_definition": "struct"}.get(
        node.type, "type"
    )
    head = node.named_child(0) if node.named_child_count else None
    _julia_define(walk, kind, node, head, frame, node.named_child(1) if node.named_child_count > 1 else None)


def _julia_define(walk: Walk, kind: str, node: Node, head: Node | None, frame: Frame, body: Node | None) -> None:
    at = _julia_name(head)
    *scope, name = walk.text(at).split(".")
    if frame.holder in ("function", "method") or frame.holder in TYPE_KINDS:
        return
    walk.define(name, kind, node, Frame((*frame.scope, *scope), frame.holder), at=at, body=body)


def julia_assignment(walk: Walk, node: Node, frame: Frame) -> None:
    """`g(x) = …` is a function, `const K = …` a constant."""
    inner = first_child(node, ("assignment",)) if node.type == "const_statement" else node
    left = inner.named_child(0) if inner is not None and inner.named_child_count else None
    if left is None or inner is None:
        return
    if left.type in ("call_expression", "where_expression") or (
        left.type == "typed_expression" and "(" in walk.text(left)
    ):
        _julia_define(walk, "function", node, left, frame, inner.named_child(inner.named_child_count - 1))
    elif node.type == "const_statement":
        _julia_define(walk, "constant", node, left, frame, None)


def julia_module(walk: Walk, node: Node, frame: Frame) -> None:
    """`module A … end`."""
    at = node.child_by_field_name("name")
    inside = walk.define(walk.text(at), "mod", node, frame, at=at)
    walk.package = walk.package or walk.text(at)
    walk.push_inside(node, Frame(inside.scope, "mod"))
