"""Java: fields, and the classes without a name that expressions make."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from trove_git.code import comment_styles
from trove_git.code.language import Language
from trove_git.code.languages.modifiers import modifier_text, open_type, package, public_exported
from trove_git.code.resolve_namespaces import JVM_SUFFIXES, NamespaceResolver
from trove_git.code.walk import TYPE_KINDS, Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node


def _import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import a.B;`, `import static a.B.*;`."""
    target = "".join(walk.text(first_child(node, ("scoped_identifier", "identifier"))).split())
    static = any(child.type == "static" for child in node.children)
    if first_child(node, ("asterisk",)) is not None:
        target += ".*"
    walk.add_import(node, target, (target.rsplit(".", 1)[-1],), "static" if static else "")


def _field(walk: Walk, node: Node, frame: Frame) -> None:
    """`static final` fields are constants; the class that a field's value may make is looked into."""
    words = modifier_text(walk, node).split()
    constant = node.type == "constant_declaration" or ("static" in words and "final" in words)
    for declarator in node.children_by_field_name("declarator"):
        at = declarator.child_by_field_name("name")
        if constant and frame.holder in TYPE_KINDS:
            walk.define(walk.text(at), "constant", node, frame, at=at)
        _anonymous(walk, declarator.child_by_field_name("value"), frame)


def _local(walk: Walk, node: Node, frame: Frame) -> None:
    """A local variable may hold an object of a class made on the spot."""
    for declarator in node.children_by_field_name("declarator"):
        _anonymous(walk, declarator.child_by_field_name("value"), frame)


def _expression(walk: Walk, node: Node, frame: Frame) -> None:
    """A statement that is an expression."""
    _anonymous(walk, node.named_child(0) if node.named_child_count else None, frame)


def _anonymous(walk: Walk, value: Node | None, frame: Frame) -> None:
    """Look into the classes without a name that an expression makes."""
    stack = [value]
    for _ in range(200):
        value = stack.pop() if stack else None
        if value is None:
            break
        if value.type == "object_creation_expression":
            body = first_child(value, ("class_body",))
            walk.push((body,), Frame(frame.scope, "class", False, True))
            stack.append(value.child_by_field_name("arguments"))
        elif value.type == "lambda_expression":
            walk.push((value.child_by_field_name("body"),), Frame(frame.scope, "function", False, True))
        elif value.type in (
            "argument_list",
            "method_invocation",
            "assignment_expression",
            "cast_expression",
            "parenthesized_expression",
        ):
            stack.extend(child for child in reversed(value.named_children) if child.named_child_count)


_RULES = {
    **holders(
        "program class_body interface_body enum_body enum_body_declarations annotation_type_body block "
        "constructor_body "
        "enum_constant if_statement try_statement catch_clause finally_clause for_statement enhanced_for_statement "
        "while_statement synchronized_statement try_with_resources_statement ERROR"
    ),
    "package_declaration": Rule(handler=package),
    "import_declaration": Rule(handler=_import),
    "class_declaration": Rule("class"),
    "record_declaration": Rule("class"),
    "interface_declaration": Rule(handler=open_type),
    "annotation_type_declaration": Rule(handler=open_type),
    "enum_declaration": Rule("enum"),
    "method_declaration": Rule("function"),
    "constructor_declaration": Rule("function"),
    "compact_constructor_declaration": Rule("function"),
    "annotation_type_element_declaration": Rule("function", body=()),
    "field_declaration": Rule(handler=_field),
    "constant_declaration": Rule(handler=_field),
    "local_variable_declaration": Rule(handler=_local),
    "expression_statement": Rule(handler=_expression),
    "return_statement": Rule(handler=_expression),
    "throw_statement": Rule(handler=_expression),
}

LANGUAGE = Language(
    name="Java",
    grammar="tree_sitter_java",
    suffixes=(".java",),
    rules=_RULES,
    exported=public_exported,
    comments=comment_styles.C,
    family="jvm",
    resolver=partial(NamespaceResolver, family="jvm", suffixes=JVM_SUFFIXES),
    doc_of_type=True,
)
