"""The repository in a page."""

import random

from trove_git.code.architecture import describe_architecture
from trove_git.code.facts import FileFacts, Import, Symbol
from trove_git.code.manifests import parse_manifests
from trove_git.code.modules import describe_modules
from trove_git.code.resolve import Resolver
from trove_git.code.subsystems import find_subsystems


def facts(*imports, language="Python", symbols=(), package=""):
    made = tuple(Import(target, names, line) for line, (target, *names) in enumerate(imports, 1))
    made = tuple(one._replace(names=tuple(one.names)) for one in made)
    return FileFacts(language, tuple(symbols), made, package, "", 0, "", 9)


def describe(files, manifests=None, sizes=None, readmes=None):
    contents = {path: text.encode() for path, text in (manifests or {}).items()}
    parsed = parse_manifests(contents)
    modules = describe_modules(files, Resolver(files, list(files), contents))
    parts = find_subsystems(modules, files, parsed, readmes)
    return describe_architecture(modules, parts, files, parsed, sizes or dict.fromkeys(files, 100), readmes)


FILES = {
    "app/__init__.py": facts(),
    "app/__main__.py": facts(("app.core", "run")),
    "app/core.py": facts(("requests",), ("os",)),
    "app/other.py": facts(("app.core", "run"), ("requests",)),
    "tests/test_core.py": facts(("app.core", "run"), ("pytest",)),
    "web/x.ts": facts(language="TypeScript"),
}
MANIFESTS = {
    "pyproject.toml": '[project]\nname = "app"\ndescription = "Runs things. Fast."\n'
    '[project.scripts]\napp = "app:main"\n'
    "[tool.pytest.ini_options]\n",
    "Makefile": "test:\n\tpytest\nrelease-test-data:\n",
    "tox.ini": "[testenv]\n[testenv:docs]\n",
}


def test_every_line_of_the_page():
    assert describe(FILES, MANIFESTS, {**dict.fromkeys(FILES, 100), "web/x.ts": 500}) == [
        ("app: Runs things.", "pyproject.toml:3"),
        ("languages: Python 50% (5 files), TypeScript 50% (1 file)", "."),
        ("part . (6 files): Runs things.", "."),
        ("hub app/core.py: imported by 2 files outside tests", "app/core.py:1"),
        ("depends on requests: imported by 2 files outside tests", "app/core.py:1"),
        ("entry point app: app:main", "pyproject.toml:5"),
        ("entry point app/__main__.py", "app/__main__.py:1"),
        ("test with: make test", "Makefile:1"),
        ("test with: pytest", "pyproject.toml:6"),
        ("test with: tox", "tox.ini:1"),
        ("1 test file in tests/", "tests/"),
    ]


def test_nothing_known_is_nothing_said():
    assert describe({}) == []


def test_the_readme_speaks_where_no_manifest_does():
    assert describe(
        {}, readmes={"README.md": "# X\n\nX does a thing well.\n", "a/README.md": "Not the root at all."}
    ) == [("X does a thing well.", "README.md:3")]


def test_a_readme_without_prose_and_a_file_without_a_language_say_nothing():
    assert describe({"x": facts(language="")}, readmes={"README": "# X\n"}) == [("part . (1 file)", ".")]


def test_what_bears_the_name_of_a_project_here_is_no_dependency():
    files = {"a/x.py": facts(("mine",)), "b/y.py": facts()}
    found = describe(files, {"b/setup.py": "setup(\n    name='mine',\n)\n"})
    assert not [line for line in found if line[0].startswith("depends on")]


def test_go_hubs_and_entries_are_packages():
    main = Symbol("main", "function", "", "func main()", "", 7, 9, False)
    files = {
        "cmd/a/main.go": facts(("ex.org/m/x",), ("ex.org/m",), language="Go", symbols=[main], package="main"),
        "cmd/b/main.go": facts(("ex.org/m/x",), ("ex.org/m",), language="Go", symbols=[main], package="main"),
        "x/one.go": facts(language="Go", symbols=[main], package="x"),
        "x/two.go": facts(language="Go", package="x"),
        "x/two_test.go": facts(language="Go", package="x"),
        "cmd/c/other.go": facts(language="Go", symbols=[main._replace(name="run")], package="main"),
        "root.go": facts(language="Go", package="m"),
        "_examples/e/main.go": facts(("ex.org/m/x",), language="Go", symbols=[main], package="main"),
    }
    found = describe(files, {"go.mod": "module ex.org/m\n"})
    assert [line for line in found if line[0].startswith(("hub", "entry", "test"))] == [
        ("hub .: imported by 2 files outside tests", "."),
        ("hub x/: imported by 2 files outside tests", "x/"),
        ("entry point cmd/a/main.go", "cmd/a/main.go:7"),
        ("entry point cmd/b/main.go", "cmd/b/main.go:7"),
        ("test with: go test ./...", "go.mod:1"),
    ]


def test_many_parts_are_told_as_projects_and_top_folders():
    files = {f"packages/p{number}/{name}.py": facts() for number in range(30) for name in ("a", "b")}
    files |= {f"big/s{number:02}/f{inner}.py": facts(("packages.p1.a",)) for number in range(15) for inner in range(4)}
    manifests = {f"packages/p{number}/package.json": '{"description": "One of many packages."}' for number in range(30)}
    parts = [line for line in describe(files, manifests) if "part" in line[0]]
    assert parts[0] == ("part big/ (60 files) | imports from packages/p1/ (60 files)", "big/")
    assert parts[1] == ("part packages/p0/ (2 files): One of many packages.", "packages/p0/")
    assert parts[-1] == ("7 more parts with 14 files", ".")


def test_the_order_of_the_input_does_not_matter():
    expected = describe(FILES, MANIFESTS)
    for seed in range(5):
        order = list(FILES)
        random.Random(seed).shuffle(order)
        assert describe({path: FILES[path] for path in order}, dict(reversed(MANIFESTS.items()))) == expected
