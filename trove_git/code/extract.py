"""Bytes of one file → its facts.

In: a path and the bytes of the blob. Out: FileFacts, whatever the bytes are; what could not
be read is said in `problem`. `layers/facts_store.py` keeps the result by the blob's object id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trove_git.code import comments
from trove_git.code.comment_styles import CommentStyle
from trove_git.code.facts import FileFacts, Import, Symbol
from trove_git.code.guess import MAX_FILE_BYTES, is_minified, without_long_lines
from trove_git.code.imports import find_imports
from trove_git.code.language import Language
from trove_git.code.language_table import language_of, load_language
from trove_git.code.parse import decode_source, parse_tree, without_conflict_markers
from trove_git.code.walk import Definition, Walk

if TYPE_CHECKING:
    from tree_sitter import Node

_OWN_DOC_KINDS = frozenset(("function", "method", "macro", "constant"))
"""A leading comment right above one of these is its own, not the file's."""

_MAX_ERROR_NODES = 20_000
"""How many nodes of a tree are looked at for errors."""

_PREAMBLE = (
    b"#!", b"<?php", b"'use strict'", b'"use strict"', b"'use client'", b"#![", b"#ifndef", b"#define", b"#pragma",
    b"import", b"package", b"#include", b"use ", b"using", b"namespace", b"{-#", b"declare", b"extern crate", b"from",
    b"defmodule",
)  # fmt: skip
"""How the lines begin that may stand before a file's own comment."""


def extract_facts(path: str, data: bytes) -> FileFacts:
    """Return what is known about a file from its bytes alone; never raises."""
    name = language_of(path, data[:60_000])
    if not name:
        return _no_facts("", data, "")
    problem = "too large" if len(data) > MAX_FILE_BYTES else ""
    source = None if problem else decode_source(data)
    if source is None:
        return _no_facts(name, data, problem or "binary")
    if is_minified(source):
        return _no_facts(name, data, "minified")
    line_count = source.count(b"\n") + (not source.endswith(b"\n") and bool(source))
    return _facts(path, without_long_lines(source), load_language(name), line_count)


def _no_facts(name: str, data: bytes, problem: str) -> FileFacts:
    """Return the facts of a file that is not parsed."""
    line_count = data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
    return FileFacts(name, (), (), "", "", 0, "", line_count, problem, len(data))


def _facts(path: str, source: bytes, language: Language, line_count: int) -> FileFacts:
    """Parse a file's text and put its facts together."""
    style = language.comments
    covered = comments.spans(source, style)
    found = comments.groups(source, covered)
    walk = Walk(source, comments.blank(source, covered), path, language.rules, language.exported, language.docstring)
    problem = _walk(walk, source, language)
    if language.patterns is not None:
        walk.definitions.extend(language.patterns(source, path, covered))
    if problem and language.rescue is not None:
        walk.definitions.extend(language.rescue(source))
    lines = source.split(b"\n")
    definitions = _settled(walk, language)
    symbols = _symbols(definitions, lines, style, language.once)
    imports: list[Import] = walk.imports
    if language.imports is not None and any(word in source for word in language.imports.words):
        seen = {(item.target, item.line) for item in imports}
        more = find_imports(source, language.imports, covered)
        imports = sorted(
            [*imports, *(item for item in more if (item.target, item.line) not in seen)], key=lambda item: item.line
        )
    doc, doc_line = _file_doc(source, found, definitions, symbols, language)
    text = "\n".join(
        group.text for number, group in enumerate(found) if number > 3 or not comments.is_licence(group.text)
    )
    return FileFacts(
        language.name,
        symbols,
        tuple(imports),
        walk.package,
        doc,
        doc_line,
        text[: comments.MAX_COMMENTS],
        line_count,
        problem,
        len(source),
    )


def _walk(walk: Walk, source: bytes, language: Language) -> str:
    """Parse and walk; return the problem met, if any."""
    text = without_conflict_markers(source)
    problem = "conflict markers" if text is not source else ""
    text = language.prepare(text) if language.prepare else text
    try:
        parsed = parse_tree(language.grammar, text)
        if parsed is not None and language.repair is not None and parsed.root.has_error:
            other = language.repair(text)
            repaired = parse_tree(language.grammar, other) if other != text else None
            if repaired is not None and _error_bytes(repaired.root) < _error_bytes(parsed.root):
                parsed = repaired
    except LookupError:
        return f"no grammar for {language.name}"
    if parsed is None:
        return "timeout"
    walk.run(parsed.root)
    return problem or ("syntax errors" if parsed.root.has_error else "")


def _error_bytes(root: Node) -> int:
    """Return how much of a file a tree could not place, and one for every missing piece; a bounded look."""
    total, waiting = 0, [root]
    for _ in range(_MAX_ERROR_NODES):
        if not waiting:
            break
        node = waiting.pop()
        if node.is_error or node.is_missing:
            total += max(node.end_byte - node.start_byte, 1)
        elif node.has_error:
            waiting += node.children
    return total + len(waiting)


def _settled(walk: Walk, language: Language) -> list[Definition]:
    """Apply what is only known at the end: lists of exports, prototypes that have a definition."""
    names = walk.exported_names
    defined = {(item.name, item.scope) for item in walk.definitions if not item.declared}
    outer_exported = {
        (*item.scope, item.name)
        for item in walk.definitions
        if item.exported or (item.name in names and not item.scope)
    }
    is_script = bool(names) or language.marks_exports
    settled = []
    for item in sorted(walk.definitions, key=lambda definition: (definition.line, definition.start)):
        if item.declared and (item.name, item.scope) in defined:
            continue
        exported = item.exported
        if is_script and not exported and not item.name.startswith(("#", "_")):
            if not item.scope:
                exported = item.name in names
            else:
                outer = item.scope[0]
                exported = (
                    item.scope in outer_exported or outer in names or outer == "default"
                ) and item.kind == "method"
                exported = exported and "private " not in item.signature[:40]
        settled.append(item if exported == item.exported else item._replace(exported=exported))
    return settled


def _symbols(
    definitions: Sequence[Definition], lines: Sequence[bytes], style: CommentStyle, once: bool
) -> tuple[Symbol, ...]:
    """Collapse overloads and find each definition's first sentence."""
    found: dict[tuple[str, str, tuple[str, ...]], Symbol] = {}
    last_top = -1
    for item in definitions:
        key = (item.name, item.kind, item.scope)
        before = found.get(key)
        if before is not None:
            found[key] = before._replace(
                count=before.count + (not once),
                exported=before.exported or item.exported,
                end_line=max(before.end_line, item.end_line) if once else before.end_line,
            )
            continue
        raw = comments.strip_markup(item.doc) if item.doc else ""
        if not raw and item.top != last_top:  # of several on one line, the comment is the first one's
            raw = comments.above(lines, item.top, style) or comments.below(lines, item.end_line, style)
        last_top = item.top
        doc = "" if not raw or (item.top < 60 and comments.is_licence(raw)) else comments.first_sentence(raw)
        found[key] = Symbol(
            item.name, item.kind, ".".join(item.scope), item.signature, doc, item.line, item.end_line, item.exported
        )
    return tuple(found.values())


def _file_doc(
    source: bytes,
    found: Sequence[comments.Comment],
    definitions: Sequence[Definition],
    symbols: Sequence[Symbol],
    language: Language,
) -> tuple[str, int]:
    """Return the first paragraph of the file's own documentation, and its line."""
    tops = {item.top: item.kind for item in definitions}
    seen = 0
    for group in found[:12]:
        if not _only_preamble(source[seen : group.start]):
            break
        seen = group.end
        text = group.text
        if language.clean_header is not None:
            raw = source[group.start : min(group.end, group.start + comments.MAX_COMMENTS)]
            text = language.clean_header(raw.decode("utf-8", "replace"))
        if comments.is_licence(text):
            continue
        next_row = source.count(b"\n", 0, group.end) + (source[group.end - 1 : group.end] != b"\n")
        is_inner = source.startswith(language.doc_inside, group.start)
        if tops.get(next_row) in _OWN_DOC_KINDS and not is_inner and not language.top_comment_of_file:
            break
        if source.startswith(language.doc_outside, group.start):
            break
        paragraph = comments.first_paragraph(text)
        if len(paragraph.split()) > 1:
            return paragraph, source.count(b"\n", 0, group.start) + 1
    if language.doc_of_type:
        for symbol in symbols[:8]:
            if symbol.doc and symbol.kind not in _OWN_DOC_KINDS:
                return symbol.doc, symbol.line
    return "", 0


def _only_preamble(code: bytes) -> bool:
    """Tell whether code before a comment is nothing but what files begin with."""
    return all(
        not line.strip() or line.strip().startswith(_PREAMBLE) or line.strip() in (b")", b"(", b"}")
        for line in code.split(b"\n")
    )
