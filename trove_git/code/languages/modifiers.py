"""What Java, Kotlin, Scala, C#, Swift and PHP share: words such as `public` before a definition, packages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code.walk import Frame, Walk, first_child

if TYPE_CHECKING:
    from tree_sitter import Node

MODIFIERS = ("modifiers", "modifier", "visibility_modifier", "access_modifier")

_QUALIFIED = (
    "scoped_identifier",
    "identifier",
    "qualified_identifier",
    "package_identifier",
    "qualified_name",
    "namespace_name",
)


def modifier_text(walk: Walk, node: Node) -> str:
    """Return the modifiers of a definition, without annotations that have arguments."""
    found = [walk.text(child, 400) for child in node.named_children[:40] if child.type in MODIFIERS]
    return re.sub(r"@\w+\([^()]*\)", "", " ".join(found))


def public_exported(walk: Walk, node: Node, _name: str, frame: Frame) -> bool:
    """Java: `public`, `protected` or `internal` says so; so does an interface around it."""
    if frame.holder in ("function", "method"):
        return False
    words = modifier_text(walk, node).split()
    if "private" in words:
        return False
    return (
        frame.exported
        or frame.holder == "interface"
        or any(word in words for word in ("public", "protected", "internal"))
    )


def open_exported(walk: Walk, node: Node, _name: str, frame: Frame) -> bool:
    """Kotlin, Scala, Swift, PHP: everything that is not private."""
    if frame.holder in ("function", "method"):
        return False
    return re.search(r"\b(?:file)?private\b", modifier_text(walk, node)) is None


def package(walk: Walk, node: Node, _frame: Frame) -> None:
    """`package a.b` and the like: without a body, it is that of the file."""
    name = node.child_by_field_name("name") or first_child(node, _QUALIFIED)
    if not walk.package:
        walk.package = "".join(walk.text(name).split())


def open_type(walk: Walk, node: Node, frame: Frame) -> None:
    """An interface: its members are public without a word."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    inside = walk.define(walk.text(at), "interface", node, frame, at=at, body=body)
    walk.push((body,), Frame(inside.scope, "interface", True, inside.hidden))
