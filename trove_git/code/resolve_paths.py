"""Imports that name a file → files: what the languages have in common that import so."""

from __future__ import annotations

from abc import ABC, abstractmethod

from trove_git.code.facts import Import
from trove_git.code.resolve_tree import UNRESOLVED, Resolved, Tree, folder_of, internal, join


class PathResolver(ABC):
    """Resolves imports that name files; each language says how in `find`.

    Args:
        tree: the tree.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._cache: dict[tuple[str, str, str, tuple[str, ...]], tuple[Resolved, ...]] = {}

    @abstractmethod
    def find(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where an import leads; may depend on the importing file's folder only, not on its name."""

    def resolve(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where one import of one file leads."""
        key = (folder_of(path), imported.target, imported.form, imported.names if imported.form else ())
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self.find(path, imported)
        return found

    def beside(self, path: str, target: str, *suffixes: str) -> tuple[Resolved, ...]:
        """Resolve relative to the importing file, with one of the suffixes added."""
        base = join(folder_of(path), target)
        found = self.tree.first(base, *[base + suffix for suffix in suffixes])
        return internal([found]) if found else UNRESOLVED
