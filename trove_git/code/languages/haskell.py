"""Haskell: export lists, equations of one name, the header of a module."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import DOUBLE, CommentStyle, scan
from trove_git.code.comments import strip_markup
from trove_git.code.language import Language
from trove_git.code.resolve_namespaces import NamespaceResolver
from trove_git.code.walk import Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_COMMENTS = CommentStyle(
    scan(rb"--+(?![!#$%&*+./<=>?@\\^|~])[^\n]*|\{-(?!#).*?(?:-\}|\Z)", (DOUBLE,)), (b"--",), (b"{-", b"-}")
)

_FIELD = re.compile(
    r"^(?:Module|Copyright|Licen[sc]e|Maintainer|Author|Stability|Portability)[ \t]*:.*(?:\n(?!\w+[ \t]*:)\S.*)*\n?",
    re.MULTILINE,
)

_DESCRIPTION = re.compile(r"^Description[ \t]*:[ \t]*(.*)", re.MULTILINE)


def _header(walk: Walk, node: Node, _frame: Frame) -> None:
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


def _import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import qualified A.B as C (x, y)`."""
    names = node.child_by_field_name("names")
    listed = (
        []
        if names is None
        else [walk.text(item.named_child(0) if item.named_child_count else item) for item in names.named_children]
    )
    hiding = any(child.type == "hiding" for child in node.children)
    walk.add_import(node, walk.text(node.child_by_field_name("module")), [] if hiding else listed)


def _function(walk: Walk, node: Node, frame: Frame) -> None:
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


def _exported(walk: Walk, _node: Node, name: str, frame: Frame) -> bool:
    """In the module's export list, or the module has none."""
    return not walk.exported_names or name in walk.exported_names or bool(set(frame.scope) & walk.exported_names)


def _instance(walk: Walk, node: Node, frame: Frame) -> None:
    """`instance C T where`: its functions are methods of `C T`."""
    types = node.child_by_field_name("patterns")
    name = f"{walk.text(node.child_by_field_name('name'))} {walk.text(types)}".strip()
    walk.push_inside(node.child_by_field_name("declarations"), Frame((*frame.scope, name[:80]), "impl"))


def _without_fields(comment: str) -> str:
    """Take `Module : A.B` and other fields off the header of a Haskell file; its `Description` alone if it has one.

    Source: https://haskell-haddock.readthedocs.io/latest/markup.html#the-module-description.
    """
    text = strip_markup(comment)
    described = _DESCRIPTION.search(text)
    return described.group(1) if described else _FIELD.sub("", text).strip()


_RULES = {
    **holders("haskell imports declarations class_declarations instance_declarations foreign_import ERROR"),
    "header": Rule(handler=_header),
    "import": Rule(handler=_import),
    "function": Rule(handler=_function),
    "bind": Rule(handler=_function),
    "signature": Rule(handler=_function),
    "data_type": Rule("type", body=("constructors",)),
    "newtype": Rule("type", body=("constructor",)),
    "type_synomym": Rule("type", body=()),
    "type_synonym": Rule("type", body=()),
    "type_family": Rule("type", body=()),
    "data_family": Rule("type", body=()),
    "class": Rule("trait", body=("declarations",)),
    "instance": Rule(handler=_instance),
}

LANGUAGE = Language(
    name="Haskell",
    grammar="tree_sitter_haskell",
    suffixes=(".hs",),
    interpreters=("runhaskell", "stack"),
    rules=_RULES,
    exported=_exported,
    comments=_COMMENTS,
    once=True,
    clean_header=_without_fields,
    family="haskell",
    resolver=partial(NamespaceResolver, family="haskell", suffixes=(".hs", ".lhs", ".hs-boot")),
)
