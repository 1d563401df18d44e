"""Lines of a summary that help with a task."""

from __future__ import annotations

import pytest

from trove_git.tasks.digest import (
    LINE_CHARACTERS,
    architecture_lines,
    cut,
    listed_tests,
    module_lines,
    part_lines,
    signature,
)

MODULE = (
    "Sends files.",
    *(f"- name{n} (function)" for n in range(5)),
    "- retry_all (function)",
    "- Retry (class)",
    "imports: a.py",
    "external: requests",
    "used by: tests/test_a.py, b.py, c.py, d.py, e.py and 7 more",
    "tests: t/test_a.py, t/test_b.py, t/test_c.py, t/test_d.py and 2 more",
)
PART = (
    "Sends files. (net/README.md:1)",
    "named net (net/pyproject.toml:2)",
    "3 source files (net/)",
    "type Uploader (net/upload.py:6)",
    "type Map[K, V] (net/map.py:1)",
    "type Retry (net/retry.py:1)",
    "imports from: store/ (1 file) (net/)",
    "imported by: tests/ (9 files), cli/ (2 files) (net/)",
    "imports lead both ways with cli/ (net/)",
)
WHOLE = (
    "Sender: sends files (pyproject.toml:4)",
    "languages: Python 100% (3 files) (.)",
    "part . (1 file): Sends files. (.)",
    "part net/ (3 files): Networking. | imports from store/ (1 file) (net/)",
    "part store/ (2 files) | imports from net/ (1 file) (store/)",
    "part network/ (2 files) (network/)",
    "hub net/upload.py: imported by 3 files outside tests (net/upload.py:1)",
    "test with: pytest (pyproject.toml:9)",
    "test with: tox (tox.ini:1)",
    "test with: make check (Makefile:1)",
)


def test_a_module_says_its_purpose_its_names_its_users_and_its_tests() -> None:
    assert module_lines(MODULE, ("retry",)) == (
        "Sends files.",
        "defines: retry_all, Retry, name0, name1, …",
        "used by: b.py, c.py, d.py and 9 more",
        "tests: t/test_a.py, t/test_b.py, t/test_c.py and 3 more",
    )
    assert module_lines(("- f (function)", "used by: x.py"), ()) == ("defines: f", "used by: x.py")
    assert module_lines((), ()) == ()


def test_every_name_with_a_word_of_the_task_comes_before_others() -> None:
    names = (*(f"- other{n} (function)" for n in range(3)), *(f"- retry_{n} (function)" for n in range(5)))
    assert module_lines(names, ("retry",)) == ("defines: retry_0, retry_1, retry_2, retry_3, retry_4, …",)


def test_a_part_says_its_purpose_its_types_and_its_users() -> None:
    assert part_lines(PART, ("retry",)) == (
        "Sends files. (net/README.md:1)",
        "types: Retry, Uploader, Map[K, V]",
        "imported by: cli/ (2 files), tests/ (9 files)",
    )
    assert part_lines(PART[1:3], ()) == ("3 source files (net/)",)


def test_the_architecture_says_what_holds_the_files_and_is_not_shown_itself() -> None:
    ends = (*WHOLE[:2], *WHOLE[7:9])
    assert architecture_lines(WHOLE, ["net/http"], []) == (*WHOLE[:2], "part net/ (3 files): Networking.", *WHOLE[7:9])
    assert architecture_lines(WHOLE, ["net"], ["net"]) == ends
    assert architecture_lines(WHOLE, [""], []) == ends
    assert architecture_lines(WHOLE, [], []) == ends


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(a):\n    return 1", "def f(a):"),
        ("def f(\n    a: int,\n    b: list[\n        int\n    ],\n) -> None:\n    x()",
         "def f(a: int, b: list[int]) -> None:"),
        ("class A:\n    x = (", "class A:"),
        ("function f(o: {\n  a: number\n  b: string;\n  c: string\n}): void {\n",
         "function f(o: { a: number; b: string; c: string }): void {"),
        ("func f(\n\tx int,\n\ty int,\n) error {", "func f(x int, y int) error {"),
        ("", ""),
        ("f(" + "\n" * 50 + "x)", "f("),
    ],
)  # fmt: skip
def test_a_signature_is_one_line(text: str, expected: str) -> None:
    assert signature(text.split("\n")) == expected


def test_lines_are_cut_behind_a_word() -> None:
    assert cut("x" * LINE_CHARACTERS) == "x" * LINE_CHARACTERS
    assert cut("word " * 60) == ("word " * 39).rstrip() + " …"
    assert len(cut("x" * 300)) == LINE_CHARACTERS


def test_tests_of_a_summary() -> None:
    assert listed_tests(MODULE) == ["t/test_a.py", "t/test_b.py", "t/test_c.py", "t/test_d.py"]
    assert listed_tests(PART) == []
