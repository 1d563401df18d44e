"""A Markdown file → its sections."""

from __future__ import annotations

import pytest

from trove_git.sources.docs import MAX_READ_CHARACTERS, doc_sources
from trove_git.sources.markdown_page import plain_title

PATH = "docs/guide.md"


def split(text: str | bytes, path: str = PATH):
    return doc_sources(path, text.encode() if isinstance(text, str) else text, "0" * 40)


def sections(text: str | bytes, path: str = PATH) -> list[tuple[int, str]]:
    """First line and title of each section."""
    return [(source.line, source.title) for source in split(text, path)[0]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("\n \n", [], id="white space"),
        pytest.param("text", [(1, "guide")], id="no heading"),
        pytest.param("# A\nx\n## B\ny", [(1, "A"), (3, "A > B")], id="ATX"),
        pytest.param("\n\n# A", [(3, "A")], id="nothing before the first heading"),
        pytest.param("###### A", [(1, "guide > A")], id="six"),
        pytest.param("####### A", [(1, "guide")], id="seven is text"),
        pytest.param("#A", [(1, "guide")], id="no space is text"),
        pytest.param("   # A", [(1, "A")], id="three spaces"),
        pytest.param("    # A", [(1, "guide")], id="four spaces are code"),
        pytest.param("# A ##  ", [(1, "A")], id="closing hashes"),
        pytest.param("# C#", [(1, "C#")], id="a hash of the title"),
        pytest.param("#\tA", [(1, "A")], id="tab"),
        pytest.param("\nA\n=\nx\n\nB\n-----\ny", [(2, "A"), (6, "A > B")], id="setext"),
        pytest.param("# A\nB\n---\nx", [(1, "A"), (2, "A > B")], id="setext below a heading"),
        pytest.param("x\n\n---\ny", [(1, "guide")], id="rule"),
        pytest.param("x\n\n- a\n---\n", [(1, "guide")], id="rule below a list"),
        pytest.param("x\n\nA\n-\n", [(1, "guide"), (3, "guide > A")], id="one dash underlines"),
        pytest.param("x\n\n| a |\n|---|\n", [(1, "guide")], id="table"),
        pytest.param("x\n\n    code\n---\n", [(1, "guide")], id="rule below code"),
        pytest.param('<h2 align="x">A <b>b</b></h2>\nx', [(1, "guide > A b")], id="HTML"),
        pytest.param("<H1>\n  A\n</H1>", [(1, "A")], id="HTML over lines"),
        pytest.param("<h7>A</h7>\n<header>B</header>", [(1, "guide")], id="other HTML"),
        pytest.param("# A\n<h2>B</h2>\n\n### C\n# D", [(1, "A"), (2, "A > B"), (4, "B > C"), (5, "D")], id="mixed"),
        pytest.param("# A\n### B\n## C\n", [(1, "A"), (2, "A > B"), (3, "A > C")], id="a level left out"),
        pytest.param("# A\n## A\n", [(1, "A"), (2, "A")], id="a title that repeats its ancestor"),
        pytest.param("# A\r\nx\r\n\r\nB\r\n---\r\ny\r\n", [(1, "A"), (4, "A > B")], id="CRLF"),
        pytest.param("\ufeff# A\nx", [(1, "A")], id="byte order mark"),
        pytest.param("A\n=\nx\n\nB\n---\ny", [(1, "A"), (5, "A > B")], id="setext on the first line"),
        pytest.param("before\n# A", [(1, "guide"), (2, "A")], id="text before the title"),
        pytest.param("# A\n##\nx", [(1, "A"), (2, "A > guide")], id="a heading without text"),
    ],
)
def test_headings(text, expected):
    assert sections(text) == expected


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("```\n# no\n```\n# A", [1, 4], id="backticks"),
        pytest.param("~~~\n# no\n~~~\n# A", [1, 4], id="tildes"),
        pytest.param("```sh\n# no\n```\n# A", [1, 4], id="info string"),
        pytest.param("````\n```\n# no\n```\n````\n# A", [1, 6], id="nested"),
        pytest.param("```\n~~~\n# no\n```\n# A", [1, 5], id="the other kind inside"),
        pytest.param("```\n``` x\n# no\n```\n# A", [1, 5], id="an info string does not close"),
        pytest.param("```\n# no\n`````\n# A", [1, 4], id="a longer run closes"),
        pytest.param("- x\n  ```\n  # no\n  ```\n# A", [1, 5], id="in a list"),
        pytest.param("> ```\n> x\n> ```\n# A", [1, 4], id="in a quotation"),
        pytest.param("``` a`b`\n# A", [1, 2], id="inline code is no fence"),
        pytest.param("~~~ a`b\n# no\n~~~\n# A", [1, 4], id="tildes allow a backtick"),
        pytest.param("```\nx\n\nA\n---\n```", [1], id="setext in a fence"),
        pytest.param("<!--\n# no\n-->\n# A", [4], id="comment"),
        pytest.param("<!-- x -->\n# A", [2], id="comment on one line"),
        pytest.param("<!--\n```\n-->\n# A", [4], id="fence in a comment"),
        pytest.param("```\n<!--\n```\n# A", [1, 4], id="comment in a fence"),
        pytest.param("<script>\n# no\n</script>\n# A", [4], id="script"),
        pytest.param("x <!-- y\n# A", [1, 2], id="a comment inside a line"),
    ],
)
def test_no_headings_in_fences_and_comments(text, lines):
    assert [line for line, _ in sections(text)] == lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("---\ntitle: F\n---\nx\n# A", [(4, "F"), (5, "F > A")], id="title"),
        pytest.param("---\ntitle: 'F: g'\n---\nx", [(4, "F: g")], id="quoted title"),
        pytest.param('---\r\ntitle: "F"\r\n---\r\n\r\n# A', [(5, "F > A")], id="CRLF"),
        pytest.param("---\nx: 1\n...\ny", [(4, "guide")], id="no title"),
        pytest.param("---\nx: 1\n# no\n---\n# A", [(5, "A")], id="a comment is no heading"),
        pytest.param("---\ntitle: A\n---\n# A", [(4, "A")], id="the heading repeats the title"),
        pytest.param("---\ntitle: F\n---\nA\n=\nx", [(4, "F > A")], id="setext right behind it"),
        pytest.param("\n---\ntitle: F\n\n---\n", [(1, "guide")], id="not on the first line"),
    ],
)
def test_front_matter(text, expected):
    assert sections(text) == expected


def test_front_matter_that_never_ends_is_text():
    assert [source.line for source in split("---\ntitle: F\n# A")[0]] == [1, 3]


@pytest.mark.parametrize(
    ("path", "title", "title_text"),
    [
        ("docs/some-file_name.md", "some file name", "some file name\nsome file name"),
        ("README.md", "README", "README\nREADME"),
        ("pkg/README.md", "pkg README", "pkg README\npkg README"),
        ("docs/api/index.md", "api", "api\napi"),
        ("docs/api/_index.md", "api", "api\napi"),
        ("index.md", "index", "index\nindex"),
        ("docs/a.b.md", "a", "a\na"),
    ],
)
def test_a_file_without_headings_is_named_by_its_path(path, title, title_text):
    (source,), _ = split("x", path)
    assert (source.title, source.title_text) == (title, title_text)


def test_a_section_and_its_ancestors():
    text = "---\ntitle: F\n---\n# A\n## B\n### C\nx\n# D\ny\n"
    source = next(s for s in split(text)[0] if s.line == 6)
    assert (source.line, source.end_line, source.body) == (6, 7, "### C\nx")
    assert source.title == "B > C"
    assert source.title_text == "F\nA\nB\nC\nguide"
    assert (source.kind, source.path, source.oid, source.category) == ("doc", PATH, "0" * 40, "")


def test_sections_are_the_whole_file_without_gaps():
    text = "x\n# A\n\n## B\ny\n\n\nC\n===\nz"
    sources = split(text)[0]
    lines = text.split("\n")
    assert [s.body.rstrip() for s in sources] == ["\n".join(lines[s.line - 1 : s.end_line]).rstrip() for s in sources]
    assert sources[0].line == 1
    assert [s.end_line + 1 for s in sources[:-1]] == [s.line for s in sources[1:]]
    assert [(s.line, s.end_line) for s in sources] == [(1, 1), (2, 3), (4, 7), (8, 10)]


def test_the_description_of_the_front_matter_is_searched_once():
    first, second = split("---\ntitle: F\ndescription: 'about retries'\n---\n# A\nx\n# B\ny")[0]
    assert "about retries" in first.body
    assert "about retries" not in second.body
    assert first.line == 5


def test_what_readers_do_not_see_is_not_searched():
    (source,), _ = split("# A\nx\n<!-- secret\nnotes -->\ny\n```\n<!-- shown -->\n```")
    assert "secret" not in source.body
    assert "notes" not in source.body
    assert "shown" in source.body
    assert (source.line, source.end_line) == (1, 8)


def test_category_comes_from_the_path():
    assert split("# A", "CHANGELOG.md")[0][0].category == "changelog"


@pytest.mark.parametrize(
    ("data", "titles", "notes"),
    [
        pytest.param("# Ä\nx".encode("utf-16"), ["Ä"], [f"{PATH}:1: UTF-16; save the file as UTF-8"], id="UTF-16"),
        pytest.param(b"# A\ncaf\xe9", ["A"], [f"{PATH}:2: not UTF-8; read as Latin-1"], id="Latin-1"),
        pytest.param(b"# A\nx\0y", [], [f"{PATH}:2: not text: holds NUL bytes"], id="NUL"),
        pytest.param(
            b"# A\n\n```\n# no",
            ["A"],
            [f"{PATH}:3: code fence is never closed; the rest of the file counts as code"],
            id="open fence",
        ),
        pytest.param(
            b"\n~~~\n\xff",
            ["guide"],
            [
                f"{PATH}:3: not UTF-8; read as Latin-1",
                f"{PATH}:2: code fence is never closed; the rest of the file counts as code",
            ],
            id="two faults",
        ),
        pytest.param(b"# A\n", ["A"], [], id="none"),
    ],
)
def test_faults(data, titles, notes):
    sources, found = split(data)
    assert [source.title for source in sources] == titles
    assert [str(note) for note in found] == notes


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Plain", "Plain"),
        ("  two   spaces ", "two spaces"),
        ("[Link](https://example.org/x_y) rest", "Link rest"),
        ("[Link][ref]", "Link"),
        ("[v1.0]", "[v1.0]"),
        ("![badge](x.svg) Name", "Name"),
        ("**Bold** and *it* and __b__ and ~~s~~", "Bold and it and b and s"),
        ("`code` here", "code here"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("Title {#anchor}", "Title"),
        ("Title {.class #id}", "Title"),
        ("Set {x}", "Set {x}"),
        ('<a name="x"></a>Title', "Title"),
        ("Title\r", "Title"),
        ("", ""),
    ],
)
def test_plain_title(text, title):
    assert plain_title(text) == title


def test_the_last_section_ends_with_the_last_line():
    text = b"# A\nx\n\n# B\ny\n"
    assert [(s.line, s.end_line) for s in doc_sources("docs/guide.md", text, "")[0]] == [(1, 3), (4, 5)]


def test_a_large_page_is_read_up_to_a_limit_that_is_said():
    text = "# Changelog\n\n" + "".join(f"## {n}\n\nThe otter of {n}.\n\n" for n in range(60_000, 0, -1))
    assert len(text) > MAX_READ_CHARACTERS
    sources, notes = doc_sources("CHANGELOG.md", text.encode(), "")
    assert sources[1].title == "Changelog > 60000"
    assert sum(len(source.body) for source in sources) > MAX_READ_CHARACTERS * 0.8
    assert [(note.text, note.line > 100_000) for note in notes] == [
        ("only the first 1,048,576 characters are searched", True)
    ]


def test_a_large_page_of_one_line_is_read_without_its_end():
    sources, notes = doc_sources("docs/a.md", b"x" * (MAX_READ_CHARACTERS + 10), "")
    assert [len(source.body.strip()) for source in sources] == [MAX_READ_CHARACTERS]
    assert len(notes) == 1
