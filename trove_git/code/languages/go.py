"""Go: upper-case names, receivers, grouped declarations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import C_LIKE, CHAR, DOUBLE, CommentStyle, scan
from trove_git.code.language import Language
from trove_git.code.resolve_go import GoResolver
from trove_git.code.walk import Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_TYPES = {"struct_type": "struct", "interface_type": "interface"}
_GENERIC = re.compile(r"[\[<].*", re.DOTALL)
_COMMENTS = CommentStyle(scan(C_LIKE, (DOUBLE, CHAR, rb"`[^`]*`")), (b"//",), (b"/*", b"*/"))


def _exported(_walk: Walk, _node: Node, name: str, frame: Frame) -> bool:
    """An upper-case first letter, of the receiver too."""
    return all(part[:1].isupper() for part in (*frame.scope, name))


def _package(walk: Walk, node: Node, _frame: Frame) -> None:
    """`package x`."""
    walk.package = walk.text(first_child(node, ("package_identifier",)))


def _import(walk: Walk, node: Node, _frame: Frame) -> None:
    """One line of an import block."""
    walk.add_import(node, walk.text(node.child_by_field_name("path")).strip('"`'))


def _method(walk: Walk, node: Node, frame: Frame) -> None:
    """`func (s *S[T]) M()`: a method of S."""
    at = node.child_by_field_name("name")
    receiver = walk.text(node.child_by_field_name("receiver")).strip("() \t\n")
    owner = _GENERIC.sub("", receiver.split()[-1] if "[" not in receiver else _GENERIC.sub("", receiver).split()[-1])
    scope = (owner.lstrip("*"),) if owner.strip("*") else ()
    body = node.child_by_field_name("body")
    walk.define(walk.text(at), "method", node, Frame((*frame.scope, *scope), "class"), at=at, body=body)


def _type(walk: Walk, node: Node, frame: Frame) -> None:
    """One type of a type declaration, with the methods of an interface."""
    at = node.child_by_field_name("name")
    kind = node.child_by_field_name("type")
    type_kind = _TYPES.get(kind.type, "type") if kind is not None else "type"
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


def _values(walk: Walk, node: Node, frame: Frame) -> None:
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


_RULES = {
    **holders(
        "source_file const_declaration var_declaration var_spec_list type_declaration ERROR import_declaration "
        "import_spec_list"
    ),
    "package_clause": Rule(handler=_package),
    "import_spec": Rule(handler=_import),
    "function_declaration": Rule("function", body=("body",)),
    "method_declaration": Rule(handler=_method),
    "type_spec": Rule(handler=_type),
    "type_alias": Rule(handler=_type),
    "method_elem": Rule("method", body=()),
    "method_spec": Rule("method", body=()),
    "const_spec": Rule(handler=_values),
    "var_spec": Rule(handler=_values),
}

LANGUAGE = Language(
    name="Go",
    grammar="tree_sitter_go",
    suffixes=(".go",),
    rules=_RULES,
    exported=_exported,
    comments=_COMMENTS,
    family="go",
    resolver=GoResolver,
)
