"""A key of front matter without YAML, held against the reader that uses it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trove_git.entries.entry import parse_entry
from trove_git.entries.frontmatter import set_keys
from trove_git.entries.head import MAX_HEAD_CHARACTERS, read_items

READ = [
    ("paths: [a.py, src/b.py]", ("a.py", "src/b.py")),
    ("paths: a.py, src/b.py", ("a.py", "src/b.py")),
    ("paths: 'a b.py'", ("a b.py",)),
    ("paths: ''", ()),
    ('paths: ["a.py", \'b.py\']', ("a.py", "b.py")),
    ('paths:\n  - a.py\n  - "b c.py"', ("a.py", "b c.py")),
    ("paths:\n- a.py\n- b.py\ntags: [x]", ("a.py", "b.py")),
    ("paths:\n# here\n  - a.py # why\n\n  - 'b, c.py'", ("a.py", "b, c.py")),
    ("paths: [\n  a.py,\n  b.py\n]", ("a.py", "b.py")),
    ("paths: [\n  a.py,\n  b.py,\n] # why", ("a.py", "b.py")),
    ("paths: [a.py] # [b.py]", ("a.py",)),
    ("paths: a.py # b.py", ("a.py",)),
    ("paths: a#b.py", ("a#b.py",)),
    ("paths: [a.py, a.py, ' ', ~]", ("a.py",)),
    ("paths: []", ()),
    ("paths:", ()),
    ("paths: ~", ()),
    ("paths: null", ()),
    ("paths: a.py\npaths: b.py", ("a.py",)),
    ("tags: [a]", ()),
    ("paths_of: [a]", ()),
    ("# paths: [a]\n\n   # paths: [b]", ()),
    ("created: 2024-01-01\nsummary: It is so, (see 'b') and so:why\npaths: /src", ("/src",)),
    ("confirmed: 2024-01-01T10:00:00Z\npaths: .github", (".github",)),
]  # fmt: skip
LEFT = [
    "paths: *a",
    "paths: [*.py]",
    "paths: &a b",
    "paths: {a: b}",
    "paths: |\n  a.py",
    "paths: >-\n  a.py",
    "paths: !x a",
    'paths: "a\\x62"',
    "paths: 'it''s'",
    "paths: a\n  b",
    "paths:\n  a: b",
    "paths: [a: b]",
    "paths: [[a], b]",
    "paths: [a, b",
    "paths: [a,, b]",
    "paths: [a] b",
    "paths: 'a' b",
    "paths: [a b\n c]\n d",
    "paths: a: b",
    "? paths\n: a",
    '"paths": a',
    " paths: a",
    "paths:\n  - a\n - b",
    "paths:\n  - - a",
    "paths:\n  - a: b",
    "paths:\n  - a\n    b",
    "paths:\ta",
    "paths: a\tb",
    "paths : a",
    "paths:a",
    "<<<<<<< x\npaths: a\n=======\n>>>>>>> y",
    "paths: @a",
    "paths: `a`",
    "title: a: b\npaths: a",
    "paths: a\nnot a key",
    "paths: a\u0085b",
    "paths: a\u2028b",
    "paths: a\rb",
    "- paths",
    "paths: %a",
    "paths: a\n---x: y",
    "paths: \ufffd",
    "paths:\n  -",
    "{paths: a}",
    "paths: [a?b]",
]


def framed(keys: str) -> str:
    return f"---\ntitle: T\n{keys}\n---\n\npaths: [not, these]\n"


def by_yaml(text: str) -> tuple[str, ...]:
    return parse_entry(text.encode(), "t.md").paths


@pytest.mark.parametrize(("keys", "expected"), READ, ids=[keys for keys, _ in READ])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_people_write_is_read_as_yaml_does(keys: str, expected: tuple[str, ...], newline: str) -> None:
    text = framed(keys).replace("\n", newline)
    assert read_items(text, "paths") == expected
    assert read_items(f"\ufeff{text}", "paths") == expected
    assert by_yaml(text) == expected


@pytest.mark.parametrize("keys", LEFT)
def test_other_forms_are_left_to_yaml_or_read_as_it_does(keys: str) -> None:
    found = read_items(framed(keys), "paths")
    assert found is None or found == by_yaml(framed(keys))


@pytest.mark.parametrize(
    "keys", ["paths: [*.py]", "paths: |\n  a.py", 'paths: "a\\x62"', "paths:\n  a: b", "not a key"]
)
def test_it_says_what_it_cannot_read(keys: str) -> None:
    assert read_items(framed(keys), "paths") is None


@pytest.mark.parametrize(
    "text",
    ["paths: [a.py]\n", "", "---\npaths: [a.py]\n", "---\n" + "# x\n" * (MAX_HEAD_CHARACTERS // 4 + 1) + "---\n"],
)
def test_text_without_a_head_has_no_keys(text: str) -> None:
    assert read_items(text, "paths") == by_yaml(text) == ()


PIECES = st.sampled_from(
    [
        "paths",
        "title",
        ":",
        ": ",
        " ",
        "  ",
        "\n",
        "\n",
        "\n- ",
        "\n  - ",
        "[",
        "]",
        ",",
        ", ",
        "'",
        '"',
        "a",
        "b.py",
        "src/",
        "*",
        "**",
        "?",
        "#",
        " #",
        "~",
        "null",
        "-",
        "- ",
        "|",
        ">",
        "&",
        "!",
        "%",
        "@",
        "{",
        "}",
        "\\",
        "\t",
        "\r\n",
        "---",
        "...",
        "\npaths: ",
        "\npaths:\n",
        "\ntags: ",
        "é",
        "\u00a0",
        "=",
        "<<",
        "1",
    ]
)


@settings(max_examples=1500)
@given(st.lists(PIECES, max_size=14).map("".join))
def test_whatever_it_reads_it_reads_as_yaml_does(keys: str) -> None:
    for text in (framed(keys), framed(f"paths: {keys}"), f"---\n{keys}\n---\n"):
        found = read_items(text, "paths")
        assert found is None or found == by_yaml(text)


ITEMS = st.text(alphabet="ab/.*?[]!-_ é#:,'", min_size=1, max_size=8)


@settings(max_examples=300)
@given(st.lists(ITEMS, max_size=4).map(tuple))
def test_what_remember_writes_is_read_without_yaml(items: tuple[str, ...]) -> None:
    text = set_keys("\nText.\n", {"title": "T: a", "slug": "t", "created": "2024-01-01", "paths": items})
    assert read_items(text, "paths") == by_yaml(text)


def test_a_long_head_takes_no_long_time() -> None:
    for keys in ("paths: " + "a " * 30_000 + ": ", "paths: [" + "a " * 30_000 + "#", "paths: '" + "a" * 60_000):
        assert read_items(framed(keys), "paths") is None
