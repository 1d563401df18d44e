"""Which language a file is in, and where to find what is known about it.

The table repeats what the modules in `languages/` say of themselves (a test holds them together), so
that a module and its grammar are loaded only when a file of the language is parsed.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from trove_git.code.guess import looks_like_cplusplus

if TYPE_CHECKING:
    from trove_git.code.language import Language


class Names(NamedTuple):
    """What the files of a language are called; words with spaces in between."""

    language: str
    suffixes: str
    files: str = ""
    interpreters: str = ""


TABLE: Mapping[str, Names] = {
    "bash": Names("Bash", ".sh .bash .bats .ksh", ".bashrc .bash_profile .profile PKGBUILD", "sh bash dash ksh"),
    "c": Names("C", ".c .h"),
    "cpp": Names("C++", ".cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .ipp .inl .tcc"),
    "csharp": Names("C#", ".cs .csx"),
    "elixir": Names("Elixir", ".ex .exs", "", "elixir"),
    "go": Names("Go", ".go"),
    "haskell": Names("Haskell", ".hs", "", "runhaskell stack"),
    "hcl": Names("HCL", ".tf .hcl .tfvars"),
    "java": Names("Java", ".java"),
    "javascript": Names("JavaScript", ".js .mjs .cjs .jsx", "Jakefile", "node deno bun"),
    "julia": Names("Julia", ".jl", "", "julia"),
    "kotlin": Names("Kotlin", ".kt .kts"),
    "lua": Names("Lua", ".lua", "", "lua luajit"),
    "ocaml": Names("OCaml", ".ml"),
    "ocaml_interface": Names("OCaml interface", ".mli"),
    "perl": Names("Perl", ".pl .pm .t", "cpanfile", "perl"),
    "php": Names("PHP", ".php .phtml .php5 .inc", "", "php"),
    "python": Names("Python", ".py .pyi .pyw", "SConstruct SConscript wscript", "python pypy"),
    "ruby": Names(
        "Ruby",
        ".rb .rake .gemspec .ru .thor .jbuilder",
        "Rakefile Gemfile Guardfile Capfile Thorfile Vagrantfile Podfile Fastfile",
        "ruby jruby",
    ),
    "rust": Names("Rust", ".rs"),
    "scala": Names("Scala", ".scala .sc .sbt", "", "scala"),
    "sql": Names("SQL", ".sql"),
    "swift": Names("Swift", ".swift", "", "swift"),
    "tsx": Names("TSX", ".tsx"),
    "typescript": Names("TypeScript", ".ts .mts .cts", "", "ts-node tsx"),
    "zig": Names("Zig", ".zig"),
}
"""Module in `languages/` → names."""

_MODULE = {names.language: module for module, names in TABLE.items()}
_BY_SUFFIX = {suffix: names.language for names in TABLE.values() for suffix in names.suffixes.split()}
_BY_FILE = {file: names.language for names in TABLE.values() for file in names.files.split()}
_BY_INTERPRETER = {word: names.language for names in TABLE.values() for word in names.interpreters.split()}
_SHEBANG = re.compile(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+)*(?:\w+=\S*[ \t]+)*)?([\w+-]+)")


@cache
def load_language(name: str) -> Language:
    """Return what is known about a language.

    Raises:
        KeyError: the table has no language of this name.
    """
    language: Language = importlib.import_module(f"trove_git.code.languages.{_MODULE[name]}").LANGUAGE
    return language


def family_of(path: str, name: str) -> str:
    """Return the family whose rules for imports a file follows; empty for none.

    Args:
        path: path of the file, asked when `name` is empty.
        name: name of its language, as its facts have it.
    """
    name = name or language_of(path)
    return load_language(name).family if name in _MODULE else ""


def language_of(path: str, head: bytes = b"") -> str:
    """Return the name of the language of a file; empty for none of the table.

    Args:
        path: path of the file.
        head: its first bytes, for `.h` files and for scripts without a suffix.
    """
    file = path.rsplit("/", 1)[-1]
    dot = file.rfind(".")
    if dot > 0:
        suffix = file[dot:].lower()
        if suffix == ".h":
            return "C++" if looks_like_cplusplus(head) else "C"
        name = _BY_SUFFIX.get(suffix, "")
        if name or suffix[1:].isalpha():
            return name or _BY_FILE.get(file, "")
    if file in _BY_FILE:
        return _BY_FILE[file]
    match = _SHEBANG.match(head)
    if match:
        return _BY_INTERPRETER.get(re.sub(r"[\d.]+$", "", match.group(1).decode("ascii", "replace")), "")
    return ""
