"""What C and C++ share: declarators, macros in the way of the grammar, access, includes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code.imports import Pattern
from trove_git.code.languages.c_macros import HEADERS, is_made_by_macro
from trove_git.code.walk import TYPE_KINDS, Frame, Rule, Walk, first_child, has_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

C_IMPORTS = Pattern(
    re.compile(
        rb"^[ \t]*(?P<word>#)[ \t]*(?:include|import|include_next)[ \t]*"
        rb"(?P<target><[^>\n]{1,500}>|\"[^\"\n]{1,500}\")",
        re.M,
    )
)

_WRAPPERS = frozenset(
    (
        "function_declarator", "pointer_declarator", "array_declarator", "init_declarator", "attributed_declarator",
        "reference_declarator", "parenthesized_declarator", "template_function", "template_method", "template_type",
        "dependent_name", "variadic_declarator",
    )
)  # fmt: skip

_NAMES = frozenset(
    (
        "identifier", "field_identifier", "type_identifier", "namespace_identifier", "destructor_name",
        "operator_name", "operator_cast", "primitive_type",
    )
)  # fmt: skip

_TYPES = {
    "struct_specifier": "struct",
    "class_specifier": "class",
    "union_specifier": "union",
    "enum_specifier": "enum",
}

# Macros that the grammar cannot know. They are blanked byte for byte, so that offsets stay true.
_ARGUMENTS = rb"(?:\((?:[^()\n]|\([^()\n]*\))*\))?"

_MACRO = rb"[A-Z][A-Z0-9]*_[A-Z0-9_]+" + _ARGUMENTS

_ATTRIBUTE = re.compile(
    rb"\b(?:class|struct|union|enum)[ \t]+((?:(?:[A-Z][A-Z0-9_]{2,}|__declspec|__attribute__|alignas)[ \t]*"
    + _ARGUMENTS
    + rb"[ \t\n]+)+)(?=[A-Za-z_]\w*[ \t\n]*(?:final\b|[:{<]|$))",
    re.MULTILINE,
)

_LONE_WORDS = (b"_BEGIN", b"_END", b"BEGIN_", b"END_", b"_NAMESPACE", b"_DECLS")

_LONE_MACRO = re.compile(
    rb"^[ \t]*[A-Z][A-Z0-9_]{3,}(?:_BEGIN|_END|BEGIN_\w*|END_\w*|_NAMESPACE\w*|_DECLS)\b;?[ \t]*(?=\n|//|/\*)",
    re.MULTILINE,
)

_LEADING = re.compile(
    rb"^[ \t]*(?:template[^\n]*>[ \t]*)?(?:(?:static|inline|extern|virtual|constexpr|explicit|friend)[ \t]+)*((?:"
    + _MACRO
    + rb"[ \t]+)+)(?=[A-Za-z_~][\w:<>,*& \t]*[ \t*&]+[~A-Za-z_][\w:]*[ \t]*\(|[a-z]\w*[ \t]*\("
    rb"|(?:const|static|inline|void|int|char|unsigned|struct|auto|class|constexpr|template|explicit|virtual|typename"
    rb"|using)\b)",
    re.MULTILINE,
)

_TRAILING = re.compile(
    rb"\)((?:[ \t\n]+(?:const|noexcept|override|final))*(?:[ \t\n]+" + _MACRO + rb")+)"
    rb"(?=[ \t\n]*(?:[{;:]|override|const\b))"
)


def blank_macros(source: bytes) -> bytes:
    """Put spaces in the place of attribute macros and lone macro lines, keeping every offset."""

    def first_group(match: re.Match[bytes]) -> bytes:
        start, end = match.span(1)
        base = match.start()
        whole = match.group()
        return whole[: start - base] + _spaces(match.group(1)) + whole[end - base :]

    if any(word in source for word in _LONE_WORDS):
        source = _LONE_MACRO.sub(lambda match: _spaces(match.group()), source)
    source = _ATTRIBUTE.sub(first_group, source)
    source = _LEADING.sub(first_group, source)
    return _TRAILING.sub(first_group, source)


def _spaces(text: bytes) -> bytes:
    return b"\n".join(b" " * len(line) for line in text.split(b"\n"))


def declared_name(node: Node | None) -> tuple[list[Node], Node | None, bool]:
    """Follow a declarator to its name.

    Returns:
        The nodes that qualify it (`A`, `B` of `A::B::f`), the name, and whether it is a function.
    """
    scope: list[Node] = []
    function = False
    for _ in range(40):
        if node is None or node.type in _NAMES:
            return scope, node, function
        if node.type == "qualified_identifier":
            outer = node.child_by_field_name("scope")
            if outer is not None:
                scope.append(outer)
            node = node.child_by_field_name("name")
            continue
        if node.type not in _WRAPPERS:
            break
        if node.type == "function_declarator":
            function = True
        elif node.type in ("pointer_declarator", "array_declarator", "init_declarator", "reference_declarator"):
            function = False
        node = (
            node.child_by_field_name("declarator")
            or node.child_by_field_name("name")
            or first_child(node, tuple(_WRAPPERS | _NAMES | {"qualified_identifier"}))
        )
    return scope, None, False


def _name_text(walk: Walk, node: Node) -> str:
    if node.type == "operator_cast":
        return "operator " + walk.text(node.child_by_field_name("type"))
    return "".join(walk.text(node).split()) if node.type == "destructor_name" else walk.text(node)


def _qualified(walk: Walk, scope: list[Node], frame: Frame) -> Frame:
    """Return the frame for `A::B::name`: a method of B in A."""
    if not scope:
        return frame
    parts = tuple(re.sub(r"<.*", "", walk.text(part), flags=re.DOTALL).strip() for part in scope)
    parts = tuple(part for part in parts if part)
    holder = "class" if parts and not frame.holder.endswith("function") else frame.holder
    return Frame((*frame.scope, *parts), holder, frame.exported, frame.hidden)


def c_function(walk: Walk, node: Node, frame: Frame) -> None:
    """A function with a body, or what a macro made of one."""
    body = node.child_by_field_name("body")
    kind = node.child_by_field_name("type")
    declarator = node.child_by_field_name("declarator")
    scope, at, is_function = declared_name(declarator)
    if kind is not None and kind.type in _TYPES and kind.child_by_field_name("body") is None and not is_function:
        # `class SOME_API Name {…}` parses as a function of type `class SOME_API`
        name = walk.text(at)
        if name:
            walk.push((body,), walk.define(name, _TYPES[kind.type], node, frame, at=at, body=body))
        return
    if at is None:
        return
    name = _name_text(walk, at)
    if name in ("namespace", "if", "while", "for", "switch", "class", "else", "return") or (
        not is_function and at.type == "identifier" and name.startswith("namespace")
    ):
        walk.push_inside(body, frame)
        return
    if frame.holder not in TYPE_KINDS and is_made_by_macro(walk.source, node.start_byte):
        return
    inside = _qualified(walk, scope, frame)
    walk.define(name, "function", node, inside, at=at, body=body)
    walk.push((kind,), frame)


def c_declaration(walk: Walk, node: Node, frame: Frame) -> None:
    """Prototypes of headers, constants, and the type that a declaration may define on its way."""
    kind = node.child_by_field_name("type")
    walk.push((kind,), frame)
    in_type = frame.holder in TYPE_KINDS
    header = walk.path.endswith(HEADERS)
    for declarator in node.children_by_field_name("declarator"):
        scope, at, is_function = declared_name(declarator)
        if at is None:
            continue
        if is_function and (in_type or header) and frame.holder != "function":
            inside = _qualified(walk, scope, frame)
            walk.define(_name_text(walk, at), "function", node, inside, at=at, declared=True)
        elif not is_function and not in_type and _is_constant(walk, node, declarator):
            walk.define(_name_text(walk, at), "constant", node, _qualified(walk, scope, frame), at=at)


def _is_constant(walk: Walk, node: Node, declarator: Node) -> bool:
    """Tell whether a variable cannot change: `const` or `constexpr`, and no pointer that itself can."""
    words = {walk.text(child) for child in node.named_children if child.type == "type_qualifier"}
    if "constexpr" in words:
        return True
    inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
    return "const" in words and (inner is None or inner.type != "pointer_declarator" or "const" in walk.text(inner))


def c_typedef(walk: Walk, node: Node, frame: Frame) -> None:
    """`typedef … name`: the type it names, and the struct or enum inside."""
    kind = node.child_by_field_name("type")
    names = [declared_name(declarator)[1] for declarator in node.children_by_field_name("declarator")]
    inner_name = kind.child_by_field_name("name") if kind is not None else None
    if kind is not None and kind.type in _TYPES and inner_name is None and names and names[0] is not None:
        body = kind.child_by_field_name("body")
        inside = walk.define(walk.text(names[0]), _TYPES[kind.type], node, frame, at=names[0], body=body)
        _type_body(walk, kind, body, inside, frame)
        names = names[1:]
    else:
        walk.push((kind,), frame)
    for at in names:
        if at is not None and (
            walk.text(at) != walk.text(inner_name) or kind is None or not kind.child_by_field_name("body")
        ):
            walk.define(walk.text(at), "type", node, frame, at=at)


def c_type(walk: Walk, node: Node, frame: Frame) -> None:
    """A struct, class, union or enum with a body; without one it is only a mention."""
    body = node.child_by_field_name("body")
    if body is None:
        return
    at = node.child_by_field_name("name")
    scope: list[Node] = []
    if at is not None and at.type in ("qualified_identifier", "template_type"):
        scope, at, _ = declared_name(at)
    outer = _qualified(walk, scope, frame)
    inside = walk.define(walk.text(at), _TYPES[node.type], node, outer, at=at, body=body)
    _type_body(walk, node, body, inside, outer)


def _type_body(walk: Walk, node: Node, body: Node | None, inside: Frame, outer: Frame) -> None:
    """Look inside a type: members with their access, enumerators as constants around the enum."""
    if body is None:
        return
    if node.type == "enum_specifier":
        scoped = has_child(node, ("class", "struct"))
        for item in body.named_children:
            if item.type == "enumerator":
                at = item.child_by_field_name("name")
                walk.define(walk.text(at), "constant", item, inside if scoped else outer, at=at)
        return
    hidden = node.type == "class_specifier"
    for child in _with_access(walk, body, hidden):
        walk.push((child[0],), Frame(inside.scope, inside.holder, inside.exported, child[1] or outer.hidden))


def _with_access(walk: Walk, body: Node, hidden: bool) -> list[tuple[Node, bool]]:
    """Return the members of a body, last first, each with whether it is private."""
    members: list[tuple[Node, bool]] = []
    for child in body.named_children:
        if child.type == "access_specifier":
            hidden = walk.text(child).startswith("private")
        elif child.type in walk.rules:
            members.append((child, hidden))
    members.reverse()
    return members


def c_exported(walk: Walk, node: Node, _name: str, frame: Frame) -> bool:
    """Not `static`, not in a function; types of a `.c` file stay in it."""
    if frame.holder == "function":
        return False
    if has_child(node, ("storage_class_specifier",)):
        words = {walk.text(child) for child in node.named_children if child.type == "storage_class_specifier"}
        if "static" in words and frame.holder not in TYPE_KINDS:
            return walk.path.endswith(HEADERS)
    if node.type in ("function_definition", "declaration", "field_declaration"):
        return True
    return walk.path.endswith(HEADERS) or bool(frame.scope)


def c_statement(walk: Walk, node: Node, frame: Frame) -> None:
    """What the grammar took for a statement at the top of a file: look for the blocks in it."""
    if frame.holder != "function":
        walk.push(node.named_children, frame)


C_RULES = {
    **holders(
        "translation_unit preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef linkage_specification "
        "declaration_list field_declaration_list ERROR compound_statement"
    ),
    "function_definition": Rule(handler=c_function),
    "declaration": Rule(handler=c_declaration),
    "type_definition": Rule(handler=c_typedef),
    "struct_specifier": Rule(handler=c_type),
    "union_specifier": Rule(handler=c_type),
    "enum_specifier": Rule(handler=c_type),
    "field_declaration": Rule(handler=c_declaration),
    "expression_statement": Rule(handler=c_statement),
    "labeled_statement": Rule(handler=c_statement),
}
