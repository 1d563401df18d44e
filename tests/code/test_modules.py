"""What is known about each file once all imports are resolved."""

import random

import pytest

from trove_git.code.facts import FileFacts, Import, Symbol
from trove_git.code.modules import ModuleInfo, describe_modules, first_sentence, listed, module_summary
from trove_git.code.resolve import Resolver
from trove_git.code.testfiles import is_test


def symbol(name, line, kind="function", exported=True, scope=""):
    return Symbol(name, kind, scope, f"def {name}()", "", line, line, exported)


def facts(*imports, doc="", symbols=(), language="Python"):
    made = tuple(Import(target, names, line) for line, (target, *names) in enumerate(imports, 3))
    made = tuple(one._replace(names=tuple(one.names)) for one in made)
    return FileFacts(language, tuple(symbols), made, "", doc, 1 if doc else 0, "", 9)


def describe(files, readmes=None):
    return describe_modules(files, Resolver(files, list(files), {}), readmes)


FILES = {
    "app/__init__.py": facts((".core", "run"), doc="The app.\n\nMore."),
    "app/core.py": facts(
        ("os",), ("requests",), (".gone", "x"),
        symbols=[symbol("first", 1), symbol("run", 5), symbol("_hidden", 7, exported=False), symbol("m", 8, scope="K")],
    ),
    "app/cli.py": facts(("app", "run"), ("app.core", "run"), ("click",)),
    "tests/test_core.py": facts(("app.core", "run", "first")),
    "tests/unit/test_cli.py": facts(),
}  # fmt: skip


def test_edges_both_ways_and_what_lies_outside():
    info = describe(FILES)["app/core.py"]
    assert info.used_by == ("app/__init__.py", "app/cli.py", "tests/test_core.py")
    assert info.external == ("requests",)
    assert info.unresolved == (".gone",)
    assert info.internal_imports == ()
    assert info.tests == ("tests/test_core.py",)


def test_exports_are_ordered_by_the_files_that_take_them():
    exports = describe(FILES)["app/core.py"].exports
    # run: app/__init__.py, app/cli.py (directly and through app/__init__.py), tests/test_core.py
    assert [(one.name, uses) for one, uses in exports] == [("run", 3), ("first", 1)]


def test_a_test_is_found_by_its_name():
    assert describe(FILES)["app/cli.py"].tests == ("tests/unit/test_cli.py",)


def test_a_name_that_two_files_have_is_no_proof_unless_one_lies_beside():
    files = {"a/x.ts": facts(), "b/x.ts": facts(), "a/x.test.ts": facts(), "c/x.test.ts": facts()}
    found = describe(files)
    assert found["a/x.ts"].tests == ("a/x.test.ts",)
    assert found["b/x.ts"].tests == ()


def test_purpose_is_the_files_own_then_the_readmes():
    readmes = {
        "README.md": "# X\n\n- [`app/core.py`](app/core.py): Runs whatever it is given. Twice.\n"
        "- `app/__init__.py` - not this\n"
    }
    found = describe(FILES, readmes)
    assert (found["app/__init__.py"].purpose, found["app/__init__.py"].purpose_line) == ("The app.", 1)
    assert (found["app/core.py"].purpose, found["app/core.py"].purpose_source) == (
        "Runs whatever it is given.",
        "README.md:3",
    )
    assert found["app/cli.py"].purpose == ""


def test_documentation_of_another_definition_is_not_the_files():
    named, other = symbol("BigThing", 4, "class"), symbol("Odd", 4, "class")
    files = {"big_thing.rb": facts(symbols=[named])._replace(doc="Large.", doc_line=4)}
    assert describe(files)["big_thing.rb"].purpose == "Large."
    files = {"big_thing.rb": facts(symbols=[other])._replace(doc="Strange.", doc_line=4)}
    assert describe(files)["big_thing.rb"].purpose == ""


def test_star_and_barrel_exports_are_followed():
    files = {
        "src/a.ts": facts(symbols=[symbol("f", 1)], language="TypeScript"),
        "src/index.ts": facts(("./a",), language="TypeScript"),
        "src/use.ts": facts(("./index", "f"), language="TypeScript"),
    }
    assert [uses for _, uses in describe(files)["src/a.ts"].exports] == [1]


def test_a_circle_of_barrels_ends():
    files = {"src/a.ts": facts(("./b",)), "src/b.ts": facts(("./a",)), "src/use.ts": facts(("./a", "f"))}
    assert (
        describe({path: one._replace(language="TypeScript") for path, one in files.items()})["src/a.ts"].exports == ()
    )


def test_a_file_that_imports_itself_is_not_its_own_user():
    files = {"p/__init__.py": facts((".", "p"), ("p", "x"))}
    info = describe(files)["p/__init__.py"]
    assert (info.used_by, info.internal_imports) == ((), ())


def test_summary_lines_are_cited():
    found = describe(FILES)
    assert module_summary(found["app/core.py"]) == [
        ("- run (function)", 5),
        ("- first (function)", 1),
        ("external: requests", 4),
        ("used by: app/__init__.py, app/cli.py", 1),
        ("tests: tests/test_core.py", 1),
    ]
    assert module_summary(found["app/cli.py"])[:1] == [("imports: app/__init__.py, app/core.py", 3)]


def test_summary_begins_with_the_purpose():
    assert module_summary(describe(FILES)["app/__init__.py"])[0] == ("The app.", 1)


def test_a_readme_may_speak_of_what_is_not_there():
    assert describe(FILES, {"README.md": "- gone.py: was here once upon a time\n"})["app/cli.py"].purpose == ""


def test_a_name_handed_back_to_its_own_file_is_no_use():
    files = {"a.ts": facts(("./b", "f"), symbols=[symbol("f", 1)]), "b.ts": facts(("./a", "f"))}
    found = describe({path: one._replace(language="TypeScript") for path, one in files.items()})
    assert [uses for _, uses in found["a.ts"].exports] == [1]


def test_go_packages_are_named_by_their_folder():
    info = ModuleInfo(
        "a.go",
        "",
        0,
        (),
        ("x/a.go", "x/b.go", "main.go"),
        (),
        (),
        (),
        (),
        (("x/a.go", 4), ("x/b.go", 4), ("main.go", 6)),
    )
    assert module_summary(info) == [("imports: x/, .", 4)]


def test_the_order_of_the_input_does_not_matter():
    expected = describe(FILES)
    for seed in range(5):
        order = list(FILES)
        random.Random(seed).shuffle(order)
        found = describe({path: FILES[path] for path in order})
        assert found == expected
        assert list(found) == list(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two.", "One."),
        ("Uses e.g. This one.", "Uses e.g. This one."),
        ("Version 1.2 of it. Next.", "Version 1.2 of it."),
        ("> **Bold** [link](http://x) and [`Ref`][crate::Ref].", "Bold link and `Ref`."),
        ("A list[int] stays.", "A list[int] stays."),
        ("TODO: say something", ""),
        ("= Active \\Model", "Active Model"),
        ("See A::B for documentation.", ""),
        ("It has parts:", ""),
        ("| a | table |", ""),
        ("eslint-disable no-x", ""),
        ("word " * 60, "word " * 39 + "word …"),
        ("", ""),
    ],
)
def test_first_sentence(text, expected):
    assert first_sentence(text) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/x.py", True), ("src/test_x.py", True), ("x_test.go", True),
        ("a/x.spec.ts", True), ("spec/x_spec.rb", True), ("t/cart.t", True),
        ("src/main/FooTest.java", True), ("conftest.py", True), ("src/commonTest/kotlin/A.kt", True),
        ("src/latest.py", False), ("contest/x.py", False), ("src/testimony.go", False), ("src/Request.java", False),
    ],
)  # fmt: skip
def test_is_test(path, expected):
    assert is_test(path) is expected


def test_listed():
    assert listed(["a", "b", "c"], 2) == "a, b and 1 more"
    assert listed(["a"], 2) == "a"
