"""Where the parts of a repository begin, and what holds them together."""

import random

import pytest

from trove_git.code.facts import FileFacts, Import, Symbol
from trove_git.code.manifests import parse_manifests
from trove_git.code.modules import describe_modules
from trove_git.code.purposes import readme_purpose
from trove_git.code.resolve import Resolver
from trove_git.code.subsystem_cycles import cycle_mates
from trove_git.code.subsystems import MAX_FILES, find_subsystems, is_aside, subsystem_summary


def facts(*imports, doc="", symbols=()):
    made = tuple(Import(target, names, 1) for target, *names in imports)
    made = tuple(one._replace(names=tuple(one.names)) for one in made)
    return FileFacts("Python", tuple(symbols), made, "", doc, 2 if doc else 0, "", 9)


def find(files, manifests=None, readmes=None):
    contents = {path: text.encode() for path, text in (manifests or {}).items()}
    modules = describe_modules(files, Resolver(files, list(files), contents))
    return {part.folder: part for part in find_subsystems(modules, files, parse_manifests(contents), readmes)}


def many(folder, count):
    return {f"{folder}/f{number}.py": facts() for number in range(count)}


def test_a_manifest_begins_a_part_however_small():
    found = find(
        {"a/x.py": facts(), "b/y.py": facts()}, {"a/package.json": '{"name": "one", "description": "First of two."}'}
    )
    assert sorted(found) == ["", "a"]
    assert (found["a"].name, found["a"].purpose, found["a"].purpose_cite) == (
        "one",
        "First of two.",
        "a/package.json:1",
    )


def test_manifests_of_tests_and_examples_begin_none():
    assert sorted(find({"examples/a/x.py": facts()}, {"examples/a/package.json": '{"name": "x"}'})) == [""]


def test_folders_are_descended_while_they_are_large():
    assert sorted(find(many("p/one", MAX_FILES))) == [""]
    found = find({**many("p/one", MAX_FILES), **many("p/two", 3), **many("p/three", 2)})
    assert {folder: part.files for folder, part in found.items()} == {"p": 2, "p/one": MAX_FILES, "p/two": 3}


def test_tests_are_not_descended():
    assert sorted(find({**many("tests/a", 30), **many("tests/b", 30), **many("p/one", 30)})) == ["p", "tests"]


def test_the_source_folder_of_a_project_is_the_project():
    found = find({**many("lib/one", 30), **many("lib/two", 30), "lib/x.py": facts()}, {"package.json": '{"name": "n"}'})
    assert sorted(found) == ["", "lib/one", "lib/two"]


EDGES = {
    **many("p/one", 20), **many("p/two", 20), **many("p/three", 20),
    "p/__init__.py": facts(), "p/one/__init__.py": facts(doc="Part one. It is."), "p/two/__init__.py": facts(),
    "p/one/a.py": facts(("p.two.f1",)), "p/one/b.py": facts(("p.two.f1",), ("p.three.f1",)),
    "p/two/c.py": facts(("p.one.f1",)),
    "p/two/test_c.py": facts(("p.three.f1",)),
}  # fmt: skip


def test_edges_count_files_and_leave_tests_out():
    found = find(EDGES)
    assert found["p/one"].depends_on == (("p/two", 2), ("p/three", 1))
    assert found["p/two"].depends_on == (("p/one", 1),)
    assert found["p/three"].used_by == (("p/one", 1),)
    assert found["p/one"].in_cycle_with == ("p/two",)
    assert found["p/three"].in_cycle_with == ()


def test_purpose_by_the_file_that_speaks_for_the_folder_then_by_the_readme():
    found = find(
        EDGES,
        readmes={
            "p/one/README.md": "# no\n\nNot asked at all here.",
            "p/two/README.md": "# Two\n\nTwo is for tea and talk.\n",
        },
    )
    assert (found["p/one"].purpose, found["p/one"].purpose_cite) == ("Part one.", "p/one/__init__.py:2")
    assert (found["p/two"].purpose, found["p/two"].purpose_cite) == ("Two is for tea and talk.", "p/two/README.md:3")
    assert found["p/three"].purpose == ""


def test_a_readme_without_prose_says_nothing():
    assert find({"x.py": facts()}, readmes={"README.md": "# X\n"})[""].purpose == ""


def test_key_types_by_use_then_by_mention():
    def kind(name, line, kind="class", signature="", scope=""):
        return Symbol(name, kind, scope, signature or name, "", line, line, True)

    files = {
        "a.py": facts(symbols=[
            kind("Rare", 1), kind("Used", 2), kind("Spoken", 3), kind("helper", 4, "function", "def f(x: Spoken)"),
        ]),
        "b.py": facts(("a", "Used")),
    }  # fmt: skip
    assert find(files)[""].key_types == (("Used", "a.py:2"), ("Spoken", "a.py:3"), ("Rare", "a.py:1"))


def test_summary_lines_are_cited():
    assert subsystem_summary(find(EDGES)["p/one"]) == [
        ("Part one.", "p/one/__init__.py:2"),
        ("23 source files", "p/one/"),
        ("imports from: p/two/ (2 files), p/three/ (1 file)", "p/one/"),
        ("imported by: p/two/ (1 file)", "p/one/"),
        ("imports lead both ways with p/two/", "p/one/"),
    ]
    root = find({"x.py": facts()}, {"pyproject.toml": '[project]\nname = "n"\n'})[""]
    assert subsystem_summary(root) == [("named n", "pyproject.toml:2"), ("1 source file", ".")]


def test_the_order_of_the_input_does_not_matter():
    expected = find(EDGES)
    for seed in range(5):
        order = list(EDGES)
        random.Random(seed).shuffle(order)
        assert find({path: EDGES[path] for path in order}) == expected


def test_cycles():
    edges = {"a": {"b"}, "b": {"c", "a"}, "c": {"a"}, "d": {"a", "e"}, "e": set()}
    assert cycle_mates(edges) == {"a": ("b", "c"), "b": ("a", "c"), "c": ("a", "b")}
    assert cycle_mates({"x": {"x"}, "y": {"gone"}}) == {}


def test_a_long_chain_needs_no_recursion():
    edges = {f"n{number:05}": {f"n{(number + 1) % 5000:05}"} for number in range(5000)}
    assert len(cycle_mates(edges)["n00000"]) == 4999


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# X\n\nX does a thing well. More.\n", ("X does a thing well.", 3)),
        ("X\n===\n\nX does a thing well.\n", ("X does a thing well.", 4)),
        ("[![badge](b)](l)\n\n<p>html</p>\n\n> **X** does a thing well.\n", ("X does a thing well.", 5)),
        ("---\nname: front matter is no prose at all\n---\n\nX does a thing well.\n", ("X does a thing well.", 5)),
        ("# X\n\n    indented code is no prose\n\n## Usage\n\nNot about the whole of it.\n", ("", 0)),
        ("# X\n\n```\nfenced code is no prose\n```\n", ("", 0)),
        ("# X\n\n1. A list is no prose at all.\n", ("", 0)),
        ("", ("", 0)),
    ],
)
def test_readme_purpose(text, expected):
    assert readme_purpose(text) == expected


@pytest.mark.parametrize(
    ("folder", "expected"), [("_examples/x", True), ("a/tests", True), ("docs", True), ("src", False), ("", False)]
)
def test_is_aside(folder, expected):
    assert is_aside(folder) is expected
