"""Haskell, OCaml and Julia: the forms that a table row cannot describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trove_git.code.walk import TYPE_KINDS, Frame, Walk, first_child, has_child

if TYPE_CHECKING:
    from tree_sitter import Node


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


def ocaml_value(walk: Walk, node: Node, frame: Frame) -> None:
    """`let f x = …` is a function, `let k = …` a constant."""
    if frame.holder in ("function", "method"):
        return
    for binding in node.named_children:
        at = binding.child_by_field_name("pattern") or first_child(binding, ("value_name",))
        if at is not None and at.type == "parenthesized_pattern":
            at = first_child(at, ("tuple_pattern",))
        if at is not None and at.type == "tuple_pattern":
            for part in at.named_children:
                if part.type == "value_name":
                    walk.define(walk.text(part), "constant", binding, frame, at=part)
            continue
        if binding.type != "let_binding" or at is None or at.type not in ("value_name", "parenthesized_operator"):
            continue
        body = binding.child_by_field_name("body")
        is_function = has_child(binding, ("parameter",)) or _ocaml_makes_function(body)
        name = walk.text(at).strip("() ")
        walk.define(
            name, "function" if is_function else "constant", binding, frame, at=at, body=body if is_function else None
        )


def _ocaml_makes_function(value: Node | None) -> bool:
    """Tell whether a value is `fun …` or `function …`, perhaps behind `let … in`."""
    for _ in range(20):
        if value is None or value.type not in ("let_open_expression", "let_expression", "parenthesized_expression"):
            break
        value = value.named_children[-1] if value.named_child_count else None
    return value is not None and value.type in ("fun_expression", "function_expression")


def ocaml_specification(walk: Walk, node: Node, frame: Frame) -> None:
    """`val f : a -> b` is a function, `val k : t` a constant."""
    at = first_child(node, ("value_name", "parenthesized_operator"))
    kind = "function" if first_child(node, ("function_type", "polymorphic_type")) is not None else "constant"
    walk.define(walk.text(at).strip("() "), kind, node, frame, at=at)


def ocaml_open(walk: Walk, node: Node, frame: Frame) -> None:
    """`open A.B`, `include X`; what is inside `include struct … end` belongs to the module around it."""
    walk.push(node.named_children, frame)
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
    if frame.holder in ("function", "method") or (frame.holder in TYPE_KINDS and kind != "function"):
        return
    inside = walk.define(name, kind, node, Frame((*frame.scope, *scope), frame.holder), at=at, body=body)
    if kind == "struct":
        walk.push_inside(node, inside)  # its constructors


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
