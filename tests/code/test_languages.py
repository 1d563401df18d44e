"""Which language a file is in, and what the table promises."""

from __future__ import annotations

import ast
import pkgutil
import subprocess
import sys

import pytest

from trove_git.code import languages
from trove_git.code.language_table import TABLE, Names, language_of, load_language
from trove_git.code.parse import has_grammar, load_grammar

LANGUAGES = {names.language: load_language(names.language) for names in TABLE.values()}

ROWS = [
    ("a/b.py", b"", "Python"),
    ("a.PY", b"", "Python"),
    ("a.mjs", b"", "JavaScript"),
    ("a.cts", b"", "TypeScript"),
    ("a.tsx", b"", "TSX"),
    ("a.d.ts", b"", "TypeScript"),
    ("Rakefile", b"", "Ruby"),
    ("a.h", b"struct a { int b; };\n", "C"),
    ("a.h", b"namespace a {\nclass B {};\n}\n", "C++"),
    ("a.h", b"/* class B */\nint f(void);\n", "C"),
    ("a.h", b'#ifdef __cplusplus\nextern "C" {\nnamespace x {}\n#endif\nint f(void);\n', "C"),
    ("bin/run", b"#!/bin/bash\n", "Bash"),
    ("bin/run", b"#!/usr/bin/env python3.11\n", "Python"),
    ("bin/run", b"#!/usr/bin/env -S node --flag\n", "JavaScript"),
    ("bin/run", b"hello\n", ""),
    ("a.txt", b"#!/bin/bash\n", ""),
    ("README.md", b"", ""),
    (".bashrc", b"", "Bash"),
    ("main.tf", b"", "HCL"),
    ("bin/run", b"#!/usr/bin/perl -w\n", "Perl"),
    ("Makefile.PL", b"", "Perl"),
]


@pytest.mark.parametrize(
    ("path", "head", "expected"), ROWS, ids=[f"{row[0]}-{number}" for number, row in enumerate(ROWS)]
)
def test_language_of_a_file(path: str, head: bytes, expected: str) -> None:
    assert language_of(path, head) == expected


def test_the_table_has_every_module_of_a_language() -> None:
    modules = {module.name for module in pkgutil.iter_modules(languages.__path__)}
    assert modules - set(TABLE) == {"c_branches", "c_family", "c_macros", "modifiers"}


@pytest.mark.parametrize("module", TABLE)
def test_the_table_repeats_what_the_module_says(module: str) -> None:
    language = load_language(TABLE[module].language)
    listed = (language.suffixes, language.files, language.interpreters)
    assert TABLE[module] == Names(language.name, *map(" ".join, listed))
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in language.suffixes)
    assert bool(language.family) == (language.resolver is not None)


def test_one_language_is_parsed_without_the_others() -> None:
    program = (
        "import sys; from trove_git.code.extract import extract_facts; extract_facts('a.go', b'package a\\n'); "
        "print([name for name in sys.modules if name.startswith(('trove_git.code.languages.', 'tree_sitter_'))])"
    )
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert sorted(name for name in ast.literal_eval(loaded) if "_binding" not in name) == [
        "tree_sitter_go", "trove_git.code.languages.go",
    ]  # fmt: skip


def test_no_two_languages_claim_a_suffix_but_for_headers() -> None:
    claimed: dict[str, str] = {}
    for row in LANGUAGES.values():
        for suffix in row.suffixes:
            assert claimed.setdefault(suffix, row.name) == row.name


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_node_type_of_a_row_is_one_of_its_grammar(name: str) -> None:
    """A misspelt type would silently find nothing."""
    row = LANGUAGES[name]
    language = load_grammar(row.grammar)
    known = {language.node_kind_for_id(number) for number in range(language.node_kind_count)} | {"ERROR"}
    shared = {"type_synomym", "type_synonym", "method_spec", "import_header", "enum_class_body"}
    if name in ("TypeScript", "TSX", "OCaml interface"):
        shared |= {item for other in LANGUAGES.values() for item in other.rules}  # their rows extend another's
    assert set(row.rules) - known - shared == set()


def test_facts_cost_no_grammar() -> None:
    """The records are imported by everything; the parser only by who parses."""
    program = "import sys, trove_git.code.facts, trove_git.code.extract; print('tree_sitter' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout == "False\n"
    )


def test_a_grammar_that_is_not_installed_is_said() -> None:
    assert not has_grammar("tree_sitter_of_no_language")
