"""Which language a file is in, and what the table promises."""

from __future__ import annotations

import subprocess
import sys

import pytest

from trove_git.code import comments, imports
from trove_git.code.languages import LANGUAGES, language_of
from trove_git.code.parse import has_grammar

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
]


@pytest.mark.parametrize(
    ("path", "head", "expected"), ROWS, ids=[f"{row[0]}-{number}" for number, row in enumerate(ROWS)]
)
def test_language_of_a_file(path: str, head: bytes, expected: str) -> None:
    assert language_of(path, head) == expected


def test_every_row_points_at_things_that_exist() -> None:
    for row in LANGUAGES.values():
        assert row.style in comments.STYLES
        assert not row.imports or row.imports in imports.PATTERNS
        assert all(extension.startswith(".") and extension == extension.lower() for extension in row.extensions)


def test_no_two_languages_claim_an_extension_but_for_headers() -> None:
    claimed: dict[str, str] = {}
    for row in LANGUAGES.values():
        for extension in row.extensions:
            assert claimed.setdefault(extension, row.name) == row.name


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_node_type_of_a_row_is_one_of_its_grammar(name: str) -> None:
    """A misspelt type would silently find nothing."""
    import importlib

    import tree_sitter

    row = LANGUAGES[name]
    module, _, function = row.grammar.partition(":")
    language = tree_sitter.Language(getattr(importlib.import_module(module), function or "language")())
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
