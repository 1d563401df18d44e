"""Scala: packages that add up, values, imports of several names."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from trove_git.code import comment_styles
from trove_git.code.language import Language
from trove_git.code.languages.modifiers import modifier_text, open_exported
from trove_git.code.resolve_namespaces import JVM_SUFFIXES, NamespaceResolver
from trove_git.code.walk import Frame, Rule, Walk, holders

if TYPE_CHECKING:
    from tree_sitter import Node


def _import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import a.{B, C => D}, e._`."""
    text = re.sub(r"\s+", " ", walk.text(node)).removeprefix("import").strip()
    for part in re.split(r",(?![^{]*\})", text):
        part = part.strip()
        base, brace, inner = part.partition("{")
        if not brace:
            target = re.split(r"\s+(?:as|=>)\s+", part)[0].strip()
            walk.add_import(node, target, (target.rsplit(".", 1)[-1],))
            continue
        for name in inner.rstrip("} ").split(","):
            name = re.split(r"\s*=>\s*|\s+as\s+", name.strip())[0]
            if name:
                walk.add_import(node, base + name, (name,))


def _value(walk: Walk, node: Node, frame: Frame) -> None:
    """A `val` of a package or object is a constant, and an `implicit` one anywhere, which is found by its type."""
    at = node.child_by_field_name("pattern") or node.child_by_field_name("name")
    if at is None or at.type != "identifier" or frame.holder in ("function", "method"):
        return
    if frame.holder in ("", "object", "mod") or "implicit" in modifier_text(walk, node).split():
        walk.define(walk.text(at), "constant", node, frame, at=at)


def _block(walk: Walk, node: Node, frame: Frame) -> None:
    """What is defined in a block is local to it, wherever the block stands."""
    walk.push(node.named_children, Frame(frame.scope, "function", False, True))


def _package(walk: Walk, node: Node, frame: Frame) -> None:
    """`package a.b`; clauses that follow each other add up."""
    name = "".join(walk.text(node.child_by_field_name("name")).split())
    body = node.child_by_field_name("body")
    if not frame.scope:
        walk.package = f"{walk.package}.{name}" if walk.package and body is None else walk.package or name
    walk.push_inside(body, frame)


_RULES = {
    **holders("compilation_unit template_body enum_body with_template_body extension_definition ERROR"),
    "block": Rule(handler=_block),
    "indented_block": Rule(handler=_block),
    "package_clause": Rule(handler=_package),
    "import_declaration": Rule(handler=_import),
    "object_definition": Rule("object"),
    "package_object": Rule("object"),
    "class_definition": Rule("class"),
    "trait_definition": Rule("trait"),
    "enum_definition": Rule("enum"),
    "given_definition": Rule("object"),
    "function_definition": Rule("function"),
    "function_declaration": Rule("function", body=()),
    "type_definition": Rule("type", body=()),
    "val_definition": Rule(handler=_value),
}

LANGUAGE = Language(
    name="Scala",
    grammar="tree_sitter_scala",
    suffixes=(".scala", ".sc", ".sbt"),
    interpreters=("scala",),
    rules=_RULES,
    exported=open_exported,
    comments=comment_styles.C,
    family="jvm",
    resolver=partial(NamespaceResolver, family="jvm", suffixes=JVM_SUFFIXES),
    doc_of_type=True,
)
