"""The table of languages: one row each, with everything that differs between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from trove_git.code import (
    forms_c,
    forms_functional,
    forms_jvm,
    forms_more,
    forms_ruby,
    forms_rust_go,
    forms_script,
    rules,
    rules_more,
)
from trove_git.code.guess import looks_like_cplusplus
from trove_git.code.walk import Definition, Exported, Rule, Walk

if TYPE_CHECKING:
    from tree_sitter import Node


class Language(NamedTuple):
    """One row of the table."""

    name: str
    grammar: str
    """Module of the grammar, `:` and the function that returns it where that is not `language`."""
    extensions: tuple[str, ...]
    rules: Mapping[str, Rule]
    """Node type → what to do with it."""
    exported: Exported
    """Whether other files may use a definition."""
    style: str
    """Its family in `comments.STYLES`."""
    files: tuple[str, ...] = ()
    """Names of files that have no extension."""
    shebangs: tuple[str, ...] = ()
    """Interpreters, without version."""
    docstring: Callable[[Walk, Node], str] | None = None
    imports: str = ""
    """Its pattern in `imports.PATTERNS`, for imports that may stand anywhere."""
    prepare: Callable[[bytes], bytes] | None = None
    """What is done to the bytes before they are parsed; keeps every offset."""
    repair: Callable[[bytes], bytes] | None = None
    """What is done to the bytes when they did not parse, for a second try; keeps every offset."""
    rescue: Callable[[bytes], Iterator[Definition]] | None = None
    """Finds definitions by pattern in a file that did not parse; those the tree has too are dropped."""
    once: bool = False
    """Whether equations of one name are one definition and no overloads."""


def always_exported(_walk: Walk, _node: Node, _name: str, frame: object) -> bool:
    """Languages without private names."""
    return not getattr(frame, "hidden", False)


_ROWS = (
    Language(
        "Python",
        "tree_sitter_python",
        (".py", ".pyi", ".pyw"),
        rules.PYTHON,
        forms_script.python_exported,
        "python",
        files=("SConstruct", "SConscript", "wscript"),
        shebangs=("python", "pypy"),
        docstring=forms_script.python_docstring,
    ),
    Language(
        "JavaScript",
        "tree_sitter_javascript",
        (".js", ".mjs", ".cjs", ".jsx"),
        rules.JAVASCRIPT,
        forms_script.js_exported,
        "js",
        files=("Jakefile",),
        shebangs=("node", "deno", "bun"),
        imports="js",
    ),
    Language(
        "TypeScript",
        "tree_sitter_typescript:language_typescript",
        (".ts", ".mts", ".cts"),
        rules.TYPESCRIPT,
        forms_script.js_exported,
        "js",
        shebangs=("ts-node", "tsx"),
        imports="js",
    ),
    Language(
        "TSX",
        "tree_sitter_typescript:language_tsx",
        (".tsx",),
        rules.TYPESCRIPT,
        forms_script.js_exported,
        "js",
        imports="js",
    ),
    Language("Go", "tree_sitter_go", (".go",), rules.GO, forms_rust_go.go_exported, "go"),
    Language("Rust", "tree_sitter_rust", (".rs",), rules.RUST, forms_rust_go.rust_exported, "c"),
    Language("Java", "tree_sitter_java", (".java",), rules.JAVA, forms_jvm.public_exported, "c"),
    Language(
        "C",
        "tree_sitter_c",
        (".c", ".h"),
        rules.C,
        forms_c.c_exported,
        "c",
        imports="c",
        prepare=forms_c.blank_macros,
    ),
    Language(
        "C++",
        "tree_sitter_cpp",
        (".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".inl", ".tcc"),
        rules.CPP,
        forms_c.c_exported,
        "c",
        imports="c",
        prepare=forms_c.blank_macros,
    ),
    Language(
        "Ruby",
        "tree_sitter_ruby",
        (".rb", ".rake", ".gemspec", ".ru", ".thor", ".jbuilder"),
        rules.RUBY,
        forms_ruby.ruby_exported,
        "ruby",
        files=("Rakefile", "Gemfile", "Guardfile", "Capfile", "Thorfile", "Vagrantfile", "Podfile", "Fastfile"),
        shebangs=("ruby", "jruby"),
    ),
    Language("C#", "tree_sitter_c_sharp", (".cs", ".csx"), rules_more.CSHARP, forms_jvm.public_exported, "c"),
    Language(
        "PHP",
        "tree_sitter_php:language_php",
        (".php", ".phtml", ".php5", ".inc"),
        rules_more.PHP,
        forms_jvm.open_exported,
        "php",
        shebangs=("php",),
        imports="php",
    ),
    Language(
        "Bash",
        "tree_sitter_bash",
        (".sh", ".bash", ".bats", ".ksh"),
        rules_more.BASH,
        always_exported,
        "shell",
        files=(".bashrc", ".bash_profile", ".profile", "PKGBUILD"),
        shebangs=("sh", "bash", "dash", "ksh"),
        imports="bash",
        rescue=forms_more.find_shell_functions,
    ),
    Language(
        "Kotlin",
        "tree_sitter_kotlin",
        (".kt", ".kts"),
        rules_more.KOTLIN,
        forms_jvm.open_exported,
        "c",
        prepare=forms_jvm.blank_annotations,
        repair=forms_jvm.kotlin_semicolons,
    ),
    Language(
        "Swift", "tree_sitter_swift", (".swift",), rules_more.SWIFT, forms_jvm.open_exported, "c", shebangs=("swift",)
    ),
    Language(
        "Scala",
        "tree_sitter_scala",
        (".scala", ".sc", ".sbt"),
        rules_more.SCALA,
        forms_jvm.open_exported,
        "c",
        shebangs=("scala",),
    ),
    Language(
        "Lua",
        "tree_sitter_lua",
        (".lua",),
        rules_more.LUA,
        forms_more.lua_exported,
        "lua",
        shebangs=("lua", "luajit"),
        imports="lua",
    ),
    Language(
        "Elixir",
        "tree_sitter_elixir",
        (".ex", ".exs"),
        rules_more.ELIXIR,
        always_exported,
        "elixir",
        shebangs=("elixir",),
        docstring=forms_ruby.elixir_docstring,
    ),
    Language(
        "Haskell",
        "tree_sitter_haskell",
        (".hs",),
        rules_more.HASKELL,
        forms_functional.haskell_exported,
        "haskell",
        shebangs=("runhaskell", "stack"),
        once=True,
    ),
    Language("Zig", "tree_sitter_zig", (".zig",), rules_more.ZIG, forms_more.zig_exported, "c", imports="zig"),
    Language(
        "SQL",
        "tree_sitter_sql",
        (".sql",),
        rules_more.SQL,
        always_exported,
        "sql",
        rescue=forms_more.find_sql_definitions,
    ),
    Language(
        "HCL",
        "tree_sitter_hcl",
        (".tf", ".hcl", ".tfvars"),
        rules_more.HCL,
        always_exported,
        "hcl",
        docstring=forms_more.hcl_docstring,
    ),
    Language("OCaml", "tree_sitter_ocaml:language_ocaml", (".ml",), rules_more.OCAML, always_exported, "ocaml"),
    Language(
        "OCaml interface",
        "tree_sitter_ocaml:language_ocaml_interface",
        (".mli",),
        rules_more.OCAML,
        always_exported,
        "ocaml",
    ),
    Language(
        "Julia",
        "tree_sitter_julia",
        (".jl",),
        rules_more.JULIA,
        always_exported,
        "julia",
        shebangs=("julia",),
        imports="julia",
    ),
)

LANGUAGES: Mapping[str, Language] = {row.name: row for row in _ROWS}
"""Name → row."""

_BY_EXTENSION = {extension: row.name for row in reversed(_ROWS) for extension in row.extensions}
_BY_FILE = {file: row.name for row in _ROWS for file in row.files}
_BY_SHEBANG = {word: row.name for row in _ROWS for word in row.shebangs}
_SHEBANG = re.compile(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+)*(?:\w+=\S*[ \t]+)*)?([\w+-]+)")


def language_of(path: str, head: bytes = b"") -> str:
    """Return the name of the language of a file; empty for none of the table.

    Args:
        path: path of the file.
        head: its first bytes, for `.h` files and for scripts without an extension.
    """
    file = path.rsplit("/", 1)[-1]
    dot = file.rfind(".")
    if dot > 0:
        extension = file[dot:].lower()
        if extension == ".h":
            return "C++" if looks_like_cplusplus(head) else "C"
        name = _BY_EXTENSION.get(extension, "")
        if name or extension[1:].isalpha():
            return name or _BY_FILE.get(file, "")
    if file in _BY_FILE:
        return _BY_FILE[file]
    match = _SHEBANG.match(head)
    if match:
        return _BY_SHEBANG.get(re.sub(r"[\d.]+$", "", match.group(1).decode("ascii", "replace")), "")
    return ""
