"""TSX: TypeScript with markup, which has a grammar of its own."""

from __future__ import annotations

from trove_git.code.languages.typescript import LANGUAGE as TYPESCRIPT

LANGUAGE = TYPESCRIPT._replace(
    name="TSX", grammar="tree_sitter_typescript:language_tsx", suffixes=(".tsx",), interpreters=()
)
