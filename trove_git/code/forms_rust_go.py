"""Go and Rust: receivers, grouped declarations, `use` trees and `impl` blocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code.walk import Frame, Walk, first_child, has_child

if TYPE_CHECKING:
    from tree_sitter import Node

_GO_TYPES = {"struct_type": "struct", "interface_type": "interface"}
_GENERIC = re.compile(r"[\[<].*", re.DOTALL)


def go_exported(_walk: Walk, _node: Node, name: str, frame: Frame) -> bool:
    """An upper-case first letter, of the receiver too."""
    return all(part[:1].isupper() for part in (*frame.scope, name))


def go_package(walk: Walk, node: Node, _frame: Frame) -> None:
    """`package x`."""
    walk.package = walk.text(first_child(node, ("package_identifier",)))


def go_import(walk: Walk, node: Node, _frame: Frame) -> None:
    """One line of an import block."""
    walk.add_import(node, walk.text(node.child_by_field_name("path")).strip('"`'))


def go_method(walk: Walk, node: Node, frame: Frame) -> None:
    """`func (s *S[T]) M()`: a method of S."""
    at = node.child_by_field_name("name")
    receiver = walk.text(node.child_by_field_name("receiver")).strip("() \t\n")
    owner = _GENERIC.sub("", receiver.split()[-1] if "[" not in receiver else _GENERIC.sub("", receiver).split()[-1])
    scope = (owner.lstrip("*"),) if owner.strip("*") else ()
    body = node.child_by_field_name("body")
    walk.define(walk.text(at), "method", node, Frame((*frame.scope, *scope), "class"), at=at, body=body)


def go_type(walk: Walk, node: Node, frame: Frame) -> None:
    """One type of a type declaration, with the methods of an interface."""
    at = node.child_by_field_name("name")
    kind = node.child_by_field_name("type")
    type_kind = _GO_TYPES.get(kind.type, "type") if kind is not None else "type"
    if frame.holder:
        return
    inside = walk.define(
        walk.text(at),
        type_kind,
        node,
        frame,
        at=at,
        body=first_child(kind, ("field_declaration_list",)) if kind else None,
    )
    if kind is not None and kind.type == "interface_type":
        walk.push_inside(kind, inside)


def go_values(walk: Walk, node: Node, frame: Frame) -> None:
    """Constants, and variables that hold a function."""
    if frame.holder:
        return
    values = node.child_by_field_name("value")
    for number, at in enumerate(node.children_by_field_name("name")):
        if at.type != "identifier" or walk.text(at) == "_":
            continue
        if node.type == "const_spec":
            walk.define(walk.text(at), "constant", node, frame, at=at)
        elif values is not None and values.named_child_count > number:
            value = values.named_child(number)
            if value is not None and value.type == "func_literal":
                walk.define(walk.text(at), "function", node, frame, at=at, body=value.child_by_field_name("body"))


def rust_exported(_walk: Walk, node: Node, _name: str, frame: Frame) -> bool:
    """`pub` before it, or in a trait or its implementation, or a macro."""
    return frame.exported or has_child(node, ("visibility_modifier",)) or node.type == "macro_definition"


def rust_impl(walk: Walk, node: Node, frame: Frame) -> None:
    """`impl T for S`: what is inside belongs to S."""
    owner = _rust_owner(walk.text(node.child_by_field_name("type"), 400))
    of_trait = node.child_by_field_name("trait") is not None
    scope = (*frame.scope, owner) if owner else frame.scope
    walk.push_inside(node.child_by_field_name("body"), Frame(scope[:16], "impl", of_trait, frame.hidden))


def _rust_owner(text: str) -> str:
    """`&'a mut a::S<T>` → `S`."""
    text = re.sub(r"^(?:&\s*(?:'\w+\s*)?(?:mut\s+)?|dyn\s+|\*(?:const|mut)\s+)+", "", text.strip())
    text = re.sub(r"<.*", "", text, flags=re.DOTALL) if not text.startswith("<") else text
    return text.split("::")[-1].strip()


def rust_trait(walk: Walk, node: Node, frame: Frame) -> None:
    """A trait; its methods are as public as it is."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    inside = walk.define(walk.text(at), "trait", node, frame, at=at, body=body)
    public = rust_exported(walk, node, "", frame)
    walk.push_inside(body, Frame(inside.scope, "trait", public, frame.hidden))


def rust_mod(walk: Walk, node: Node, frame: Frame) -> None:
    """`mod x {…}` holds definitions; `mod x;` is an import of another file too."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    inside = walk.define(walk.text(at), "mod", node, frame, at=at, body=body)
    if body is None:
        walk.add_import(node, walk.text(at), (), "mod")
    else:
        walk.push_inside(body, Frame(inside.scope, "mod", False, frame.hidden))


def rust_crate(walk: Walk, node: Node, _frame: Frame) -> None:
    """`extern crate x`."""
    walk.add_import(node, walk.text(node.child_by_field_name("name")), (), "crate")


def rust_use(walk: Walk, node: Node, _frame: Frame) -> None:
    """A `use` tree: one import a leaf."""
    stack: list[tuple[Node, str]] = []
    argument = node.child_by_field_name("argument")
    if argument is not None:
        stack.append((argument, ""))
    while stack:
        part, before = stack.pop()
        if part.type == "use_as_clause":
            part = part.child_by_field_name("path") or part
        path = part.child_by_field_name("path") if part.type == "scoped_use_list" else None
        inner = part.child_by_field_name("list") if part.type == "scoped_use_list" else part
        if part.type in ("scoped_use_list", "use_list") and inner is not None:
            prefix = before + (walk.text(path) + "::" if path is not None else "")
            stack.extend((child, prefix) for child in reversed(inner.named_children) if "comment" not in child.type)
            continue
        text = re.sub(r"\s+", "", walk.text(part))
        target = before[:-2] if text == "self" and before else before + text
        walk.add_import(node, target, (target.rsplit("::", 1)[-1],))
