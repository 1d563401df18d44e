"""Python imports → files: relative and absolute, src layouts, namespace packages, scripts beside each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cached_property

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
    shared_depth,
)

SUFFIXES = (".py", ".pyi", ".pyx", ".pxd")

_OTHER_VERSIONS = """
    aifc annotationlib asynchat asyncore audioop binhex cgi cgitb chunk compression crypt distutils formatter graphlib
    imghdr imp lib2to3 macpath mailcap msilib nis nntplib ossaudiodev parser pipes pyexpat smtpd sndhdr spwd string
    sunau symbol telnetlib tomllib uu xdrlib zoneinfo
    __builtin__ BaseHTTPServer ConfigParser Cookie HTMLParser Queue SimpleHTTPServer SocketServer StringIO Tkinter
    UserDict cPickle cStringIO commands cookielib copy_reg htmlentitydefs httplib md5 robotparser sets thread urllib2
    urlparse xmlrpclib
"""
"""Modules that some version has and another has not: the answer must not depend on the interpreter that runs this."""

_STANDARD = frozenset(sys.stdlib_module_names) | frozenset(_OTHER_VERSIONS.split()) | {"_typeshed"}
_SHARED = frozenset("azure backports google jaraco opentelemetry oslo ruamel sphinxcontrib zope".split())
"""First names that many packages share: the second name tells which one it is."""


class PythonResolver:
    """Resolves `import a.b` and `from a.b import c`.

    1. Find the folders that imports start from: those above a topmost package, those of a
       manifest with their `src`, and the root.
    2. Index the first name that each of them offers.
    3. An import is tried from the folder nearest to the importing file.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._cache: dict[tuple[str, str], tuple[str, ...] | None] = {}

    @cached_property
    def _folders(self) -> frozenset[str]:
        """Folders that hold Python files at any depth."""
        found: set[str] = set()
        for path in self._tree.source_paths:
            if path.endswith(SUFFIXES):
                folder = folder_of(path)
                while folder and folder not in found:
                    found.add(folder)
                    folder = folder_of(folder)
        return frozenset(found)

    @cached_property
    def _roots(self) -> dict[str, list[str]]:
        """First name of an import → folders it may start from, shallow first."""
        starts = {"", "src", "lib", "python"}
        for path in self._tree.manifests:
            if path.rpartition("/")[2] in ("pyproject.toml", "setup.py", "setup.cfg"):
                folder = folder_of(path)
                starts.update((folder, f"{folder}/src".lstrip("/"), f"{folder}/lib".lstrip("/")))
        packages = {folder for folder in self._folders if self._is_package(folder)}
        starts.update(folder_of(folder) for folder in packages if folder_of(folder) not in packages)
        found: dict[str, set[str]] = {}
        for folder in self._folders:
            if folder_of(folder) in starts:
                found.setdefault(folder.rpartition("/")[2], set()).add(folder_of(folder))
        for path in self._tree.source_paths:
            folder, _, name = path.rpartition("/")
            if path.endswith(SUFFIXES) and folder in starts and not self._is_package(folder):
                found.setdefault(name.partition(".")[0], set()).add(folder)
        return {name: sorted(folders, key=lambda item: (item.count("/"), item)) for name, folders in found.items()}

    def _is_package(self, folder: str) -> bool:
        return f"{folder}/__init__.py" in self._tree.paths or f"{folder}/__init__.pyi" in self._tree.paths

    def _file(self, module: str) -> str:
        """Return the file of a module given as a path without suffix, or empty."""
        for suffix in SUFFIXES[:2]:
            found = self._tree.first(f"{module}/__init__{suffix}".lstrip("/"), f"{module}{suffix}")
            if found:
                return found
        return self._tree.first(module + SUFFIXES[2], module + SUFFIXES[3])

    def resolve(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where one import of one file leads."""
        target = imported.target
        level = len(target) - len(target.lstrip("."))
        modules = target[level:].split(".") if target[level:] else []
        if level:
            folders = ancestors(folder_of(path))
            if level > len(folders):
                return UNRESOLVED
            return internal(self._members("/".join([*filter(None, [folders[level - 1]]), *modules]), imported.names))
        if not modules:
            return UNRESOLVED
        inside = False
        for root in self._starts(path, modules[0]):
            inside = inside or self._file(f"{root}/{modules[0]}".lstrip("/")) != ""
            found = list(self._members("/".join([*filter(None, [root]), *modules]), imported.names))
            if found:
                return internal(found)
        if modules[0] in _STANDARD:
            return STANDARD_LIBRARY
        if inside:
            return UNRESOLVED
        second = [*modules[1:], *imported.names][:1] if modules[0] in _SHARED else []
        return external(".".join([modules[0], *second]))

    def _starts(self, path: str, first: str) -> list[str]:
        """Return the folders from which an absolute import of a file may start, best first."""
        folder = folder_of(path)
        key = (folder, first)
        cached = self._cache.get(key)
        if cached is None:
            cached = self._cache[key] = self._find_starts(path, folder, first)
        return list(cached)

    def _find_starts(self, path: str, folder: str, first: str) -> tuple[str, ...]:
        """Find the folders: beside a script, else by how near they are.

        A folder that only happens to hold a standard library's name is taken for it only when
        the importing file lies below that very folder.
        """
        roots = self._roots.get(first, [])
        if first in _STANDARD:
            roots = [root for root in roots if path.startswith(f"{root}/{first}/".lstrip("/"))]
        roots = sorted(roots, key=lambda root: (-shared_depth(f"{root}/".lstrip("/"), path), root.count("/"), root))
        if not self._is_package(folder) and folder not in roots and self._file(f"{folder}/{first}".lstrip("/")):
            roots.insert(0, folder)
        return tuple(roots)

    def _members(self, module: str, names: tuple[str, ...]) -> Iterator[str]:
        """Yield the file of a module, or those of its submodules that are taken from it."""
        own = self._file(module)
        if not names:
            if own:
                yield own
            return
        package = own.rpartition("/")[2].startswith("__init__.") or not own
        for name in names:
            inner = self._file(f"{module}/{name}".lstrip("/")) if package and name != "*" else ""
            if inner and not self._defines(own, name):
                yield inner
            elif own:
                yield own

    def _defines(self, path: str, name: str) -> bool:
        facts = self._tree.facts.get(path)
        return facts is not None and any(symbol.name == name and not symbol.scope for symbol in facts.symbols)
