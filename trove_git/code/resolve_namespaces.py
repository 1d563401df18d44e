"""Imports by declared name → files: Java, Kotlin, Scala, C#, PHP, Elixir, Haskell.

These languages name what they import by the package and the definition that a file declares,
wherever the file lies.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cached_property

from trove_git.code.facts import FileFacts, Import
from trove_git.code.resolve_tree import (
    MAX_PACKAGE_FILES,
    STANDARD_LIBRARY,
    UNRESOLVED,
    Resolved,
    Tree,
    closest,
    external,
    folder_of,
    internal,
    join,
)
from trove_git.code.testfiles import is_test

JVM_SUFFIXES = (".java", ".kt", ".kts", ".scala", ".sc", ".groovy")

_JVM_STANDARD = re.compile(
    r"^(?:java|kotlin|scala|jdk|sun|groovy)\.|^javax\.(?:annotation\.processing|crypto|imageio|lang|management|naming|net|"
    r"script|security|sound|sql|swing|tools|xml)\b"
)
_CSHARP_STANDARD = re.compile(r"^System(?:\.|$)")
_HASKELL_STANDARD = re.compile(
    r"^(?:GHC|Foreign|System\.(?:IO|Mem|Posix))(?:$|\.)|"
    r"^(?:Prelude|Numeric|System\.(?:Exit|Environment|Info|CPUTime|Timeout)|Type\.Reflection|"
    r"Text\.(?:Printf|Read|Show|ParserCombinators\.ReadP)|Unsafe\.Coerce|"
    r"Control\.(?:Applicative|Arrow|Category|Concurrent|Exception|Monad|Monad\.(?:Fail|Fix|IO\.Class|ST|Zip))|"
    r"Data\.(?:Bifunctor|Bits|Bool|Char|Coerce|Complex|Data|Dynamic|Either|Eq|Fixed|Foldable|Function|Functor|"
    r"Functor\.[A-Z]\w+|IORef|Int|Ix|Kind|List|List\.NonEmpty|Maybe|Monoid|Ord|Proxy|Ratio|STRef|Semigroup|String|"
    r"Traversable|Tuple|Type\.[A-Z]\w+|Typeable|Unique|Version|Void|Word))$"
)
_ELIXIR_STANDARD = frozenset(
    """Access Agent Application Atom Base Behaviour Bitwise Calendar Code Collectable Config Date DateTime Duration
    DynamicSupervisor EEx Enum Enumerable ExUnit Exception File Float Function GenEvent GenServer HashDict IEx IO
    Inspect Integer JSON Kernel Keyword List Logger Macro Map MapSet Mix Module NaiveDateTime Node OptionParser
    PartitionSupervisor Path Port Process Protocol Range Record Regex Registry Stream String StringIO Supervisor
    System Task Time Tuple URI Version""".split()
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BENCHMARK = re.compile(r"(?:^|/)(?:jmh|benchmarks?)/")
_TYPES = frozenset("class struct interface trait enum type union object protocol mod constant function macro".split())


def _normal(name: str) -> str:
    """Return a qualified name with `.` between its parts."""
    return name.strip().replace("\\", ".").replace("::", ".").replace("/", ".").strip(".")


class NamespaceResolver:
    """Resolves names by what the files declare.

    Args:
        tree: the tree.
        family: `jvm`, `csharp`, `php`, `elixir` or `haskell`.
        suffixes: endings of the family's files.
    """

    def __init__(self, tree: Tree, family: str, suffixes: tuple[str, ...]) -> None:
        self._tree = tree
        self._family = family
        self._suffixes = suffixes
        self._cache: dict[tuple[str, str, str, tuple[str, ...]], tuple[Resolved, ...]] = {}
        self._declared: dict[str, list[str]] = {}
        self._packages: dict[str, list[str]] = {}
        for path in tree.source_paths:
            if path.endswith(suffixes):
                self._add(path, tree.facts[path])

    def _add(self, path: str, facts: FileFacts) -> None:
        package = _normal(facts.package)
        self._packages.setdefault(package, []).append(path)
        names = dict.fromkeys(
            _normal(symbol.qualified) for symbol in facts.symbols if symbol.kind in _TYPES and "." not in symbol.scope
        )
        if self._family == "elixir":
            names = dict.fromkeys(
                _normal(symbol.qualified) for symbol in facts.symbols if symbol.kind in ("mod", "protocol", "class")
            )
        elif self._family == "haskell":
            names = {}
        if self._family == "elixir":
            package = ""  # a file may define many modules, each by its whole name
        for name in names:
            full = name if not package or name.startswith(package + ".") or name == package else f"{package}.{name}"
            self._declared.setdefault(full, []).append(path)

    def resolve(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where one import of one file leads."""
        place = path if self._family == "php" else folder_of(path)  # a PHP name is looked at from the file's namespace
        key = (place, imported.target, imported.form, imported.names)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._resolve(path, imported)
        return found

    def _resolve(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        if self._family == "php" and (imported.target.endswith((".php", ".inc")) or imported.form == "relative"):
            return self._included(path, imported.target)
        target = _normal(imported.target)
        names = [_normal(name) for name in imported.names if not target.endswith("." + name)]
        whole = target.endswith(("*", "._")) or "*" in names or "_" in names or self._family in ("csharp", "haskell")
        target = target.removesuffix(".*").removesuffix("._").removesuffix("*")
        found: dict[str, None] = {}
        if whole:
            found = dict.fromkeys(self._package(target))
            if self._family == "csharp" and _CSHARP_STANDARD.match(target):  # a stand-in for older platforms is no home
                found = {path: None for path in found if _lies_in(path, target)}
        names = [] if whole or (self._family in ("elixir", "haskell") and self._find(target)) else names
        for name in names or ([""] if not found else []):
            found.update(dict.fromkeys(self._one(path, f"{target}.{name}".strip("."))))
        if not found and self._family == "php" and not imported.form:
            found = dict.fromkeys(self._package(target))  # `use A\B;`, with `B\C` in the code
        return internal(found) if found else self._outside(path, target)

    def _one(self, path: str, name: str) -> list[str]:
        candidates = self._find(name)
        return [closest(candidates, path)] if candidates else []

    def _package(self, name: str) -> Iterable[str]:
        """Return the files of a package; tests share the package of what they test, but nobody imports them."""
        inside = self._packages.get(name, []) if name else []
        return ([path for path in inside if not is_test(path) and not _BENCHMARK.search(path)] or inside)[
            :MAX_PACKAGE_FILES
        ]

    def _find(self, name: str) -> list[str]:
        """Return the files that declare a name, or what it is a member of."""
        found = self._declared.get(name)
        if found:
            return found
        if self._family == "php":
            return self._by_psr4(name)
        if self._family == "elixir":
            return []
        outer, _, last = name.rpartition(".")
        if self._declared.get(outer):
            return self._declared[outer]
        beside = [path for path in self._packages.get(outer, ()) if _stem(path) == last]
        if beside or outer.count(".") < 2:
            return beside
        return self._declared.get(outer.rpartition(".")[0], [])

    @cached_property
    def _composer(self) -> list[tuple[str, dict[str, object]]]:
        """Path and contents of every composer.json that is not of a package brought along."""
        found = []
        for path, data in self._tree.manifests.items():
            if path.rpartition("/")[2] != "composer.json" or "vendor" in path.split("/"):
                continue
            try:
                loaded = json.loads(data)
            except (ValueError, RecursionError):
                continue
            if isinstance(loaded, dict):
                found.append((path, loaded))
        return found

    @cached_property
    def _required(self) -> frozenset[str]:
        """Names of the packages that a composer.json asks for, and each beginning of them before a hyphen."""
        tables = [loaded.get(key) for _, loaded in self._composer for key in ("require", "require-dev")]
        names = {name.lower() for table in tables if isinstance(table, dict) for name in table if "/" in name}
        return frozenset(name[:end] for name in names for end in (*_hyphens(name), len(name)))

    @cached_property
    def _psr4(self) -> list[tuple[str, str]]:
        """(namespace prefix, folder) of every composer.json, the longest prefix first."""
        found: set[tuple[str, str]] = set()
        for path, loaded in self._composer:
            for key in ("autoload", "autoload-dev"):
                section = loaded.get(key)
                table = section.get("psr-4") if isinstance(section, dict) else None
                for prefix, folders in table.items() if isinstance(table, dict) else ():
                    for folder in folders if isinstance(folders, list) else [folders]:
                        found.add((_normal(prefix), join(folder_of(path), str(folder))))
        return sorted(found, key=lambda pair: (-len(pair[0]), pair))

    def _by_psr4(self, name: str) -> list[str]:
        for prefix, folder in self._psr4:
            if not prefix or name.startswith(prefix + "."):
                inner = name[len(prefix) :].strip(".").replace(".", "/")
                path = self._tree.first(f"{folder}/{inner}.php".lstrip("/"))
                if path:
                    return [path]
        return []

    def _included(self, path: str, target: str) -> tuple[Resolved, ...]:
        """Resolve a PHP include: beside the file, from the root, then the one path that ends so."""
        inner = target.lstrip("/")
        found = self._tree.first(join(folder_of(path), inner), join("", inner))
        endings = [] if found or inner.startswith(".") else self._tree.ending_in(inner)
        return internal([found] if found else endings if len(endings) == 1 else [])

    def _outside(self, path: str, target: str) -> tuple[Resolved, ...]:
        """Name the package outside, unless the name begins like one of this repository."""
        if not target or target.startswith("__MODULE__"):
            return UNRESOLVED
        parts = target.split(".")
        if self._is_standard(target, parts):
            return STANDARD_LIBRARY
        if self._is_own(path, parts):
            return UNRESOLVED
        if self._family == "elixir":
            known = len(parts) > 1 or not self._mix_names or parts[0].lower() in self._mix_names
            return external(parts[0]) if known else UNRESOLVED
        if self._family == "jvm":
            lower = [part for part in parts if part[:1].islower()] or parts
            return external(".".join(lower[: 3 if parts[0] == "com" or parts[:2] == ["org", "apache"] else 2]))
        return external(("\\" if self._family == "php" else ".").join(parts[:2]))

    @cached_property
    def _mix_names(self) -> frozenset[str]:
        """Packages that a mix.exs asks for, as modules write them in lower case."""
        return frozenset(
            name.decode("utf-8", "replace").replace("_", "")
            for path, data in self._tree.manifests.items()
            if path.rpartition("/")[2] == "mix.exs"
            for name in re.findall(rb"\{:(\w+),", data)
        )

    def _is_standard(self, target: str, parts: list[str]) -> bool:
        if self._family == "jvm":
            return bool(_JVM_STANDARD.match(target))
        if self._family == "csharp":
            return bool(_CSHARP_STANDARD.match(target))
        if self._family == "haskell":
            return bool(_HASKELL_STANDARD.match(target))
        if self._family == "elixir":
            return parts[0] in _ELIXIR_STANDARD or target.startswith(":") or parts[0][:1].islower()
        return len(parts) == 1

    @cached_property
    def _own(self) -> frozenset[str]:
        """Every package that a file declares."""
        return frozenset(self._packages) - {""}

    def _is_own(self, path: str, parts: list[str]) -> bool:
        """Tell whether a name that nothing declares lies in a package of this repository: generated, or gone."""
        if self._family == "elixir":
            return any(name.partition(".")[0] == parts[0] for name in self._declared)
        facts = self._tree.facts.get(path)
        own = _normal(facts.package) if facts is not None else ""
        if self._family in ("jvm", "haskell", "csharp") and ".".join(parts[:-1]) in self._own:
            return True
        if self._family != "php" or own.split(".")[0] != parts[0]:
            return False
        package = "/".join(_CAMEL.sub("-", part).lower() for part in parts[:2])
        return package not in self._required  # a vendor's packages share the first part of their namespaces


def _hyphens(name: str) -> list[int]:
    """Return where the hyphens of a package's own name are."""
    start = name.find("/") + 2
    return [at for at in range(start, len(name)) if name[at] == "-"]


def _lies_in(path: str, namespace: str) -> bool:
    """Tell whether a file lies in a folder that is named after a namespace, or in folders named after its parts."""
    folder = folder_of(path)
    return namespace in folder.split("/") or f"/{folder}".endswith("/" + namespace.replace(".", "/"))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]
