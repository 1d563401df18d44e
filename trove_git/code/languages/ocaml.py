"""OCaml: functions and constants, which are both `let`; modules as imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trove_git.code.comment_styles import DOUBLE, CommentStyle, scan
from trove_git.code.facts import Import
from trove_git.code.language import Language, always_exported
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_tree import UNRESOLVED, Resolved, closest, external, internal
from trove_git.code.walk import Frame, Rule, Walk, first_child, has_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_COMMENTS = CommentStyle(scan(rb"\(\*.*?(?:\*\)|\Z)", (DOUBLE,)), (), (b"(*", b"*)"), after=b"(**")


def _value(walk: Walk, node: Node, frame: Frame) -> None:
    """`let f x = …` is a function, `let k = …` a constant."""
    if frame.holder in ("function", "method"):
        return
    for binding in node.named_children:
        at = binding.child_by_field_name("pattern") or first_child(binding, ("value_name",))
        if at is not None and at.type == "parenthesized_pattern":
            at = first_child(at, ("tuple_pattern",))
        if at is not None and at.type == "tuple_pattern":
            for part in at.named_children:
                if part.type == "value_name":
                    walk.define(walk.text(part), "constant", binding, frame, at=part)
            continue
        if binding.type != "let_binding" or at is None or at.type not in ("value_name", "parenthesized_operator"):
            continue
        body = binding.child_by_field_name("body")
        is_function = has_child(binding, ("parameter",)) or _makes_function(body)
        name = walk.text(at).strip("() ")
        walk.define(
            name, "function" if is_function else "constant", binding, frame, at=at, body=body if is_function else None
        )


def _makes_function(value: Node | None) -> bool:
    """Tell whether a value is `fun …` or `function …`, perhaps behind `let … in`."""
    for _ in range(20):
        if value is None or value.type not in ("let_open_expression", "let_expression", "parenthesized_expression"):
            break
        value = value.named_children[-1] if value.named_child_count else None
    return value is not None and value.type in ("fun_expression", "function_expression")


def _specification(walk: Walk, node: Node, frame: Frame) -> None:
    """`val f : a -> b` is a function, `val k : t` a constant."""
    at = first_child(node, ("value_name", "parenthesized_operator"))
    kind = "function" if first_child(node, ("function_type", "polymorphic_type")) is not None else "constant"
    walk.define(walk.text(at).strip("() "), kind, node, frame, at=at)


def _open(walk: Walk, node: Node, frame: Frame) -> None:
    """`open A.B`, `include X`; what is inside `include struct … end` belongs to the module around it."""
    walk.push(node.named_children, frame)
    walk.add_import(
        node, walk.text(node.child_by_field_name("module")), (), "include" if node.type == "include_module" else ""
    )


def _constructor(walk: Walk, node: Node, frame: Frame) -> None:
    """`exception E of …`."""
    inner = first_child(node, ("constructor_declaration",))
    at = first_child(inner, ("constructor_name",)) if inner is not None else None
    walk.define(walk.text(at), "type", node, frame, at=at)


class OCamlResolver(PathResolver):
    """Resolves the name of a module to the file that it is named after."""

    def find(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where an import leads."""
        name = imported.target.partition(".")[0]
        lowered = name[:1].lower() + name[1:]
        endings = [one for stem in (lowered, name) for one in self.tree.by_name.get(stem + ".ml", ())]
        return internal([closest(endings, path)]) if endings else external(name) if name else UNRESOLVED


_RULES = {
    **holders(
        "compilation_unit structure signature module_definition type_definition class_definition "
        "object_expression ERROR"
    ),
    "open_module": Rule(handler=_open),
    "include_module": Rule(handler=_open),
    "value_definition": Rule(handler=_value),
    "value_specification": Rule(handler=_specification),
    "external": Rule("function", name_types=("value_name",), body=()),
    "module_binding": Rule("mod", name="", name_types=("module_name",), body=("body", "signature")),
    "module_type_definition": Rule("interface", name="", name_types=("module_type_name",)),
    "type_binding": Rule("type"),
    "exception_definition": Rule(handler=_constructor),
    "class_binding": Rule("class", name="", name_types=("class_name",)),
    "method_definition": Rule("function", name="", name_types=("method_name",)),
}

LANGUAGE = Language(
    name="OCaml",
    grammar="tree_sitter_ocaml:language_ocaml",
    suffixes=(".ml",),
    rules=_RULES,
    exported=always_exported,
    comments=_COMMENTS,
    family="ocaml",
    resolver=OCamlResolver,
)
