"""TypeScript: JavaScript with types, interfaces, enums and namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trove_git.code.language import Language
from trove_git.code.languages.javascript import (
    JS_COMMENTS,
    JS_IMPORTS,
    JS_RULES,
    js_exported,
    js_field,
    js_method,
    unquoted,
)
from trove_git.code.resolve_javascript import JavaScriptResolver
from trove_git.code.walk import Frame, Rule, Walk, holders

if TYPE_CHECKING:
    from tree_sitter import Node


def _module(walk: Walk, node: Node, frame: Frame) -> None:
    """`namespace A.B {…}`, `declare module "x" {…}`, `declare global {…}`."""
    name = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    inside = walk.define(unquoted(walk, name) if name is not None else "", "mod", node, frame, at=name, body=body)
    walk.push((body,), Frame(inside.scope, "mod", frame.exported, inside.hidden))


TS_RULES = {
    **JS_RULES,
    **holders("ambient_declaration interface_body object_type"),
    "abstract_class_declaration": Rule("class"),
    "interface_declaration": Rule("interface"),
    "type_alias_declaration": Rule("type", body=()),
    "enum_declaration": Rule("enum"),
    "function_signature": Rule("function", body=()),
    "method_signature": Rule(handler=js_method),
    "abstract_method_signature": Rule(handler=js_method),
    "public_field_definition": Rule(handler=js_field),
    "module": Rule(handler=_module),
    "internal_module": Rule(handler=_module),
}

LANGUAGE = Language(
    name="TypeScript",
    grammar="tree_sitter_typescript:language_typescript",
    suffixes=(".ts", ".mts", ".cts"),
    interpreters=("ts-node", "tsx"),
    rules=TS_RULES,
    exported=js_exported,
    comments=JS_COMMENTS,
    imports=JS_IMPORTS,
    family="javascript",
    resolver=JavaScriptResolver,
    marks_exports=True,
)
