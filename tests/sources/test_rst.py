"""Sections of reStructuredText: titles as docutils finds them, descriptions of objects, what readers see of a line."""

from __future__ import annotations

import pytest

from trove_git.sources.docs import doc_sources
from trove_git.sources.rst import MAX_SUBSTITUTE_CHARACTERS, MAX_SUBSTITUTED, MAX_TITLE_CHARACTERS, read_rst
from trove_git.sources.rst_inline import plain_rst, without_targets
from trove_git.sources.rst_objects import names_of


def titles(text):
    return [(s.level, s.title, s.line) for s in read_rst(text.split("\n")).sections][1:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("A\n===\n\nB\n---\n", [(1, "A", 1), (2, "B", 4)], id="below"),
        pytest.param("===\n A \n===\n\nB\n===\n", [(1, "A", 1), (2, "B", 5)], id="above and below is another level"),
        pytest.param("A\n~~~\n\nB\n***\n\nC\n~~~\n", [(1, "A", 1), (2, "B", 4), (1, "C", 7)], id="order decides"),
        pytest.param("Long title\n===\n", [], id="too short"),
        pytest.param("S3\n--\n", [(1, "S3", 1)], id="two letters"),
        pytest.param("C\n=\n", [(1, "C", 1)], id="one letter"),
        pytest.param("Long title\n====\n", [(1, "Long title", 1)], id="four are taken with a warning"),
        pytest.param("====\n Long title\n====\n", [(1, "Long title", 1)], id="above and below, too"),
        pytest.param("==\nLong\n==\n", [], id="too short above and below"),
        pytest.param("======\n``a``\n======\n", [(1, "a", 1)], id="an overlined literal"),
        pytest.param("====\n  ``a``\n====\n", [(1, "a", 1)], id="an indented literal"),
        pytest.param("====\nA\n----\n\nB\n==\n", [(1, "B", 5)], id="lines that differ are an error"),
        pytest.param(
            "A\n=\n\nB\n-\n\nC\n=\n\nD\n~\n", [(1, "A", 1), (2, "B", 4), (1, "C", 7)], id="no level is left out"
        ),
        pytest.param("1. First\n========\n", [(1, "1. First", 1)], id="a number is no item"),
        pytest.param("1. First\n2. Second\n=========\n", [(1, "2. Second", 2)], id="but it is where another follows"),
        pytest.param("--force\n=======\n", [(1, "--force", 1)], id="an option is no item"),
        pytest.param("日本\n====\n\n日本\n===\n", [(1, "日本", 1)], id="wide letters take two columns"),
        pytest.param("x::\n\n====\nA\n====\n", [(1, "A", 4)], id="quoted literal block"),
        pytest.param(".. comment\n   A\n   =\n\nB\n=\n", [(1, "B", 5)], id="comment"),
        pytest.param("> x\n\n- A\n  ===\n", [], id="in an item"),
        pytest.param("+---+\n| A |\n+---+\n\nB\n=\n", [(1, "B", 5)], id="grid table"),
        pytest.param("A \\*b\n======\n", [(1, "A *b", 1)], id="escape"),
        pytest.param(".. |x| replace:: Ox\n\nThe |x|\n=======\n", [(1, "The Ox", 3)], id="substitution"),
        pytest.param("a-" * 1500 + "\n====\n", [(1, "a-" * (MAX_TITLE_CHARACTERS // 2) + " …", 1)], id="long"),
        pytest.param("text\nA\n===\n", [], id="the end of a paragraph"),
        pytest.param("=== ===\na   b\n=== ===\n", [], id="table"),
        pytest.param("::\n\n    A\n    ===\n", [], id="literal block"),
        pytest.param("x\n\n----\n\ny\n", [], id="transition"),
        pytest.param("A\n===\nB\n---\n", [(1, "A", 1), (2, "B", 3)], id="one right below another"),
        pytest.param(f"``code`` and :ref:`text <label>`\n{'=' * 40}\n", [(1, "code and text", 1)], id="roles"),
    ],
)  # fmt: skip
def test_titles(text, expected):
    assert titles(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain", "plain", id="plain"),
        pytest.param("see `the docs`_ and `x <http://y>`__", "see the docs and x", id="references"),
        pytest.param("**bold** ``*code*``", "bold *code*", id="emphasis"),
        pytest.param(":class:`~a.B`", "B", id="role"),
        pytest.param(":class:`!a.B` `x`:kbd:", "a.B x", id="roles before and behind"),
        pytest.param(":ref:`text <label>` :ref:`<label>` `<http://x>`_", "text <label> http://x", id="targets"),
        pytest.param(":pep:`8`, a_, b__ and [1]_ [#n]_ |c|_ _`d`", "PEP 8, a, b and 1 n c d", id="short references"),
        pytest.param("2 * 3 * 4 a*b* **x", "2 * 3 * 4 a*b* **x", id="no markup"),
        pytest.param("``a\\b`` \\*c\\* d\\ e \\\\", "a\\b *c* de \\", id="escapes"),
        pytest.param(r":tex:`\\\\big`", r"\\big", id="an escaped backslash in a role"),
        pytest.param("snake_case_ and __init__", "snake_case and __init__", id="underscores"),
    ],
)
def test_plain(text, expected):
    assert plain_rst(text) == expected


def test_sections_of_a_file():
    text = b"intro\n\nGuide\n=====\n\nfirst\n\nTesting\n-------\n\nsecond\n"
    sources, notes = doc_sources("docs/guide.rst", text, "")
    assert [(s.line, s.end_line, s.title) for s in sources] == [
        (1, 2, "guide"),
        (3, 7, "Guide"),
        (8, 11, "Guide > Testing"),
    ]
    assert notes == []


def sections(text):
    return [(s.level, s.title, s.line) for s in read_rst(text.split("\n")).sections]


CLASSES = """\
Client
======

.. class:: Client(url, *, timeout=3)

   Talks to a server.

   .. attribute:: closed

      Whether it talks no more.

   Behind the attribute.

   .. py:method:: get(path,
                      query=None)
                  head(path)

      Fetch.

Behind the class.
"""


def test_a_description_is_a_section_and_the_text_behind_goes_on():
    assert sections(CLASSES) == [
        (0, "", 1), (1, "Client", 1), (2, "Client()", 4), (3, "closed", 8), (2, "Client()", 12),
        (3, "get(), head()", 14), (1, "Client", 20),
    ]  # fmt: skip


def test_a_description_has_the_titles_around_it_above():
    sources, _ = doc_sources("docs/api.rst", CLASSES.encode(), "")
    assert [(s.line, s.title) for s in sources] == [
        (1, "Client"), (4, "Client > Client()"), (8, "Client() > closed"), (12, "Client > Client()"),
        (14, "Client() > get(), head()"), (20, "Client"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("directive", "title"),
    [
        ("confval:: html_static_path", "html_static_path"),
        ("option:: -o FILE, --out=FILE", "-o FILE, --out=FILE"),
        ("function:: open(path)", "open()"),
        ("py:data:: LIMIT", "LIMIT"),
        ("envvar:: HOME", "HOME"),
        ("c:function:: int f(char *x)", "int f()"),
        ("js:method:: at(x)", "at()"),
        ("http:get:: /users/(int:id)", "/users/(int:id)"),
        ("describe:: PAPER (x)", "PAPER (x)"),
        ("rst:directive:: .. toctree::", "toctree"),
        ("php:class:: Foo", "Foo"),
        ("cpp:function:: bool f(int a) const", "bool f()"),
    ],
)
def test_what_describes_an_object(directive, title):
    assert sections(f"A\n=\n\n.. {directive}\n   :no-index:\n\n   Text.\n")[2:] == [(2, title, 4)]


@pytest.mark.parametrize(
    "text",
    [
        ".. note:: text", ".. module:: a.b", ".. py:currentmodule:: a", ".. autofunction:: f", ".. setting:: FOO",
        ".. code-block:: rst\n\n   .. confval:: x", "::\n\n   .. confval:: x", "..\n   .. confval:: x", ".. confval::",
        ".. rubric:: x", ".. c:namespace:: x",
    ],
)  # fmt: skip
def test_what_describes_none(text):
    assert sections(f"{text}\n\nA\n=\n")[1:] == [(1, "A", text.count("\n") + 3)]


def test_a_label_with_content_is_a_description():
    assert sections("x\n\n.. setting:: FOO\n\n   Text.\n")[1:] == [(1, "FOO", 3)]


def test_terms_of_a_glossary():
    terms = "   ox\n   bull : animal\n      Strong.\n\n   .. no term\n\n   emu\n      A bird.\n"
    text = f".. glossary::\n   :sorted:\n\n{terms}"
    assert sections(text)[1:] == [(1, "ox, bull", 4), (1, "emu", 10)]


def test_a_description_in_other_directives_and_items():
    text = ".. tab:: A\n\n   .. option:: -a\n\n- .. option:: -b\n\n1. x\n\n   .. option:: -c\n"
    assert [title for _, title, _ in sections(text)[1:] if title] == ["-a", "-b", "-c"]


@pytest.mark.parametrize(
    ("directive", "lines", "title"),
    [
        ("function", ["f(a, \\", "b)", "g()"], "f(), g()"),
        ("option", ["-a (x", "-b"], "-a (x, -b"),
        ("function", ["f(a)", "f(b)"], "f()"),
        ("method", ["f(a[,", "b])", "g)"], "f(), g)"),
    ],
)
def test_names(directive, lines, title):
    assert names_of(directive, lines) == title


def shown(text):
    page = read_rst(text.split("\n"))
    return [page.shown.get(n, line) for n, line in enumerate(text.split("\n")) if n not in page.hidden and line.strip()]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        pytest.param(".. comment\n\n   goes on\n\nx", ["x"], id="comment"),
        pytest.param("..\n\n   quotation", ["   quotation"], id="an empty comment ends"),
        pytest.param(".. _label:\n.. __: http://a\n__ http://b\n\nx", ["x"], id="targets"),
        pytest.param(".. _a: http://\n   b\n\n   x", ["   x"], id="a target ends at an empty line"),
        pytest.param(".. highlight:: c\n\nx", ["x"], id="unseen directive"),
        pytest.param(".. [1] note\n.. [#a] other", [".. [1] note", ".. [#a] other"], id="footnotes"),
        pytest.param(".. deprecated:: 3.0 Use it.", [".. deprecated:: 3.0 Use it."], id="text on its own line"),
        pytest.param(".. image:: a.png\n   :alt: an ox\n   :width: 3", [".. image:: a.png", "alt an ox"], id="options"),
        pytest.param(".. include:: ../a.rst", ["Includes ../a.rst"], id="include"),
        pytest.param(".. function:: f(x)", ["f(x)"], id="signature"),
        pytest.param("a :ref:`b\nc <d\ne>` f", ["a b", "c ", " f"], id="target over lines"),
        pytest.param("::\n\n   :ref:`b <d>`", ["::", "   :ref:`b <d>`"], id="code as it is"),
        pytest.param("a |b| |c|\n\n.. |b| replace:: ox\n   en", ["a ox en |c|"], id="substitution"),
        pytest.param("|b|\n\n.. |b| image:: x\n   :alt: ox", ["ox"], id="picture"),
        pytest.param("|b|\n\n.. |b| unicode:: 0xA9", ["|b|"], id="letter"),
        pytest.param("``a <b>`` `c <d>`_", ["``a <b>`` c "], id="literals"),
    ],
)
def test_what_readers_see(text, seen):
    assert shown(text) == seen


def test_lines_stay_where_targets_go():
    assert without_targets(":a:`b <c\nd>`\n:a:`<e>` :a:`~f`") == "b \n\n<e> f"


def test_substitutions_grow_a_page_within_bounds():
    text = "|a| " * (MAX_SUBSTITUTED + 5) + f"\n|a|\n\n.. |a| replace:: {'x' * (MAX_SUBSTITUTE_CHARACTERS + 5)}\n"
    page = read_rst(text.split("\n"))
    assert page.shown[0].count("x") == MAX_SUBSTITUTED * MAX_SUBSTITUTE_CHARACTERS
    assert 1 not in page.shown


def test_blocks_in_blocks_end_somewhere():
    lines = [" " * n + "- x" for n in range(300)]
    assert len(read_rst([*lines, "", "A", "="]).sections) == 2
