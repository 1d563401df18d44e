"""Imports → where they lead: to a file of this repository, to a package outside it, or nowhere that is known.

In: the facts of all files of a commit, its paths and its manifests. Out: `Resolved` records for
`modules.py`. The rules of each family of languages are in `resolve_<family>.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from trove_git.code.facts import FileFacts, Import
from trove_git.code.resolve_go import GoResolver
from trove_git.code.resolve_javascript import JavaScriptResolver
from trove_git.code.resolve_namespaces import JVM_SUFFIXES, NamespaceResolver
from trove_git.code.resolve_paths import PathResolver
from trove_git.code.resolve_python import SUFFIXES as PYTHON_SUFFIXES
from trove_git.code.resolve_python import PythonResolver
from trove_git.code.resolve_rust import RustResolver
from trove_git.code.resolve_tree import STANDARD, LanguageResolver, Resolved, Tree

__all__ = ["STANDARD", "Resolved", "Resolver", "family_of"]

_SUFFIXES = {
    "python": PYTHON_SUFFIXES,
    "javascript": (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte", ".astro"),
    "go": (".go",),
    "rust": (".rs",),
    "jvm": JVM_SUFFIXES,
    "csharp": (".cs",),
    "php": (".php", ".phtml", ".inc"),
    "elixir": (".ex", ".exs"),
    "haskell": (".hs", ".lhs", ".hs-boot"),
    "c": (".c", ".h", ".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".inl", ".m", ".mm", ".cu"),
    "ruby": (".rb", ".rake", ".gemspec", ".ru"),
    "lua": (".lua",),
    "zig": (".zig",),
    "bash": (".sh", ".bash", ".zsh", ".bats", ".ksh"),
    "hcl": (".tf", ".hcl"),
    "swift": (".swift",),
    "ocaml": (".ml", ".mli"),
    "julia": (".jl",),
}
"""Family of languages → endings of its files."""

_FAMILY_OF_SUFFIX = {suffix: family for family, suffixes in _SUFFIXES.items() for suffix in suffixes}
_FAMILY_OF_LANGUAGE = {
    "python": "python", "javascript": "javascript", "typescript": "javascript", "tsx": "javascript", "go": "go",
    "rust": "rust", "java": "jvm", "kotlin": "jvm", "scala": "jvm", "c#": "csharp", "csharp": "csharp",
    "c_sharp": "csharp", "php": "php", "elixir": "elixir", "haskell": "haskell", "c": "c", "c++": "c", "cpp": "c",
    "ruby": "ruby", "lua": "lua", "zig": "zig", "bash": "bash", "shell": "bash", "hcl": "hcl", "swift": "swift",
    "ocaml": "ocaml", "julia": "julia",
}  # fmt: skip

_MAKERS: dict[str, Callable[[Tree], LanguageResolver]] = {
    "python": PythonResolver,
    "javascript": JavaScriptResolver,
    "go": GoResolver,
    "rust": RustResolver,
}


def family_of(path: str, language: str) -> str:
    """Return the family whose rules a file follows, by its language, else by its ending; empty for none."""
    name = path.rpartition("/")[2]
    by_suffix = _FAMILY_OF_SUFFIX.get("." + name.rpartition(".")[2], "") if "." in name else ""
    return _FAMILY_OF_LANGUAGE.get(language.lower()) or by_suffix


class Resolver:
    """Resolves the imports of all files of one commit.

    Args:
        facts: path → facts of every source file.
        paths: every path of the tree.
        manifests: path → contents of the files that `manifests.is_manifest` asks for.
    """

    def __init__(self, facts: Mapping[str, FileFacts], paths: Collection[str], manifests: Mapping[str, bytes]) -> None:
        self._tree = Tree(facts, paths, manifests)
        self._by_family: dict[str, LanguageResolver] = {}

    def resolve(self, path: str, imported: Import) -> list[Resolved]:
        """Return where one import of one file leads.

        Args:
            path: the importing file.
            imported: one of its imports.

        Returns:
            Several results where one statement takes several modules or a whole package; one
            with both parts empty when it is not known where the import leads.
        """
        facts = self._tree.facts.get(path)
        family = family_of(path, facts.language if facts is not None else "")
        if not family:
            return [Resolved("", "")]
        resolver = self._by_family.get(family)
        if resolver is None:
            resolver = self._by_family[family] = self._make(family)
        return list(resolver.resolve(path, imported))

    def _make(self, family: str) -> LanguageResolver:
        maker = _MAKERS.get(family)
        if maker is not None:
            return maker(self._tree)
        if family in ("jvm", "csharp", "php", "elixir", "haskell"):
            return NamespaceResolver(self._tree, family, _SUFFIXES[family])
        return PathResolver(self._tree, family)
