"""Headings, comments and components of Markdown pages, as their readers see them."""

from __future__ import annotations

import random

import pytest
from markdown_it import MarkdownIt

from trove_git.sources.docs import doc_sources
from trove_git.sources.markdown_page import MAX_TITLE_CHARACTERS, read_markdown, read_mdx


def headings(text: str, read=read_markdown) -> list[tuple[int, int, str]]:
    """Level, line and title of each heading."""
    return [(s.level, s.line, s.title) for s in read(text.split("\n")).sections if s.level]


def body(text: str, path: str = "docs/a.md") -> str:
    return "\n".join(source.body for source in doc_sources(path, text.encode(), "")[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2.1.0 (2026-01-02)\n---\nx", [(2, 1, "2.1.0 (2026-01-02)")], id="a date"),
        pytest.param("14.0.0\n======\nx", [(1, 1, "14.0.0")], id="a number"),
        pytest.param("`code` first\n---\n", [(2, 1, "code first")], id="code"),
        pytest.param("*emphasis*\n---\n", [(2, 1, "emphasis")], id="emphasis"),
        pytest.param("[1.0] - now\n---\n", [(2, 1, "[1.0] - now")], id="bracket"),
        pytest.param("<b>x</b>\n---\n", [(2, 1, "x")], id="a tag"),
        pytest.param(":rocket: New\n---\n", [(2, 1, ":rocket: New")], id="colon"),
        pytest.param("two\nlines\n---\n", [(2, 1, "two lines")], id="over two lines"),
        pytest.param("---\n\nx\n\n---\n", [], id="rules"),
        pytest.param("# a" + " " * 100_000 + "b", [(1, 1, "a b")], id="100,000 spaces"),
        pytest.param("# a" + "\t" * 50_000 + "b #", [(1, 1, "a b")], id="50,000 tabs"),
        pytest.param("# " + "#" * 100_000 + " x", [(1, 1, "#" * MAX_TITLE_CHARACTERS + " …")], id="hashes"),
        pytest.param("# " + "word " * 1000, [(1, 1, "word " * 59 + "word …")], id="a long title"),
        pytest.param("# " + "{" * 50_000, [(1, 1, "{" * MAX_TITLE_CHARACTERS + " …")], id="braces"),
        pytest.param("- x\n\n  ## In a list\n\n  y", [(2, 3, "In a list")], id="in an item"),
        pytest.param("> ## Quoted\n\n## After", [(2, 3, "After")], id="in a quotation"),
        pytest.param("> - > ## Quoted\n\n## After", [(2, 3, "After")], id="in quotations inside each other"),
        pytest.param("> [!NOTE]\n> ```\n> # no\n\n## After", [(2, 5, "After")], id="in a note of GitHub"),
        pytest.param(":::note\n\n## Inside\n\n:::\n\n## After", [(2, 3, "Inside"), (2, 7, "After")], id="Docusaurus"),
        pytest.param("!!! note\n\n    # no\n\n    ```\n    # no\n\n## After", [(2, 8, "After")], id="MkDocs"),
        pytest.param('??? tip "T"\n    text\n\n## After', [(2, 4, "After")], id="a folded note of MkDocs"),
        pytest.param("| a | b |\n|---|---|\n| # no | x |\n\n# A", [(1, 5, "A")], id="table"),
        pytest.param("[^1]: text\n---\n# A", [(1, 3, "A")], id="footnote"),
        pytest.param("x[^1]\n\n[^1]: a\n\n    # no\n\n# A", [(1, 7, "A")], id="footnote of paragraphs"),
        pytest.param("Term\n: ## no\n\n# A", [(1, 4, "A")], id="definition list"),
        pytest.param("a\x0cb\n# C\u2028d\n# \x85E", [(1, 2, "C d"), (1, 3, "E")], id="line ends that are none"),
        pytest.param("x\r# A\ry\n# B", [(1, 1, "A"), (1, 2, "B")], id="carriage returns"),
        pytest.param("# A\r# B\n# C", [(1, 1, "A"), (1, 2, "C")], id="two on a line of the file"),
        pytest.param("# ![Logo](x.svg)", [(1, 1, "Logo")], id="a picture"),
        pytest.param("# ![badge](x.svg) Name", [(1, 1, "Name")], id="a picture and a name"),
        pytest.param("# A & B &amp; C", [(1, 1, "A & B & C")], id="entities"),
        pytest.param(r"# \# \*x\*", [(1, 1, "# *x*")], id="escapes"),
    ],
)
def test_headings(text, expected):
    assert headings(text) == expected


@pytest.mark.parametrize(
    "written",
    [
        "{#id}", "{ #id }", "{ #some-id .class }", "{.class}", "{: #id}", "{: .no_toc }", '{ data-toc-label="A b" }',
        "{ #a key=value }", "{-}", "{#id}  ", "{{< new-in 0.1 >}}", "{{% badge %}}", "{% anchor %}", "{/* #id */}",
        '<a id="x"></a>', "<!-- x -->", "##",
    ],
)  # fmt: skip
def test_what_sites_write_behind_a_title_is_not_part_of_it(written):
    assert headings(f"## Use a token {written}\n\nx") == [(2, 1, "Use a token")]


@pytest.mark.parametrize("title", ["Set {x}", "Use {a, b}", "`{#id}`", "{#id} first", "f(x) { }", "{{ name }}"])
def test_other_braces_are_part_of_a_title(title):
    assert headings(f"## {title}\n") == [(2, 1, title.replace("`", ""))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("> ```sh\n> x\n\n## After", [4], id="quotation"),
        pytest.param("> ~~~\n> x\n## After", [3], id="tildes, without an empty line"),
        pytest.param("- ```\n  x\n\n## After", [4], id="item"),
        pytest.param("1. a\n   ```\n   x\n## After", [4], id="numbered item"),
        pytest.param("> - ```\n>   x\n\n## After", [4], id="item in a quotation"),
        pytest.param("> > ```\n> > x\n> ## no\n\n## After", [5], id="the inner of two quotations"),
        pytest.param("> <!--\n> # no\n\n## After", [4], id="a comment in a quotation"),
        pytest.param("```\n> ```\n# no\n```\n\n## After", [6], id="a quotation in a fence"),
    ],
)
def test_a_fence_ends_with_what_it_stands_in(text, expected):
    assert [line for _, line, _ in headings(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('<h1 align="center">\n  A\n</h1>', [(1, 1, "A")], id="over lines"),
        pytest.param("<h2>A<br/>b</h2>", [(2, 1, "A b")], id="line break"),
        pytest.param("<div>\n<h1>A</h1>\n</div>\n\nx", [(1, 2, "A")], id="in a block"),
        pytest.param('<p align="center"><h1>A</h1></p>', [(1, 1, "A")], id="behind another tag"),
        pytest.param('<a name="x"></a><h2>A</h2>', [(2, 1, "A")], id="behind an anchor"),
        pytest.param("<h2>A<h3>B</h3>\n\nx", [(2, 1, "A")], id="ended by the next"),
        pytest.param("<h2>\nA\n<h3>\nB\n</h3>", [(2, 1, "A"), (3, 3, "B")], id="ended by the next below"),
        pytest.param('<h1><img src="x" alt="Logo of A"></h1>', [(1, 1, "Logo of A")], id="a picture"),
        pytest.param('<h1 align="center">\n\n# A\n\n</h1>', [(1, 3, "A")], id="Markdown inside"),
        pytest.param('<h1 align="center">\n  <img src="x">\n\n  A\n\n</h1>', [(1, 1, "A")], id="text behind a gap"),
        pytest.param("<!-- <h1>no</h1> --><h1>A</h1>", [(1, 1, "A")], id="behind a comment"),
        pytest.param("the `<h2>` tag, and <h2> too\n\nx", [], id="spoken about"),
        pytest.param("```\n<h1>no</h1>\n```", [], id="in a fence"),
        pytest.param("<script>\n'<h1>no</h1>'\n</script>", [], id="in a script"),
        pytest.param("<blockquote>\n\n> <h2>no</h2>\n\n</blockquote>", [], id="in a quotation"),
        pytest.param("<h3" + " " * 100_000 + ">A</h3>", [], id="a tag that never ends"),
    ],
)
def test_headings_of_html(text, expected):
    assert headings(text) == expected


@pytest.mark.parametrize(
    ("text", "seen", "unseen"),
    [
        pytest.param("<!-- badge --> The otter limit is 40.", "otter", "badge", id="at the start of a line"),
        pytest.param("The otter <!-- badge --> limit", "otter  limit", "badge", id="inside a line"),
        pytest.param("otter <!-- badge\nlynx --> limit", "otter \n limit", "badge", id="over lines of a paragraph"),
        pytest.param("<!--\nbadge\n\nlynx --> otter", "otter", "badge", id="over paragraphs"),
        pytest.param("<!-- badge --> otter <!-- lynx -->", " otter ", "lynx", id="two on a line"),
        pytest.param("- otter\n  <!-- badge -->\n- limit", "limit", "badge", id="in an item"),
        pytest.param("> <!-- badge\n> lynx --> otter", "otter", "lynx", id="in a quotation"),
        pytest.param("| a <!-- badge --> |\n|---|\n| otter |", "otter", "badge", id="in a table"),
        pytest.param("# A <!-- badge -->\notter", "otter", "badge", id="in a heading"),
        pytest.param("<div>\n<!-- badge -->\notter\n</div>", "otter", "badge", id="in a block of HTML"),
        pytest.param("<style>badge</style>\notter", "otter", "badge", id="style sheet"),
        pytest.param("<script>\nbadge\n\nlynx\n</script>\notter", "otter", "lynx", id="script"),
        pytest.param("[//]: # (badge)\n\notter", "otter", "badge", id="a definition without use"),
        pytest.param("{% comment %}\nbadge\n{% endcomment %}\notter", "otter", "\0", id="a comment of Jekyll"),
        pytest.param("a <!--> otter", "otter", "\0", id="an empty comment"),
        pytest.param("`<!-- otter -->`", "<!-- otter -->", "\0", id="in code"),
        pytest.param("otter <!-- limit\n\n-->", "limit", "\0", id="a comment that its paragraph does not close"),
        pytest.param("    <!-- otter -->", "otter", "\0", id="in indented code"),
    ],
)
def test_only_what_a_reader_does_not_see_is_hidden(text, seen, unseen):
    assert seen in body(text)
    assert unseen not in body(text)


MDX = """import Tabs from '@theme/Tabs';
import {
  One,
} from './badge';

export const badge = {
  a: 1,
};

# Title {/* #badge */}

{/* badge */}
{/*
badge
*/}

<Tabs items={['a']} title="Otters">
  <TabItem value="x" label="On Linux">
    ## Deep

    ```sh
    # no
    ```
  </TabItem>
</Tabs>

<Card
  title="Lynx"
  icon={badge}
>
## Inside
text
</Card>

import is a word of this sentence.
"""


def test_mdx():
    assert headings(MDX, read_mdx) == [(1, 10, "Title"), (2, 19, "Deep"), (2, 31, "Inside")]
    found = body(MDX, "docs/a.mdx")
    assert "badge" not in found.replace("#badge", "")
    assert all(words in found for words in ("Otters", "On Linux", "Lynx", "import is a word", "# no"))
    assert [s.line for s in doc_sources("docs/a.mdx", MDX.encode(), "")[0]] == [10, 19, 31]


PIECES = (
    "# A", "## B #", "text", "  text", "    text", "", "", "```", "~~~", "> ```", "> x", "> # Q", "- item", "  - item",
    "1. item", "---", "===", "<div>", "</div>", "<!-- c -->", "<!--", "-->", "<pre>\n</pre>", "| a | b |", "|---|---|",
    "`x` *y*", "\ttext", "   # C", "- # D", "***", "* * *", "<span>", "2) item", "\\# no", "text  ", "<b>x</b> y",
)  # fmt: skip


def test_headings_are_those_of_another_parser():
    choose = random.Random(15)
    parser = MarkdownIt("commonmark").enable(["table"])
    for _ in range(1500):
        text = "\n".join(choose.choices(PIECES, k=choose.randint(1, 14)))
        if text.startswith("---"):
            text = "x\n" + text
        theirs, quoted = [], 0
        for token in parser.parse(text):
            quoted += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
            if token.type == "heading_open" and not quoted:
                theirs.append((int(token.tag[1]), token.map[0] + 1))
        assert [(level, line) for level, line, _ in headings(text)] == theirs, text
