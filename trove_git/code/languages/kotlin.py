"""Kotlin: classes, objects, properties; what its grammar needs to be helped with."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from trove_git.code import comment_styles
from trove_git.code.language import Language
from trove_git.code.languages.modifiers import modifier_text, open_exported, package
from trove_git.code.resolve_namespaces import JVM_SUFFIXES, NamespaceResolver
from trove_git.code.walk import Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_ANNOTATION = re.compile(
    rb"^@[\w.:]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\)){0,2000}\))?[ \t]*(?=\n|@|public|internal|private)",
    re.MULTILINE,
)

_SPACE_BEFORE_BRACE = re.compile(rb"(?<=[\w)\]}?>\"*]) \}")


def blank_annotations(source: bytes) -> bytes:
    """Put spaces in the place of annotations on lines of their own at the margin, keeping every offset.

    With arguments before `public annotation class X`, the grammar takes all of it for one expression.
    """
    return _ANNOTATION.sub(lambda match: re.sub(rb"[^\n]", b" ", match.group()), source)


def _semicolons(source: bytes) -> bytes:
    """Write `{ fun f() }` as `{ fun f();}`: the grammar needs what the language does without."""
    return _SPACE_BEFORE_BRACE.sub(b";}", source)


def _import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import a.b.*`, `import a.b as c`."""
    name = first_child(node, ("qualified_identifier", "identifier"))
    target = "".join(walk.text(name).split())
    if walk.text(node).rstrip("; \n").endswith("*") and not target.endswith("*"):
        target += ".*"
    walk.add_import(node, target, (target.rsplit(".", 1)[-1],))


def _class(walk: Walk, node: Node, frame: Frame) -> None:
    """A class, interface, enum, object or companion object."""
    at = node.child_by_field_name("name") or first_child(node, ("identifier", "type_identifier", "simple_identifier"))
    body = first_child(node, ("class_body", "enum_class_body"))
    words = {child.type for child in node.children}
    kind = "object" if "object" in words else "interface" if "interface" in words else "class"
    if (
        "enum" in modifier_text(walk, node).split()
        or "enum" in words
        or (body is not None and body.type == "enum_class_body")
    ):
        kind = "enum"
    name = walk.text(at)
    delegated = _delegated_body(node) if body is None else None
    if node.type == "companion_object" and not name:
        inside = Frame(frame.scope, "object", frame.exported, frame.hidden)
    else:
        inside = walk.define(name, kind, node, frame, at=at, body=body or delegated)
    walk.push((body,), inside)
    walk.push_inside(delegated, inside)


def _delegated_body(node: Node) -> Node | None:
    """Find the body of `class A : B by (c) {…}`, which the grammar takes for an argument of `(c)`."""
    path = (
        "delegation_specifiers",
        "delegation_specifier",
        "explicit_delegation",
        "call_expression",
        "annotated_lambda",
        "lambda_literal",
    )
    found: Node | None = node
    for kind in path:
        children = [child for child in found.named_children if child.type == kind] if found is not None else []
        found = children[-1] if children else None
    return found


def _property(walk: Walk, node: Node, frame: Frame) -> None:
    """`const val`, a `val` at the top of the file, and one in an object with an upper-case name."""
    declared = first_child(node, ("variable_declaration",))
    at = first_child(declared, ("identifier", "simple_identifier")) if declared is not None else None
    name = walk.text(at)
    if frame.holder not in ("", "object") or not any(child.type == "val" for child in node.children):
        return
    if not frame.holder or "const" in modifier_text(walk, node).split() or re.match(r"[A-Z][A-Z0-9_]*\Z", name):
        walk.define(name, "constant", node, frame, at=at)


_RULES = {
    **holders("source_file class_body enum_class_body ERROR"),
    "package_header": Rule(handler=package),
    "import": Rule(handler=_import),
    "import_header": Rule(handler=_import),
    "class_declaration": Rule(handler=_class),
    "object_declaration": Rule(handler=_class),
    "companion_object": Rule(handler=_class),
    "function_declaration": Rule("function", name_types=("simple_identifier", "identifier"), body=("function_body",)),
    "property_declaration": Rule(handler=_property),
    "type_alias": Rule("type", name="type", name_types=("identifier", "type_identifier"), body=()),
}

LANGUAGE = Language(
    name="Kotlin",
    grammar="tree_sitter_kotlin",
    suffixes=(".kt", ".kts"),
    rules=_RULES,
    exported=open_exported,
    comments=comment_styles.C,
    prepare=blank_annotations,
    repair=_semicolons,
    family="jvm",
    resolver=partial(NamespaceResolver, family="jvm", suffixes=JVM_SUFFIXES),
    doc_of_type=True,
)
