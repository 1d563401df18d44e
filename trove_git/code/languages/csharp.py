"""C#: namespaces, fields, operators, and definitions split by `#if`."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import C_LIKE, CHAR, DOUBLE, TRIPLE, CommentStyle, scan
from trove_git.code.language import Language
from trove_git.code.languages.modifiers import MODIFIERS, modifier_text, open_type, public_exported
from trove_git.code.resolve_namespaces import NamespaceResolver
from trove_git.code.walk import Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_DIRECTIVE = re.compile(rb"[ \t]*#[ \t]*(if|elif|else|endif)\b")

_COMMENTS = CommentStyle(
    scan(C_LIKE, (TRIPLE, rb'[$@]*@[$@]*"[^"]*"', DOUBLE, CHAR)),
    (b"//",),
    (b"/*", b"*/"),
    (b"@", b"[", b"#if", b"#pragma"),
)


def _exported(walk: Walk, node: Node, name: str, frame: Frame) -> bool:
    """As in Java, and a type inside no other is `internal` without a word."""
    if frame.holder in ("", "mod"):
        return node.type != "local_function_statement" and "file" not in modifier_text(walk, node).split()
    return public_exported(walk, node, name, frame)


def _using(walk: Walk, node: Node, _frame: Frame) -> None:
    """`using A.B;`, `using static X.Y;`, `using Z = Q.W;`."""
    parts = [
        child
        for child in node.named_children
        if child.type in ("qualified_name", "identifier", "alias_qualified_name", "generic_name")
    ]
    if parts:
        static = any(child.type == "static" for child in node.children)
        walk.add_import(node, "".join(walk.text(parts[-1]).split()), (), "static" if static else "")


def _namespace(walk: Walk, node: Node, frame: Frame) -> None:
    """`namespace A.B {…}`: the first is the file's package, others are the scope of what is inside."""
    name = walk.text(node.child_by_field_name("name"))
    is_package = not frame.scope and name == (walk.package or name)
    walk.package = walk.package or name
    scope = frame.scope if is_package else (*frame.scope, *name.split("."))
    walk.push_inside(node.child_by_field_name("body"), Frame(scope, "mod"))


def _field(walk: Walk, node: Node, frame: Frame) -> None:
    """`const` and `static readonly` fields."""
    words = modifier_text(walk, node).split()
    if "const" not in words and not ("static" in words and "readonly" in words):
        return
    declaration = first_child(node, ("variable_declaration",))
    for declarator in declaration.named_children if declaration is not None else ():
        at = declarator.child_by_field_name("name")
        if declarator.type == "variable_declarator" and at is not None:
            name, is_first = walk.text(at), declarator.start_point.row == _modifier_row(node)
            exported = not frame.hidden and _exported(walk, node, name, frame)
            walk.define(name, "constant", node if is_first else declarator, frame, at=at, exported=exported)


def _modifier_row(node: Node) -> int:
    """Return the row where a field begins behind its attributes."""
    modifier = first_child(node, MODIFIERS)
    return (modifier or node).start_point.row


def _directives(source: bytes) -> bytes:
    """Blank the lines of `#if` and what stands behind `#else`, where the grammar trips over a split definition."""
    lines, depths = source.split(b"\n"), [False]
    for number, line in enumerate(lines):
        word = _DIRECTIVE.match(line)
        if word is not None and word.group(1) == b"if":
            depths.append(depths[-1])
        elif word is not None and len(depths) > 1:
            depths[-1] = True
            if word.group(1) == b"endif":
                depths.pop()
        if word is not None or depths[-1]:
            lines[number] = b" " * len(line)
    return b"\n".join(lines)


def _destructor(walk: Walk, node: Node, frame: Frame) -> None:
    """`~C()`, `operator +`, a conversion, an indexer: named by what they are."""
    fields = ("name", "operator", "type")
    at = next((child for child in map(node.child_by_field_name, fields) if child is not None), None)
    body = node.child_by_field_name("body")
    prefix = "~" if node.type == "destructor_declaration" else "operator "
    walk.define(prefix + walk.text(at), "method", node, frame, at=at, body=body)


_RULES = {
    **holders(
        "compilation_unit declaration_list ERROR preproc_if preproc_else preproc_elif preproc_region global_statement"
    ),
    "using_directive": Rule(handler=_using),
    "namespace_declaration": Rule(handler=_namespace),
    "file_scoped_namespace_declaration": Rule(handler=_namespace),
    "class_declaration": Rule("class"),
    "record_declaration": Rule("class"),
    "struct_declaration": Rule("struct"),
    "interface_declaration": Rule(handler=open_type),
    "enum_declaration": Rule("enum", body=("body",)),
    "delegate_declaration": Rule("type", body=()),
    "method_declaration": Rule("function"),
    "constructor_declaration": Rule("function"),
    "destructor_declaration": Rule(handler=_destructor),
    "operator_declaration": Rule(handler=_destructor),
    "conversion_operator_declaration": Rule(handler=_destructor),
    "local_function_statement": Rule("function"),
    "field_declaration": Rule(handler=_field),
}

LANGUAGE = Language(
    name="C#",
    grammar="tree_sitter_c_sharp",
    suffixes=(".cs", ".csx"),
    rules=_RULES,
    exported=_exported,
    comments=_COMMENTS,
    repair=_directives,
    family="csharp",
    resolver=partial(NamespaceResolver, family="csharp", suffixes=(".cs",)),
    doc_of_type=True,
)
