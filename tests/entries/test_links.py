"""Links between entries, and the labelled lines that close a body."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.entries.links import LONG_LINE_CHARACTERS, complete_body, cut_links, iter_links


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("See [[a]] and [[b-c|label]], [[d#part]].", [("a", 1), ("b-c", 1), ("d", 1)]),
        ("```\n[[a]]\n```\n[[b]]", [("b", 4)]),
        ("`[[a]]` ``[[b]] ` `` [[c]]", [("c", 1)]),
        ("`` [[a]]", [("a", 1)]),
        ("[[ ]] [[]] [a] [[b\nc]]", []),
        ("[[cafe\u0301]]", [("café", 1)]),
        ("no link", []),
        ("x" * LONG_LINE_CHARACTERS + "[[a]]\n[[b]]", [("b", 2)]),
    ],
)
def test_links_have_their_lines(text, links):
    assert [(link.slug, link.line) for link in iter_links(text)] == links


@pytest.mark.parametrize(
    ("line", "paths", "rest"),
    [
        ("See [a](b.md#c), [d](<e f.md> 'g') and [[h]].", ["b.md", "e f.md"], "See  ,   and  ."),
        ("  [a]: ../b%20c.md?d", ["../b c.md"], ""),
        ("![a](/b/./c.png)[d](e(f).md)", ["/b/c.png", "e(f).md"], "  "),
        ("[a](https://b) [c](#d) [e](mailto:f) [g](//h) [i](~/j) [k](.) [l]()", [], "             "),
        ("[a]: https://b", [], ""),
        ("[[a]]: b.md", [], " : b.md"),
        ("a[b] (c)", [], "a[b] (c)"),
    ],
)
def test_links_are_cut_out_of_a_line(line, paths, rest):
    assert cut_links(line) == (paths, rest)


def test_lines_count_from_the_line_the_body_starts_on():
    assert [(link.line, link.related) for link in iter_links("[[a]]\n**Related:** [[b]]", 9)] == [
        (9, False),
        (10, True),
    ]


@pytest.mark.parametrize(
    ("body", "why", "related", "expected"),
    [
        pytest.param("\nText\n\n", "", (), "Text", id="plain"),
        pytest.param(
            "Text",
            "it\n breaks",
            ("a", "b", "a"),
            "Text\n\n**Why it matters:** it breaks\n\n**Related:** [[a]], [[b]]",
            id="both",
        ),
        pytest.param("Text", "x", (), "Text\n\n**Why it matters:** x", id="why"),
        pytest.param("Text", "", ("a",), "Text\n\n**Related:** [[a]]", id="related"),
        pytest.param("T\n\n**Why it matters:** old", "new", (), "T\n\n**Why it matters:** new", id="why-replaced"),
        pytest.param(
            "T\n\n**Related:** [[a]]", "", ("a", "b"), "T\n\n**Related:** [[a]], [[b]]", id="related-extended"
        ),
        pytest.param("T\n\n**Related:** [[a]]", "", ("a",), "T\n\n**Related:** [[a]]", id="related-there"),
        pytest.param("T\n\n**Related:**", "", ("a",), "T\n\n**Related:** [[a]]", id="related-empty"),
        pytest.param(
            "T\n\n**Related:** [[a]]",
            "w",
            (),
            "T\n\n**Why it matters:** w\n\n**Related:** [[a]]",
            id="why-before-related",
        ),
        pytest.param(
            "T\n**Related:** [[a]]", "w", (), "T\n\n**Why it matters:** w\n\n**Related:** [[a]]", id="why-close-related"
        ),
        pytest.param("**Related:** [[a]]", "w", (), "**Why it matters:** w\n\n**Related:** [[a]]", id="why-first"),
        pytest.param(
            "```\n**Related:** [[a]]\n```",
            "",
            ("a",),
            "```\n**Related:** [[a]]\n```\n\n**Related:** [[a]]",
            id="fenced",
        ),
    ],
)
def test_complete_body(body, why, related, expected):
    assert complete_body(body, why, related) == expected


LINES = st.sampled_from(["Text", "", "**Why it matters:** x", "**Related:** [[a]]", "- [[b]]"])


@given(
    st.lists(LINES, max_size=6).map("\n".join), st.sampled_from(["", "why"]), st.sampled_from([(), ("a",), ("b", "c")])
)
def test_completing_twice_changes_nothing_more(body, why, related):
    once = complete_body(body, why, related)
    assert complete_body(once, why, related) == once
