"""Ruby and Elixir: definitions that are calls."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code.walk import Frame, Walk, first_child

if TYPE_CHECKING:
    from tree_sitter import Node

_MAKERS = {"Struct.new": "class", "Class.new": "class", "Data.define": "class", "Module.new": "mod"}
_REQUIRES = {
    "require": "", "require_relative": "relative", "require_dependency": "", "load": "load", "autoload": "autoload",
}  # fmt: skip


def ruby_type(walk: Walk, node: Node, frame: Frame) -> None:
    """`class A::B < C`, `module M`."""
    at = node.child_by_field_name("name")
    *outer, name = walk.text(at).removeprefix("::").split("::")
    around = Frame((*frame.scope, *outer), frame.holder, frame.exported, frame.hidden)
    kind = "class" if node.type == "class" else "mod"
    body = node.child_by_field_name("body")
    inside = walk.define(name, kind, node, around, at=at, body=body, exported=True)
    if kind == "mod" and not walk.package:
        walk.package = ".".join(inside.scope)
    ruby_body(walk, body, Frame(inside.scope, "class"))


def ruby_body(walk: Walk, body: Node | None, frame: Frame) -> None:
    """The statements of a class: a bare `private` hides what follows."""
    if body is None:
        return
    children = body.named_children
    hidden = frame.hidden
    ends: list[tuple[int, bool]] = []
    for number, child in enumerate(children):
        if child.type == "identifier":
            word = walk.text(child, 20)
            if word in ("private", "protected", "public"):
                ends.append((number, hidden))
                hidden = word != "public" or frame.hidden
    ends.append((len(children), hidden))
    for part in range(len(ends) - 1, -1, -1):
        start = ends[part - 1][0] if part else 0
        walk.push(children[start : ends[part][0]], Frame(frame.scope, frame.holder, frame.exported, ends[part][1]))


def ruby_singleton(walk: Walk, node: Node, frame: Frame) -> None:
    """`class << self`: its methods belong to the class around."""
    ruby_body(walk, node.child_by_field_name("body"), Frame(frame.scope, "class"))


def ruby_method(walk: Walk, node: Node, frame: Frame) -> None:
    """`def x`, `def self.x`; methods made by the body are looked for too."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    singleton = node.child_by_field_name("object")
    if singleton is not None and singleton.type == "constant" and walk.text(singleton) not in frame.scope[-1:]:
        frame = Frame((*frame.scope, walk.text(singleton)), "class", frame.exported, False)
    elif singleton is not None:
        frame = Frame(frame.scope, frame.holder, frame.exported, False)
    kind = "method" if frame.holder == "class" else "function"
    walk.define(walk.text(at), kind, node, frame, at=at, body=body)
    if body is not None and len(frame.scope) < 8:
        walk.push_inside(body, Frame(frame.scope, "function" if kind == "function" else "class", False, True))


def ruby_assignment(walk: Walk, node: Node, frame: Frame) -> None:
    """`NAME = …`; `Name = Struct.new(…) do … end` is a class."""
    left = node.child_by_field_name("left")
    right = node.child_by_field_name("right")
    if left is None:
        return
    made, block = ("", None)
    if right is not None and right.type == "call":
        made = walk.text(right, 40).split("(")[0].split(" ")[0].removeprefix("::")
        block = right.child_by_field_name("block")
    if left.type in ("constant", "scope_resolution"):
        *outer, name = walk.text(left).removeprefix("::").split("::")
        around = Frame((*frame.scope, *outer), frame.holder, False, False)
        kind = _MAKERS.get(made, "constant")
        inside = walk.define(name, kind, node, around, at=left, body=block, exported=True)
        if kind != "constant":
            frame = Frame(inside.scope, "class")
    if block is not None:
        ruby_body(walk, block.child_by_field_name("body"), Frame(frame.scope, "class", False, frame.hidden))


def ruby_call(walk: Walk, node: Node, frame: Frame) -> None:
    """`private def x`, `class_methods do … end`, `define_method(:x)`, `Class.new do … end`."""
    arguments = block = None
    for child in node.named_children:
        kind = child.type
        if kind == "argument_list":
            arguments = child
        elif kind in ("do_block", "block"):
            block = child
    if arguments is not None:
        method = walk.text(node.child_by_field_name("method"), 60)
        if method in ("define_method", "define_singleton_method"):
            first = arguments.named_child(0) if arguments.named_child_count else None
            if first is not None and first.type == "simple_symbol":
                walk.define(walk.text(first).lstrip(":"), "method", node, frame, at=first)
        elif method in _REQUIRES:
            _ruby_require(walk, method, node, arguments)
        elif walk.holds(arguments, b"def "):
            _ruby_arguments(walk, method, arguments, frame)
    if block is not None:
        body = block.child_by_field_name("body")
        ruby_body(walk, body, Frame(frame.scope, frame.holder or "", frame.exported, frame.hidden))


def _ruby_require(walk: Walk, method: str, node: Node, arguments: Node) -> None:
    """`require "x"`, `autoload :Name, "x"`; only with a literal."""
    names: list[str] = []
    for child in arguments.named_children:
        if child.type == "simple_symbol":
            names.append(walk.text(child).lstrip(":"))
        elif child.type == "string":
            target = walk.text(child).strip("\"'")
            if "#{" not in target:
                walk.add_import(node, target, names, _REQUIRES[method])
            return


def _ruby_arguments(walk: Walk, method: str, arguments: Node, frame: Frame) -> None:
    """`private def x`, `private memoize def x`."""
    for child in arguments.named_children:
        if child.type in ("method", "singleton_method", "call"):
            hidden = method in ("private", "protected", "private_class_method")
            walk.push((child,), Frame(frame.scope, frame.holder, frame.exported, hidden or frame.hidden))


def ruby_exported(_walk: Walk, _node: Node, _name: str, _frame: Frame) -> bool:
    """Everything that `private` did not hide."""
    return True


_ELIXIR_FUNCTIONS = {
    "def": "function", "defp": "function", "defmacro": "macro", "defmacrop": "macro", "defguard": "macro",
    "defguardp": "macro", "defdelegate": "function", "defn": "function", "defnp": "function",
    "defcallback": "function",
}  # fmt: skip
_ELIXIR_MODULES = {"defmodule": "mod", "defprotocol": "protocol", "defimpl": "extension"}


def elixir_call(walk: Walk, node: Node, frame: Frame) -> None:
    """Every definition and import of Elixir is a call."""
    word = walk.text(node.child_by_field_name("target"), 40)
    arguments = first_child(node, ("arguments",))
    block = first_child(node, ("do_block",))
    first = arguments.named_child(0) if arguments is not None and arguments.named_child_count else None
    if word in _ELIXIR_MODULES and first is not None:
        _elixir_module(walk, word, node, first, block, frame)
    elif word in _ELIXIR_FUNCTIONS and first is not None:
        _elixir_function(walk, word, node, first, block, frame)
    elif word in ("alias", "import", "use", "require") and first is not None:
        _elixir_import(walk, node, first, word)
    elif word == "defexception" and frame.scope:
        walk.define("exception", "function", node, frame)
    elif block is not None and len(frame.scope) < 8 and frame.holder != "function":
        walk.push_inside(block, frame)


def _elixir_module(walk: Walk, word: str, node: Node, first: Node, block: Node | None, frame: Frame) -> None:
    name = walk.text(first)
    kind = _ELIXIR_MODULES[word]
    target = re.match(r"\s*\w+[\s(]+[\w.]+\s*,\s*for:\s*([\w.]+)", walk.text(node, 300)) if word == "defimpl" else None
    if target:
        name = f"{name}.{target.group(1)}"  # the module that Elixir itself makes of it
    inside = walk.define(name, kind, node, frame, at=first, body=block, exported=True)
    if not walk.package:
        walk.package = name
    walk.push_inside(block, Frame(inside.scope, "mod"))


def _elixir_function(walk: Walk, word: str, node: Node, first: Node, block: Node | None, frame: Frame) -> None:
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
    walk.define(name, _ELIXIR_FUNCTIONS[word], node, frame, at=at, body=block, exported=not word.endswith("p"))
    if block is not None and walk.holds(block, b"quote"):
        inside = Frame(frame.scope, "mod", False, frame.hidden)
        for child in block.named_children:  # `quote do def … end end` makes definitions where it is used
            if child.type == "call" and walk.text(child.child_by_field_name("target"), 8) == "quote":
                walk.push_inside(first_child(child, ("do_block",)), inside)


_ELIXIR_TYPES = {
    "type": "type", "typep": "type", "opaque": "type", "callback": "function", "macrocallback": "macro",
}  # fmt: skip


def elixir_attribute(walk: Walk, node: Node, frame: Frame) -> None:
    """`@type t :: …`, `@callback run(a) :: …`."""
    call = node.child_by_field_name("operand")
    word = walk.text(call.child_by_field_name("target"), 20) if call is not None and call.type == "call" else ""
    arguments = first_child(call, ("arguments",)) if call is not None and word in _ELIXIR_TYPES else None
    head = arguments.named_child(0) if arguments is not None and arguments.named_child_count else None
    for _ in range(4):  # `t(x) :: … when …`
        if head is None or head.type not in ("binary_operator", "call"):
            break
        head = head.child_by_field_name("left") or head.child_by_field_name("target")
    if head is not None and head.type == "identifier":
        walk.define(walk.text(head), _ELIXIR_TYPES[word], node, frame, at=head, exported=word != "typep")


def elixir_docstring(walk: Walk, body: Node) -> str:
    """Return the `@moduledoc` of a module."""
    for child in body.named_children[:12]:
        if child.type == "unary_operator" and walk.text(child, 11) == "@moduledoc ":
            text = walk.text(child, 4000).removeprefix("@moduledoc ")
            return text if text.startswith(('"', "~")) else ""  # `@moduledoc false` hides the module
    return ""


def _elixir_import(walk: Walk, node: Node, first: Node, word: str) -> None:
    if first.type == "dot":
        base = walk.text(first.child_by_field_name("left"))
        group = first.child_by_field_name("right")
        for item in group.named_children if group is not None else ():
            walk.add_import(node, f"{base}.{walk.text(item)}", (), word)
    elif first.type in ("alias", "identifier", "atom"):
        walk.add_import(node, walk.text(first), (), word)
