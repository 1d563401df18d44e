"""Bytes of a file → text in UTF-8 and its syntax tree.

The only module that loads tree-sitter and its grammars, each when the first file of its
language comes along.
"""

from __future__ import annotations

import codecs
import ctypes
import importlib
import re
import time
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Parser, Point, Tree

PARSE_SECONDS = 2.0
"""Time that one file may take; ordinary code is parsed at several megabytes a second."""

_CHUNK = 1 << 12
"""Bytes that the parser is given at a time; a grammar that looks far ahead comes back for them thousands of times."""
_CAPSULE = b"tree_sitter.Language"  # outlives the capsules that point to it

_OURS, _THEIRS = re.compile(rb"^<{7} ", re.MULTILINE), re.compile(rb"^={7}\r?\n", re.MULTILINE)
_MARKER = re.compile(rb"^(?:[<>|]{7} [^\r\n]*|[=|]{7}(?=\r?$))", re.MULTILINE)


class Parsed:
    """A syntax tree; keeps the tree alive as long as its nodes are used."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.root: Node = tree.root_node


def load_grammar(grammar: str) -> Language:
    """Return the grammar that `module` or `module:function` names.

    Raises:
        ImportError, AttributeError: it is not installed.
        ValueError: it is of an ABI that this core does not read.
    """
    import tree_sitter

    module_name, _, function = grammar.partition(":")
    made = getattr(importlib.import_module(module_name), function or "language")()
    if isinstance(made, int):
        # Some bindings give the bare address, which the core has deprecated: it wants a capsule of this name.
        capsule = ctypes.pythonapi.PyCapsule_New
        capsule.restype, capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        made = capsule(made, _CAPSULE, None)
    return tree_sitter.Language(made)


@cache
def _parser(grammar: str) -> Parser | None:
    """Return the parser for `module` or `module:function`; None when the grammar is not installed."""
    try:
        import tree_sitter

        return tree_sitter.Parser(load_grammar(grammar))
    except (ImportError, AttributeError, ValueError):
        return None


def has_grammar(grammar: str) -> bool:
    """Tell whether a grammar can be loaded."""
    return _parser(grammar) is not None


def parse_tree(grammar: str, source: bytes, timeout_seconds: float = PARSE_SECONDS) -> Parsed | None:
    """Parse UTF-8 source; None when the time is up.

    Raises:
        LookupError: the grammar is not installed.
    """
    parser = _parser(grammar)
    if parser is None:
        raise LookupError(grammar)
    deadline = time.perf_counter() + timeout_seconds

    def read(offset: int, _point: Point) -> bytes:
        return source[offset : offset + _CHUNK]

    def stop(_offset: int, _has_error: bool) -> bool:
        return time.perf_counter() > deadline

    try:
        return Parsed(parser.parse(read, progress_callback=stop))
    except ValueError:  # "Parsing failed": the callback stopped it
        parser.reset()
        return None


def parse_inside(grammar: str, source: bytes, opening: Node, closing: Node) -> Parsed | None:
    """Parse what is between two tokens as a file of its own, whose nodes keep their places in `source`.

    Returns None when the time is up. Raises LookupError as `parse_tree` does.
    """
    import tree_sitter

    parser = _parser(grammar)
    if parser is None:
        raise LookupError(grammar)
    between = tree_sitter.Range(opening.end_point, closing.start_point, opening.end_byte, closing.start_byte)
    everything = parser.included_ranges
    parser.included_ranges = [between]
    try:
        return parse_tree(grammar, source)
    finally:
        parser.included_ranges = everything


def without_conflict_markers(source: bytes) -> bytes:
    """Put spaces in the place of the lines that an unfinished merge leaves, keeping every offset; both sides stay.

    Source: git-merge(1), "How conflicts are presented".
    """
    ours = _OURS.search(source) if b"\n>>>>>>> " in source else None
    theirs = _THEIRS.search(source, ours.end()) if ours else None
    if theirs is None or source.find(b"\n>>>>>>> ", theirs.end() - 1) < 0:
        return source
    return _MARKER.sub(lambda match: b" " * len(match.group()), source)


def decode_source(data: bytes) -> bytes | None:
    """Return a file's text as UTF-8 without a byte order mark; None for a binary file."""
    if data.startswith(codecs.BOM_UTF8):
        data = data[3:]
    elif data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _from_utf16(data, "utf-16")
    elif b"\0" in data[:8000]:
        return _guess_utf16(data)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1").encode()
    return data


def _from_utf16(data: bytes, encoding: str) -> bytes | None:
    """Return UTF-16 as UTF-8; None when it holds a NUL, which no text does."""
    text = data.decode(encoding, "replace").encode("utf-8", "replace")
    return None if b"\0" in text else text


def _guess_utf16(data: bytes) -> bytes | None:
    """Read a file with NULs as UTF-16 if they stand on one side of its pairs only."""
    head = data[:8000]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    enough = len(head) // 4
    if odd >= enough and not even:
        return _from_utf16(data, "utf-16-le")
    if even >= enough and not odd:
        return _from_utf16(data, "utf-16-be")
    return None
