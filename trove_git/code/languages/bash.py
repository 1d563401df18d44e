"""Shells: functions, aliases, read-only variables; `source` with a variable in front."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import DOUBLE, SINGLE, CommentStyle, scan
from trove_git.code.facts import Import
from trove_git.code.imports import Pattern
from trove_git.code.language import Language, always_exported
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_tree import UNRESOLVED, Resolved, folder_of, internal, join
from trove_git.code.walk import MAX_SYMBOLS, Definition, Frame, Rule, Walk, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_SHELL_FUNCTION = re.compile(
    rb"^[ \t]*(?:function[ \t]+([\w:.-]{1,200})(?:[ \t]*\(\))?|([\w:.-]{1,200})[ \t]*\(\))[ \t\n]*[{(]", re.MULTILINE
)

_VARIABLE_HEAD = re.compile(r"^\"?(?:\$\{[^}]*\}|\$\([^)]*\)+|\$\w+)\"?/")
_COMMENTS = CommentStyle(scan(rb"#(?:(?<=^#)|(?<=[\s;]#))[^\n]*()", (SINGLE, DOUBLE)), (b"#",))

_IMPORTS = Pattern(
    re.compile(
        rb"^[ \t]*(?:(?:if|then|do|else|\[\[?[^\n]{0,200}\]\]?[ \t]*&&|&&|\|\|)[ \t]+)?(?P<word>source|\.)[ \t]+"
        rb"(?P<target>\"[^\"\n]{1,300}\"|'[^'\n]{1,300}'|[^\s;&|\"']{1,300})(?=[\s;&|]|$)",
        re.M,
    ),
    {"source": "relative", ".": "relative"},
)


def find_shell_functions(source: bytes) -> Iterator[Definition]:
    """Yield shell functions by pattern, for files in which the grammar loses its way."""
    row = seen = 0
    for match in islice(_SHELL_FUNCTION.finditer(source), MAX_SYMBOLS):
        name = (match.group(1) or match.group(2)).decode("utf-8", "replace")
        row += source.count(b"\n", seen, match.start(match.lastindex or 0))
        seen = match.start(match.lastindex or 0)
        signature = " ".join(match.group().decode("utf-8", "replace").split()).rstrip(" {(")
        yield Definition(name, "function", (), signature, "", row, row + 1, row + 1, True, True, match.start())


def _declaration(walk: Walk, node: Node, frame: Frame) -> None:
    """`readonly NAME=…`, `declare -r NAME=…` at the top of the file."""
    head = walk.text(node, 40)
    if frame.holder or not (head.startswith("readonly") or re.match(r"(?:declare|typeset)\s+-\w*r", head)):
        return
    for child in node.named_children:
        if child.type == "variable_assignment":
            at = child.child_by_field_name("name")
            walk.define(walk.text(at), "constant", child, frame, at=at)


def _alias(walk: Walk, node: Node, frame: Frame) -> None:
    """`alias name=… other=…` outside functions."""
    if frame.holder or walk.text(node, 6) not in ("alias ", "alias\t"):
        return
    for at in node.children_by_field_name("argument"):
        name, is_set, _ = walk.text(at).partition("=")
        if is_set:
            walk.define(name, "macro", node, frame, at=at)


class BashResolver(PathResolver):
    """Resolves `source FILE`."""

    def find(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Resolve `source FILE`; a variable in front stands for a folder of this repository."""
        target = imported.target.strip("\"'")
        inner = _VARIABLE_HEAD.sub("", target).replace('"', "")
        if "$" in inner or not inner or inner.startswith(("/", "~")):
            return UNRESOLVED
        found = self.tree.first(join(folder_of(path), inner), join("", inner))
        if found:
            return internal([found])
        endings = self.tree.ending_in(inner.lstrip("./"))
        return internal(endings) if len(endings) == 1 else UNRESOLVED


_RULES = {
    **holders(
        "program if_statement elif_clause else_clause compound_statement while_statement for_statement do_group "
        "case_statement case_item list subshell ERROR redirected_statement"
    ),
    "function_definition": Rule("function"),
    "declaration_command": Rule(handler=_declaration),
    "command": Rule(handler=_alias),
}

LANGUAGE = Language(
    name="Bash",
    grammar="tree_sitter_bash",
    suffixes=(".sh", ".bash", ".bats", ".ksh"),
    files=(".bashrc", ".bash_profile", ".profile", "PKGBUILD"),
    interpreters=("sh", "bash", "dash", "ksh"),
    rules=_RULES,
    exported=always_exported,
    comments=_COMMENTS,
    rescue=find_shell_functions,
    imports=_IMPORTS,
    family="bash",
    resolver=BashResolver,
)
