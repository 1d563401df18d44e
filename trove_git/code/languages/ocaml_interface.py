"""Interfaces of OCaml, which have a grammar of their own."""

from __future__ import annotations

from trove_git.code.languages.ocaml import LANGUAGE as OCAML

LANGUAGE = OCAML._replace(
    name="OCaml interface", grammar="tree_sitter_ocaml:language_ocaml_interface", suffixes=(".mli",)
)
