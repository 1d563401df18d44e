"""Java, Kotlin, Scala, C#, Swift and PHP: members, modifiers, packages and imports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code.walk import TYPE_KINDS, Frame, Walk, first_child

if TYPE_CHECKING:
    from tree_sitter import Node

_MODIFIERS = ("modifiers", "modifier", "visibility_modifier", "access_modifier")
_ANNOTATION = re.compile(
    rb"^@[\w.:]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\)){0,2000}\))?[ \t]*(?=\n|@|public|internal|private)",
    re.MULTILINE,
)
_SPACE_BEFORE_BRACE = re.compile(rb"(?<=[\w)\]}?>\"*]) \}")
_QUALIFIED = (
    "scoped_identifier",
    "identifier",
    "qualified_identifier",
    "package_identifier",
    "qualified_name",
    "namespace_name",
)


def _modifier_text(walk: Walk, node: Node) -> str:
    found = [walk.text(child, 400) for child in node.named_children[:8] if child.type in _MODIFIERS]
    return re.sub(r"@\w+\([^()]*\)", "", " ".join(found))


def public_exported(walk: Walk, node: Node, _name: str, frame: Frame) -> bool:
    """Java and C#: `public`, `protected` or `internal` says so; so does an interface around it."""
    if frame.holder in ("function", "method"):
        return False
    words = _modifier_text(walk, node).split()
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
    return re.search(r"\b(?:file)?private\b", _modifier_text(walk, node)) is None


def package(walk: Walk, node: Node, _frame: Frame) -> None:
    """`package a.b` and the like: without a body, it is that of the file."""
    name = node.child_by_field_name("name") or first_child(node, _QUALIFIED)
    if not walk.package:
        walk.package = "".join(walk.text(name).split())


def java_import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import a.B;`, `import static a.B.*;`."""
    target = "".join(walk.text(first_child(node, ("scoped_identifier", "identifier"))).split())
    static = any(child.type == "static" for child in node.children)
    if first_child(node, ("asterisk",)) is not None:
        target += ".*"
    walk.add_import(node, target, (target.rsplit(".", 1)[-1],), "static" if static else "")


def open_type(walk: Walk, node: Node, frame: Frame) -> None:
    """An interface: its members are public without a word."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    inside = walk.define(walk.text(at), "interface", node, frame, at=at, body=body)
    walk.push((body,), Frame(inside.scope, "interface", True, inside.hidden))


def java_field(walk: Walk, node: Node, frame: Frame) -> None:
    """`static final` fields are constants; the class that a field's value may make is looked into."""
    words = _modifier_text(walk, node).split()
    constant = node.type == "constant_declaration" or ("static" in words and "final" in words)
    for declarator in node.children_by_field_name("declarator"):
        at = declarator.child_by_field_name("name")
        if constant and frame.holder in TYPE_KINDS:
            walk.define(walk.text(at), "constant", node, frame, at=at)
        java_anonymous(walk, declarator.child_by_field_name("value"), frame)


def java_local(walk: Walk, node: Node, frame: Frame) -> None:
    """A local variable may hold an object of a class made on the spot."""
    for declarator in node.children_by_field_name("declarator"):
        java_anonymous(walk, declarator.child_by_field_name("value"), frame)


def java_expression(walk: Walk, node: Node, frame: Frame) -> None:
    """A statement that is an expression."""
    java_anonymous(walk, node.named_child(0) if node.named_child_count else None, frame)


def java_anonymous(walk: Walk, value: Node | None, frame: Frame) -> None:
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


def blank_annotations(source: bytes) -> bytes:
    """Put spaces in the place of annotations on lines of their own at the margin, keeping every offset.

    With arguments before `public annotation class X`, the grammar takes all of it for one expression.
    """
    return _ANNOTATION.sub(lambda match: re.sub(rb"[^\n]", b" ", match.group()), source)


def kotlin_semicolons(source: bytes) -> bytes:
    """Write `{ fun f() }` as `{ fun f();}`: the grammar needs what the language does without."""
    return _SPACE_BEFORE_BRACE.sub(b";}", source)


def kotlin_import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import a.b.*`, `import a.b as c`."""
    name = first_child(node, ("qualified_identifier", "identifier"))
    target = "".join(walk.text(name).split())
    if walk.text(node).rstrip("; \n").endswith("*") and not target.endswith("*"):
        target += ".*"
    walk.add_import(node, target, (target.rsplit(".", 1)[-1],))


def kotlin_class(walk: Walk, node: Node, frame: Frame) -> None:
    """A class, interface, enum, object or companion object."""
    at = node.child_by_field_name("name") or first_child(node, ("identifier", "type_identifier", "simple_identifier"))
    body = first_child(node, ("class_body", "enum_class_body"))
    words = {child.type for child in node.children}
    kind = "object" if "object" in words else "interface" if "interface" in words else "class"
    if (
        "enum" in _modifier_text(walk, node).split()
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


def kotlin_property(walk: Walk, node: Node, frame: Frame) -> None:
    """`const val`, a `val` at the top of the file, and one in an object with an upper-case name."""
    declared = first_child(node, ("variable_declaration",))
    at = first_child(declared, ("identifier", "simple_identifier")) if declared is not None else None
    name = walk.text(at)
    if frame.holder not in ("", "object") or not any(child.type == "val" for child in node.children):
        return
    if not frame.holder or "const" in _modifier_text(walk, node).split() or re.match(r"[A-Z][A-Z0-9_]*\Z", name):
        walk.define(name, "constant", node, frame, at=at)


def scala_import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import a.{B, C => D}, e._`."""
    text = re.sub(r"\s+", " ", walk.text(node)).removeprefix("import").strip()
    for part in re.split(r",(?![^{]*\})", text):
        part = part.strip()
        base, brace, inner = part.partition("{")
        if not brace:
            target = re.split(r"\s+(?:as|=>)\s+", part)[0].strip()
            walk.add_import(node, target, (target.rsplit(".", 1)[-1],))
            continue
        for name in inner.rstrip("} ").split(","):
            name = re.split(r"\s*=>\s*|\s+as\s+", name.strip())[0]
            if name:
                walk.add_import(node, base + name, (name,))


def scala_value(walk: Walk, node: Node, frame: Frame) -> None:
    """A `val` of a package or object is a constant, and an `implicit` one anywhere, which is found by its type."""
    at = node.child_by_field_name("pattern") or node.child_by_field_name("name")
    if at is None or at.type != "identifier" or frame.holder in ("function", "method"):
        return
    if frame.holder in ("", "object", "mod") or "implicit" in _modifier_text(walk, node).split():
        walk.define(walk.text(at), "constant", node, frame, at=at)


def scala_block(walk: Walk, node: Node, frame: Frame) -> None:
    """What is defined in a block is local to it, wherever the block stands."""
    walk.push(node.named_children, Frame(frame.scope, "function", False, True))


def csharp_using(walk: Walk, node: Node, _frame: Frame) -> None:
    """`using A.B;`, `using static X.Y;`, `using Z = Q.W;`."""
    parts = [
        child
        for child in node.named_children
        if child.type in ("qualified_name", "identifier", "alias_qualified_name", "generic_name")
    ]
    if parts:
        static = any(child.type == "static" for child in node.children)
        walk.add_import(node, "".join(walk.text(parts[-1]).split()), (), "static" if static else "")


def csharp_namespace(walk: Walk, node: Node, frame: Frame) -> None:
    """`namespace A.B {…}`: the file's package, and the scope of what is inside."""
    name = walk.text(node.child_by_field_name("name"))
    walk.package = walk.package or name
    walk.push_inside(node.child_by_field_name("body"), Frame((*frame.scope, *name.split(".")), "mod"))


def csharp_field(walk: Walk, node: Node, frame: Frame) -> None:
    """`const` and `static readonly` fields."""
    words = _modifier_text(walk, node).split()
    if "const" not in words and not ("static" in words and "readonly" in words):
        return
    declaration = first_child(node, ("variable_declaration",))
    for declarator in declaration.named_children if declaration is not None else ():
        at = declarator.child_by_field_name("name")
        if declarator.type == "variable_declarator" and at is not None:
            walk.define(walk.text(at), "constant", node, frame, at=at)


def csharp_destructor(walk: Walk, node: Node, frame: Frame) -> None:
    """`~C()`, `operator +`, a conversion, an indexer: named by what they are."""
    fields = ("name", "operator", "type")
    at = next((child for child in map(node.child_by_field_name, fields) if child is not None), None)
    body = node.child_by_field_name("body")
    prefix = "~" if node.type == "destructor_declaration" else "operator "
    walk.define(prefix + walk.text(at), "method", node, frame, at=at, body=body)


def swift_type(walk: Walk, node: Node, frame: Frame) -> None:
    """`class`, `struct`, `enum`, `actor` and `extension` are one node type of the grammar."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    declared = node.child_by_field_name("declaration_kind")
    word = walk.text(declared) if declared is not None else "class"
    kind = {"actor": "class"}.get(word, word)
    name = re.sub(r"<.*", "", walk.text(at), flags=re.DOTALL)
    inside = walk.define(name, kind if kind in TYPE_KINDS else "class", node, frame, at=at, body=body)
    walk.push_inside(body, Frame(inside.scope, inside.holder, frame.exported, inside.hidden))


def swift_init(walk: Walk, node: Node, frame: Frame) -> None:
    """`init`, `deinit` and `subscript` are named by their keyword."""
    name = {"init_declaration": "init", "deinit_declaration": "deinit"}.get(node.type, "subscript")
    walk.define(name, "method", node, frame, body=node.child_by_field_name("body"))


def swift_property(walk: Walk, node: Node, frame: Frame) -> None:
    """`let` at the top of the file, and `static let`."""
    binding = first_child(node, ("value_binding_pattern",))
    if binding is None or not walk.text(binding).startswith("let"):
        return
    if frame.holder and not re.search(r"\b(?:static|class)\b", _modifier_text(walk, node)):
        return
    at = node.child_by_field_name("name")
    if at is not None and frame.holder not in ("function", "method"):
        walk.define(walk.text(at), "constant", node, frame, at=at)


def swift_import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import Foundation`, `import struct A.B`."""
    walk.add_import(node, walk.text(first_child(node, ("identifier",))))


def php_namespace(walk: Walk, node: Node, frame: Frame) -> None:
    """A namespace, with braces or without."""
    name = walk.text(node.child_by_field_name("name"))
    walk.package = walk.package or name
    walk.push_inside(node.child_by_field_name("body"), frame)


def php_use(walk: Walk, node: Node, _frame: Frame) -> None:
    """`use` of one name or a group, of functions and constants too."""
    prefix = first_child(node, ("namespace_name",))
    group = node.child_by_field_name("body")
    base = walk.text(prefix) + "\\" if prefix is not None and group is not None else ""
    words = walk.text(node, 40).split()
    form = words[1] if len(words) > 1 and words[1] in ("function", "const") else ""
    for clause in (group or node).named_children:
        if clause.type in ("namespace_use_clause", "namespace_use_group_clause"):
            name = walk.text(first_child(clause, ("qualified_name", "name", "namespace_name"))).lstrip("\\")
            walk.add_import(node, base + name, (name.rsplit("\\", 1)[-1],), form)


def php_const(walk: Walk, node: Node, frame: Frame) -> None:
    """`const K = 1;` at the top or in a class."""
    for element in node.named_children:
        at = first_child(element, ("name",)) if element.type == "const_element" else None
        if at is not None:
            walk.define(walk.text(at), "constant", node, frame, at=at)


def php_statement(walk: Walk, node: Node, frame: Frame) -> None:
    """`define("NAME", …)`."""
    call = node.named_child(0) if node.named_child_count else None
    if call is None or call.type != "function_call_expression":
        return
    arguments = call.child_by_field_name("arguments")
    if (
        walk.text(call.child_by_field_name("function")) == "define"
        and arguments is not None
        and arguments.named_child_count
    ):
        at = arguments.named_child(0)
        walk.define(walk.text(at).strip("\"'"), "constant", node, frame, at=at)


def scala_package(walk: Walk, node: Node, frame: Frame) -> None:
    """`package a.b`; clauses that follow each other add up."""
    name = "".join(walk.text(node.child_by_field_name("name")).split())
    body = node.child_by_field_name("body")
    if not frame.scope:
        walk.package = f"{walk.package}.{name}" if walk.package and body is None else walk.package or name
    walk.push_inside(body, frame)
