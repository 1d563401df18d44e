"""Zig: types that are values of constants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code import comment_styles
from trove_git.code.facts import Import
from trove_git.code.imports import Pattern
from trove_git.code.language import Language
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_tree import STANDARD_LIBRARY, UNRESOLVED, Resolved, external, internal
from trove_git.code.walk import MAX_SCOPE_DEPTH, Frame, Rule, Walk, first_child, has_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_IMPORTS = Pattern(
    re.compile(rb"(?P<word>@import|@cImport|@embedFile)\([ \t]*\"(?P<target>[^\"\n]{1,300})\""), {"@import": ""}
)

_CONTAINERS = {
    "struct_declaration": "struct", "enum_declaration": "enum", "union_declaration": "union",
    "opaque_declaration": "type", "error_set_declaration": "enum",
}  # fmt: skip


def _container(node: Node) -> Node | None:
    """Return the `struct {…}` that a variable is bound to, in the last branch of an `if` too."""
    choice = first_child(node, ("if_expression",))
    made = choice.named_children[-1:] if choice is not None else ()
    return next((child for child in made if child.type in _CONTAINERS), first_child(node, tuple(_CONTAINERS)))


def _field(walk: Walk, node: Node, frame: Frame) -> None:
    """`field: struct {…}`: its functions have the field's name before them."""
    made = node.child_by_field_name("type")
    if made is not None and made.type in _CONTAINERS and len(frame.scope) < MAX_SCOPE_DEPTH:
        scope = (*frame.scope, walk.text(node.child_by_field_name("name")))
        walk.push_inside(made, Frame(scope, _CONTAINERS[made.type], frame.exported, frame.hidden))


def _variable(walk: Walk, node: Node, frame: Frame) -> None:
    """`const S = struct {…}`, `const K = 1`."""
    at = first_child(node, ("identifier",))
    if at is None or frame.holder in ("function", "method"):
        return
    container = _container(node)
    name = walk.text(at)
    if container is not None:
        inside = walk.define(name, _CONTAINERS[container.type], node, frame, at=at, body=container)
        walk.push_inside(container, inside)
    elif has_child(node, ("const",)):
        value = node.named_child(node.named_child_count - 1)
        if value is None or "@import" not in walk.text(value, 12):
            walk.define(name, "constant", node, frame, at=at)


def _function(walk: Walk, node: Node, frame: Frame) -> None:
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
            first_child(value, tuple(_CONTAINERS)) if value is not None and value.type == "return_expression" else None
        )
        if made is not None:
            walk.push_inside(made, Frame(inside.scope, "struct", False, inside.hidden))


def _exported(_walk: Walk, node: Node, _name: str, _frame: Frame) -> bool:
    """`pub` or `export`."""
    return has_child(node, ("pub", "export"))


class ZigResolver(PathResolver):
    """Resolves `@import` of a file, or of a module by its usual places."""

    def find(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where an import leads."""
        target = imported.target
        if target.endswith((".zig", ".zon")):
            return self.beside(path, target)
        if target in ("std", "builtin", "root"):
            return STANDARD_LIBRARY
        found = self.tree.first(
            f"src/{target}.zig", f"{target}.zig", f"{target}/{target}.zig", f"src/{target}/{target}.zig"
        )
        return internal([found]) if found else external(target) if target else UNRESOLVED


_RULES = {
    **holders("source_file ERROR"),
    "variable_declaration": Rule(handler=_variable),
    "container_field": Rule(handler=_field),
    "function_declaration": Rule(handler=_function),
}

LANGUAGE = Language(
    name="Zig",
    grammar="tree_sitter_zig",
    suffixes=(".zig",),
    rules=_RULES,
    exported=_exported,
    comments=comment_styles.C,
    imports=_IMPORTS,
    family="zig",
    resolver=ZigResolver,
)
