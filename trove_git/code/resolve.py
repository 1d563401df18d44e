"""Imports → where they lead: to a file of this repository, to a package outside it, or nowhere that is known.

In: the facts of all files of a commit, its paths and its manifests. Out: `Resolved` records for
`modules.py`. Which resolver a language uses is said in its module in `languages/`; those that
several languages share, and the long ones, are in `resolve_*.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from trove_git.code.facts import FileFacts, Import
from trove_git.code.language_table import language_of, load_language
from trove_git.code.resolve_tree import STANDARD, UNRESOLVED, LanguageResolver, Resolved, Tree

__all__ = ["STANDARD", "Resolved", "Resolver"]


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
        name = (facts.language if facts is not None else "") or language_of(path)
        language = load_language(name) if name else None
        if language is None or language.resolver is None:
            return list(UNRESOLVED)
        resolver = self._by_family.get(language.family)
        if resolver is None:
            resolver = self._by_family[language.family] = language.resolver(self._tree)
        return list(resolver.resolve(path, imported))
