"""Swift: one node type for all types, initialisers, targets of a package as imports."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from trove_git.code import comment_styles
from trove_git.code.facts import Import
from trove_git.code.language import Language
from trove_git.code.languages.modifiers import modifier_text, open_exported
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_tree import STANDARD_LIBRARY, UNRESOLVED, Resolved, external, internal
from trove_git.code.walk import TYPE_KINDS, Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_STANDARD = frozenset(
    """Swift PackageDescription
    Foundation FoundationNetworking UIKit AppKit SwiftUI Combine Dispatch Darwin Glibc Musl os CoreFoundation
    CoreGraphics CoreData CoreLocation CoreServices CryptoKit MobileCoreServices Network ObjectiveC Observation OSLog
    QuartzCore Security StoreKit SystemConfiguration Testing UniformTypeIdentifiers WatchKit WebKit XCTest zlib
    WinSDK Android ucrt MapKit AVFoundation""".split()
)


def _type(walk: Walk, node: Node, frame: Frame) -> None:
    """`class`, `struct`, `enum`, `actor` and `extension` are one node type of the grammar."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    declared = node.child_by_field_name("declaration_kind")
    word = walk.text(declared) if declared is not None else "class"
    kind = {"actor": "class"}.get(word, word)
    name = re.sub(r"<.*", "", walk.text(at), flags=re.DOTALL)
    inside = walk.define(name, kind if kind in TYPE_KINDS else "class", node, frame, at=at, body=body)
    walk.push_inside(body, Frame(inside.scope, inside.holder, frame.exported, inside.hidden))


def _init(walk: Walk, node: Node, frame: Frame) -> None:
    """`init`, `deinit` and `subscript` are named by their keyword."""
    name = {"init_declaration": "init", "deinit_declaration": "deinit"}.get(node.type, "subscript")
    walk.define(name, "method", node, frame, body=node.child_by_field_name("body"))


def _property(walk: Walk, node: Node, frame: Frame) -> None:
    """`let` at the top of the file, and `static let`."""
    binding = first_child(node, ("value_binding_pattern",))
    if binding is None or not walk.text(binding).startswith("let"):
        return
    if frame.holder and not re.search(r"\b(?:static|class)\b", modifier_text(walk, node)):
        return
    at = node.child_by_field_name("name")
    if at is not None and frame.holder not in ("function", "method"):
        walk.define(walk.text(at), "constant", node, frame, at=at)


def _import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import Foundation`, `import struct A.B`."""
    walk.add_import(node, walk.text(first_child(node, ("identifier",))))


class SwiftResolver(PathResolver):
    """Resolves the name of a target to the files of its folder."""

    def find(self, _path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where an import leads."""
        name = imported.target.partition(".")[0]
        for folder in (
            f"Sources/{name}",
            f"Tests/{name}",
            f"Source/{name}",
            name,
            "Source" if name in self._named else "",
        ):
            files = self.tree.sources_under(folder, (".swift",)) if folder in self.tree.folders and folder else []
            if files:
                return internal(files)
        return STANDARD_LIBRARY if name in _STANDARD else external(name) if name else UNRESOLVED

    @cached_property
    def _named(self) -> frozenset[str]:
        """Names that the Swift package manifests give to targets."""
        texts = [data for path, data in self.tree.manifests.items() if path.rpartition("/")[2].startswith("Package")]
        return frozenset(
            name.decode("utf-8", "replace") for text in texts for name in re.findall(rb'name:\s*"([^"]+)"', text)
        )


_RULES = {
    **holders("source_file class_body enum_class_body protocol_body ERROR statements"),
    "import_declaration": Rule(handler=_import),
    "class_declaration": Rule(handler=_type),
    "protocol_declaration": Rule("protocol"),
    "function_declaration": Rule("function"),
    "protocol_function_declaration": Rule("function", body=()),
    "init_declaration": Rule(handler=_init),
    "deinit_declaration": Rule(handler=_init),
    "subscript_declaration": Rule(handler=_init),
    "typealias_declaration": Rule("type", body=()),
    "associatedtype_declaration": Rule("type", body=()),
    "property_declaration": Rule(handler=_property),
    "macro_declaration": Rule("macro", name_types=("simple_identifier",), body=()),
}

LANGUAGE = Language(
    name="Swift",
    grammar="tree_sitter_swift",
    suffixes=(".swift",),
    interpreters=("swift",),
    rules=_RULES,
    exported=open_exported,
    comments=comment_styles.C,
    family="swift",
    resolver=SwiftResolver,
    doc_of_type=True,
)
