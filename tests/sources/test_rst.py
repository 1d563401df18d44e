"""Titles of reStructuredText: adornments below and above, levels by order of appearance."""

from __future__ import annotations

import pytest

from trove_git.sources.docs import doc_sources
from trove_git.sources.rst import plain_rst, read_rst


def titles(text):
    return [(s.level, s.title, s.line) for s in read_rst(text.split("\n")).sections][1:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("A\n===\n\nB\n---\n", [(1, "A", 1), (2, "B", 4)], id="below"),
        pytest.param("===\n A \n===\n\nB\n===\n", [(1, "A", 1), (2, "B", 5)], id="above and below is another level"),
        pytest.param("A\n~~~\n\nB\n***\n\nC\n~~~\n", [(1, "A", 1), (2, "B", 4), (1, "C", 7)], id="order decides"),
        pytest.param("Long title\n===\n", [], id="too short"),
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
        pytest.param(":class:`~a.B`", "~a.B", id="role"),
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


PAGE = """\
Settings
========

Before.

.. confval:: html_static_path
   :type: list

   Paths of static files.

   .. versionadded:: 1.0

.. confval:: html_css_files

   Files of style.

Behind all.

.. py:class:: Builder(app, \\
              env)
              Builder(app)

   Makes pages.

   .. py:method:: finish()

      Ends it.

   More of the class.

.. glossary::

   otter
   sea otter
      An animal.

   weasel : animal
      Another.

.. setting:: only_a_mark

Another title
=============
"""


def test_what_is_described_is_a_section_of_its_own():
    assert titles(PAGE) == [
        (1, "Settings", 1),
        (2, "html_static_path", 6),
        (2, "html_css_files", 13),
        (1, "Settings", 17),
        (2, "Builder(app, env), Builder(app)", 19),
        (3, "finish()", 25),
        (2, "Builder(app, env), Builder(app)", 29),
        (2, "otter, sea otter", 33),
        (2, "weasel", 37),
        (1, "Another title", 42),
    ]


@pytest.mark.parametrize(
    "directive",
    ["option:: --fast", "envvar:: FAST", "function:: fast()", "c:macro:: FAST", "js:data:: fast", "describe:: fast",
     "setting:: FAST", "rst:directive:: fast", "cpp:class:: Fast", "std:confval:: fast", "fixture:: fast"],
)  # fmt: skip
def test_directives_that_describe(directive):
    text = f"T\n=\n\n.. {directive}\n\n   About it.\n"
    assert titles(text) == [(1, "T", 1), (2, directive.partition(":: ")[2], 4)]


@pytest.mark.parametrize(
    "directive",
    ["note:: x", "code-block:: c", "toctree::", "module:: x", "py:currentmodule:: x", "program:: x", "raw:: html"],
)
def test_directives_that_describe_nothing(directive):
    assert titles(f"T\n=\n\n.. {directive}\n\n   .. comment\n") == [(1, "T", 1)]


def test_a_description_inside_other_blocks():
    text = "T\n=\n\n.. note::\n\n   .. option:: -x\n\n      Fast.\n\n* item\n\n  .. option:: -y\n\n     Slow.\n"
    assert titles(text) == [(1, "T", 1), (2, "-x", 6), (1, "T", 10), (2, "-y", 12)]


def test_code_is_not_looked_into():
    inside = "\n\n   .. option:: -x\n\n      Fast.\n\n"
    text = f"T\n=\n\n.. code-block:: rst{inside}such as::{inside}"
    assert titles(text) == [(1, "T", 1)]


def body(text):
    return "\n".join(source.body for source in doc_sources("docs/a.rst", text.encode(), "")[0])


@pytest.mark.parametrize(
    "unseen",
    [".. a zebra\n   and more", "..\n   zebra\n\n   zebra", ".. _zebra:", ".. _a: https://zebra.example\n   /more",
     "__ https://zebra.example", ".. |z| image:: zebra.png"],
)  # fmt: skip
def test_what_no_reader_sees(unseen):
    text = f"T\n=\n\nFirst.\n\n{unseen}\n\nLast.\n"
    seen = body(text)
    assert "zebra" not in seen
    assert "First." in seen
    assert "Last." in seen


def test_a_substitution_is_read_as_its_text():
    seen = body(".. |p| replace:: the *zebra*\n   project\n\nWe are |p|, and |other|.\n")
    assert "We are the *zebra* project, and |other|." in seen
    assert "replace" not in seen
