"""JavaScript: functions as values, exports of modules and of CommonJS, imports anywhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import BACKTICK, C_LIKE, DOUBLE, SINGLE, CommentStyle, scan
from trove_git.code.imports import Pattern
from trove_git.code.language import Language
from trove_git.code.resolve_javascript import JavaScriptResolver
from trove_git.code.walk import TYPE_KINDS, Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

JS_COMMENTS = CommentStyle(scan(C_LIKE, (DOUBLE, SINGLE, BACKTICK)), (b"//",), (b"/*", b"*/"), (b"@",))

JS_IMPORTS = Pattern(
    re.compile(
        rb"(?<![\w.$])(?P<word>require|require\.resolve|import)\s*\(\s*(?:/\*[^*]*\*/\s*)?(['\"`])(?P<target>[^'\"`\n$]{1,500})\2"
    ),
    {"require": "require", "import": "dynamic", "require.resolve": "require"},
    (b"require", b"import(", b"import ("),
    re.compile(rb"(?:const|let|var)\s+(\{[^{}]{0,2000}\})\s*=\s*(?:await\s+)?\Z"),
)

FUNCTION_VALUES = frozenset(
    ("function_expression", "arrow_function", "generator_function", "function", "function_definition")
)


def js_exported(_walk: Walk, _node: Node, name: str, frame: Frame) -> bool:
    """Marked by `export` around it; a class hands its members out (settled at the end)."""
    return frame.exported and not name.startswith(("#", "_"))


def js_export(walk: Walk, node: Node, frame: Frame) -> None:
    """`export …`: a definition, a list of names, or a re-export, which is an import."""
    source = node.child_by_field_name("source")
    clause = first_child(node, ("export_clause",))
    names = [] if clause is None else [walk.text(item.child_by_field_name("name")) for item in clause.named_children]
    if source is not None:
        form = "type" if any(child.type == "type" for child in node.children) else ""
        walk.add_import(node, unquoted(walk, source), [name for name in names if name], form)
        return
    walk.exported_names.update(name for name in names if name)
    inside = Frame(frame.scope, frame.holder, True, frame.hidden)
    value = node.child_by_field_name("value")
    if value is None:
        walk.push(node.named_children, inside)
    elif value.type == "identifier":
        walk.exported_names.add(walk.text(value))
    else:
        _js_value(walk, "default", value, node, inside, named=False)


def js_import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import a, {b as c} from "x"`, `import type …`, `import x = require("y")`."""
    source = node.child_by_field_name("source")
    names: list[str] = []
    for clause in node.named_children:
        if clause.type == "import_require_clause":
            source = clause.child_by_field_name("source")
        if clause.type != "import_clause":
            continue
        for part in clause.named_children:
            if part.type == "identifier":
                names.append("default")
            elif part.type == "namespace_import":
                names.append("*")
            elif part.type == "named_imports":
                names.extend(walk.text(item.child_by_field_name("name")) for item in part.named_children)
    if source is not None:
        form = "type" if any(child.type in ("type", "typeof") for child in node.children) else ""
        walk.add_import(node, unquoted(walk, source), [name for name in names if name], form)


def unquoted(walk: Walk, node: Node) -> str:
    """Return a string or name without its quotes."""
    return walk.text(node).strip("\"'`")


def js_variables(walk: Walk, node: Node, frame: Frame) -> None:
    """`const f = () => …`, `var C = class …`, `const NAME = …`."""
    constant = node.child_by_field_name("kind")
    is_constant = constant is not None and walk.text(constant) == "const"
    for declarator in node.named_children:
        name = declarator.child_by_field_name("name")
        if name is None or name.type != "identifier":
            continue
        value = declarator.child_by_field_name("value")
        inner = unwrap(value)
        if inner is not None and inner.type in FUNCTION_VALUES | {"class"}:
            _js_value(walk, walk.text(name), inner, declarator, frame, at=name, whole=node)
        else:
            if is_constant and frame.holder in ("", "mod") and not _is_require(walk, value):
                inside = walk.define(walk.text(name), "constant", declarator, frame, at=name)._replace(holder="object")
            else:
                inside = Frame((*frame.scope, walk.text(name)), "object")
            if inner is not None and inner.type == "object":
                js_object(walk, inner, inside)
            else:
                js_call(walk, inner, inside if frame.holder in ("", "mod") else frame)


def unwrap(value: Node | None) -> Node | None:
    """Take parentheses and casts off a value."""
    for _ in range(4):
        if value is None or value.type not in (
            "parenthesized_expression",
            "as_expression",
            "satisfies_expression",
            "non_null_expression",
        ):
            break
        value = value.named_child(0) if value.named_child_count else None
    return value


def _is_require(walk: Walk, value: Node | None) -> bool:
    return value is not None and walk.text(value, 200).startswith(("require(", "await import("))


def _js_value(
    walk: Walk,
    name: str,
    value: Node,
    node: Node,
    frame: Frame,
    *,
    at: Node | None = None,
    whole: Node | None = None,
    named: bool = True,
    exported: bool | None = None,
) -> None:
    """Define the function, class or object that a name is bound to, and look inside."""
    node = whole if whole is not None and whole.named_child_count == 1 else node
    own = value.child_by_field_name("name")
    if not named:
        name = walk.text(own) if own is not None else ""
        at = own
    body = value.child_by_field_name("body")
    if value.type in FUNCTION_VALUES:
        inside = walk.define(name, "function", node, frame, at=at, body=body, exported=exported)
    elif value.type == "class":
        inside = walk.define(name, "class", node, frame, at=at, body=body, exported=exported)
        inside = inside if name else Frame((*frame.scope, "default"), "class")
    elif value.type == "object":
        js_object(walk, value, Frame((*frame.scope, name) if named else frame.scope, "object", True))
        return
    else:
        js_call(walk, value, frame)
        return
    walk.push((body,), inside)


def js_object(walk: Walk, value: Node | None, frame: Frame) -> None:
    """Methods and functions of an object literal."""
    if value is None:
        return
    if value.type != "object":
        js_call(walk, value, frame)
        return
    for item in value.named_children:
        if item.type == "method_definition":
            walk.push((item,), frame)
        elif item.type == "pair":
            key = item.child_by_field_name("key")
            inner = unwrap(item.child_by_field_name("value"))
            if key is None or inner is None or key.type == "computed_property_name":
                continue
            if inner.type in FUNCTION_VALUES | {"class"}:
                _js_value(walk, unquoted(walk, key), inner, item, frame, at=key)
            elif inner.type == "object" and len(frame.scope) < 4:
                js_object(walk, inner, Frame((*frame.scope, unquoted(walk, key)), "object", frame.exported))


def js_statement(walk: Walk, node: Node, frame: Frame) -> None:
    """`exports.a = …`, `module.exports = …`, `A.prototype.b = …`, and functions that run at once."""
    value = node.named_child(0) if node.named_child_count else None
    targets: list[Node] = []
    while value is not None and value.type == "assignment_expression" and len(targets) < 8:
        left = value.child_by_field_name("left")
        if left is not None:
            targets.append(left)
        value = unwrap(value.child_by_field_name("right"))
    if value is None:
        return
    if value.type == "internal_module":
        walk.push((value,), frame)
        return
    if not targets:
        inside = Frame(frame.scope, "object", frame.exported, frame.hidden)
        js_object(walk, value, inside if value.type == "object" else frame)
        return
    for target in targets:
        _js_assign(walk, target, value, node, frame)


def _js_assign(walk: Walk, target: Node, value: Node, node: Node, frame: Frame) -> None:
    """Define what an assignment to `a.b.c` defines."""
    path = walk.text(target, 400)
    is_exports = path in ("module.exports", "exports")
    if is_exports and value.type == "object":
        _js_export_object(walk, value, frame)
    elif is_exports and value.type == "identifier":
        walk.exported_names.add(walk.text(value))
    elif is_exports and value.type in FUNCTION_VALUES | {"class"}:
        own = value.child_by_field_name("name")
        name = walk.text(own) or "exports"
        _js_value(walk, name, value, node, Frame(frame.scope, frame.holder, True), at=own or target)
    elif target.type == "member_expression":
        _js_member(walk, path, target, value, node, frame)
    elif target.type == "identifier" and value.type in FUNCTION_VALUES | {"class"}:
        _js_value(walk, path, value, node, frame, at=target)
    else:
        js_call(walk, value, frame)


def _js_export_object(walk: Walk, value: Node, frame: Frame) -> None:
    """`module.exports = {a, b() {}, c: d}`: names handed out, and definitions of their own."""
    for item in value.named_children:
        if item.type == "shorthand_property_identifier":
            walk.exported_names.add(walk.text(item))
        elif item.type == "pair":
            inner = item.child_by_field_name("value")
            if inner is not None and inner.type == "identifier":
                walk.exported_names.add(walk.text(inner))
    js_object(walk, value, Frame(frame.scope, "object", True))


def _js_member(walk: Walk, path: str, target: Node, value: Node, node: Node, frame: Frame) -> None:
    """`exports.a = …`, `A.prototype.b = …`, `a.b = function …`."""
    at = target.child_by_field_name("property")
    *before, name = [part for part in re.split(r"\s*\.\s*", path) if part]
    handed_out = bool(before) and before[0] in ("exports", "module")
    scope = [part for part in before if part not in ("exports", "module", "prototype", "this", "self")]
    inside = Frame((*frame.scope, *scope)[:8], "object" if scope or "prototype" in before else frame.holder)
    if handed_out:
        inside = Frame(inside.scope, inside.holder, True)
    if value.type in FUNCTION_VALUES | {"class"}:
        _js_value(walk, name, value, node, inside, at=at)
    elif handed_out:
        if value.type == "identifier" and walk.text(value) == name:
            walk.exported_names.add(name)
        elif value.type not in ("undefined", "unary_expression") and not _is_require(walk, value):
            walk.define(name, "constant", node, inside, at=at, exported=True)
            js_object(walk, value, Frame((*inside.scope, name), "object", True))
    elif value.type == "object" and name == "prototype":
        js_object(walk, value, Frame((*frame.scope, *scope), "class"))
    elif frame.holder in ("", "mod"):
        js_object(walk, value, Frame((*inside.scope, name), "object"))


def js_call(walk: Walk, value: Node | None, frame: Frame) -> None:
    """Look inside the functions that a call is given or runs: `(function () {…})()`, `define(function () {…})`."""
    if value is None or not walk.holds(value, b"{"):
        return
    for _ in range(4):
        value = unwrap(value)
        if value is not None and value.type in ("unary_expression", "await_expression", "new_expression"):
            value = value.child_by_field_name("argument") or value
        if value is None or value.type not in ("call_expression", "new_expression"):
            break
        arguments = value.child_by_field_name("arguments")
        for given in arguments.named_children if arguments is not None else ():
            argument = unwrap(given) or given
            if argument.type in FUNCTION_VALUES:
                own = argument.child_by_field_name("name")
                if own is not None and not frame.holder:  # `defineGetter(req, "xhr", function xhr() {…})`
                    body = argument.child_by_field_name("body")
                    walk.define(walk.text(own), "function", argument, frame, at=own, body=body)
                walk.push((argument.child_by_field_name("body"),), _open_frame(frame))
            elif argument.type == "object" and frame.holder in ("", "object"):
                js_object(walk, argument, Frame(frame.scope, "object", frame.exported))
        value = unwrap(value.child_by_field_name("function"))
        if value is not None and value.type == "member_expression":
            value = unwrap(value.child_by_field_name("object"))
    if value is not None and value.type in FUNCTION_VALUES:
        walk.push((value.child_by_field_name("body"),), _open_frame(frame))


def _open_frame(frame: Frame) -> Frame:
    """A wrapper function around a module is no scope of its own, yet its variables are not the module's."""
    return Frame(frame.scope, "function", False, frame.hidden)


def js_field(walk: Walk, node: Node, frame: Frame) -> None:
    """A class field that holds a function is a method."""
    name = node.child_by_field_name("property") or node.child_by_field_name("name")
    value = unwrap(node.child_by_field_name("value"))
    if name is not None and value is not None and value.type in FUNCTION_VALUES:
        _js_value(walk, walk.text(name), value, node, frame, at=name)


def js_method(walk: Walk, node: Node, frame: Frame) -> None:
    """A method; `private` and `#name` keep it inside."""
    name = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    if name is None:
        return
    text = unquoted(walk, name)
    hidden = text.startswith(("#", "_")) or any(
        child.type == "accessibility_modifier" and walk.text(child) != "public" for child in node.named_children
    )
    kind = "method" if frame.holder in TYPE_KINDS else "function"
    inside = walk.define(text, kind, node, frame, at=name, body=body, exported=False if hidden else None)
    walk.push((body,), inside)


JS_RULES = {
    **holders(
        "program statement_block class_body if_statement else_clause try_statement catch_clause finally_clause "
        "for_statement for_in_statement while_statement switch_statement switch_body switch_case switch_default "
        "labeled_statement ERROR"
    ),
    "function_declaration": Rule("function"),
    "generator_function_declaration": Rule("function"),
    "class_declaration": Rule("class"),
    "lexical_declaration": Rule(handler=js_variables),
    "variable_declaration": Rule(handler=js_variables),
    "expression_statement": Rule(handler=js_statement),
    "return_statement": Rule(handler=js_statement),
    "export_statement": Rule(handler=js_export),
    "import_statement": Rule(handler=js_import),
    "method_definition": Rule(handler=js_method),
    "field_definition": Rule(handler=js_field),
    "class_static_block": Rule(),
}

LANGUAGE = Language(
    name="JavaScript",
    grammar="tree_sitter_javascript",
    suffixes=(".js", ".mjs", ".cjs", ".jsx"),
    files=("Jakefile",),
    interpreters=("node", "deno", "bun"),
    rules=JS_RULES,
    exported=js_exported,
    comments=JS_COMMENTS,
    imports=JS_IMPORTS,
    family="javascript",
    resolver=JavaScriptResolver,
    marks_exports=True,
)
