"""What the project knows about one language; `languages/<name>.py` has one record of it each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from trove_git.code.comment_styles import CommentStyle
from trove_git.code.imports import Pattern
from trove_git.code.resolve_tree import LanguageResolver, Tree
from trove_git.code.walk import Definition, Exported, Rule, Walk

if TYPE_CHECKING:
    from tree_sitter import Node


class Language(NamedTuple):
    """Everything that differs between languages."""

    name: str
    """As facts and answers call it."""
    grammar: str
    """Module of the grammar, `:` and the function that returns it where that is not `language`."""
    suffixes: tuple[str, ...]
    """Endings of its files, in lower case and with the dot."""
    rules: Mapping[str, Rule]
    """Node type → what to do with it; a node type that is not listed is never looked into."""
    exported: Exported
    """Whether other files may use a definition."""
    comments: CommentStyle
    """How it writes comments."""
    files: tuple[str, ...] = ()
    """Names of files that have none of its suffixes."""
    interpreters: tuple[str, ...] = ()
    """Programs that a `#!` line names, without version."""

    docstring: Callable[[Walk, Node], str] | None = None
    """Reads the documentation inside a body."""
    doc_of_type: bool = False
    """Whether a file is about one type, whose documentation serves as the file's."""
    doc_inside: tuple[bytes, ...] = ()
    """What begins a comment about the file itself, whatever follows it."""
    doc_outside: tuple[bytes, ...] = ()
    """What begins a comment that is never about the file."""
    top_comment_of_file: bool = False
    """Whether the first comment is about the file even right above a definition."""
    clean_header: Callable[[str], str] | None = None
    """Makes the text of one of a file's first comments, where `comments.strip_markup` is not all there is to do."""

    marks_exports: bool = False
    """Whether only what `export` names is exported."""
    once: bool = False
    """Whether equations of one name are one definition and no overloads."""
    prepare: Callable[[bytes], bytes] | None = None
    """What is done to the bytes before they are parsed; keeps every offset."""
    repair: Callable[[bytes], bytes] | None = None
    """What is done to the bytes when they did not parse, for a second try; keeps every offset."""
    rescue: Callable[[bytes], Iterator[Definition]] | None = None
    """Finds definitions by pattern in a file that did not parse; those the tree has too are dropped."""
    patterns: Callable[[bytes, str, Sequence[tuple[int, int, bool]]], Iterator[Definition]] | None = None
    """Finds definitions by pattern in every file: bytes, path, spans of comments and strings."""

    imports: Pattern | None = None
    """How an import is written that may stand anywhere in a file."""
    family: str = ""
    """Languages of one family import each other's files; empty where imports lead nowhere."""
    resolver: Callable[[Tree], LanguageResolver] | None = None
    """Makes what resolves the imports of the family."""


def always_exported(_walk: Walk, _node: Node, _name: str, frame: object) -> bool:
    """Languages without private names."""
    return not getattr(frame, "hidden", False)
