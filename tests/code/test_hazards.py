"""Hostile and odd files: facts come back, bounded, and the problem is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.code import extract, walk
from trove_git.code.extract import extract_facts
from trove_git.code.guess import is_minified, why_skipped
from trove_git.code.language_table import TABLE, load_language
from trove_git.code.parse import decode_source, parse_tree

PROBLEMS = {
    "too-large": ("a.py", b"def f(): pass\n" * 50_000, "too large"),
    "minified": ("a.js", b"function a(b){return b+1};" * 4_000, "minified"),
    "one-long-line": ("a.js", b"// one of many\n" * 300 + b"var a=1;" * 4_000, "minified"),
    "binary": ("a.py", bytes(range(256)) * 100, "binary"),
    "broken": ("a.py", b"def f(:\n  ((\n", "syntax errors"),
    "empty": ("a.py", b"", ""),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_what_cannot_be_read_is_said(name: str) -> None:
    path, data, expected = PROBLEMS[name]
    facts = extract_facts(path, data)
    assert facts.problem == expected
    assert facts.language in ("Python", "JavaScript")


CONFLICTS = {
    "a.py": "def {}():\n    pass\n",
    "a.js": "function {}() {{}}\n",
    "a.ts": "export function {}() {{}}\n",
    "a.rs": "fn {}() {{}}\n",
    "A.java": "class {} {{}}\n",
    "a.cs": "class {} {{}}\n",
    "a.kt": "fun {}() {{}}\n",
    "a.go": "func {}() {{}}\n",
}


@pytest.mark.parametrize("path", CONFLICTS)
@pytest.mark.parametrize("base", ["", "||||||| 1a2b3c\n"], ids=["merge", "diff3"])
def test_conflict_markers_leave_both_sides(path: str, base: str) -> None:
    """To the grammars of most languages the markers are operators, which make expressions of what is around them."""
    a, b, c, d = (CONFLICTS[path].format(name) for name in "abcd")
    facts = extract_facts(path, f"{a}<<<<<<< HEAD\n{b}{base}=======\n{c}>>>>>>> x\n{d}".encode())
    assert [item.name for item in facts.symbols] == ["a", "b", "c", "d"]
    assert facts.problem == "conflict markers"


def test_a_ruler_of_equal_signs_is_no_conflict() -> None:
    facts = extract_facts("a.py", b'"""\nThe title\n=======\n>>>>>>> x\n"""\n\ndef a():\n    pass\n')
    assert (facts.doc, facts.problem) == ("The title", "")


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_text_in_any_common_encoding(encoding: str) -> None:
    source = 'def größe():\n    """Maß."""\n'
    (symbol,) = extract_facts("a.py", source.encode(encoding)).symbols
    assert (symbol.name, symbol.doc, symbol.line) == ("größe", "Maß.", 1)


def test_bytes_with_nuls_on_both_sides_are_no_text() -> None:
    assert decode_source(b"\0\0\0\0a\0\0b" * 100) is None
    assert decode_source(b"\xff\xfea\0\0\0") is None


DATA = b"TABLE = '" + b"x" * 30_000 + b"'\n"


@pytest.mark.parametrize(
    ("data", "minified"),
    [
        pytest.param(b"x = 1\n" * 40 + DATA, False, id="a line of data"),
        pytest.param(b"x = 1\n" * 80 + DATA * 2, False, id="two lines of data"),
        pytest.param(b"x = 1\n" * 40 + DATA * 2, True, id="too many of them"),
        pytest.param(b"# free to use\n\n" * 90 + DATA, True, id="a licence above one line"),
        pytest.param((b"x" * 400 + b"\n") * 40 + DATA, True, id="the others are long too"),
        pytest.param(b"x" * 20_000 + b"\n" + b"x = 1\n" * 99, False, id="the longest line that is read"),
        pytest.param(b"\n" * 3_000, False, id="empty lines"),
    ],
)
def test_a_line_of_data_makes_no_minified_file(data: bytes, minified: bool) -> None:
    assert is_minified(data) is minified
    assert why_skipped("a.py", data) == ("minified" if minified else "")


def test_only_the_long_line_of_a_file_is_skipped() -> None:
    before, after = b"def before():\n    pass\n" * 20, "def after():\n    '''Says é.'''\n".encode()
    facts = extract_facts("a.py", before + DATA + after)
    assert [(item.name, item.line, item.doc) for item in facts.symbols] == [
        ("before", 1, ""),
        ("after", 42, "Says é."),
    ]
    assert (facts.problem, facts.line_count, len(facts.comments)) == ("", 43, len("Says é."))


NESTED = {
    "cpp": ("a.cc", "namespace a {\n", "}\n", 16),
    "class": ("a.cc", "class a {\n", "};\n", 16),
    "braces": ("a.c", "{\n", "}\n", 0),
    "javascript": ("a.js", "function f(){\n", "}\n", 16),
    "call": ("a.js", "f(function(){\n", "})\n", 0),
    "object": ("a.js", "x = {a:\n", "}\n", 0),
    "rust": ("a.rs", "mod a {\n", "}\n", 16),
    "ruby": ("a.rb", "module A\n", "end\n", 16),
    "elixir": ("a.ex", "defmodule A do\n", "end\n", 16),
    "typescript": ("a.ts", "namespace A {\n", "}\n", 16),
    "preprocessor": ("a.c", "#if A\n", "#endif\n", 0),
}


@pytest.mark.parametrize("name", NESTED)
def test_twenty_thousand_levels_do_not_overflow(name: str) -> None:
    path, opening, closing, most = NESTED[name]
    facts = extract_facts(path, (opening * 20_000 + closing * 20_000).encode())
    assert len(facts.symbols) <= most
    assert all(len(item.scope.split(".")) <= walk.MAX_SCOPE_DEPTH for item in facts.symbols)


def test_parse_stops_when_the_time_is_up() -> None:
    """A file of unclosed comments takes the JavaScript grammar quadratic time."""
    assert parse_tree("tree_sitter_javascript", b"/* \n" * 100_000, timeout_seconds=0.05) is None
    assert parse_tree("tree_sitter_javascript", b"f();") is not None  # the parser still works


def test_timeout_keeps_what_needs_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract, "parse_tree", lambda grammar, source: None)
    facts = extract_facts("a.c", b'/* Reads the log. */\n\n#include "b.h"\n#define LIMIT 3\n')
    assert facts.problem == "timeout"
    assert [item.target for item in facts.imports] == ["b.h"]
    assert [item.name for item in facts.symbols] == ["LIMIT"]
    assert facts.doc == "Reads the log."


def test_missing_grammar_keeps_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    language = load_language("Python")._replace(grammar="tree_sitter_of_no_language")
    monkeypatch.setattr(extract, "load_language", lambda _name: language)
    facts = extract_facts("a.py", b'"""Reads it all."""\ndef f(): pass\n')
    assert (facts.language, facts.symbols, facts.problem) == ("Python", (), "no grammar for Python")


BROKEN = {
    "sql": ("a.sql", b"%% (\n" + b"create table a\n" * 34_000),
    "shell": ("a.sh", b'"${\n' + b"a() { :; }\n" * 45_000),
}


@pytest.mark.parametrize("name", BROKEN)
def test_many_definitions_of_one_name_found_by_pattern(name: str) -> None:
    path, data = BROKEN[name]
    facts = extract_facts(path, data)
    assert [item.count for item in facts.symbols] == [walk.MAX_SYMBOLS]


def test_number_of_symbols_is_bounded() -> None:
    facts = extract_facts("a.go", b"package a\n" + b"func f(){}\n" * 30_000)
    assert [(item.name, item.count) for item in facts.symbols] == [("f", walk.MAX_SYMBOLS)]


SKIPS = [
    ("vendor/a.go", b"", "vendored"),
    ("a/node_modules/b/c.js", b"", "vendored"),
    ("a/third_party/b.c", b"", "vendored"),
    ("src/vendor.go", b"", ""),
    ("a/package-lock.json", b"", "lock file"),
    ("Cargo.lock", b"", "lock file"),
    ("a.min.js", b"", "minified"),
    ("a.js", b"x" * 3000, "minified"),
    ("a.py", b"x\n" * 300_000, "too large"),
    ("a.py", b"\0\1\2" * 100, "binary"),
    ("a.py", "x = 1\n".encode("utf-16-le"), ""),
    ("a.go", b"// Code generated by tool. DO NOT EDIT.\npackage a\n", "generated"),
    ("a.js", b"/**\n * @generated\n */\n", "generated"),
    ("a.rb", b"# This file is auto-generated from the current state. Do not edit.\n", "generated"),
    ("a.py", b'GENERATED = "do not edit generated files"\n', ""),
    ("a_pb2.py", b"", "generated"),
    ("a.py", b"def f(): pass\n", ""),
]


@pytest.mark.parametrize(
    ("path", "data", "expected"), SKIPS, ids=[f"{row[0]}-{number}" for number, row in enumerate(SKIPS)]
)
def test_why_a_file_is_skipped(path: str, data: bytes, expected: str) -> None:
    assert why_skipped(path, data) == expected


PATHS = ["a" + names.suffixes.split()[0] for names in TABLE.values()]
PIECES = [
    b"def ",
    b"class A",
    b"{",
    b"}",
    b"(",
    b")",
    b'"""',
    b"/*",
    b"*/",
    b"//",
    b"#define A ",
    b"\n",
    b" ",
    b"=",
    b"export ",
    b"module.exports",
    b"end\n",
    b"do\n",
    b"\xff",
    b"use a::{",
    b"fn f",
    b"\0",
    b"import x",
]


@given(
    st.sampled_from(PATHS),
    st.one_of(st.binary(max_size=400), st.lists(st.sampled_from(PIECES), max_size=60).map(b"".join)),
)
def test_any_bytes_give_facts_within_the_file(extension: str, data: bytes) -> None:
    facts = extract_facts("a" + extension, data)
    lines = max(facts.line_count, 1)
    assert all(1 <= item.line <= item.end_line <= lines for item in facts.symbols)
    assert all(1 <= item.line <= lines and item.target for item in facts.imports)
    assert 0 <= facts.doc_line <= lines
    assert len(facts.comments) <= 20_000
