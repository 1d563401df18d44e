"""Perl: packages that hold what follows them, POD, and code behind names that are modules or files."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from trove_git.code.comment_styles import DOUBLE, SINGLE, CommentStyle, scan
from trove_git.code.comments import strip_markup
from trove_git.code.facts import Import
from trove_git.code.imports import Pattern
from trove_git.code.language import Language
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_tree import STANDARD_LIBRARY, UNRESOLVED, Resolved, closest, external, internal
from trove_git.code.walk import Frame, Rule, Walk, first_child, holders

if TYPE_CHECKING:
    from tree_sitter import Node

_COMMENTS = CommentStyle(
    scan(
        # `$#list` and the `#` of `m#…#` begin no comment; POD goes from a command at the margin to `=cut`.
        rb"#(?:(?<=^#)|(?<=[\s;{},)]#))[^\n]*()|=(?<=^=)[a-zA-Z].*?(?:^=cut\b[^\n]*|\Z)()",
        (DOUBLE, SINGLE),
    ),
    (b"#",),
)
_IMPORTS = Pattern(
    re.compile(
        rb"(?<![\w$@%&>:-])(?P<word>require|do)[ \t]+"
        rb"(?P<target>(?<=require )[A-Z]\w*(?:::\w+)*|\"[^\"\n$@]{1,300}\"|'[^'\n]{1,300}')"
    ),
    {"require": "", "do": "relative"},
    (b"require", b"do "),
)
_KINDS = {"package_statement": "mod", "class_statement": "class", "role_statement": "trait"}
_PARENTS = ("parent", "base")
"""Pragmas whose arguments are the modules that are imported."""
_TAKES_OBJECT = re.compile(r"\s*[{(]\s*(?:my\s*\(?\s*)?\$(?:self|class|this|proto|invocant)\b")
"""How a subroutine begins that is called on an object or a class."""

_POD_ABOVE = re.compile(rb"^=(?:head\d|item|method|func)\b[^\n]*\n(.*?)^=cut[ \t]*\r?\n\s*\Z", re.DOTALL | re.MULTILINE)
_POD_NAME = re.compile(rb"^=head1[ \t]+NAME[ \t]*\r?\n\s*(\S{1,200})[ \t]+--?[ \t]+([^\n]{1,400})", re.MULTILINE)
_POD_COMMAND = re.compile(r"^=(?:(?:over|back|pod|cut|encoding|begin|end|for)\b.*|\w+[ \t]*)", re.MULTILINE)
_POD_FORMAT = re.compile(r"\b[A-Z](?:<<+ | <)?<?([^<>\n]{0,300}?)(?: >>+|>)")
_POD_BYTES = 6_000
"""How far above a subroutine the beginning of its POD may lie."""

_STANDARD = frozenset(
    """AutoLoader B Benchmark Carp Config Cwd DB_File Data::Dumper Digest::MD5 Digest::SHA DynaLoader Encode English
    Errno Exporter ExtUtils::MakeMaker Fcntl File::Basename File::Compare File::Copy File::Find File::Glob File::Path
    File::Spec File::Spec::Functions File::Temp File::stat FindBin Getopt::Long Getopt::Std HTTP::Tiny Hash::Util
    I18N::Langinfo IO IO::File IO::Handle IO::Select IO::Socket IO::Socket::INET IPC::Open2 IPC::Open3 JSON::PP
    List::Util MIME::Base64 MIME::QuotedPrint Math::BigInt Math::Trig Module::CoreList Module::Load POSIX PerlIO
    Pod::Man Pod::Text Pod::Usage Scalar::Util SelectSaver Socket Storable Symbol Sys::Hostname Term::ANSIColor
    Term::ReadLine Test Test::Builder Test::Harness Test::More Test::Simple Text::Abbrev Text::Balanced
    Text::ParseWords Text::Tabs Text::Wrap Thread::Queue Tie::File Tie::Hash Time::HiRes Time::Local Time::Piece
    UNIVERSAL Unicode::Normalize Unicode::UCD User::pwent XSLoader""".split()
)
"""Modules that come with Perl and begin with a capital letter; pragmas are in lower case."""


def _statements(walk: Walk, node: Node, frame: Frame) -> None:
    """The statements of a file or block: a package without a block holds those that follow it."""
    children = node.named_children
    starts = [number for number, child in enumerate(children) if child.type in _KINDS and not _block(child)]
    parts: list[tuple[int, int, Frame]] = [(0, starts[0] if starts else len(children), frame)]
    for start, end in pairwise((*starts, len(children))):
        inside = _define_package(walk, children[start], frame)
        if walk.definitions and end > start + 1:
            last = walk.definitions[-1]
            walk.definitions[-1] = last._replace(end_line=max(last.end_line, children[end - 1].end_point.row + 1))
        parts.append((start + 1, end, inside))
    for start, end, inside in reversed(parts):
        walk.push(children[start:end], inside)


def _block(node: Node) -> Node | None:
    return first_child(node, ("block",))


def _named(walk: Walk, at: Node | None, frame: Frame) -> tuple[str, Frame]:
    """Return a name without its package, and what is around it: `A::f` lies in A wherever it is written."""
    *outer, name = walk.text(at).replace("'", "::").split("::")
    return name, Frame(tuple(outer), "mod", frame.exported, frame.hidden) if outer else frame


def _define_package(walk: Walk, node: Node, frame: Frame) -> Frame:
    at = node.child_by_field_name("name")
    walk.package = walk.package or walk.text(at)
    name, around = _named(walk, at, Frame(hidden=frame.hidden))
    return walk.define(name, _KINDS[node.type], node, around, at=at, body=_block(node) or node)


def _package(walk: Walk, node: Node, frame: Frame) -> None:
    """`package A::B {…}`; one without a block is seen with the statements around it."""
    walk.push((_block(node),), _define_package(walk, node, frame))


def _sub(walk: Walk, node: Node, frame: Frame) -> None:
    """`sub f {…}`, `sub A::f {…}`, `my sub f {…}`, `sub f;`."""
    at, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    name, around = _named(walk, at, frame)
    opening = first_child(node, ("signature",)) or body
    kind = "method" if opening is not None and _TAKES_OBJECT.match(walk.text(opening, 120)) else "function"
    hidden = node.child_by_field_name("lexical") is not None
    exported = False if hidden else None
    walk.define(name, kind, node, around, at=at, body=body, exported=exported, declared=body is None)
    walk.push((body,), Frame(frame.scope, frame.holder, False, frame.hidden))


def _use(walk: Walk, node: Node, frame: Frame) -> None:
    """`use M qw(a b)`, `use parent 'A', 'B'`, `use constant NAME => …`."""
    module = walk.text(node.child_by_field_name("module"))
    words = _listed(walk, node)
    if module == "constant":
        _constants(walk, node, frame)
    elif module in _PARENTS:
        for word in words:
            walk.add_import(node, word, (), "parent")
    else:
        walk.add_import(node, module, words)


def _listed(walk: Walk, node: Node) -> list[str]:
    """Return the words of the strings and `qw(…)` that a statement gives."""
    words: list[str] = []
    for child in node.named_children:
        if child.type == "list_expression":
            words += _listed(walk, child)
        elif child.type in ("quoted_word_list", "string_literal", "interpolated_string_literal"):
            words += walk.text(child.child_by_field_name("content")).split()
    return [word for word in words if re.match(r"[&$@%]?[A-Za-z_][\w:]*\Z", word)]


def _constants(walk: Walk, node: Node, frame: Frame) -> None:
    """`use constant A => 1;`, `use constant {A => 1, B => 2};`."""
    given = first_child(node, ("list_expression", "anonymous_hash_expression"))
    is_table = given is not None and given.type == "anonymous_hash_expression"
    listed = first_child(given, ("list_expression",)) if given is not None and is_table else given
    names = [child for child in listed.named_children if child.type == "autoquoted_bareword"] if listed else []
    for at in names if is_table else names[:1]:
        walk.define(walk.text(at), "constant", at if is_table else node, frame, at=at)


def _expression(walk: Walk, node: Node, frame: Frame) -> None:
    """`*name = sub {…}` and `our $name = sub {…}` make functions; other variables are none."""
    assignment = first_child(node, ("assignment_expression",))
    right = assignment.child_by_field_name("right") if assignment is not None else None
    if assignment is None or right is None or right.type != "anonymous_subroutine_expression":
        return
    left = assignment.child_by_field_name("left")
    target = first_child(left, ("scalar",)) if left is not None and left.type == "variable_declaration" else left
    at = first_child(target, ("varname",)) if target is not None and target.type in ("scalar", "glob") else None
    name, around = _named(walk, at, frame)
    exported = None if walk.text(left, 4) in ("our ", "our\t") or walk.text(left, 1) == "*" else False
    walk.define(name, "function", node, around, at=at, body=right.child_by_field_name("body"), exported=exported)


def _exported(_walk: Walk, _node: Node, name: str, _frame: Frame) -> bool:
    """What does not begin with an underscore, which is all that Perl has for private names."""
    return not name.startswith("_")


def _pod(walk: Walk, body: Node) -> str:
    """Return the POD about a package (its NAME) or right above a subroutine."""
    if body.type in _KINDS:
        named = _POD_NAME.search(walk.source)
        is_own = named is not None and named.group(1) == walk.text(body.child_by_field_name("name")).encode()
        return _plain_pod(named.group(2).decode("utf-8", "replace")) if named is not None and is_own else ""
    start = max(walk.source.rfind(b"\nsub", 0, body.start_byte), walk.source.rfind(b"\nmethod", 0, body.start_byte))
    above = walk.source[max(0, start + 1 - _POD_BYTES) : start + 1]
    if not above.rstrip().endswith(b"=cut"):
        return ""
    above = above[max(above.rfind(b"\n=head"), above.rfind(b"\n=item"), above.rfind(b"\n=method"), 0) :]
    found = _POD_ABOVE.search(above)
    return _plain_pod(found.group(1).decode("utf-8", "replace")) if found else ""


def _plain_pod(text: str) -> str:
    """Take the commands and formatting codes off POD."""
    return _POD_FORMAT.sub(r"\1", _POD_COMMAND.sub("", text)).strip()


def _header(comment: str) -> str:
    """Return the text of a comment that may be POD; of its NAME what comes behind the name."""
    if not comment.startswith("="):
        return strip_markup(comment)
    return _plain_pod(re.sub(r"\A=head1[ \t]+NAME\s+\S+\s+--?\s+", "", comment))


class PerlResolver(PathResolver):
    """Resolves `A::B` to the nearest `A/B.pm`, and the name of a file beside the importing one."""

    def find(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where an import leads."""
        target = imported.target
        if "/" in target or target.endswith((".pl", ".pm", ".ph")):
            found = self.beside(path, target)
            endings = self.tree.ending_in(target.lstrip("./")) if not found[0].path else []
            return internal([closest(endings, path)]) if endings else found
        endings = self.tree.ending_in(target.replace("::", "/") + ".pm")
        if endings:
            return internal([closest(endings, path)])
        if imported.form == "relative":
            return UNRESOLVED
        return STANDARD_LIBRARY if target in _STANDARD or target[:1].islower() else external(target)


_RULES = {
    **holders("block_statement phaser_statement conditional_statement else elsif ERROR"),
    "source_file": Rule(handler=_statements),
    "block": Rule(handler=_statements),
    "package_statement": Rule(handler=_package),
    "class_statement": Rule(handler=_package),
    "role_statement": Rule(handler=_package),
    "subroutine_declaration_statement": Rule(handler=_sub),
    "method_declaration_statement": Rule("method"),
    "use_statement": Rule(handler=_use),
    "expression_statement": Rule(handler=_expression),
}

LANGUAGE = Language(
    name="Perl",
    grammar="tree_sitter_perl",
    suffixes=(".pl", ".pm", ".t"),
    files=("cpanfile",),
    interpreters=("perl",),
    rules=_RULES,
    exported=_exported,
    comments=_COMMENTS,
    docstring=_pod,
    doc_of_type=True,
    clean_header=_header,
    imports=_IMPORTS,
    family="perl",
    resolver=PerlResolver,
)
