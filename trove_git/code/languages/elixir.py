"""Elixir: every definition and import is a call."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import DOUBLE, TRIPLE, CommentStyle, scan
from trove_git.code.language import Language, always_exported
from trove_git.code.resolve_namespaces import NamespaceResolver
from trove_git.code.walk import Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_DOC = rb"^[ \t]*@(?:module|type)?doc[ \t]+(?:~[sS])?(?:" + TRIPLE + rb"|" + DOUBLE + rb")"

_COMMENTS = CommentStyle(
    scan(rb"#[^\n]*", (TRIPLE, DOUBLE), _DOC),
    (b"#",),
    skip=(b"@spec", b"@impl", b"@since", b"@deprecated", b"@optional"),
    doc=(b"@doc", b"@typedoc"),
)

_FUNCTIONS = {
    "def": "function", "defp": "function", "defmacro": "macro", "defmacrop": "macro", "defguard": "macro",
    "defguardp": "macro", "defdelegate": "function", "defn": "function", "defnp": "function",
    "defcallback": "function",
}  # fmt: skip


_MODULES = {"defmodule": "mod", "defprotocol": "protocol", "defimpl": "extension"}


_TYPES = {
    "type": "type", "typep": "type", "opaque": "type", "callback": "function", "macrocallback": "macro",
}  # fmt: skip


def _call(walk: Walk, node: Node, frame: Frame) -> None:
    """Every definition and import of Elixir is a call."""
    word = walk.text(node.child_by_field_name("target"), 40)
    arguments = first_child(node, ("arguments",))
    block = first_child(node, ("do_block",))
    first = arguments.named_child(0) if arguments is not None and arguments.named_child_count else None
    if word in _MODULES and first is not None:
        _module(walk, word, node, first, block, frame)
    elif word in _FUNCTIONS and first is not None:
        _function(walk, word, node, first, block, frame)
    elif word in ("alias", "import", "use", "require") and first is not None:
        _import(walk, node, first, word)
    elif word == "defexception" and frame.scope:
        walk.define("exception", "function", node, frame)
    elif block is not None and len(frame.scope) < 8 and frame.holder != "function":
        walk.push_inside(block, frame)


def _module(walk: Walk, word: str, node: Node, first: Node, block: Node | None, frame: Frame) -> None:
    name = walk.text(first)
    kind = _MODULES[word]
    target = re.match(r"\s*\w+[\s(]+[\w.]+\s*,\s*for:\s*([\w.]+)", walk.text(node, 300)) if word == "defimpl" else None
    if target:
        name = f"{name}.{target.group(1)}"  # the module that Elixir itself makes of it
    inside = walk.define(name, kind, node, frame, at=first, body=block, exported=True)
    if not walk.package:
        walk.package = name
    walk.push_inside(block, Frame(inside.scope, "mod"))


def _function(walk: Walk, word: str, node: Node, first: Node, block: Node | None, frame: Frame) -> None:
    head = first
    if head.type == "binary_operator" and walk.text(head.child_by_field_name("operator")) == "when":
        head = head.child_by_field_name("left") or head
    at: Node | None = head
    if head.type == "call":
        at = head.child_by_field_name("target")
    elif head.type in ("binary_operator", "unary_operator"):
        at = head.child_by_field_name("operator")
    elif head.type != "identifier":
        return
    name = walk.text(at)
    if at is None or at.type in ("unquote", "dot") or name == "unquote":
        return
    walk.define(name, _FUNCTIONS[word], node, frame, at=at, body=block, exported=not word.endswith("p"))
    if block is not None and walk.holds(block, b"quote"):
        inside = Frame(frame.scope, "mod", False, frame.hidden)
        for child in block.named_children:  # `quote do def … end end` makes definitions where it is used
            if child.type == "call" and walk.text(child.child_by_field_name("target"), 8) == "quote":
                walk.push_inside(first_child(child, ("do_block",)), inside)


def _attribute(walk: Walk, node: Node, frame: Frame) -> None:
    """`@type t :: …`, `@callback run(a) :: …`."""
    call = node.child_by_field_name("operand")
    word = walk.text(call.child_by_field_name("target"), 20) if call is not None and call.type == "call" else ""
    arguments = first_child(call, ("arguments",)) if call is not None and word in _TYPES else None
    head = arguments.named_child(0) if arguments is not None and arguments.named_child_count else None
    for _ in range(4):  # `t(x) :: … when …`
        if head is None or head.type not in ("binary_operator", "call"):
            break
        head = head.child_by_field_name("left") or head.child_by_field_name("target")
    if head is not None and head.type == "identifier":
        walk.define(walk.text(head), _TYPES[word], node, frame, at=head, exported=word != "typep")


def _docstring(walk: Walk, body: Node) -> str:
    """Return the `@moduledoc` of a module."""
    for child in body.named_children[:12]:
        if child.type == "unary_operator" and walk.text(child, 11) == "@moduledoc ":
            text = walk.text(child, 4000).removeprefix("@moduledoc ")
            return text if text.startswith(('"', "~")) else ""  # `@moduledoc false` hides the module
    return ""


def _import(walk: Walk, node: Node, first: Node, word: str) -> None:
    if first.type == "dot":
        base = walk.text(first.child_by_field_name("left"))
        group = first.child_by_field_name("right")
        for item in group.named_children if group is not None else ():
            walk.add_import(node, f"{base}.{walk.text(item)}", (), word)
    elif first.type in ("alias", "identifier", "atom"):
        walk.add_import(node, walk.text(first), (), word)


_RULES = {
    **holders("source do_block ERROR"),
    "call": Rule(handler=_call),
    "unary_operator": Rule(handler=_attribute),
}

LANGUAGE = Language(
    name="Elixir",
    grammar="tree_sitter_elixir",
    suffixes=(".ex", ".exs"),
    interpreters=("elixir",),
    rules=_RULES,
    exported=always_exported,
    comments=_COMMENTS,
    docstring=_docstring,
    family="elixir",
    resolver=partial(NamespaceResolver, family="elixir", suffixes=(".ex", ".exs")),
    doc_of_type=True,
)
