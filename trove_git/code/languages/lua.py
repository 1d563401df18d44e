"""Lua: functions in tables, locals, modules that a file returns."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import DOUBLE, SINGLE, CommentStyle, scan
from trove_git.code.facts import Import
from trove_git.code.imports import Pattern
from trove_git.code.language import Language
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_tree import STANDARD_LIBRARY, UNRESOLVED, Resolved, closest, external, internal
from trove_git.code.walk import Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_UPPER = re.compile(r"[A-Z][A-Z0-9_]+\Z")
_NAMES = rb"local[ \t]+((?:\w+[ \t]*,[ \t]*)*\w+)"

_LOCALS = re.compile(
    rb"^" + _NAMES + rb"[ \t]*;?[ \t]*(?:--[^\n]*)?\r?$|^[ \t]*" + _NAMES + rb"[ \t]+do\b", re.MULTILINE
)

_QUALIFIER = re.compile(r"[.:]")
_STANDARD = frozenset(("string", "table", "math", "io", "os", "debug", "coroutine", "utf8", "bit", "ffi", "jit"))

_COMMENTS = CommentStyle(scan(rb"--\[(=*)\[.*?(?:\]\2\]|\Z)|--[^\n]*", (DOUBLE, SINGLE)), (b"--",), (b"--[[", b"]]"))

_IMPORTS = Pattern(
    re.compile(rb"(?<![\w.:])(?P<word>require|dofile)\b[ \t]*\(?[ \t]*(['\"])(?P<target>[^'\"\n]{1,300})\2"),
    {"require": "", "dofile": "relative"},
)


def _function(walk: Walk, node: Node, frame: Frame) -> None:
    """`function M.x.f()`, `function M:g()`, `local function h()`."""
    at = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    *scope, name = _QUALIFIER.split("".join(walk.text(at).split()))
    around = Frame((*frame.scope, *scope), "class" if scope else frame.holder, frame.exported, frame.hidden)
    local = walk.text(node, 6) == "local " or bool(frame.holder)
    kind = "method" if ":" in walk.text(at) else "function"
    inside = walk.define(name, kind, node, around, at=at, body=body, exported=False if local else None)
    walk.push((body,), Frame(inside.scope, "function", False, True))


def _assignment(walk: Walk, node: Node, frame: Frame) -> None:
    """`M.x = function …`, `local f = function …`, functions in a table, `NAME = …`."""
    local = node.type == "variable_declaration"
    assignment = first_child(node, ("assignment_statement",)) if local else node
    if assignment is None:
        return
    names, values = first_child(assignment, ("variable_list",)), first_child(assignment, ("expression_list",))
    if names is None or values is None:
        return
    for at, value in zip(names.named_children, values.named_children, strict=False):
        path = "".join(walk.text(at, 300).split())
        if "[" in path or "(" in path:
            continue
        *scope, name = _QUALIFIER.split(path)
        around = Frame((*frame.scope, *scope), "class" if scope else frame.holder, frame.exported, frame.hidden)
        if value.type == "function_definition":
            body = value.child_by_field_name("body")
            exported = False if local or frame.hidden else None
            inside = walk.define(name, "function", node, around, at=at, body=body, exported=exported)
            walk.push((body,), Frame(inside.scope, "function", False, True))
        elif value.type == "table_constructor" and not frame.holder:
            _table(walk, value, Frame((*around.scope, name), "object"))
        elif not frame.holder and _UPPER.match(name):
            walk.define(name, "constant", node, around, at=at, exported=not local)


def _return(walk: Walk, node: Node, frame: Frame) -> None:
    """`return { f = function … }` at the end of a module."""
    values = first_child(node, ("expression_list",))
    for value in values.named_children if values is not None and not frame.holder else ():
        if value.type == "table_constructor":
            _table(walk, value, Frame(frame.scope, "object"))


def _table(walk: Walk, table: Node, frame: Frame) -> None:
    """Functions that are fields of a table."""
    for field in table.named_children:
        at, value = field.child_by_field_name("name"), field.child_by_field_name("value")
        if at is not None and at.type == "identifier" and value is not None and value.type == "function_definition":
            body = value.child_by_field_name("body")
            walk.define(walk.text(at), "function", field, frame, at=at, body=body)


def _exported(walk: Walk, _node: Node, name: str, frame: Frame) -> bool:
    """What is not local."""
    return not frame.hidden and (bool(frame.scope) or name not in _locals(walk.source))


@lru_cache(maxsize=1)
def _locals(source: bytes) -> frozenset[str]:
    """Names that `local a, b` or `local a do … end` declares, to be given a value below."""
    listed = b",".join(name for names in _LOCALS.findall(source) for name in names)
    return frozenset(re.findall(r"\w+", listed.decode("utf-8", "replace")))


class LuaResolver(PathResolver):
    """Resolves `require` by the end of a path."""

    def find(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where an import leads."""
        inner = imported.target.replace(".", "/") if not imported.target.endswith(".lua") else imported.target[:-4]
        endings = self.tree.ending_in(inner + ".lua") or self.tree.ending_in(inner + "/init.lua")
        if endings:
            return internal([closest(endings, path)])
        first = inner.partition("/")[0]
        if inner.endswith("/"):  # `require("a.b." .. name)`
            return UNRESOLVED
        return STANDARD_LIBRARY if first in _STANDARD else external(first) if first else UNRESOLVED


_RULES = {
    **holders(
        "chunk block if_statement else_statement elseif_statement do_statement for_statement while_statement ERROR"
    ),
    "function_declaration": Rule(handler=_function),
    "variable_declaration": Rule(handler=_assignment),
    "assignment_statement": Rule(handler=_assignment),
    "return_statement": Rule(handler=_return),
}

LANGUAGE = Language(
    name="Lua",
    grammar="tree_sitter_lua",
    suffixes=(".lua",),
    interpreters=("lua", "luajit"),
    rules=_RULES,
    exported=_exported,
    comments=_COMMENTS,
    imports=_IMPORTS,
    family="lua",
    resolver=LuaResolver,
)
