"""The tree of one commit as every resolver sees it: which paths there are, and which lie closest to a file.

In: facts, paths and manifests of one commit. Out: look-ups that cost a dict access each. The
modules `resolve_*` ask it; it knows no language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import NamedTuple, Protocol

from trove_git.code.facts import FileFacts, Import

STANDARD = "std"
"""What an import of the language's own library, or of the platform's, leads to; never listed as a dependency."""

MAX_PACKAGE_FILES = 200
"""An import of a whole package leads to at most so many files; beyond, the list says nothing more."""


class Resolved(NamedTuple):
    """Where one import leads."""

    path: str
    """File of this repository; empty when not internal."""
    external: str
    """Package outside the repository; empty when internal or unresolved."""


UNRESOLVED = (Resolved("", ""),)
STANDARD_LIBRARY = (Resolved("", STANDARD),)


class LanguageResolver(Protocol):
    """What resolves the imports of one family of languages."""

    def resolve(self, path: str, imported: Import) -> Iterable[Resolved]:
        """Return where one import of one file leads, without duplicates."""
        ...


def internal(paths: Iterable[str]) -> tuple[Resolved, ...]:
    """Return the paths as results, each once and in order; unresolved when there are none."""
    return tuple(Resolved(path, "") for path in dict.fromkeys(paths)) or UNRESOLVED


def external(name: str) -> tuple[Resolved, ...]:
    """Return the result for a package outside the repository."""
    return (Resolved("", name),)


def folder_of(path: str) -> str:
    """Return the folder of a path; empty for the root."""
    return path.rpartition("/")[0]


def join(folder: str, relative: str) -> str:
    """Join a relative path to a folder and resolve `.` and `..`; `..` above the root yields a path that is nowhere."""
    parts = folder.split("/") if folder else []
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return "/"
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def ancestors(folder: str) -> list[str]:
    """Return a folder and the folders above it, nearest first, the root last."""
    found = []
    while folder:
        found.append(folder)
        folder = folder_of(folder)
    return [*found, ""]


def shared_depth(one: str, other: str) -> int:
    """Count the leading folders that two paths have in common."""
    depth = 0
    for left, right in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if left != right:
            break
        depth += 1
    return depth


def closest(paths: Collection[str], to: str) -> str:
    """Return the path that shares most folders with `to`, then the shortest, then the first by name."""
    if len(paths) == 1:
        return next(iter(paths))
    return min(paths, key=lambda path: (-shared_depth(path, to), path.count("/"), path))


class Tree:
    """All paths of a commit, indexed once.

    Args:
        facts: path → facts of every source file.
        paths: every path of the tree.
        manifests: path → contents of the manifest files.
    """

    def __init__(self, facts: Mapping[str, FileFacts], paths: Collection[str], manifests: Mapping[str, bytes]) -> None:
        self.facts = facts
        self.paths = frozenset(paths) | frozenset(facts)
        self.manifests = manifests

    @cached_property
    def source_paths(self) -> tuple[str, ...]:
        """Paths of all source files, sorted."""
        return tuple(sorted(self.facts))

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder of the tree, the root as the empty string."""
        found = {""}
        for path in self.paths:
            folder = folder_of(path)
            while folder not in found:
                found.add(folder)
                folder = folder_of(folder)
        return frozenset(found)

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, ...]]:
        """Base name → paths that end in it, sorted."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return {name: tuple(paths) for name, paths in found.items()}

    @cached_property
    def sources_by_folder(self) -> Mapping[str, tuple[str, ...]]:
        """Folder → source files directly in it, sorted."""
        found: dict[str, list[str]] = {}
        for path in self.source_paths:
            found.setdefault(folder_of(path), []).append(path)
        return {folder: tuple(paths) for folder, paths in found.items()}

    def ending_in(self, suffix: str) -> list[str]:
        """Return the paths whose last parts are those of `suffix`, sorted."""
        suffix = suffix.strip("/")
        tail = "/" + suffix
        return [
            path for path in self.by_name.get(suffix.rpartition("/")[2], ()) if path == suffix or path.endswith(tail)
        ]

    def first(self, *candidates: str) -> str:
        """Return the first candidate that is a path of the tree, or empty."""
        return next((path for path in candidates if path in self.paths), "")

    def sources_under(self, folder: str, suffixes: tuple[str, ...]) -> list[str]:
        """Return source files with one of the suffixes at any depth of a folder, sorted and capped."""
        prefix = folder + "/" if folder else ""
        found = [path for path in self.source_paths if path.startswith(prefix) and path.endswith(suffixes)]
        return found[:MAX_PACKAGE_FILES]
