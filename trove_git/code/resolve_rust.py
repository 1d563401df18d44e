"""Rust paths → files: `crate`, `self`, `super`, `mod x;`, crates of the workspace, crates outside."""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from typing import NamedTuple

from trove_git.code.facts import Import
from trove_git.code.resolve_tree import (
    STANDARD_LIBRARY,
    UNRESOLVED,
    Resolved,
    Tree,
    ancestors,
    external,
    folder_of,
    internal,
)

_STANDARD = frozenset("std core alloc proc_macro test".split())
_ROOTS = ("lib.rs", "main.rs", "mod.rs")
_ALIAS = re.compile(r"\s+as\s+\w+$")
_MAX_EXPANDED = 200


class _Crate(NamedTuple):
    """A crate of the workspace."""

    folder: str
    root_file: str
    """Path of its library's root file, or empty."""


def expand_use(target: str, depth_left: int = 20) -> list[str]:
    """Return the plain paths of a use tree: `a::{b, c::{d, e}}` → `a::b`, `a::c::d`, `a::c::e`."""
    head, brace, rest = target.partition("{")
    if not brace or not depth_left:
        return [_ALIAS.sub("", target.strip())]
    found, depth, start = [], 0, 0
    rest = rest[: rest.rfind("}")] if "}" in rest else rest
    for offset, character in enumerate(rest + ","):
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            item = rest[start:offset].strip()
            start = offset + 1
            found.extend(expand_use(head.strip() + item, depth_left - 1) if item else [])
    return found[:_MAX_EXPANDED]


class RustResolver:
    """Resolves `use`, `mod x;` and `extern crate`."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._crate_folders: dict[str, str] = {}

    @cached_property
    def _manifests(self) -> dict[str, dict[str, object]]:
        """Folder → its Cargo.toml."""
        found: dict[str, dict[str, object]] = {}
        for path in sorted(self._tree.manifests):
            if path.rpartition("/")[2] == "Cargo.toml":
                try:
                    found[folder_of(path)] = tomllib.loads(self._tree.manifests[path].decode("utf-8", "replace"))
                except (tomllib.TOMLDecodeError, RecursionError):
                    found[folder_of(path)] = {}
        return found

    @cached_property
    def _crates(self) -> dict[str, _Crate]:
        """Name as it is written in a path → crate; of two of one name the shallower."""
        found: dict[str, _Crate] = {}
        for folder in sorted(self._manifests, key=lambda item: (item.count("/"), item)):
            package, library = self._manifests[folder].get("package"), self._manifests[folder].get("lib")
            if isinstance(package, dict) and isinstance(package.get("name"), str):
                library = library if isinstance(library, dict) else {}
                file = f"{folder}/{library.get('path', 'src/lib.rs')}".lstrip("/")
                name = str(library.get("name", package["name"])).replace("-", "_")
                found.setdefault(name, _Crate(folder, file if file in self._tree.paths else ""))
        return found

    def resolve(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where one import of one file leads."""
        target = re.sub(r"^(?:pub(?:\([^)]*\))?\s+)?(?:use|extern crate)\s+", "", imported.target.strip().rstrip(";"))
        if imported.form in ("mod", "module") or target.startswith("mod "):
            return internal(filter(None, [self._child(self._module_folder(path), target.removeprefix("mod ").strip())]))
        paths = expand_use(target)
        if imported.names and len(paths) == 1 and imported.names != (paths[0].rpartition("::")[2],):
            paths = [f"{paths[0]}::{name}" if name != "self" else paths[0] for name in imported.names]
        found: dict[Resolved, None] = {}
        for one in paths:
            for resolved in self._resolve(path, [part for part in one.split("::") if part], imported.line):
                found[resolved] = None
        return tuple(found) or UNRESOLVED

    def _resolve(self, path: str, parts: list[str], line: int) -> tuple[Resolved, ...]:
        parts = [part.removeprefix("r#") for part in parts]
        first = parts[0] if parts else ""
        if first in ("crate", "$crate"):
            return internal(filter(None, [self._descend(self._root_of(path), parts[1:])]))
        if first in ("self", "super"):
            return internal(filter(None, [self._relative(path, parts, line)]))
        if first in _STANDARD:
            return STANDARD_LIBRARY
        if self._is_local(path, first):
            return internal([self._descend(path, parts)])
        crate = self._crates.get(first)
        if crate is not None and crate.root_file:
            return internal([self._descend(crate.root_file, parts[1:])])
        root = self._root_of(path)
        if root and self._child(self._module_folder(root), first) and not self._depends_on(path, first):
            return internal([self._descend(root, parts)])
        brought = self._brought_in(path, first) if not self._depends_on(path, first) else []
        if brought:
            return self._resolve(path, brought + parts[1:], line)
        return external(first) if first[:1].islower() else UNRESOLVED

    def _brought_in(self, path: str, name: str) -> list[str]:
        """Return the path by which another `use` of a file brings a name in, or nothing."""
        facts = self._tree.facts.get(path)
        for imported in facts.imports if facts is not None else ():
            parts = imported.target.split("::")
            if parts[-1] == name and parts[0] in ("crate", "self", "super"):
                return parts
        return []

    def _is_local(self, path: str, name: str) -> bool:
        """Tell whether a first path segment names a module file below this one, or a definition in this file."""
        facts = self._tree.facts.get(path)
        symbols = facts.symbols if facts is not None else ()
        defined = any(symbol.name == name and symbol.kind != "function" for symbol in symbols)
        return defined or (name not in self._crates and bool(self._child(self._module_folder(path), name)))

    def _depends_on(self, path: str, name: str) -> bool:
        manifest = self._manifests.get(self._crate_folder(folder_of(path)), {})
        tables = [manifest.get(key) for key in ("dependencies", "dev-dependencies", "build-dependencies")]
        return any(name == key.replace("-", "_") for table in tables if isinstance(table, dict) for key in table)

    def _crate_folder(self, folder: str) -> str:
        """Return the folder of the nearest Cargo.toml."""
        if folder not in self._crate_folders:
            self._crate_folders[folder] = next((up for up in ancestors(folder) if up in self._manifests), "")
        return self._crate_folders[folder]

    def _root_of(self, path: str) -> str:
        """Return the root file of the crate that a file belongs to, or empty."""
        folder = self._crate_folder(folder_of(path))
        inner = path[len(folder) :].lstrip("/")
        parts = inner.split("/")
        prefix = folder + "/" if folder else ""
        if parts[0] in ("tests", "examples", "benches") or parts[:2] == ["src", "bin"]:
            start = 2 if parts[0] == "src" else 1
            if len(parts) == start + 1:
                return path
            below = prefix + "/".join(parts[: start + 1])
            return self._tree.first(below + "/main.rs", below + ".rs", prefix + "/".join(parts[:start]) + "/main.rs")
        if len(parts) == 1:
            return path
        manifest = self._manifests.get(folder, {}).get("lib")
        named = manifest.get("path") if isinstance(manifest, dict) else None
        if path == prefix + "src/main.rs":
            return path
        own = [prefix + named] if isinstance(named, str) else []
        return self._tree.first(*own, prefix + "src/lib.rs", prefix + "src/main.rs")

    def _module_folder(self, path: str) -> str:
        """Return the folder that holds the child modules of a file."""
        folder, _, name = path.rpartition("/")
        if name in _ROOTS or path == self._root_of(path):
            return folder
        return f"{folder}/{name.removesuffix('.rs')}".lstrip("/")

    def _child(self, folder: str, name: str) -> str:
        return self._tree.first(f"{folder}/{name}.rs".lstrip("/"), f"{folder}/{name}/mod.rs".lstrip("/"))

    def _descend(self, path: str, parts: list[str]) -> str:
        """Follow module names from a file downward as long as there are files for them."""
        for part in parts if path else ():
            below = self._child(self._module_folder(path), part)
            if not below:
                break
            path = below
        return path

    def _relative(self, path: str, parts: list[str], line: int) -> str:
        """Resolve a path that begins with `self` or `super`; modules inside a file count as steps."""
        facts = self._tree.facts.get(path)
        symbols = facts.symbols if facts is not None else ()
        inside = sum(symbol.kind == "mod" and symbol.line < line <= symbol.end_line for symbol in symbols)
        rest = list(parts)
        while path and rest and rest[0] in ("self", "super"):
            if rest.pop(0) == "super":
                if inside:
                    inside -= 1
                else:
                    path = self._parent(path)
        return path if inside else self._descend(path, rest)

    def _parent(self, path: str) -> str:
        """Return the file of the module around a file."""
        folder, _, name = path.rpartition("/")
        if name == "mod.rs":
            folder, _, _ = folder.rpartition("/")
        found = self._tree.first(*[f"{folder}/{root}".lstrip("/") for root in _ROOTS], folder + ".rs")
        return found if found != path else ""
