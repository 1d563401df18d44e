"""Rust: `use` trees, `impl` blocks, traits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code import comment_styles
from trove_git.code.language import Language
from trove_git.code.resolve_rust import RustResolver
from trove_git.code.walk import Frame, Rule, Walk, first_child, has_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node


_GRAMMAR = "tree_sitter_rust"
_ITEM_HOLDERS = ("", "mod", "impl", "trait")
"""What is around items; elsewhere a macro call is a statement or a value."""
_ITEM = re.compile(rb"\b(?:fn|struct|enum|union|trait|type|const|static|mod|impl|use|macro_rules)\b")


def _exported(_walk: Walk, node: Node, _name: str, frame: Frame) -> bool:
    """`pub` before it, or in a trait or its implementation, or a macro."""
    return frame.exported or has_child(node, ("visibility_modifier",)) or node.type == "macro_definition"


def _impl(walk: Walk, node: Node, frame: Frame) -> None:
    """`impl T for S`: what is inside belongs to S."""
    owner = _owner(walk.text(node.child_by_field_name("type"), 400))
    of_trait = node.child_by_field_name("trait") is not None
    scope = (*frame.scope, owner) if owner else frame.scope
    walk.push_inside(node.child_by_field_name("body"), Frame(scope[:16], "impl", of_trait, frame.hidden))


def _owner(text: str) -> str:
    """`&'a mut a::S<T>` → `S`."""
    text = re.sub(r"^(?:&\s*(?:'\w+\s*)?(?:mut\s+)?|dyn\s+|\*(?:const|mut)\s+)+", "", text.strip())
    text = re.sub(r"<.*", "", text, flags=re.DOTALL) if not text.startswith("<") else text
    return text.split("::")[-1].strip()


def _trait(walk: Walk, node: Node, frame: Frame) -> None:
    """A trait; its methods are as public as it is."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    inside = walk.define(walk.text(at), "trait", node, frame, at=at, body=body)
    public = _exported(walk, node, "", frame)
    walk.push_inside(body, Frame(inside.scope, "trait", public, frame.hidden))


def _mod(walk: Walk, node: Node, frame: Frame) -> None:
    """`mod x {…}` holds definitions; `mod x;` is an import of another file too."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    inside = walk.define(walk.text(at), "mod", node, frame, at=at, body=body)
    if body is None:
        walk.add_import(node, walk.text(at), (), "mod")
    else:
        walk.push_inside(body, Frame(inside.scope, "mod", False, frame.hidden))


def _crate(walk: Walk, node: Node, _frame: Frame) -> None:
    """`extern crate x`."""
    walk.add_import(node, walk.text(node.child_by_field_name("name")), (), "crate")


def _use(walk: Walk, node: Node, _frame: Frame) -> None:
    """A `use` tree: one import a leaf."""
    stack: list[tuple[Node, str]] = []
    argument = node.child_by_field_name("argument")
    if argument is not None:
        stack.append((argument, ""))
    while stack:
        part, before = stack.pop()
        if part.type == "use_as_clause":
            part = part.child_by_field_name("path") or part
        path = part.child_by_field_name("path") if part.type == "scoped_use_list" else None
        inner = part.child_by_field_name("list") if part.type == "scoped_use_list" else part
        if part.type in ("scoped_use_list", "use_list") and inner is not None:
            prefix = before + (walk.text(path) + "::" if path is not None else "")
            stack.extend((child, prefix) for child in reversed(inner.named_children) if "comment" not in child.type)
            continue
        text = re.sub(r"\s+", "", walk.text(part))
        target = before[:-2] if text == "self" and before else before + text
        walk.add_import(node, target, (target.rsplit("::", 1)[-1],))


def _macro_call(walk: Walk, node: Node, frame: Frame) -> None:
    """`cfg_net! { pub struct … }`: the items in it, which the macro hands on."""
    tokens = first_child(node, ("token_tree",))
    if tokens is None or frame.holder not in _ITEM_HOLDERS:
        return
    if _ITEM.search(walk.source, tokens.start_byte, tokens.end_byte):
        walk.push_reparsed(tokens, _GRAMMAR, frame)


def _choice(walk: Walk, node: Node, frame: Frame) -> None:
    """`if #[cfg(…)] {…} else {…}` of `cfg_if!`: the items of each branch."""
    if frame.holder in _ITEM_HOLDERS:
        walk.push_inside(node, frame)


_RULES = {
    **holders(
        "source_file declaration_list foreign_mod_item block ERROR expression_statement const_block unsafe_block"
    ),
    "function_item": Rule("function"),
    "function_signature_item": Rule("function", body=()),
    "struct_item": Rule("struct"),
    "enum_item": Rule("enum"),
    "union_item": Rule("union"),
    "type_item": Rule("type", body=()),
    "associated_type": Rule("type", body=()),
    "const_item": Rule("constant", body=("value",)),
    "static_item": Rule("constant", body=("value",)),
    "macro_definition": Rule("macro", body=("macro_rule",)),
    "trait_item": Rule(handler=_trait),
    "impl_item": Rule(handler=_impl),
    "mod_item": Rule(handler=_mod),
    "use_declaration": Rule(handler=_use),
    "extern_crate_declaration": Rule(handler=_crate),
    "macro_invocation": Rule(handler=_macro_call),
    "if_expression": Rule(handler=_choice),
    "else_clause": Rule(handler=_choice),
}

LANGUAGE = Language(
    name="Rust",
    grammar=_GRAMMAR,
    suffixes=(".rs",),
    rules=_RULES,
    exported=_exported,
    comments=comment_styles.C,
    family="rust",
    resolver=RustResolver,
    doc_inside=(b"//!", b"/*!"),
    doc_outside=(b"///",),
)
