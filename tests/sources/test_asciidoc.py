"""Sections of AsciiDoc: titles, blocks, attributes, comments; held against asciidoctor where it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from trove_git.sources.asciidoc import plain_asciidoc, read_asciidoc
from trove_git.sources.docs import doc_sources


def titles(text):
    return [(s.level, s.line, s.title) for s in read_asciidoc(text.split("\n")).sections[1:]]


PAGES = [
    pytest.param(
        "= Title\n\n== One\n\ntext\n\n=== Two\n", [(1, 1, "Title"), (2, 3, "One"), (3, 7, "Two")], id="levels"
    ),
    pytest.param(
        "Title\n=====\n\nOne\n---\n\nTwo\n~~~\n", [(1, 1, "Title"), (2, 4, "One"), (3, 7, "Two")], id="two lines"
    ),
    pytest.param("= T\n\n----\n== no\n----\n\n== A\n", [(1, 1, "T"), (2, 7, "A")], id="listing"),
    pytest.param("= T\n\n....\n== no\n....\n\n== A\n", [(1, 1, "T"), (2, 7, "A")], id="literal"),
    pytest.param("= T\n\n////\n== no\n////\n\n== A\n", [(1, 1, "T"), (2, 7, "A")], id="comment block"),
    pytest.param("= T\n\n|===\n| == no\n|===\n\n== A\n", [(1, 1, "T"), (2, 7, "A")], id="table"),
    pytest.param("= T\n\n```ruby\n== no\n```\n\n== A\n", [(1, 1, "T"), (2, 7, "A")], id="fence"),
    pytest.param("= T\n\n// == no\n\n== A\n", [(1, 1, "T"), (2, 5, "A")], id="comment"),
    pytest.param("= T\n\n[[id]]\n== A *b* `c`\n", [(1, 1, "T"), (2, 4, "A b c")], id="marks"),
    pytest.param("= T\n\n== A ==\n", [(1, 1, "T"), (2, 3, "A")], id="closed"),
    pytest.param("= T\n:what: otter\n\n== The {what}\n", [(1, 1, "T"), (2, 4, "The otter")], id="attribute"),
    pytest.param("= T\n\ntext\n== no\n", [(1, 1, "T")], id="inside a paragraph"),
    pytest.param("= T\n\n==no\n", [(1, 1, "T")], id="no blank"),
    pytest.param("= T\n\n## A\n", [(1, 1, "T"), (2, 3, "A")], id="Markdown's marks"),
]


@pytest.mark.parametrize(("text", "expected"), PAGES)
def test_titles(text, expected):
    assert titles(text) == expected


@pytest.mark.skipif(shutil.which("asciidoctor") is None, reason="asciidoctor is not installed")
@pytest.mark.parametrize("text", [page.values[0] for page in PAGES])
def test_titles_as_asciidoctor_has_them(text):
    made = subprocess.run(
        ["asciidoctor", "-q", "-a", "showtitle", "-e", "-o", "-", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    theirs = [
        (int(level), re.sub(r"<[^>]+>", "", title)) for level, title in re.findall(r"<h([1-6])[^>]*>(.*?)</h", made)
    ]
    assert [(level, title) for level, _, title in titles(text)] == theirs


def test_what_readers_do_not_see():
    text = "= T\n:owner: otters\n:zebra: x\n\n// zebra\nWe are {owner}.\n\n[source,zebra]\n----\ncode\n----\n"
    body = "\n".join(s.body for s in doc_sources("docs/a.adoc", text.encode(), "")[0])
    assert "zebra" not in body
    assert "We are otters." in body
    assert "code" in body


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see link:a.html[the guide] and https://x.example[y]", "see the guide and y"),
        ("xref:a.adoc[] <<b,B>> <<c>>", "a.adoc B c"),
        ("*bold* _emph_ `code` +mono+ a_b_c 2*3*4", "bold emph code mono a_b_c 2*3*4"),
    ],
)
def test_plain(text, expected):
    assert plain_asciidoc(text) == expected
