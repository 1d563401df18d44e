"""Ruby: definitions that are calls, what a bare `private` hides, features and gems."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import DOUBLE, SINGLE, CommentStyle, scan
from trove_git.code.facts import Import
from trove_git.code.language import Language
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_tree import (
    STANDARD_LIBRARY,
    UNRESOLVED,
    Resolved,
    ancestors,
    closest,
    external,
    folder_of,
    internal,
    join,
)
from trove_git.code.walk import Frame, Rule, Walk, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_MAKERS = {"Struct.new": "class", "Class.new": "class", "Data.define": "class", "Module.new": "mod"}

_REQUIRES = {
    "require": "", "require_relative": "relative", "require_dependency": "", "load": "load", "autoload": "autoload",
}  # fmt: skip

_STANDARD = frozenset(
    """English abbrev base64 benchmark bigdecimal bundler cgi continuation coverage csv date dbm debug delegate
    did_you_mean digest drb erb error_highlight etc expect fcntl fiber fiddle fileutils find forwardable getoptlong
    io ipaddr irb json logger matrix minitest monitor mutex_m net nkf objspace observer open-uri open3 openssl optparse
    ostruct pathname pp prettyprint prime profile pstore psych pty racc rbconfig rdoc readline reline resolv ripper
    rinda rubygems securerandom set shellwords singleton socket stringio strscan syslog tempfile test thread thwait time
    timeout tmpdir tracer tsort un unicode_normalize uri weakref win32ole yaml zlib""".split()
)

_ROOTS = frozenset(("lib", "test", "tests", "spec", "ext", "app"))

_COMMENTS = CommentStyle(
    scan(rb"#(?!\{)[^\n]*()|=(?<=^=)begin\b.*?(?:^=end\b[^\n]*|\Z)()", (DOUBLE, SINGLE)),
    (b"#",),
    (b"=begin", b"=end"),
)


def _type(walk: Walk, node: Node, frame: Frame) -> None:
    """`class A::B < C`, `module M`."""
    at = node.child_by_field_name("name")
    *outer, name = walk.text(at).removeprefix("::").split("::")
    around = Frame((*frame.scope, *outer), frame.holder, frame.exported, frame.hidden)
    kind = "class" if node.type == "class" else "mod"
    body = node.child_by_field_name("body")
    inside = walk.define(name, kind, node, around, at=at, body=body, exported=True)
    if kind == "mod" and not walk.package:
        walk.package = ".".join(inside.scope)
    _body(walk, body, Frame(inside.scope, "class"))


def _body(walk: Walk, body: Node | None, frame: Frame) -> None:
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


def _singleton(walk: Walk, node: Node, frame: Frame) -> None:
    """`class << self`: its methods belong to the class around."""
    _body(walk, node.child_by_field_name("body"), Frame(frame.scope, "class"))


def _method(walk: Walk, node: Node, frame: Frame) -> None:
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


def _assignment(walk: Walk, node: Node, frame: Frame) -> None:
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
        _body(walk, block.child_by_field_name("body"), Frame(frame.scope, "class", False, frame.hidden))


def _call(walk: Walk, node: Node, frame: Frame) -> None:
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
            _require(walk, method, node, arguments)
        elif walk.holds(arguments, b"def "):
            _arguments(walk, method, arguments, frame)
    if block is not None:
        body = block.child_by_field_name("body")
        _body(walk, body, Frame(frame.scope, frame.holder or "", frame.exported, frame.hidden))


def _require(walk: Walk, method: str, node: Node, arguments: Node) -> None:
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


def _arguments(walk: Walk, method: str, arguments: Node, frame: Frame) -> None:
    """`private def x`, `private memoize def x`."""
    for child in arguments.named_children:
        if child.type in ("method", "singleton_method", "call"):
            hidden = method in ("private", "protected", "private_class_method")
            walk.push((child,), Frame(frame.scope, frame.holder, frame.exported, hidden or frame.hidden))


def _exported(_walk: Walk, _node: Node, _name: str, _frame: Frame) -> bool:
    """Everything that `private` did not hide."""
    return True


class RubyResolver(PathResolver):
    """Resolves `require` by the folders that may be on the load path."""

    @cached_property
    def _features(self) -> dict[str, list[str]]:
        """Feature as it is required → files, for every folder that may be on the load path."""
        found: dict[str, list[str]] = {}
        for path in self.tree.source_paths:
            if not path.endswith(".rb"):
                continue
            parts = path.removesuffix(".rb").split("/")
            starts = {number + 1 for number, part in enumerate(parts[:-1]) if part in _ROOTS}
            for start in sorted(starts | {0}):
                found.setdefault("/".join(parts[start:]), []).append(path)
        return found

    def find(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where an import leads."""
        target = imported.target.removesuffix(".rb")
        if imported.form == "relative" or target.startswith("."):
            found = self.beside(path, target + ".rb", "")
            return found if found[0].path or imported.form == "relative" else internal(
                filter(None, [self.tree.first(join("", target) + ".rb")])
            )  # fmt: skip
        if not target or target.startswith("/"):
            return UNRESOLVED
        candidates = self._features.get(target, [])
        if target.endswith(".rake") and not candidates:
            candidates = self.tree.ending_in(target)
        first = target.partition("/")[0]
        if candidates and (first not in _STANDARD or first in self._own):
            return internal([closest(candidates, path)])
        if first in _STANDARD:
            return STANDARD_LIBRARY
        around = self.tree.first(*[join(folder, target + ".rb") for folder in ancestors(folder_of(path))])
        if around or first in self._own:
            return internal(filter(None, [around]))
        joined = "-".join(target.split("/")[:2])
        return external(joined if joined in self._gems else first)

    @cached_property
    def _gems(self) -> frozenset[str]:
        """Names of gems that a Gemfile or gemspec asks for."""
        pattern = re.compile(rb"""^\s*(?:\w+\.add_\w*dependency|gem)\s*\(?\s*["']([\w-]+)["']""", re.MULTILINE)
        return frozenset(
            name.decode("utf-8", "replace")
            for path, data in self.tree.manifests.items()
            if path.endswith((".gemspec", "Gemfile"))
            for name in pattern.findall(data)
        )

    @cached_property
    def _own(self) -> frozenset[str]:
        """First names that files directly in a `lib` folder give."""
        return frozenset(
            path.rpartition("/")[2].removesuffix(".rb")
            for path in self.tree.source_paths
            if path.endswith(".rb") and folder_of(path).rpartition("/")[2] == "lib"
        )


_RULES = {
    **holders(
        "program body_statement then else if unless if_modifier unless_modifier begin ensure rescue elsif case when "
        "block_body ERROR parenthesized_statements binary while"
    ),
    "class": Rule(handler=_type),
    "module": Rule(handler=_type),
    "singleton_class": Rule(handler=_singleton),
    "method": Rule(handler=_method),
    "singleton_method": Rule(handler=_method),
    "assignment": Rule(handler=_assignment),
    "operator_assignment": Rule(handler=_assignment),
    "call": Rule(handler=_call),
}

LANGUAGE = Language(
    name="Ruby",
    grammar="tree_sitter_ruby",
    suffixes=(".rb", ".rake", ".gemspec", ".ru", ".thor", ".jbuilder"),
    files=("Rakefile", "Gemfile", "Guardfile", "Capfile", "Thorfile", "Vagrantfile", "Podfile", "Fastfile"),
    interpreters=("ruby", "jruby"),
    rules=_RULES,
    exported=_exported,
    comments=_COMMENTS,
    family="ruby",
    resolver=RubyResolver,
    doc_of_type=True,
)
