"""Walk a syntax tree and note its definitions and imports.

In: a root node, the bytes it was parsed from, the rules of a language (`language.py`).
Out: raw definitions and imports, in the order of the file. The walk keeps its own stack, never
recurses and never asks a node for its parent; only nodes that a rule names are looked at, so
expressions cost nothing where no definition can stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from trove_git.code.facts import Import
from trove_git.code.parse import parse_inside

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_SCOPE_DEPTH = 16
"""Definitions below this many others are left out: real code stays above, hostile code does not."""

MAX_SIGNATURE = 200
"""Characters of a signature."""

_TAIL_BYTES = 20_000
"""How much of a definition is looked at for its last word."""

MAX_SYMBOLS = 20_000
"""Definitions of one file; a file with more is a table, not code."""

MAX_INSIDE_TIMES = 8
"""How often a byte is parsed once more on the average, as macro calls are within each other."""

MAX_INSIDE_PARSES = 1_000
"""Macro calls of one file that are parsed once more."""

TYPE_KINDS = frozenset(
    ("class", "struct", "interface", "trait", "enum", "type", "union", "object", "protocol", "extension", "impl")
)
"""What a function inside of makes it a method; `impl` is a scope that is no symbol of its own."""

_ANNOTATIONS = re.compile(
    r"^(?:@(?!interface\b)[\w.:]+(?:\([^()]*\))?\s+|\[[\w.]+(?:\([^()]*\))?\]\s+|#\[[^\]]*\]\s*)+"
)


_ATTRIBUTES = frozenset(("attribute_list", "preproc_if_in_attribute_list"))
_DIRECTIVE = re.compile(r"\n[ \t]*#[ \t]*(?:if|elif|else|endif|pragma|nullable|region|endregion)\b[^\n]*")


class Frame(NamedTuple):
    """What is around a node."""

    scope: tuple[str, ...] = ()
    """Names of the definitions around it."""
    holder: str = ""
    """Kind of the nearest one; empty at the top of the file."""
    exported: bool = False
    """Whether a marker around the node (`export`, a trait, an interface) hands it to other files."""
    hidden: bool = False
    """Whether a marker around the node (`private:`, an unnamed namespace) keeps it from them."""


class Definition(NamedTuple):
    """One definition as the walk saw it."""

    name: str
    kind: str
    scope: tuple[str, ...]
    signature: str
    doc: str
    """Its docstring, where the language has one inside the body."""
    top: int
    """0-based row where the definition with its modifiers begins."""
    line: int
    end_line: int
    exported: bool
    declared: bool
    """Whether it is a bare declaration, such as a prototype in a header."""
    start: int
    """Offset of its name, for the order of definitions on one line."""


Handler = Callable[["Walk", "Node", Frame], None]
Exported = Callable[["Walk", "Node", str, Frame], bool]


class Rule(NamedTuple):
    """What to do with one type of node."""

    kind: str = ""
    """Kind of symbol; empty for a node that only holds others."""
    name: str = "name"
    """Field of the name."""
    name_types: tuple[str, ...] = ()
    """Types of the child that is the name, where there is no such field."""
    body: tuple[str, ...] = ("body",)
    """Fields or types of the child whose inside is looked at and which ends the signature."""
    handler: Handler | None = None
    """What to do instead of all that."""


def holders(names: str) -> dict[str, Rule]:
    """Return rules for node types, separated by spaces, that only hold others."""
    return dict.fromkeys(names.split(), Rule())


class Walk:
    """The state of one walk.

    Args:
        source: bytes that the tree was parsed from, byte for byte as long as the original.
        plain: the same with spaces for comments, for signatures and ends.
        path: path of the file, for rules that differ between headers and the rest.
        rules: node type → rule.
        exported: export rule of the language.
        docstring: how to read a docstring from a body, if the language has them.
    """

    def __init__(
        self,
        source: bytes,
        plain: bytes,
        path: str,
        rules: Mapping[str, Rule],
        exported: Exported,
        docstring: Callable[[Walk, Node], str] | None,
    ) -> None:
        self.source = source
        self.plain = plain
        self.path = path
        self.rules = rules
        self.exported = exported
        self.docstring = docstring
        self.definitions: list[Definition] = []
        self.imports: list[Import] = []
        self.exported_names: set[str] = set()
        self.package = ""
        self.inside_left = MAX_INSIDE_TIMES * len(source)
        self.parses_left = MAX_INSIDE_PARSES
        self._stack: list[tuple[Node, Rule, Frame]] = []

    def run(self, root: Node) -> None:
        """Visit every node that a rule names, in the order of the file."""
        stack = self._stack
        self.push((root,), Frame())
        while stack and len(self.definitions) < MAX_SYMBOLS:
            node, rule, frame = stack.pop()
            if rule.handler is not None:
                rule.handler(self, node, frame)
            elif rule.kind:
                self._define_by_rule(node, frame, rule)
            else:
                self.push(node.named_children, frame)

    def push(self, nodes: Iterable[Node | None], frame: Frame) -> None:
        """Have these nodes visited next; those without a rule are dropped."""
        find = self.rules.get
        found = [(node, rule, frame) for node in nodes if node is not None and (rule := find(node.type)) is not None]
        if found:
            found.reverse()
            self._stack.extend(found)

    def push_inside(self, node: Node | None, frame: Frame) -> None:
        """Have the children of a node visited next."""
        if node is not None:
            self.push(node.named_children, frame)

    def push_reparsed(self, node: Node, grammar: str, frame: Frame) -> None:
        """Parse what is between the brackets of a node as a file of its own, and have what is in it visited next.

        Round and square brackets hold arguments too: of these only what parses without an error is visited. What is
        past the bounds of a file is dropped.
        """
        size = node.end_byte - node.start_byte
        if node.child_count < 2 or size > self.inside_left or not self.parses_left:
            return
        self.inside_left -= size
        self.parses_left -= 1
        opening, closing = node.children[0], node.children[-1]
        parsed = parse_inside(grammar, self.source, opening, closing)
        if parsed is not None and (opening.type == "{" or not parsed.root.has_error):
            self.push_inside(parsed.root, frame)

    def text(self, node: Node | None, limit: int = 2000) -> str:
        """Return the source text of a node, at most `limit` bytes of it."""
        if node is None:
            return ""
        start = node.start_byte
        return self.source[start : min(node.end_byte, start + limit)].decode("utf-8", "replace")

    def holds(self, node: Node, word: bytes) -> bool:
        """Tell whether the source of a node holds a word; a cheap look before a dear one."""
        return self.source.find(word, node.start_byte, node.end_byte) >= 0

    def add_import(self, node: Node, target: str, names: Iterable[str] = (), form: str = "") -> None:
        """Note an import; one without a target is dropped."""
        target = " ".join(target.split())
        if target:
            self.imports.append(Import(target, tuple(names), node.start_point.row + 1, form))

    def define(
        self,
        name: str,
        kind: str,
        node: Node,
        frame: Frame,
        *,
        at: Node | None = None,
        body: Node | None = None,
        exported: bool | None = None,
        declared: bool = False,
        scoped: bool = True,
    ) -> Frame:
        """Note a definition and return the frame of what is inside it.

        Args:
            name: its name; nothing is noted for an empty one.
            kind: its kind; a function inside a type becomes a method.
            node: the whole definition.
            frame: what is around it.
            at: the node whose line is cited, usually the name.
            body: the node before which the signature ends.
            exported: whether other files may use it; the language's rule when None.
            declared: whether it is a bare declaration.
            scoped: whether its name is part of the scope of what is inside.
        """
        if kind == "function" and frame.holder in TYPE_KINDS:
            kind = "method"
        name = " ".join(name.split()).strip("`")  # quotes that make a name of a keyword
        if name and len(name) <= MAX_SIGNATURE and len(frame.scope) < MAX_SCOPE_DEPTH:
            if exported is None:
                exported = not frame.hidden and self.exported(self, node, name, frame)
            at_name = (at or node).start_byte
            is_scanned_well = self.plain[at_name : at_name + 1] == self.source[at_name : at_name + 1]
            text = self.plain if is_scanned_well else self.source  # `/*` in a pattern of JavaScript opens no comment
            is_loose = self.source[node.end_byte - 1 : node.end_byte].isspace()
            last = _last_line(text, node) if is_loose else node.end_point.row + 1
            doc = self.docstring(self, body) if self.docstring and body is not None else ""
            place = at or node
            line = place.start_point.row + 1
            signature = _signature(text, node, body, kind)
            top = node.start_point.row
            self.definitions.append(
                Definition(
                    name,
                    kind,
                    frame.scope,
                    signature,
                    doc,
                    top,
                    line,
                    max(last, line),
                    exported,
                    declared,
                    place.start_byte,
                )
            )
        elif not name:
            return Frame(frame.scope, kind, frame.exported, frame.hidden)
        if len(frame.scope) >= MAX_SCOPE_DEPTH:
            return Frame(frame.scope, kind, False, True)
        scope = (*frame.scope, name) if scoped else frame.scope
        return Frame(scope, kind, False, frame.hidden)

    def _define_by_rule(self, node: Node, frame: Frame, rule: Rule) -> None:
        """Note the definition that a table row describes, then look inside it."""
        at = node.child_by_field_name(rule.name) if rule.name else None
        if at is None and rule.name_types:
            at = first_child(node, rule.name_types)
        body = None
        for field in rule.body:
            body = node.child_by_field_name(field) or first_child(node, (field,))
            if body is not None:
                break
        inside = self.define(self.text(at, 400), rule.kind, node, frame, at=at, body=body)
        if body is not None and len(frame.scope) < MAX_SCOPE_DEPTH:
            self.push((body,), inside)


def _last_line(text: bytes, node: Node) -> int:
    """Return the line of the last word of a definition: some grammars count the space and comments below to it."""
    end = node.end_byte
    tail = text[max(node.start_byte, end - _TAIL_BYTES) : end]
    return node.end_point.row + 1 - tail.count(b"\n", len(tail.rstrip()))


def _signature(text: bytes, node: Node, body: Node | None, kind: str) -> str:
    """Return the head of a definition on one line."""
    start = node.start_byte
    if text[start : start + 1] in (b"[", b"#"):  # attributes of C# and PHP, whatever their arguments
        start = next((child.start_byte for child in node.children if child.type not in _ATTRIBUTES), start)
    end = body.start_byte if body is not None and body.start_byte > start else node.end_byte
    raw = text[start : min(end, start + 4 * MAX_SIGNATURE)].decode("utf-8", "replace")
    if "#" in raw:
        raw = _DIRECTIVE.sub("", raw)
    if body is None and kind in ("constant", "macro", "type", "mod"):
        raw = raw.lstrip().split("\n", 1)[0]
    head = " ".join(raw.split())
    if head[:1] in ("@", "[", "#"):
        head = _ANNOTATIONS.sub("", head)
    return head[:MAX_SIGNATURE].rstrip(" {=:;\\")


def first_child(node: Node, types: tuple[str, ...]) -> Node | None:
    """Return the first named child of one of these types."""
    for child in node.named_children:
        if child.type in types:
            return child
    return None


def has_child(node: Node, types: tuple[str, ...]) -> bool:
    """Tell whether a node has a child, named or not, of one of these types."""
    return any(child.type in types for child in node.children)
