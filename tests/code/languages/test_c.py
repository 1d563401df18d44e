"""C and C++: what calls of macros define, and functions whose braces stand in branches of `#if`."""

from __future__ import annotations

import pytest

from trove_git.code.extract import extract_facts


def symbols(path: str, source: str) -> list[str]:
    """Return sign for public, lines, kind and qualified name of each symbol of a file."""
    return [
        f"{'+' if item.exported else '-'}{item.line}-{item.end_line} {item.kind} {item.qualified}"
        for item in extract_facts(path, source.encode()).symbols
    ]


@pytest.mark.parametrize("path", ["a.c", "a.cc"])
@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            "SYSCALL_DEFINE3(rhea, unsigned int, fd, char __user *, buf,\n\t\tsize_t, n)\n{\n\treturn 0;\n}\n",
            ["+1-5 function rhea"],
            id="arguments over several lines",
        ),
        pytest.param(
            "static DEFINE_MUTEX(lock);\nLIST_HEAD(all);\n", ["-1-1 constant lock", "+2-2 constant all"], id="things"
        ),
        pytest.param("DEFINE_PER_CPU(struct rq, queues);\n", ["+1-1 constant queues"], id="a type before the name"),
        pytest.param('ABSL_FLAG(std::string, path, "a", "b");\n', ["+1-1 constant path"], id="a qualified type"),
        pytest.param("DEFINE_CASES(bool, 1);\n", [], id="a type is no name"),
        pytest.param(
            "TEST_F(Suite, Name) {\n  if (1) {\n  }\n}\n\nTEST(Other, One)\n{\n}\nTEST_BEGIN(alone) {\n}\n",
            ["-1-4 function Suite.Name", "-6-8 function Other.One", "-9-10 function alone"],
            id="tests",
        ),
        pytest.param(
            "int f(void) {\n  FOR_EACH(x, y) {\n    x;\n  }\n}\n", ["+1-5 function f"], id="a loop in a function"
        ),
        pytest.param("int FOO(void) { return 1; }\n", ["+1-1 function FOO"], id="a function in capitals"),
        pytest.param(
            "/*\nTEST(A, B) {\n}\nDEFINE_MUTEX(x);\n*/\nint f(void) {}\n", ["+6-6 function f"], id="in a comment"
        ),
        pytest.param("#define MAKE(n) \\\nTEST(n, n) { \\\n}\n", ["-1-3 macro MAKE"], id="in a macro"),
    ],
)
def test_what_calls_of_macros_define(path: str, source: str, expected: list[str]) -> None:
    assert symbols(path, source) == expected


def test_a_definition_by_macro_has_its_documentation_and_its_call() -> None:
    (found,) = extract_facts("a.c", b"/* Reads rhea. Twice. */\nSYSCALL_DEFINE2(rhea, int, fd)\n{\n}\n").symbols
    assert (found.doc, found.signature) == ("Reads rhea.", "SYSCALL_DEFINE2(rhea, int, fd)")


def test_a_test_inside_a_namespace_is_one_symbol() -> None:
    found = symbols("a.cc", "namespace {\n\nTEST(Suite, Name) {\n  Run();\n}\n\n  TEST(Suite, Inner) {\n  }\n}\n")
    assert found == ["-3-5 function Suite.Name", "-7-8 function Suite.Inner"]


@pytest.mark.parametrize("path", ["a.c", "a.cc"])
@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            "#ifdef WIDE\nint width(long x) {\n#else\nint width(int x) {\n#endif\n  return x;\n}\nint after(void) {}\n",
            ["+2-7 function width", "+8-8 function after"],
            id="the first branch",
        ),
        pytest.param(
            "#if 0\nint width(long x) {\n#elif defined(A)\nint width(int x) {\n#endif\n  return x;\n}\n",
            ["+4-7 function width"],
            id="not the branch that is never compiled",
        ),
        pytest.param(
            "int f(int x) {\n#ifdef A\n  if (x) {\n#endif\n  x++;\n#ifdef A\n  }\n#endif\n}\nint after(void) {}\n",
            ["+1-9 function f", "+10-10 function after"],
            id="a block that opens in one group and closes in another",
        ),
        pytest.param(
            "int f(int x)\n#if A\n#if B\n{ x++;\n#else\n{ x--;\n#endif\n#else\n{\n#endif\n}\nint after(void) {}\n",
            ["+1-11 function f", "+12-12 function after"],
            id="nested",
        ),
        pytest.param(
            "#ifdef A\nint f(void) {}\n#else\nint g(void) {}\n#endif\nint h(void) {\n",
            ["+2-2 function f", "+4-4 function g", "+6-6 function h"],
            id="whole branches all stay, whatever is broken elsewhere",
        ),
    ],
)
def test_functions_whose_brace_differs_by_condition(path: str, source: str, expected: list[str]) -> None:
    assert symbols(path, source) == expected
