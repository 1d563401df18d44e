"""What manifests say, with the lines that say it."""

import random

import pytest

from trove_git.code.manifests import MANIFEST_NAMES, is_manifest, parse_manifests, requirement_name


def parse(path, text):
    (manifest,) = parse_manifests({path: text.encode()})
    return manifest


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("pyproject.toml", True),
        ("a/b/package.json", True),
        ("a/tsconfig.build.json", True),
        ("x.gemspec", True),
        ("App/App.csproj", True),
        ("Makefile", True),
        ("package-lock.json", False),
        ("src/main.py", False),
    ],
)
def test_is_manifest(path, expected):
    assert is_manifest(path) is expected


def test_every_name_is_a_manifest():
    assert all(map(is_manifest, MANIFEST_NAMES))


CASES = {
    "pyproject.toml": (
        '[project]\nname = "app"\ndescription = "Does it"\ndependencies = ["requests[x]>=2", "PyYAML"]\n'
        '[project.scripts]\napp = "app.cli:main"\n[tool.pytest.ini_options]\n',
        (
            "python",
            "app",
            "Does it",
            ("PyYAML", "requests"),
            (("app", "app.cli:main"),),
            (("pytest", ""),),
            2,
            3,
            (6,),
            (7,),
        ),
    ),
    "poetry/pyproject.toml": (
        '[tool.poetry]\nname = "p"\n[tool.poetry.dependencies]\npython = "^3"\nclick = "*"\n',
        ("python", "p", "", ("click",), (), (), 2, 1, (), ()),
    ),
    "setup.py": (
        "setup(\n    name='old',\n    description='An old one',\n    install_requires=[\n        'six>=1',\n    ],\n"
        "    entry_points={'console_scripts': [\n        'old = old.main:run',\n    ]},\n)\n",
        ("python", "old", "An old one", ("six",), (("old", "old.main:run"),), (), 2, 3, (8,), ()),
    ),
    "setup.cfg": (
        "[metadata]\nname = cfg\ndescription = By configuration\n[options]\ninstall_requires =\n    attrs\n",
        ("python", "cfg", "By configuration", ("attrs",), (), (), 2, 3, (), ()),
    ),
    "package.json": (
        '{\n "name": "@s/web",\n "description": "Serves",\n "bin": "./cli.js",\n "scripts": {\n'
        '  "test": "vitest run"\n },\n'
        ' "dependencies": {"b": "1", "a": "2"}\n}',
        ("npm", "@s/web", "Serves", ("a", "b"), (("web", "./cli.js"),), (("test", "vitest run"),), 2, 3, (4,), (6,)),
    ),
    "Cargo.toml": (
        '[package]\nname = "c"\ndescription = "A crate"\n[[bin]]\nname = "tool"\npath = "src/t.rs"\n'
        '[dependencies]\nserde = "1"\n',
        ("cargo", "c", "A crate", ("serde",), (("tool", "src/t.rs"),), (), 2, 3, (6,), ()),
    ),
    "go.mod": (
        "module ex.org/m\n\nrequire (\n\tgithub.com/a/b v1.0.0\n\tgithub.com/c/d v1.0.0 // indirect\n)\n",
        ("go", "ex.org/m", "", ("github.com/a/b",), (), (), 1, 1, (), ()),
    ),
    "pom.xml": (
        "<project>\n<parent><artifactId>up</artifactId></parent>\n<artifactId>core</artifactId>\n"
        "<description>Core of it</description>\n<dependencies><dependency><groupId>g</groupId>"
        "<artifactId>a</artifactId></dependency></dependencies></project>",
        ("maven", "core", "Core of it", ("g:a",), (), (), 3, 4, (), ()),
    ),
    "build.gradle.kts": (
        'description = "Builds"\ndependencies {\n    implementation("io.x:y:1.0")\n}\n',
        ("gradle", "", "Builds", ("io.x:y",), (), (), 1, 1, (), ()),
    ),
    "composer.json": (
        '{"name": "v/p",\n"description": "PHP",\n"require": {"php": ">=8", "psr/log": "1"},\n'
        '"scripts": {"test": ["phpunit"]}}',
        ("composer", "v/p", "PHP", ("psr/log",), (), (("test", "phpunit"),), 1, 2, (), (4,)),
    ),
    "x.gemspec": (
        "Gem::Specification.new do |s|\n  s.name = 'x'\n  s.summary = 'A gem'\n"
        "  s.add_dependency 'rack', '~> 3'\n  s.executables = ['x']\nend\n",
        ("gem", "x", "A gem", ("rack",), (("x", ""),), (), 2, 3, (2,), ()),
    ),
    "mix.exs": (
        'app: :eco,\ndescription: "Maps",\ndefp deps do\n [\n  {:jason, "~> 1"}\n ]\n',
        ("mix", "eco", "Maps", ("jason",), (), (), 1, 2, (), ()),
    ),
    "Package.swift": (
        'let package = Package(\n  name: "Kit",\n'
        '  dependencies: [.package(url: "https://github.com/a/swift-log.git", from: "1")])\n',
        ("swift", "Kit", "", ("swift-log",), (), (), 2, 1, (), ()),
    ),
    "Makefile": (
        "VAR := 1\n.PHONY: test\nall: build\ntest lint: all\n\tpytest\n",
        ("make", "", "", (), (), (("all", ""), ("test", ""), ("lint", "")), 1, 1, (), (3, 4, 4)),
    ),
    "noxfile.py": (
        "import nox\n\n@nox.session(python=['3'])\ndef tests(session):\n    pass\n",
        ("nox", "", "", (), (), (("tests", ""),), 1, 1, (), (4,)),
    ),
    "tox.ini": (
        "[testenv]\ncommands = x\n[testenv:docs]\n",
        ("tox", "", "", (), (), (("testenv", ""), ("testenv:docs", "")), 1, 1, (), (1, 3)),
    ),
    "justfile": ("x := '1'\ntest ARG='':\n  cargo test\n", ("just", "", "", (), (), (("test", ""),), 1, 1, (), (2,))),
    "Project.toml": ('name = "J"\n[deps]\nHTTP = "uuid"\n', ("julia", "J", "", ("HTTP",), (), (), 1, 1, (), ())),
    "dune-project": ('(name o)\n(synopsis "An OCaml")\n', ("dune", "o", "An OCaml", (), (), (), 1, 2, (), ())),
    "h.cabal": ("name: h\nsynopsis: A Haskell\n", ("cabal", "h", "A Haskell", (), (), (), 1, 2, (), ())),
    "A.csproj": (
        '<Project>\n<Description>Net</Description>\n<PackageReference Include="N.J" Version="1"/></Project>',
        ("dotnet", "", "Net", ("N.J",), (), (), 1, 2, (), ()),
    ),
}


@pytest.mark.parametrize("path", CASES)
def test_parse(path):
    text, expected = CASES[path]
    assert tuple(parse(path, text))[1:] == expected


@pytest.mark.parametrize("path", CASES)
@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", b"{]", b"[[[", b'{"scripts": [], "bin": 3, "name": {}}', b"project = 3\n"]
)
def test_a_broken_manifest_costs_only_its_own_facts(path, data):
    (manifest,) = parse_manifests({path: data})
    assert manifest.path == path
    assert manifest.name == ""


def test_an_interpolated_summary_is_no_description():
    assert parse("x.gemspec", 's.summary = "#{desc}."\ns.description = "Real words"\n').description == "Real words"


def test_sorted_whatever_the_order():
    items = [(path, text.encode()) for path, (text, _) in CASES.items()]
    expected = parse_manifests(dict(items))
    random.Random(1).shuffle(items)
    assert parse_manifests(dict(items)) == expected
    assert [item.path for item in expected] == sorted(CASES)


@pytest.mark.parametrize(
    ("text", "name"), [("a[b]>=1", "a"), ("zope.interface", "zope.interface"), ("  x ; y", "x"), ("[z]", "")]
)
def test_requirement_name(text, name):
    assert requirement_name(text) == name
