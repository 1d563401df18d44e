"""Python: docstrings, names with an underscore, imports of modules and of names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import DOUBLE, SINGLE, TRIPLE, CommentStyle, scan
from trove_git.code.language import Language
from trove_git.code.resolve_python import PythonResolver
from trove_git.code.walk import Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_UPPER = re.compile(r"_{0,2}[A-Z][A-Z0-9_]*\Z")
_COMMENTS = CommentStyle(
    scan(rb"#[^\n]*", (TRIPLE, DOUBLE, SINGLE), rb"^[ \t]*[rRuU]?(?:" + TRIPLE + rb")"), (b"#",), skip=(b"@",)
)


def _import(walk: Walk, node: Node, _frame: Frame) -> None:
    """`import a.b as c, d`: one import a module."""
    for child in node.children_by_field_name("name"):
        walk.add_import(node, _plain_name(walk, child))


def _from(walk: Walk, node: Node, _frame: Frame) -> None:
    """`from ..a import b as c, d`: one import with its names."""
    module = node.child_by_field_name("module_name")
    names = [_plain_name(walk, child) for child in node.children_by_field_name("name")]
    if first_child(node, ("wildcard_import",)) is not None:
        names = ["*"]
    target = walk.text(module) if module is not None else "__future__"
    walk.add_import(node, "".join(target.split()), names)


def _plain_name(walk: Walk, node: Node) -> str:
    if node.type == "aliased_import":
        return walk.text(node.child_by_field_name("name"))
    return walk.text(node)


def _statement(walk: Walk, node: Node, frame: Frame) -> None:
    """Module-level `NAME = …`, `name = lambda: …` and a TypeVar or named tuple are definitions."""
    statement = node.named_child(0) if node.named_child_count else None
    if statement is None or statement.type != "assignment" or frame.holder not in ("", "class"):
        return
    left = statement.child_by_field_name("left")
    right = statement.child_by_field_name("right")
    if left is None or right is None or left.type != "identifier":
        return
    name = walk.text(left)
    if right.type == "lambda":
        walk.define(name, "function", node, frame, at=left, body=right.child_by_field_name("body"))
    elif not frame.holder and _UPPER.match(name):
        walk.define(name, "constant", node, frame, at=left)


def _type_alias(walk: Walk, node: Node, frame: Frame) -> None:
    """`type X = …`; the grammar takes `type(x).y = …` for one too."""
    left = node.child_by_field_name("left")
    match = re.match(r"\w+", walk.text(left))
    if match and frame.holder in ("", "class"):
        walk.define(match.group(), "type", node, frame, at=left)


def _exported(_walk: Walk, _node: Node, name: str, frame: Frame) -> bool:
    """Public unless a name on the way begins with an underscore; dunder methods are public."""
    if frame.holder == "function" or frame.holder == "method":
        return False
    names = (*frame.scope, name)
    return not any(part.startswith("_") and not part.endswith("__") for part in names)


def _docstring(walk: Walk, body: Node) -> str:
    """Return the string that opens a body."""
    first = body.named_child(0) if body.named_child_count else None
    if first is not None and first.type == "expression_statement":
        first = first.named_child(0) if first.named_child_count else None
    if first is None or first.type != "string":
        return ""
    return walk.text(first, 4000)


_RULES = {
    **holders(
        "module block decorated_definition if_statement elif_clause else_clause try_statement except_clause "
        "finally_clause with_statement for_statement while_statement match_statement "
        "case_clause ERROR"
    ),
    "function_definition": Rule("function"),
    "class_definition": Rule("class"),
    "expression_statement": Rule(handler=_statement),
    "import_statement": Rule(handler=_import),
    "import_from_statement": Rule(handler=_from),
    "future_import_statement": Rule(handler=_from),
    "type_alias_statement": Rule(handler=_type_alias),
}

LANGUAGE = Language(
    name="Python",
    grammar="tree_sitter_python",
    suffixes=(".py", ".pyi", ".pyw"),
    files=("SConstruct", "SConscript", "wscript"),
    interpreters=("python", "pypy"),
    rules=_RULES,
    exported=_exported,
    comments=_COMMENTS,
    docstring=_docstring,
    family="python",
    resolver=PythonResolver,
    top_comment_of_file=True,
)
