"""JavaScript and TypeScript imports → files: relative, tsconfig paths, package imports, workspace packages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from trove_git.code.facts import Import
from trove_git.code.resolve_tree import (
    STANDARD_LIBRARY,
    UNRESOLVED,
    Resolved,
    Tree,
    ancestors,
    closest,
    external,
    folder_of,
    internal,
    join,
)

_SCRIPTS = (".js", ".jsx", ".mjs", ".cjs", ".json")
_TYPED = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts")
_COMPONENTS = (".vue", ".svelte", ".astro")
_WRITTEN_FOR = {".js": (".ts", ".tsx", ".d.ts", ".jsx"), ".jsx": (".tsx",), ".mjs": (".mts", ".d.mts", ".ts"), ".cjs": (".cts", ".ts")}  # fmt: skip # noqa: E501
_BUILT = re.compile(r"^(?:\./)?(?:dist|lib|build|out|es|esm|cjs)/")
_BUILT_FORMAT = re.compile(r"^(?:esm|cjs|es|umd|types)/")
_BUILT_SUFFIX = re.compile(r"(?:\.d)?\.(?:[cm]?[jt]s|[jt]sx)$")
_NOT_PUBLISHED = frozenset("fixtures __fixtures__ test tests __tests__ playground examples e2e testdata".split())
_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])')

_NODE = frozenset(
    """assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain
    events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl
    stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib""".split()
)


class _Config(NamedTuple):
    """What a tsconfig says about imports."""

    paths: tuple[tuple[str, tuple[str, ...]], ...]
    """Pattern → targets relative to `folder`, the most exact pattern first."""
    folder: str
    base: str | None
    """Folder that bare imports may start from, or None."""


def loads_lenient(data: bytes) -> dict[str, object]:
    """Parse JSON with comments and trailing commas; anything else yields an empty dict."""
    text = data.decode("utf-8-sig", "replace")
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError):
        text = _COMMENT.sub(lambda match: match[1] or "", text)
        try:
            loaded = json.loads(_TRAILING_COMMA.sub(lambda match: match[1] or "", text))
        except (ValueError, RecursionError):
            return {}
    return loaded if isinstance(loaded, dict) else {}


def _strings(value: object) -> Iterator[str]:
    """Yield the file names of an `exports` value, whatever its conditions, sources before what is built."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for key in sorted(value, key=lambda item: item not in ("source", "import", "types", "default")):
            yield from _strings(value[key])


def match_pattern(pattern: str, target: str) -> str | None:
    """Return what the `*` of a pattern stands for in a target, empty for an exact match, None for no match."""
    head, star, tail = pattern.partition("*")
    if not star:
        return "" if pattern == target else None
    fits = len(target) >= len(head) + len(tail) and target.startswith(head) and target.endswith(tail)
    return target[len(head) : len(target) - len(tail)] if fits else None


class JavaScriptResolver:
    """Resolves what stands behind `from`, in `require` and in `import()`."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._cache: dict[tuple[str, bool, str], tuple[Resolved, ...]] = {}
        self._configs: dict[str, _Config | None] = {}
        self._packages_json: dict[str, dict[str, object]] = {}

    def resolve(self, path: str, imported: Import) -> tuple[Resolved, ...]:
        """Return where one import of one file leads."""
        key = (folder_of(path), path.endswith((".ts", ".tsx", ".mts", ".cts")), imported.target)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._resolve(path, imported.target, typed=key[1])
        return found

    def _resolve(self, path: str, target: str, *, typed: bool) -> tuple[Resolved, ...]:
        target = target if target.startswith("#") else target.partition("?")[0]
        if target.startswith(("./", "../")) or target in (".", ".."):
            return internal(filter(None, [self._file(join(folder_of(path), target), typed=typed)]))
        if target.startswith("#"):
            found = self._own_import(path, target, typed=typed)
            return internal([found]) if found else UNRESOLVED
        found = self._aliased(path, target, typed=typed) or self._workspace(path, target, typed=typed)
        if found:
            return internal([found])
        if target.startswith("/"):
            roots = [folder for folder in ancestors(folder_of(path)) if self._package_json(folder) or not folder]
            return internal(filter(None, [self._file(join(root, target), typed=typed) for root in roots][:1]))
        return UNRESOLVED if self._claiming(path, target) else self._outside(target)

    def _outside(self, target: str) -> tuple[Resolved, ...]:
        scheme, colon, rest = target.partition(":")
        if scheme in ("node", "bun", "deno", "cloudflare") and colon:
            return STANDARD_LIBRARY
        if scheme in ("http", "https") and colon:
            return external(rest.strip("/").partition("/")[0])
        if scheme in ("npm", "jsr") and colon:
            target = re.sub(r"(?<=.)@[^/]*", "", rest)
        elif colon or not target or target.startswith(("~", "$", "\0", "@/", "/")):
            return UNRESOLVED
        parts = target.split("/")
        if parts[0] in _NODE:
            return STANDARD_LIBRARY
        return external("/".join(parts[:2]) if target.startswith("@") else parts[0])

    def _file(self, module: str, *, typed: bool) -> str:
        """Return the file that a module path without query means, or empty."""
        if module in self._tree.paths:
            return module
        suffixes = (*_TYPED, *_SCRIPTS, *_COMPONENTS) if typed else (*_SCRIPTS, *_TYPED, *_COMPONENTS)
        found = self._tree.first(*[module + suffix for suffix in suffixes])
        if found:
            return found
        stem, dot, ending = module.rpartition(".")
        found = self._tree.first(*[stem + suffix for suffix in _WRITTEN_FOR.get(dot + ending, ())])
        if found or module not in self._tree.folders:
            return found
        main = self._package_json(module).get("main")
        if isinstance(main, str):
            start = join(module, main)
            found = self._tree.first(
                start, *[start + middle + suffix for middle in ("", "/index") for suffix in suffixes]
            )
        return found or self._tree.first(*[f"{module}/index{suffix}".lstrip("/") for suffix in suffixes])

    def _package_json(self, folder: str) -> dict[str, object]:
        if folder not in self._packages_json:
            data = self._tree.manifests.get(f"{folder}/package.json".lstrip("/"))
            self._packages_json[folder] = loads_lenient(data) if data else {}
        return self._packages_json[folder]

    def _own_import(self, path: str, target: str, *, typed: bool) -> str:
        """Resolve `#name` by the `imports` of the nearest package.json, else by tsconfig paths."""
        for folder in ancestors(folder_of(path)):
            imports = self._package_json(folder).get("imports")
            if isinstance(imports, dict):
                return self._mapped(folder, imports, target, typed=typed)
        return self._aliased(path, target, typed=typed)

    def _mapped(self, folder: str, entries: dict[str, object], target: str, *, typed: bool) -> str:
        """Resolve by an `imports` or `exports` table, the longest fitting key first."""
        for key in sorted(entries, key=lambda item: (-len(item.partition("*")[0]), item)):
            middle = match_pattern(key, target)
            if middle is None:
                continue
            for value in _strings(entries[key]):
                found = self._source(folder, value.replace("*", middle), typed=typed)
                if found:
                    return found
        return ""

    def _source(self, folder: str, name: str, *, typed: bool) -> str:
        """Return the file that a package.json names, or the source that it is built from."""
        found = self._file(join(folder, name), typed=typed) if name.strip("./") else ""
        if found or not _BUILT.match(name):
            return found
        stem = _BUILT_SUFFIX.sub("", _BUILT.sub("", name))
        stems = dict.fromkeys((stem, _BUILT_FORMAT.sub("", stem)))
        tried = [join(folder, start + one) for start in ("src/", "") for one in stems]
        return next(filter(None, (self._file(one, typed=typed) for one in tried)), "")

    @cached_property
    def _workspaces(self) -> dict[str, list[str]]:
        """Package name → folders of the package.json files that claim it."""
        found: dict[str, list[str]] = {}
        for path in sorted(self._tree.manifests):
            if path.rpartition("/")[2] == "package.json" and "node_modules" not in path.split("/"):
                name = self._package_json(folder_of(path)).get("name")
                if isinstance(name, str) and name:
                    found.setdefault(name, []).append(folder_of(path))
        return found

    def _claiming(self, path: str, target: str) -> list[str]:
        """Return the folders of the packages of this repository that have the name of an import."""
        name = "/".join(target.split("/")[: 2 if target.startswith("@") else 1])
        return [folder for folder in self._workspaces.get(name, ()) if _is_visible(folder, path)]

    def _workspace(self, path: str, target: str, *, typed: bool) -> str:
        parts = target.split("/")
        count = 2 if target.startswith("@") else 1
        folders = self._claiming(path, target)
        if not folders:
            return ""
        folder = closest([folder + "/" for folder in folders], path).rstrip("/")
        return self._entry(folder, "/".join([".", *parts[count:]]), typed=typed)

    def _entry(self, folder: str, inner: str, *, typed: bool) -> str:
        """Return the file that a package offers under `.` or `./inner`."""
        package = self._package_json(folder)
        exports = package.get("exports")
        if isinstance(exports, dict) and any(key.startswith(".") for key in exports):
            found = self._mapped(folder, exports, inner, typed=typed)
        else:
            found = next(
                filter(None, (self._source(folder, name, typed=typed) for name in _strings(exports) if inner == ".")),
                "",
            )
        if found:
            return found
        if inner != ".":
            return self._file(join(folder, inner), typed=typed) or self._file(join(folder, "src/" + inner), typed=typed)
        named = [package.get(key) for key in ("source", "module", "main", "types")]
        found = next(
            filter(None, (self._source(folder, name, typed=typed) for name in named if isinstance(name, str))), ""
        )
        return found or next(
            filter(None, (self._file(join(folder, name), typed=typed) for name in ("src/index", "index", "lib/index"))),
            "",
        )

    def _aliased(self, path: str, target: str, *, typed: bool) -> str:
        """Resolve by `paths` and `baseUrl` of the nearest tsconfig or jsconfig."""
        config = self._config_of(folder_of(path))
        if config is None or target.startswith("/"):
            return ""
        for pattern, targets in config.paths:
            middle = match_pattern(pattern, target)
            for name in targets if middle is not None else ():
                found = self._file(join(config.folder, name.replace("*", middle or "")), typed=typed)
                if found:
                    return found
        return self._file(join(config.base, target), typed=typed) if config.base is not None else ""

    def _config_of(self, folder: str) -> _Config | None:
        if folder not in self._configs:
            names = [f"{folder}/{name}".lstrip("/") for name in ("tsconfig.json", "jsconfig.json")]
            found = next((name for name in names if name in self._tree.manifests), "")
            config = self._read_config(found, 0) if found else None
            if config is None and folder:
                config = self._config_of(folder_of(folder))
            self._configs[folder] = config
        return self._configs[folder]

    def _read_config(self, path: str, depth: int) -> _Config | None:
        """Read a tsconfig and what it extends; None when none of them says anything about imports."""
        loaded = loads_lenient(self._tree.manifests[path])
        options = loaded.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        folder = folder_of(path)
        base, paths = options.get("baseUrl"), options.get("paths")
        parent = self._extended(folder, loaded.get("extends"), depth)
        own_base = join(folder, base) if isinstance(base, str) else None
        if isinstance(paths, dict):
            pairs = [(key, tuple(_strings(value))) for key, value in paths.items()]
            pairs.sort(key=lambda pair: (-len(pair[0].partition("*")[0]), pair[0]))
            inherited = parent.base if parent else None
            start = own_base if own_base is not None else inherited
            return _Config(tuple(pairs), folder if start is None else start, start)
        if own_base is not None:
            return _Config(parent.paths if parent else (), parent.folder if parent else own_base, own_base)
        return parent

    def _extended(self, folder: str, extends: object, depth: int) -> _Config | None:
        if depth > 5:
            return None
        for name in _strings(extends):
            if name.startswith("."):
                path = join(folder, name)
                path = path if path in self._tree.manifests else path + ".json"
                if path in self._tree.manifests:
                    config = self._read_config(path, depth + 1)
                    if config is not None:
                        return config
        return None


def _is_visible(folder: str, path: str) -> bool:
    """Tell whether a package may be imported by a file: those of tests and examples only from there."""
    parts = folder.split("/")
    hidden = next((number for number, part in enumerate(parts) if part in _NOT_PUBLISHED), None)
    return hidden is None or path.startswith("/".join(parts[: hidden + 1]) + "/")
