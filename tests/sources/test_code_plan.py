"""Which files of a tree are code."""

from __future__ import annotations

import pytest

from trove_git.gitrepo.objects import SUBMODULE, SYMLINK
from trove_git.paths import RootPath
from trove_git.records import Oid
from trove_git.sources.code_plan import CodeFile, attributed_paths, plan_code
from trove_git.sources.doc_rules import DocRules
from trove_git.sources.root_entry import RootEntry

PLAIN, EXECUTABLE = 0o100644, 0o100755


def planned(path: str, mode: int = PLAIN, generated: tuple[str, ...] = (), rules: DocRules | None = None) -> list[str]:
    """Return the language of a file, in a list that is empty where it is left out."""
    entry = RootEntry(mode, Oid("1" * 40), RootPath(path))
    files, _ = plan_code([entry], frozenset(map(RootPath, generated)), rules or DocRules())
    assert [(file.path, file.oid) for file in files] == [(path, "1" * 40)][: len(files)]
    return [file.language for file in files]


@pytest.mark.parametrize(
    ("path", "mode", "languages"),
    [
        pytest.param("src/queue.py", PLAIN, ["Python"], id="a language"),
        pytest.param("src/queue.rs", EXECUTABLE, ["Rust"], id="executable"),
        pytest.param("SConstruct", PLAIN, ["Python"], id="a name without an ending"),
        pytest.param("bin/serve", EXECUTABLE, [""], id="a script without an ending"),
        pytest.param("bin/serve", PLAIN, [], id="not executable"),
        pytest.param("bin/serve.data", EXECUTABLE, [], id="executable with an unknown ending"),
        pytest.param("v1.2/serve", EXECUTABLE, [""], id="the dot of a folder is no ending"),
        pytest.param("deploy.yaml", PLAIN, [""], id="text"),
        pytest.param("deploy.YML", PLAIN, [""], id="in any case"),
        pytest.param("web/page.html", PLAIN, [""], id="a template"),
        pytest.param("ops/Dockerfile", PLAIN, [""], id="text by its name"),
        pytest.param("image.png", PLAIN, [], id="an image"),
        pytest.param("LICENSE", PLAIN, [], id="no ending"),
        pytest.param("queue.py", SYMLINK, [], id="symbolic link"),
        pytest.param("queue.py", SUBMODULE, [], id="submodule"),
        pytest.param("vendor/queue.py", PLAIN, [], id="vendor"),
        pytest.param("web/node_modules/x/index.js", PLAIN, [], id="node_modules"),
        pytest.param("third_party/x/queue.c", PLAIN, [], id="third_party"),
        pytest.param("src/vendor.py", PLAIN, ["Python"], id="a file of such a name"),
        pytest.param("src/vendors/queue.py", PLAIN, ["Python"], id="a folder of a longer name"),
        pytest.param(".claude/trove/entries/queue.py", PLAIN, [], id="the trove"),
        pytest.param("README.md", PLAIN, [], id="a doc"),
    ],
)
def test_what_is_code(path, mode, languages):
    assert planned(path, mode) == languages


def test_docs_and_generated_files_are_no_code():
    assert planned("wiki/page.html", rules=DocRules("docs", ("wiki/**",))) == []
    assert planned("src/parser.py", generated=("src/parser.py",)) == []
    assert planned("src/parser.py", generated=("src/other.py",)) == ["Python"]


def test_files_come_in_order_and_manifests_apart():
    paths = ["z.py", "package.json", "a/pyproject.toml", "a/b.py", "vendor/package.json"]
    entries = [RootEntry(PLAIN, Oid(str(i) * 40), RootPath(path)) for i, path in enumerate(paths)]
    files, manifests = plan_code(entries, frozenset([RootPath("a/pyproject.toml")]), DocRules())
    assert files == [
        CodeFile(RootPath("a/b.py"), Oid("3" * 40), "Python"),
        CodeFile(RootPath("z.py"), Oid("0" * 40), "Python"),
    ]
    # A manifest says something about the whole tree, whatever its attributes are.
    assert [entry.path for entry in manifests] == ["package.json", "a/pyproject.toml"]


PATHS = ["a.py", "gen/a.py", "gen/keep/a.py", "lib/a.py"]


@pytest.mark.parametrize(
    ("attributes", "paths"),
    [
        pytest.param("", set(), id="nothing"),
        pytest.param("* text=auto\n*.py diff=python\n", set(), id="other attributes"),
        pytest.param("gen/** linguist-generated\n", {"gen/a.py", "gen/keep/a.py"}, id="generated"),
        pytest.param("lib/** linguist-vendored\n", {"lib/a.py"}, id="vendored"),
        pytest.param("lib/** linguist-vendored=true\n", {"lib/a.py"}, id="true"),
        pytest.param("lib/** text linguist-vendored -diff\n", {"lib/a.py"}, id="among others"),
        pytest.param("lib/** linguist-vendored=false\n", set(), id="false"),
        pytest.param("lib/** -linguist-vendored\n", set(), id="unset"),
        pytest.param(
            "gen/** linguist-generated\ngen/keep/** -linguist-generated\n", {"gen/a.py"}, id="a later line unsets"
        ),
        pytest.param(
            "gen/** linguist-generated\ngen/keep/** linguist-generated=false\n", {"gen/a.py"}, id="or says false"
        ),
        pytest.param("gen/** -linguist-generated\ngen/keep/** linguist-generated\n", {"gen/keep/a.py"}, id="or sets"),
        pytest.param("# gen/** linguist-generated\n", set(), id="comment"),
        pytest.param("[attr]gen linguist-generated\n", set(), id="macro"),
        pytest.param("\n\nlib/**   linguist-vendored\n", {"lib/a.py"}, id="blank lines and spaces"),
        pytest.param("lib/**\n", set(), id="no attributes"),
        pytest.param("lib/** linguist-documentation\n", set(), id="another attribute of linguist"),
    ],
)
def test_what_attributes_call_vendored_or_generated(attributes, paths):
    assert attributed_paths(attributes, list(map(RootPath, PATHS))) == paths
