"""C++: C with classes, templates and namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trove_git.code import comment_styles
from trove_git.code.language import Language
from trove_git.code.languages.c_branches import keep_one_branch
from trove_git.code.languages.c_family import C_IMPORTS, C_RULES, blank_macros, c_exported, c_type
from trove_git.code.languages.c_macros import find_macros
from trove_git.code.resolve_includes import IncludeResolver
from trove_git.code.walk import Frame, Rule, Walk, holders

if TYPE_CHECKING:
    from tree_sitter import Node


def _namespace(walk: Walk, node: Node, frame: Frame) -> None:
    """`namespace a::b {…}`; what is in an unnamed one stays in the file."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    parts = tuple(part.strip() for part in walk.text(at).split("::") if part.strip())
    parts = tuple(part.removeprefix("inline ") for part in parts)
    if at is not None and len(frame.scope) < 15:
        inside = Frame((*frame.scope, *parts)[:16], "mod", frame.exported, frame.hidden)
        walk.define(parts[-1], "mod", node, Frame((*frame.scope, *parts[:-1]), "mod"), at=at, body=body)
    else:
        inside = Frame(frame.scope, "mod", False, True)
    walk.push_inside(body, inside)


_RULES = {
    **C_RULES,
    **holders("template_declaration friend_declaration"),
    "class_specifier": Rule(handler=c_type),
    "namespace_definition": Rule(handler=_namespace),
    "alias_declaration": Rule("type", body=()),
    "concept_definition": Rule("type", body=()),
}

LANGUAGE = Language(
    name="C++",
    grammar="tree_sitter_cpp",
    suffixes=(".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".inl", ".tcc"),
    rules=_RULES,
    exported=c_exported,
    comments=comment_styles.C,
    prepare=blank_macros,
    repair=keep_one_branch,
    imports=C_IMPORTS,
    family="c",
    resolver=IncludeResolver,
    patterns=find_macros,
)
