"""JavaScript and TypeScript: relative paths, tsconfig, package imports and workspaces."""

import json

import pytest

from trove_git.code.facts import FileFacts, Import
from trove_git.code.resolve import Resolver
from trove_git.code.resolve_javascript import loads_lenient, match_pattern


def resolve(files, path, target, manifests=None):
    known = {name: FileFacts("", (), (), "", "", 0, "", 1) for name in files if not name.endswith((".css", ".json"))}
    contents = {
        key: (text if isinstance(text, str) else json.dumps(text)).encode() for key, text in (manifests or {}).items()
    }
    resolver = Resolver(known, [*files, *contents], contents)
    return [one.path or (one.external and f"<{one.external}>") for one in resolver.resolve(path, Import(target, (), 1))]


FILES = [
    "src/a.ts", "src/b.tsx", "src/c.js", "src/d/index.ts", "src/e.ts", "src/e.js", "src/style.css", "src/types.d.ts",
    "src/f.mts", "lib/main.js",
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "target", "expected"),
    [
        pytest.param("src/a.ts", "./b", "src/b.tsx", id="extension guessed"),
        pytest.param("src/a.ts", "./b.js", "src/b.tsx", id=".js written for .tsx"),
        pytest.param("src/a.ts", "./f.mjs", "src/f.mts", id=".mjs written for .mts"),
        pytest.param("src/a.ts", "./d", "src/d/index.ts", id="index"),
        pytest.param("src/d/index.ts", "..", "", id="folder without an index"),
        pytest.param("src/a.ts", "./e", "src/e.ts", id="TypeScript takes .ts first"),
        pytest.param("src/c.js", "./e", "src/e.js", id="JavaScript takes .js first"),
        pytest.param("src/a.ts", "./style.css?inline", "src/style.css", id="query"),
        pytest.param("src/a.ts", "./types", "src/types.d.ts", id="declarations"),
        pytest.param("src/a.ts", "./gone", "", id="gone"),
        pytest.param("src/a.ts", "../../../x", "", id="above the root"),
        pytest.param("src/a.ts", "node:fs", "<std>", id="node:"),
        pytest.param("src/a.ts", "fs/promises", "<std>", id="built in"),
        pytest.param("src/a.ts", "react/jsx-runtime", "<react>", id="package"),
        pytest.param("src/a.ts", "@scope/pkg/deep", "<@scope/pkg>", id="scope"),
        pytest.param("src/a.ts", "https://esm.sh/x", "<esm.sh>", id="URL"),
        pytest.param("src/a.ts", "npm:zod@3", "<zod>", id="npm:"),
        pytest.param("src/a.ts", "virtual:thing", "", id="virtual"),
        pytest.param("src/a.ts", "http", "<std>", id="http is a module, not a scheme"),
    ],
)
def test_plain(path, target, expected):
    assert resolve(FILES, path, target) == [expected]


TSCONFIG = """{
  // comments and trailing commas are allowed
  "extends": "../tsconfig.base.json",
  "compilerOptions": { "paths": { "~/*": ["./src/*"], "@lib": ["./lib/index.ts",], /* "x": [] */ }, },
}"""


def test_tsconfig_paths_and_what_it_extends():
    files = ["app/src/x/y.ts", "app/lib/index.ts", "app/main.ts", "base/z.ts", "other/main.ts"]
    configs = {"app/tsconfig.json": TSCONFIG, "tsconfig.base.json": {"compilerOptions": {"baseUrl": "base"}}}
    assert resolve(files, "app/main.ts", "z", configs) == ["base/z.ts"]
    assert resolve(files, "app/main.ts", "@lib", {"app/tsconfig.json": TSCONFIG}) == ["app/lib/index.ts"]
    assert resolve(files, "app/main.ts", "~/x/y", {"app/tsconfig.json": TSCONFIG}) == ["app/src/x/y.ts"]
    assert resolve(files, "other/main.ts", "~/x/y", {"app/tsconfig.json": TSCONFIG}) == [""]


def test_base_url_alone():
    files = ["src/util/a.ts", "src/main.ts"]
    assert resolve(files, "src/main.ts", "util/a", {"tsconfig.json": {"compilerOptions": {"baseUrl": "./src"}}}) == [
        "src/util/a.ts"
    ]


WORKSPACE = {
    "packages/core/package.json": {
        "name": "@x/core",
        "exports": {".": {"types": "./dist/index.d.ts", "default": "./dist/index.js"}, "./sub/*": "./dist/sub/*.js"},
        "imports": {"#inner/*": "./src/inner/*.ts"},
    },
    "packages/old/package.json": {"name": "old", "main": "lib/entry.js"},
    "packages/bare/package.json": {"name": "bare"},
    "packages/deep/package.json": {
        "name": "deep",
        "exports": {".": "./dist/node/index.js", "./gone": "./dist/gone.js"},
    },
    "test/fixtures/react/package.json": {"name": "react", "main": "index.js"},
}
WORKSPACE_FILES = [
    "packages/core/src/index.ts", "packages/core/src/sub/s.ts", "packages/core/src/inner/i.ts",
    "packages/old/lib/entry.js", "packages/bare/src/index.ts", "packages/deep/src/node/index.ts",
    "test/fixtures/react/index.js", "test/fixtures/app.js",
    "packages/app/main.ts",
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "target", "expected"),
    [
        pytest.param("packages/app/main.ts", "@x/core", "packages/core/src/index.ts", id="exports, built from src"),
        pytest.param(
            "packages/app/main.ts", "@x/core/sub/s", "packages/core/src/sub/s.ts", id="exports with a pattern"
        ),
        pytest.param("packages/app/main.ts", "old", "packages/old/lib/entry.js", id="main"),
        pytest.param("packages/app/main.ts", "bare", "packages/bare/src/index.ts", id="src/index by convention"),
        pytest.param("packages/app/main.ts", "deep", "packages/deep/src/node/index.ts", id="exports, deeper"),
        pytest.param("packages/app/main.ts", "deep/gone", "", id="a package of the repository is never outside"),
        pytest.param("packages/core/src/index.ts", "#inner/i", "packages/core/src/inner/i.ts", id="imports"),
        pytest.param("packages/app/main.ts", "#inner/i", "", id="imports of another package"),
        pytest.param("packages/app/main.ts", "react", "<react>", id="a fixture is no package of the workspace"),
        pytest.param("test/fixtures/app.js", "react", "test/fixtures/react/index.js", id="but it is one to its tests"),
    ],
)
def test_workspace(path, target, expected):
    assert resolve(WORKSPACE_FILES, path, target, WORKSPACE) == [expected]


def test_folders_with_a_main_and_circles_of_configurations():
    files = ["a/src/entry.ts", "b/x.js", "b/index.js", "m.ts"]
    manifests = {
        "a/package.json": {"main": "src/entry"},
        "b/package.json": {"main": "../b"},
        "tsconfig.json": {"extends": ["./other.json", "@x/preset"]},
        "tsconfig.other.json": {"extends": "./tsconfig"},
        "other.json": {"extends": "./tsconfig.json"},
    }
    assert resolve(files, "m.ts", "./a", manifests) == ["a/src/entry.ts"]
    assert resolve(files, "m.ts", "./b", manifests) == ["b/index.js"]
    assert resolve(files, "b/x.js", "/m.ts", manifests) == [""]
    assert resolve(files, "m.ts", "/m.ts", manifests) == ["m.ts"]


def test_an_unfinished_exports_table_falls_back():
    manifests = {
        "p/package.json": {"name": "p", "exports": ["./dist/p.js"]},
        "q/package.json": {"name": "q", "module": "src/q.ts"},
        "r/package.json": {"name": "r"},
        "node_modules/s/package.json": {"name": "s"},
    }
    files = ["p/src/p.ts", "q/src/q.ts", "q/src/deep.ts", "m.ts"]
    assert resolve(files, "m.ts", "p", manifests) == ["p/src/p.ts"]
    assert resolve(files, "m.ts", "q", manifests) == ["q/src/q.ts"]
    assert resolve(files, "m.ts", "q/deep", manifests) == ["q/src/deep.ts"]
    assert resolve(files, "m.ts", "r", manifests) == [""]
    assert resolve(files, "m.ts", "s", manifests) == ["<s>"]
    hidden = {"p/package.json": {"name": "p", "exports": {"./x": None}}}
    assert resolve(files, "m.ts", "p/x", hidden) == [""]
    built = {"p/package.json": {"name": "p", "exports": {"./x": {"default": "./dist/gone.js"}}}}
    assert resolve(files, "m.ts", "p/x", built) == [""]


def test_an_alias_to_nothing_is_a_package_outside():
    config = {"tsconfig.json": {"compilerOptions": {"paths": {"x/*": ["gone/*", "here/*"]}}}}
    assert resolve(["here/a.ts", "m.ts"], "m.ts", "x/a", config) == ["here/a.ts"]
    assert resolve(["here/a.ts", "m.ts"], "m.ts", "x/b", config) == ["<x>"]


def test_broken_json_is_an_empty_table():
    assert loads_lenient(b"{ not json") == {}
    assert loads_lenient(b"[1]") == {}
    assert loads_lenient(b'{"a": "// not a comment",}') == {"a": "// not a comment"}


def test_match_pattern():
    assert match_pattern("a/*/c", "a/b/c") == "b"
    assert match_pattern("a", "a") == ""
    assert match_pattern("a/*", "b/c") is None
    assert match_pattern("ab*ba", "aba") is None
