"""Go imports → files: the module path of the nearest `go.mod`, then the folder of the package."""

from __future__ import annotations

import re
from functools import cached_property

from trove_git.code.facts import Import
from trove_git.code.resolve_tree import (
    MAX_PACKAGE_FILES,
    STANDARD_LIBRARY,
    UNRESOLVED,
    Resolved,
    Tree,
    ancestors,
    external,
    folder_of,
    internal,
    join,
)

_MODULE = re.compile(rb'^\s*module\s+"?([^\s"]+)', re.MULTILINE)
_REQUIRED = re.compile(rb"^\s*(?:require\s+)?([\w.-]+\.[\w.-]+(?:/[^\s()]+)?)\s+v[0-9]", re.MULTILINE)
_VERSION = re.compile(r"/v[0-9]+$")
_THREE_PARTS = ("github.com", "gitlab.com", "bitbucket.org", "golang.org", "codeberg.org")


class GoResolver:
    """Resolves an import path to the files of its package, tests left out."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._cache: dict[str, tuple[Resolved, ...]] = {}

    @cached_property
    def _modules(self) -> dict[str, str]:
        """Module path → its folder; where two claim one path, the shallower has it."""
        found: dict[str, str] = {}
        for path in sorted(self._manifests, key=lambda item: (item.count("/"), item)):
            match = _MODULE.search(self._tree.manifests[path])
            if match:
                found.setdefault(match[1].decode("utf-8", "replace"), folder_of(path))
        return found

    @cached_property
    def _manifests(self) -> list[str]:
        """Paths of all `go.mod` files outside `vendor/`."""
        return [
            path
            for path in self._tree.manifests
            if path.rpartition("/")[2] == "go.mod" and "vendor" not in path.split("/")
        ]

    @cached_property
    def _required(self) -> frozenset[str]:
        """Module paths that any `go.mod` requires."""
        return frozenset(
            match.decode("utf-8", "replace")
            for path in self._manifests
            for match in _REQUIRED.findall(self._tree.manifests[path])
        )

    def resolve(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where one import of one file leads."""
        target = imported.target.strip('"`')
        if target.startswith("."):
            return self._package(join(folder_of(path), target))
        found = self._cache.get(target)
        if found is None:
            found = self._cache[target] = self._resolve(target)
        return found

    def _resolve(self, target: str) -> tuple[Resolved, ...]:
        for prefix in ancestors(target)[:-1]:
            folder = self._modules.get(prefix)
            if folder is not None:
                return self._package(join(folder, target[len(prefix) :].strip("/")))
        first = target.partition("/")[0]
        if "." not in first:
            return STANDARD_LIBRARY
        for prefix in ancestors(target)[:-1]:
            if prefix in self._required and first not in _THREE_PARTS:
                return external(_VERSION.sub("", prefix))
        return external("/".join(target.split("/")[: 3 if first in _THREE_PARTS else 2]))

    def _package(self, folder: str) -> tuple[Resolved, ...]:
        files = [
            path
            for path in self._tree.sources_by_folder.get(folder, ())
            if path.endswith(".go") and not path.endswith("_test.go")
        ]
        return internal(files[:MAX_PACKAGE_FILES]) if files else UNRESOLVED
