"""What at the top of a page is front matter, and what it says."""

from __future__ import annotations

import pytest

from trove_git.sources.docs import doc_sources
from trove_git.sources.front_matter import FrontMatter, read_front_matter


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", FrontMatter(), id="empty"),
        pytest.param("---\ntitle: F\n---\nx", FrontMatter(3, "F"), id="YAML"),
        pytest.param("---\ntitle: >-\n  A long\n  title\n---\n", FrontMatter(5, "A long title"), id="folded"),
        pytest.param("---\ntitle: |\n  A long\n  title\n---\n", FrontMatter(5, "A long title"), id="literal"),
        pytest.param("---\ntitle: F # not for readers\n---\n", FrontMatter(3, "F"), id="comment"),
        pytest.param('---\ntitle: "F \\"g\\""\n---\n', FrontMatter(3, 'F "g"'), id="escaped quotes"),
        pytest.param("---\ntitle: 'it''s'\n---\n", FrontMatter(3, "it's"), id="doubled quotes"),
        pytest.param("---\r\ntitle: F\r\n---\r\nx", FrontMatter(3, "F"), id="CRLF"),
        pytest.param("---\ntitle: F\n...\nx", FrontMatter(3, "F"), id="ends with dots"),
        pytest.param("---\ntitle: F\n---", FrontMatter(3, "F"), id="no line feed at the end"),
        pytest.param("---\ntitle: 12\n---\n", FrontMatter(3, "12"), id="number"),
        pytest.param("---\n---\nx", FrontMatter(2), id="nothing in it"),
        pytest.param("---\ntags: [a, b]\nkeywords: c\n---\n", FrontMatter(4, "", "a\nb\nc"), id="tags and keywords"),
        pytest.param("---\ntags:\n  - a\n  - b\n---\n", FrontMatter(5, "", "a\nb"), id="block list"),
        pytest.param("---\ndescription: about x\ntags: [a]\n---\n", FrontMatter(4, "", "about x\na"), id="description"),
        pytest.param("---\ntitle: F: g\nx: 1\n---\n", FrontMatter(4, "F: g"), id="a colon too many"),
        pytest.param("---\nhead:\n  - [meta, {a: b}]\ntitle: F\n---\n", FrontMatter(5, "F"), id="nested"),
        pytest.param('+++\ntitle = "F"\ntags = ["a"]\n+++\nx', FrontMatter(4, "F", "a"), id="TOML"),
        pytest.param("+++\n+++\nx", FrontMatter(2), id="empty TOML"),
        pytest.param('+++\r\ntitle = "F"\r\n+++\r\n', FrontMatter(3, "F"), id="TOML with CRLF"),
        pytest.param('{\n"title": "F",\n"tags": ["a"]\n}\nx', FrontMatter(4, "F", "a"), id="JSON"),
    ],
)
def test_a_mapping_is_front_matter(text, expected):
    assert read_front_matter(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("---\n\nSome words.\n\n---\nmore", id="a page between rules"),
        pytest.param("---\n# Title\n---\nx", id="a heading between rules"),
        pytest.param("---\n- a\n- b\n---\nx", id="a list between rules"),
        pytest.param("---\nSee also: this page\n---\nx", id="a sentence with a colon"),
        pytest.param("---\nWarning! Read: this, and: that\n\nMore.\n---\nx", id="what YAML cannot read"),
        pytest.param("---\n[link]: x\n\ntext\n---\n", id="a definition"),
        pytest.param("---\ntitle: F\n# A", id="never closed"),
        pytest.param("--- \ntext\n---", id="text behind a rule with a space"),
        pytest.param("+++\nnot TOML at all\n+++\nx", id="not TOML"),
        pytest.param("+++\ntitle = 'F'\nx", id="TOML that is never closed"),
        pytest.param('{"title": "F"} and text', id="JSON inside a line"),
        pytest.param("{% include x %}\ntext", id="a tag of Jekyll"),
        pytest.param("[1]\ntext", id="a list of JSON"),
        pytest.param("{" * 50_000, id="braces"),
        pytest.param("+++\na = " + "[" * 30_000 + "\n+++\n", id="brackets of TOML"),
        pytest.param('{"a":' * 10_000, id="nested JSON"),
        pytest.param("---\ntitle: F\n" + "x: y\n" * 20_000 + "---\n", id="longer than any head"),
    ],
)
def test_everything_else_is_text(text):
    assert read_front_matter(text) == FrontMatter()


def test_a_page_between_rules_keeps_its_words():
    (source,), _ = doc_sources("docs/a.md", b"---\n\nThe otter limit is 40.\n\n---\n\nThe end.\n", "")
    assert "otter" in source.body
    assert (source.line, source.end_line) == (1, 7)


def test_tags_and_keywords_are_words_of_the_page():
    text = b"---\ntitle: F\ntags: [otter]\nkeywords: [badger, lynx]\n---\n# A\nx\n# B\ny\n"
    first, second = doc_sources("docs/a.md", text, "")[0]
    assert all(word in first.body for word in ("otter", "badger", "lynx"))
    assert "otter" not in second.body


def test_a_page_that_is_its_front_matter_is_found_by_it():
    (source,), _ = doc_sources("docs/a/_index.md", b"---\ntitle: Otters\ndescription: How they swim.\n---\n", "")
    assert (source.title, source.line, source.end_line) == ("Otters", 1, 4)
    assert "swim" in source.body
