"""PHP: namespaces, `use` of groups, constants that a call defines."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import C_LIKE, DOUBLE, SINGLE, CommentStyle, scan
from trove_git.code.imports import Pattern
from trove_git.code.language import Language
from trove_git.code.languages.modifiers import open_exported
from trove_git.code.resolve_namespaces import NamespaceResolver
from trove_git.code.walk import Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_HEREDOC = rb"<<<[ \t]*(?P<quote>['\"]?)(?P<heredoc>\w+)(?P=quote)[ \t]*\r?\n.*?^[ \t]*(?P=heredoc)\b"

_COMMENTS = CommentStyle(
    scan(rb"#(?!\[)[^\n]*()|" + C_LIKE, (_HEREDOC, DOUBLE, SINGLE)),
    (b"//", b"#"),
    (b"/*", b"*/"),
    (b"@", b"#["),
)

_IMPORTS = Pattern(
    re.compile(
        rb"(?<![\w$>:])(?P<word>require_once|require|include_once|include)\b[ \t(]*"
        rb"(?:(?:__DIR__|dirname\(__FILE__\))[ \t]*\.[ \t]*)?(['\"])(?P<target>[^'\"\n$]{1,500})\2"
    ),
    {"require_once": "relative", "require": "relative", "include_once": "relative", "include": "relative"},
)


def _namespace(walk: Walk, node: Node, frame: Frame) -> None:
    """A namespace, with braces or without."""
    name = walk.text(node.child_by_field_name("name"))
    walk.package = walk.package or name
    walk.push_inside(node.child_by_field_name("body"), frame)


def _use(walk: Walk, node: Node, _frame: Frame) -> None:
    """`use` of one name or a group, of functions and constants too."""
    prefix = first_child(node, ("namespace_name",))
    group = node.child_by_field_name("body")
    base = walk.text(prefix) + "\\" if prefix is not None and group is not None else ""
    words = walk.text(node, 40).split()
    form = words[1] if len(words) > 1 and words[1] in ("function", "const") else ""
    for clause in (group or node).named_children:
        if clause.type in ("namespace_use_clause", "namespace_use_group_clause"):
            name = walk.text(first_child(clause, ("qualified_name", "name", "namespace_name"))).lstrip("\\")
            walk.add_import(node, base + name, (name.rsplit("\\", 1)[-1],), form)


def _const(walk: Walk, node: Node, frame: Frame) -> None:
    """`const K = 1;` at the top or in a class."""
    for element in node.named_children:
        at = first_child(element, ("name",)) if element.type == "const_element" else None
        if at is not None:
            walk.define(walk.text(at), "constant", node, frame, at=at)


def _statement(walk: Walk, node: Node, frame: Frame) -> None:
    """`define("NAME", …)`."""
    call = node.named_child(0) if node.named_child_count else None
    if call is None or call.type != "function_call_expression":
        return
    arguments = call.child_by_field_name("arguments")
    if (
        walk.text(call.child_by_field_name("function")) == "define"
        and arguments is not None
        and arguments.named_child_count
    ):
        at = arguments.named_child(0)
        walk.define(walk.text(at).strip("\"'"), "constant", node, frame, at=at)


_RULES = {
    **holders(
        "program declaration_list enum_declaration_list "
        "if_statement compound_statement else_clause else_if_clause colon_block "
        "ERROR"
    ),
    "namespace_definition": Rule(handler=_namespace),
    "namespace_use_declaration": Rule(handler=_use),
    "function_definition": Rule("function"),
    "class_declaration": Rule("class"),
    "interface_declaration": Rule("interface"),
    "trait_declaration": Rule("trait"),
    "enum_declaration": Rule("enum"),
    "method_declaration": Rule("function"),
    "const_declaration": Rule(handler=_const),
    "expression_statement": Rule(handler=_statement),
}

LANGUAGE = Language(
    name="PHP",
    grammar="tree_sitter_php:language_php",
    suffixes=(".php", ".phtml", ".php5", ".inc"),
    interpreters=("php",),
    rules=_RULES,
    exported=open_exported,
    comments=_COMMENTS,
    imports=_IMPORTS,
    family="php",
    resolver=partial(NamespaceResolver, family="php", suffixes=(".php", ".phtml", ".inc")),
    doc_of_type=True,
)
