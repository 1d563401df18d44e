"""Front matter: bounded reading, and edits that leave every other byte alone."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from trove_git.entries.frontmatter import parse, set_keys
from trove_git.entries.head import MAX_HEAD_CHARACTERS
from trove_git.errors import EntryError

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40)
KEY = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
VALUE = TEXT | st.lists(TEXT, max_size=4).map(tuple)
NEWLINE = st.sampled_from(["\n", "\r\n"])


def values_of(text: str) -> dict[str, object]:
    return {field.key: field.value for field in parse(text).fields}


def faults_of(head: str) -> list[tuple[int, str]]:
    return [(fault.line, fault.message) for fault in parse(f"---\n{head}\n---\nbody").faults]


@pytest.mark.parametrize(
    ("head", "line", "start"),
    [
        ("a: 1\nb: &x 2\nc: *x", 4, "aliases are not read"),
        ("- a\n- b", 2, "front matter is not a mapping"),
        ("just words", 2, "front matter is not a mapping"),
        ("? [a]\n: b", 2, "front matter is not a mapping"),
        ("a: 1\nb: " + "[" * 30 + "]" * 30, 3, "front matter is nested more than 20 levels"),
        ("a: 1\nb: " + "[" * 30_000, 3, "front matter is not YAML: exceeded maximum nesting depth"),
        ("a: 1\n\tb: 2", 3, "front matter is not YAML"),
        ("a: 1\nb: \x00", 3, "front matter is not YAML"),
        ("a: 'x", 2, "front matter is not YAML"),
    ],
)
def test_faults_of_the_head(head, line, start):
    [(found_line, message)] = faults_of(head)
    assert found_line == line
    assert message.startswith(start)


def test_keys_before_a_fault_are_kept():
    assert values_of("---\na: 1\nb: [x, 'y']\nc: *z\n---\n") == {"a": "1", "b": ("x", "y")}


def test_an_alias_bomb_is_refused_without_growing():
    bomb = "a: &a [x,x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)},*{chr(97 + n)}]\n" for n in range(20)
    )
    assert len(parse(f"---\n{bomb}---\n").faults) == 1


def test_a_head_that_never_closes_is_plain_text():
    text = "---\ntitle: A\n\nBody\n"
    assert parse(text).body == text
    assert [f.message for f in parse(text).faults] == ["front matter is not closed by a line of ---"]


def test_a_head_without_bounds_is_plain_text():
    text = "---\n" + "# x\n" * (MAX_HEAD_CHARACTERS // 4 + 1) + "---\nbody"
    assert parse(text).head_end == -1


@pytest.mark.parametrize("close", ["---", "---  ", "..."])
def test_the_head_ends_at_dashes_or_dots(close):
    assert parse(f"---\na: 1\n{close}\nbody").body == "body"


def test_a_nested_value_is_kept_as_its_source():
    assert values_of("---\nowner:\n  name: ann\n  team: [x]\nlist:\n- a: 1\nz: 1\n---\n") == {
        "owner": "name: ann\n  team: [x]",
        "list": "- a: 1",
        "z": "1",
    }


def test_set_keys_changes_only_the_lines_of_its_keys():
    text = (
        "\ufeff---\r\n# about\r\ntitle: Old  # why\r\n\r\nx-team:   [a,  b]\r\n"
        "tags:\r\n  - one\r\n  # two\r\n  - three\r\n"
        "# after\r\nsummary: |\r\n  long\r\n  text\r\n\r\nlast: 1\r\n---\r\nBody\r\n"
    )
    new = set_keys(text, {"title": "New: it", "tags": ("a", "b c"), "summary": "s", "type": "gotcha", "last": "1"})
    assert new == (
        '\ufeff---\r\n# about\r\ntitle: "New: it"\r\n\r\nx-team:   [a,  b]\r\ntags: [a, b c]\r\n'
        "# after\r\nsummary: s\r\n\r\nlast: 1\r\ntype: gotcha\r\n---\r\nBody\r\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Body\n", "---\ntitle: A\n---\nBody\n"),
        ("\ufeffBody\r\n", "\ufeff---\r\ntitle: A\r\n---\r\nBody\r\n"),
        ("---\n---\nBody", "---\ntitle: A\n---\nBody"),
        ("---\n# only\n---\n", "---\n# only\ntitle: A\n---\n"),
        ("---\n  x: 1\n---\n", "---\n  x: 1\n  title: A\n---\n"),
        ("---\ntitle:\nx: 1\n---\n", "---\ntitle: A\nx: 1\n---\n"),
        ("---\ntitle: B\nx: 1\ntitle: C\n---\n", "---\ntitle: A\nx: 1\n---\n"),
        ("---\ntitle: {a: b}\n---\n", "---\ntitle: A\n---\n"),
        ("---\ntitle: 'A'\n---\n", "---\ntitle: 'A'\n---\n"),
    ],
)
def test_set_title(text, expected):
    assert set_keys(text, {"title": "A"}) == expected


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\ntitle: A\n", 1),
        ("---\nx: 1\ntitle: 'A\n---\n", None),
        ("---\n<<<<<<< a\ntitle: A\n=======\n>>>>>>> b\n---\n", 2),
        ("---\n{title: A, x: 1}\n---\n", 2),
        ("---\n? title\n: A\n---\n", 2),
        ("---\nx: 1\x85title: A\n---\n", 2),
    ],
)
def test_an_unsafe_edit_is_refused(text, line):
    with pytest.raises(EntryError) as raised:
        set_keys(text, {"title": "B"}, "entries/a.md")
    assert raised.value.path == "entries/a.md"
    assert line is None or raised.value.line == line


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("plain words", "plain words"),
        ("2024-01-01", "2024-01-01"),
        ("no", '"no"'),
        ("12", '"12"'),
        ("", '""'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        ("it's (fine), ok", '"it\'s (fine), ok"'),
        ('say "hi" \\', '"say \\"hi\\" \\\\"'),
        ("a\nb\x07", '"a\\u000ab\\u0007"'),
        ("\U000e0001", '"\\U000e0001"'),
        ("größe 東京", "größe 東京"),
    ],
)
def test_a_value_is_quoted_when_another_reader_would_take_it_for_something_else(value, written):
    assert set_keys("---\n---\n", {"k": value}) == f"---\nk: {written}\n---\n"
    assert str(yaml.safe_load(f"k: {written}")["k"]) == value


@pytest.mark.parametrize("text", ["Body\n", "---\nx:  1\n---\n"])
def test_no_keys_change_nothing(text):
    assert set_keys(text, {}) == text


@given(st.dictionaries(KEY, VALUE, min_size=1, max_size=5), NEWLINE, st.booleans(), TEXT)
def test_what_is_set_is_read_back(values, newline, mark, body):
    text = ("\ufeff" if mark else "") + f"---{newline}# note{newline}---{newline}{body}"
    new = set_keys(text, values)
    assert values_of(new) == values
    assert parse(new).faults == ()
    assert parse(new).body == body


@given(st.dictionaries(KEY, VALUE, min_size=1, max_size=6), NEWLINE, VALUE, st.data())
def test_every_other_byte_survives_an_edit(values, newline, value, data):
    text = set_keys(f"---{newline}---{newline}body{newline}", values)
    chosen = data.draw(st.sampled_from(sorted(values)))
    old_lines, new_lines = text.split("\n"), set_keys(text, {chosen: value}).split("\n")
    assert len(old_lines) == len(new_lines)
    assert [n for n, (a, b) in enumerate(zip(old_lines, new_lines, strict=True)) if a != b] in (
        [],
        [1 + list(values).index(chosen)],
    )


@given(st.dictionaries(KEY, VALUE, min_size=1, max_size=5))
def test_setting_what_is_there_changes_nothing(values):
    text = set_keys("---\n---\nbody\n", values)
    assert set_keys(text, values) == text
