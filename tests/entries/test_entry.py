"""Reading one entry file: whatever the bytes are, an Entry comes out and each fault has its line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.entries.encoding import decode
from trove_git.entries.entry import parse_entry


def md(head: str, body: str = "Body.\n") -> bytes:
    return f"---\n{head}---\n{body}".encode()


def problems(data: bytes, path: str = "entries/wal.md") -> list[tuple[int, str]]:
    return [(p.line, p.message) for p in parse_entry(data, path).problems]


def test_reads_every_field_of_a_good_entry():
    head = (
        "title: Bulk inserts\nslug: wal\ntype: gotcha\ncreated: 2024-01-01\ntags: [db, wal]\n"
        "summary: Use one transaction\npaths: src/a.py, src/b.py\nowner: ann\n"
    )
    entry = parse_entry(md(head, "Text.\n"), ".claude/trove/memory/entries/wal.md")
    assert entry.problems == ()
    assert (entry.section, entry.slug, entry.declared_slug, entry.title) == ("memory", "wal", "wal", "Bulk inserts")
    assert (entry.type, entry.created, entry.tags) == ("gotcha", "2024-01-01", ("db", "wal"))
    assert (entry.summary, entry.paths) == ("Use one transaction", ("src/a.py", "src/b.py"))
    assert (entry.body, entry.body_line, entry.line_count) == ("Text.\n", 11, 11)
    assert entry.extra == {"owner": "ann"}
    assert entry.key_lines["created"] == 5
    assert not entry.is_json


@pytest.mark.parametrize(
    ("path", "section"),
    [
        ("~/.claude/trove/wal.md", ""),
        ("~/.claude/trove/context/wal.md", "context"),
        (".claude/trove/entries/wal.md", ""),
        ("conventions/wal.md", "conventions"),
        ("sub/.claude/trove/memory/wal.md", "memory"),
    ],
)
def test_the_section_is_read_from_the_path(path, section):
    assert parse_entry(md("title: A\n"), path).section == section


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        pytest.param("title: A\ncreated: 2024-01-01T10:00:00Z\n", [], id="timestamp"),
        pytest.param(
            "title: A\ncreated: yesterday\n", [(3, "'created' is not a date (YYYY-MM-DD): yesterday")], id="word"
        ),
        pytest.param(
            "title: A\ncreated: 2024-02-31\n", [(3, "'created' is not a date (YYYY-MM-DD): 2024-02-31")], id="no-day"
        ),
        pytest.param("title: [a, b]\n", [(2, "'title' is not text")], id="title-list"),
        pytest.param("title: {a: b}\n", [(2, "'title' is not text")], id="title-map"),
        pytest.param("title: A\ntags: {a: b}\n", [(3, "'tags' is not a list of texts")], id="tags-map"),
        pytest.param("title: A\nTITLE: B\n", [], id="keys-keep-case"),
        pytest.param("title: A\n\ntitle: B\n", [(4, "'title' is given twice; the first one counts")], id="duplicate"),
        pytest.param("slug: wal\n", [(1, "no title")], id="no-title"),
        pytest.param("slug: wal\ntitle:\n", [(3, "no title")], id="empty-title"),
        pytest.param("", [(1, "no title")], id="empty-head"),
        pytest.param("title: 'A\n", None, id="open-quote"),
    ],
)
def test_faults_of_the_head_have_their_line(head, expected):
    found = problems(md(head))
    if expected is None:
        assert len(found) == 1
        assert found[0][1].startswith("front matter is not YAML: ")
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("title: 42\n", "42"),
        ("title: no\n", "no"),
        ("title: 2024-01-01\n", "2024-01-01"),
        ("title: ~\n", "wal"),
        ("title: '~'\n", "~"),
    ],
)
def test_a_title_is_the_text_that_stands_there(head, title):
    assert parse_entry(md(head), "entries/wal.md").title == title


@pytest.mark.parametrize(
    ("head", "tags"),
    [
        ("tags: a, b ,, a\n", ("a", "b")),
        ("tags: [a, 1, yes]\n", ("a", "1", "yes")),
        ("tags:\n  - a\n  - b c\n", ("a", "b c")),
        ("tags:\n", ()),
        ("tags: []\n", ()),
    ],
)
def test_tags_are_a_list_in_any_form(head, tags):
    assert parse_entry(md("title: A\n" + head), "entries/wal.md").tags == tags


def test_the_title_falls_back_to_the_heading_then_to_the_slug():
    assert parse_entry(b"```\n# no\n```\n## The *heading* ##\n", "a/b-c.md").title == "The heading"
    assert parse_entry(b"no heading #here\n#\n", "a/b-c.md").title == "b-c"


def test_without_front_matter_the_whole_text_is_the_body():
    entry = parse_entry(b"Just text.\n", "entries/a.md")
    assert entry.body == "Just text.\n"
    assert entry.body_line == 1
    assert [(p.line, p.message) for p in entry.problems] == [(1, "no front matter (keys between two lines of ---)")]


def test_crlf_and_a_byte_order_mark_are_read():
    entry = parse_entry(b"\xef\xbb\xbf---\r\ntitle: A\r\ntags: [x]\r\n---\r\nBody\r\n", "entries/a.md")
    assert entry.problems == ()
    assert (entry.title, entry.tags, entry.body, entry.body_line) == ("A", ("x",), "Body\r\n", 5)


def test_latin_1_is_read_and_reported_at_its_line():
    entry = parse_entry("---\ntitle: A\n---\ncafé\n".encode("latin-1"), "entries/a.md")
    assert entry.body == "café\n"
    assert [(p.line, p.message) for p in entry.problems] == [(4, "not UTF-8; read as Latin-1")]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_with_a_mark_is_read_and_reported(encoding):
    entry = parse_entry(("\ufeff---\ntitle: Ä\n---\nx\n").encode(encoding), "entries/a.md")
    assert entry.title == "Ä"
    assert [p.message for p in entry.problems] == ["UTF-16; save the file as UTF-8"]


def test_half_a_character_of_utf_16_does_not_stop_the_reading():
    assert decode(b"\xff\xfea\x00\x00")[0] == "a\ufffd"


CONFLICT = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> topic\n"


def test_a_merge_conflict_in_the_body_is_found():
    assert problems(md("title: A\n", "Text.\n" + CONFLICT)) == [(5, "merge conflict")]


def test_a_merge_conflict_shown_in_a_code_fence_is_text():
    assert problems(md("title: A\n", f"```\n{CONFLICT}```\n")) == []


@pytest.mark.parametrize("body", ["<<<<<<< HEAD\n", "<<<<<<< HEAD\n>>>>>>> x\n", ">>>>>>> x\n=======\n<<<<<<< y\n"])
def test_marks_that_make_no_conflict_are_text(body):
    assert problems(md("title: A\n", body)) == []


def test_a_merge_conflict_in_the_head_keeps_both_sides_readable():
    head = "title: A\n<<<<<<< HEAD\ntype: gotcha\n||||||| base\n=======\ntags: [x]\n>>>>>>> topic\nslug: wal\n"
    entry = parse_entry(md(head), "entries/wal.md")
    assert [(p.line, p.message) for p in entry.problems] == [(3, "merge conflict in the front matter")]
    assert (entry.title, entry.type, entry.tags, entry.declared_slug) == ("A", "gotcha", ("x",), "wal")


def test_a_body_of_five_megabytes_is_read():
    body = "<<<<<<< word word word\n" * 220_000
    entry = parse_entry(md("title: A\n", body), "entries/a.md")
    assert entry.line_count == 220_003


@given(st.binary(max_size=300), st.sampled_from(["a.md", "a.json"]))
def test_no_bytes_make_it_raise(data, path):
    entry = parse_entry(data, path)
    assert entry.title
    assert all(p.line >= 1 for p in entry.problems)


@given(st.text(alphabet="-:[]{}&*!|>'\"% \n\t#a\u2028\x85", max_size=120))
def test_no_head_makes_it_raise(head):
    data = f"---\n{head}\n---\nbody\n".encode()
    entry = parse_entry(data, "a.md")
    assert all(1 <= p.line <= entry.line_count for p in entry.problems)


def test_a_json_entry_has_the_same_fields():
    data = json.dumps(
        {"title": "A", "tags": ["x", 1, None, True], "created": "2024-01-01", "n": None, "data": "Payload.\n"}, indent=1
    )
    entry = parse_entry(data.encode(), ".claude/trove/context/a.json")
    assert entry.problems == ()
    assert entry.is_json
    assert (entry.section, entry.slug, entry.title, entry.tags) == ("context", "a", "A", ("x", "1", "true"))
    assert (entry.body, entry.body_line) == ("Payload.\n", 11)
    assert entry.extra == {"n": ""}


def test_a_json_payload_of_any_shape_becomes_text():
    entry = parse_entry('{"title": "A", "data": {"é": [1]}, "x": {"y": 1}, "z": [[1]]}'.encode(), "a.json")
    assert entry.body == '{\n  "é": [\n    1\n  ]\n}'
    assert entry.body_line == 1


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        ('{"title": "A",\n "data" 1}', 2, "not valid JSON: expecting ':' after a key"),
        ('{"title": "A",\n "data": }', 2, "not valid JSON: expecting value"),
        ('{"title": "A" "x": 1}', 1, "not valid JSON: expecting ',' or '}' after a value"),
        ('{"title": "A",\n}', 2, "not valid JSON: expecting a key in double quotes"),
        ('{"title": "A", "data": 1}\n\nx', 3, "not valid JSON: extra data after the object"),
        ("{} x", 1, "not valid JSON: extra data after the object"),
        ("[1]", 1, "not valid JSON: the file is not an object"),
        ("", 1, "not valid JSON: the file is not an object"),
        ("{}", 1, 'no "data" key'),
        ('{"data": ' + "9" * 5000 + "}", 1, None),
        ('{"data": ' + "[" * 200_000 + "}", 1, "not readable JSON: nested too deeply"),
    ],
)
def test_malformed_json_is_reported_and_kept_as_text(data, line, message):
    entry = parse_entry(data.encode(), "entries/a.json")
    assert entry.body == data
    assert entry.title in {"A", "a"}
    assert len(entry.problems) == 1
    assert entry.problems[0].line == line
    if message is not None:
        assert entry.problems[0].message == message


def test_fields_before_a_fault_of_json_are_kept():
    assert parse_entry(b'{"title": "Kept", "tags": ["x"], oops', "a.json").tags == ("x",)


def test_json_without_a_title_is_reported():
    assert problems(b'{"data": "# Heading"}', "a.json") == [(1, "no title")]
    assert parse_entry(b'{"data": "# Heading"}', "a.json").title == "Heading"
    assert problems(b'{"data": "x",\n"data": "y", "title": "A"}', "a.json") == []


def test_a_payload_too_deep_to_indent_is_kept_as_written(monkeypatch):
    def fail(*args, **kwargs):
        raise RecursionError  # Python 3.12 and later read deeper JSON than they write

    monkeypatch.setattr(json, "dumps", fail)
    assert parse_entry(b'{"title": "A", "data": [[ 1]]}', "a.json").body == "[[ 1]]"
