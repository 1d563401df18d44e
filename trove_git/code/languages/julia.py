"""Julia: short functions, macros, modules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import DOUBLE, TRIPLE, CommentStyle, scan
from trove_git.code.facts import Import
from trove_git.code.imports import Pattern
from trove_git.code.language import Language, always_exported
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_tree import STANDARD_LIBRARY, UNRESOLVED, Resolved, closest, external, internal
from trove_git.code.walk import TYPE_KINDS, Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_COMMENTS = CommentStyle(
    scan(rb"#=.*?(?:=#|\Z)|#[^\n]*", (TRIPLE, DOUBLE), rb'^[ \t]*(?:"""(?:[^\\]|\\.)*?(?:"""|\Z))'),
    (b"#",),
    (b"#=", b"=#"),
    doc=(b'"""',),
)

_IMPORTS = Pattern(
    re.compile(rb"^[ \t]*(?P<word>include)\([ \t]*\"(?P<target>[^\"\n$]{1,300})\"", re.M), {"include": "relative"}
)


def _import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`using A, B.C`, `using Q: a, b`, `import R`."""
    for item in node.named_children:
        if item.type == "selected_import":
            first, *names = item.named_children
            walk.add_import(node, walk.text(first), [walk.text(name) for name in names])
        else:
            walk.add_import(node, walk.text(item.named_child(0) if item.type == "import_alias" else item))


def _name(node: Node | None) -> Node | None:
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


def _definition(walk: Walk, node: Node, frame: Frame) -> None:
    """`function f(x)`, `macro m(x)`, `struct S{T} <: Q`, `abstract type A end`."""
    kind = {"function_definition": "function", "macro_definition": "macro", "struct_definition": "struct"}.get(
        node.type, "type"
    )
    head = node.named_child(0) if node.named_child_count else None
    _define(walk, kind, node, head, frame, node.named_child(1) if node.named_child_count > 1 else None)


def _define(walk: Walk, kind: str, node: Node, head: Node | None, frame: Frame, body: Node | None) -> None:
    at = _name(head)
    *scope, name = walk.text(at).split(".")
    if frame.holder in ("function", "method") or (frame.holder in TYPE_KINDS and kind != "function"):
        return
    inside = walk.define(name, kind, node, Frame((*frame.scope, *scope), frame.holder), at=at, body=body)
    if kind == "struct":
        walk.push_inside(node, inside)  # its constructors


def _assignment(walk: Walk, node: Node, frame: Frame) -> None:
    """`g(x) = …` is a function, `const K = …` a constant."""
    inner = first_child(node, ("assignment",)) if node.type == "const_statement" else node
    left = inner.named_child(0) if inner is not None and inner.named_child_count else None
    if left is None or inner is None:
        return
    if left.type in ("call_expression", "where_expression") or (
        left.type == "typed_expression" and "(" in walk.text(left)
    ):
        _define(walk, "function", node, left, frame, inner.named_child(inner.named_child_count - 1))
    elif node.type == "const_statement":
        _define(walk, "constant", node, left, frame, None)


def _module(walk: Walk, node: Node, frame: Frame) -> None:
    """`module A … end`."""
    at = node.child_by_field_name("name")
    inside = walk.define(walk.text(at), "mod", node, frame, at=at)
    walk.package = walk.package or walk.text(at)
    walk.push_inside(node, Frame(inside.scope, "mod"))


class JuliaResolver(PathResolver):
    """Resolves a module, or a file that is included, to the file of its name."""

    def find(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where an import leads."""
        if imported.target.endswith(".jl"):
            return self.beside(path, imported.target)
        name = imported.target.lstrip(".").partition(".")[0].partition(":")[0]
        endings = self.tree.by_name.get(name + ".jl", ()) if name else ()
        if endings:
            return internal([closest(endings, path)])
        if not name or imported.target.startswith("."):
            return UNRESOLVED
        return STANDARD_LIBRARY if name in ("Base", "Core", "Main") else external(name)


_RULES = {
    **holders("source_file ERROR if_statement macrocall_expression macro_argument_list"),
    "module_definition": Rule(handler=_module),
    "using_statement": Rule(handler=_import),
    "import_statement": Rule(handler=_import),
    "function_definition": Rule(handler=_definition),
    "macro_definition": Rule(handler=_definition),
    "struct_definition": Rule(handler=_definition),
    "abstract_definition": Rule(handler=_definition),
    "primitive_definition": Rule(handler=_definition),
    "assignment": Rule(handler=_assignment),
    "const_statement": Rule(handler=_assignment),
}

LANGUAGE = Language(
    name="Julia",
    grammar="tree_sitter_julia",
    suffixes=(".jl",),
    interpreters=("julia",),
    rules=_RULES,
    exported=always_exported,
    comments=_COMMENTS,
    imports=_IMPORTS,
    family="julia",
    resolver=JuliaResolver,
)
