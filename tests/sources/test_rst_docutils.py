"""The reader of reStructuredText against docutils: pages written by hand, and pages put together at random."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

BENCHMARKS = Path(__file__).parent.parent.parent / "benchmarks"

PAGES = [
    "A\n=\n\nB\n-\n\nC\n~\n\nD\n-\n",
    "====\n A\n====\n\nB\n====\n\n====\nC\n====\n",
    "S3\n--\n\nLong\n--\n\nLonger\n----\n\n--\nx\n--\n",
    "----\n\nA\n====\nB\n----\n\n----\nx\n\n====\nA\n----\n",
    "1. A\n====\n\n2. B\n3. C\n\ni. x\nii. y\n\nmm. z\n==\n",
    "(a) x\n(b) y\n\nvx. A\n=====\n\n#. a\n=\n\nz. A\n====\n\nmmmm. A\nmmmmi. B\n=======\n",
    "-a\n==\n\n--all  text\n\n-f <x>, --file=<x>\n\n   text\n\n/V\n==\n",
    "x::\n\n   ===\n   A\n   ===\n\n::\n\n> A\n> =\nx\n\n::\n\nB\n=\n",
    "term\n   A\n   =\n\nterm::\n   x\n\n\\::\n\n  x\n\nA\n=\n",
    "+---+\n| A |\n+---+\nB\n=\n\n+---+\n| A |\n\nC\n=\n\n+--+\n|  |\n|  |\n+--+\n|\n\nD\n=\n",
    "== ==\na  b\n== ==\nc  d\n== ==\n\nA\n=\n\n== ==\na\n\nB\n=\n\n== ==\nb\n=\nC\n=\n",
    "== ==\na\n\nA\n~~\n",
    ".. c\n   x\n\n..\n\n   A\n   =\n\n.. [1] x::\n\n      A\n\n.. _a: b\n   c\n\n   d\n\n__ x\n\n   y\n",
    ".. note:: x::\n\n      lit\n\n   .. function:: f(a,\n      b)\n      :no-index:\n\n      .. c\n\n      text\n",
    ".. class:: A\n\n   x\n\n   .. method:: b\n      c\n\n   - .. option:: -x\n\n       y\n",
    ":field: x\n  y\n:a`b`: c\n\n:no field\n=========\n\n>>> x\nA\n=\n\n| a\n  b\n\n|a|\n===\n",
    "``a`` *b* **c** :d:`e <f>`\n==========================\n\n`a <b>`_ c_ [1]_ |d|\n--------------------\n",
    "\\*a* a\\ b ``\\`` `a`:b: :c:`~d.e` :c:`!f`\n=====================================\n",
    "日本\n====\n\n日本\n==\n\n日本\n=====\n\ne\u0301\n=\n",
    "\tA\n\nB\n\t=\n\nC\x0b\x0c\n==\nD\u2028E\n====\n",
    "a\nb\n  c\nA\n=\n\n  x\n y\nB\n=\n- x\ny\nC\n=\n",
]
PIECES = st.lists(
    st.tuples(
        st.sampled_from(["", "", "", " ", "   ", "      "]),
        st.sampled_from(
            [
                "", "", "", "", "A", "BCDE", "longer text", "text::", "::", "=", "==", "====",
                "======", "-", "--", "----", "~~~~", "- x", "- ", "-x", "*", "* y", "1. x", "2. y",
                "a. x", "iv. x", "#. x", "(1) x", "..", ".. c", ".. _t:", ".. _t: x", "__ x",
                ".. |s| replace:: x", ".. [1] x", ".. note:: x",
                ".. option:: -x", ".. class:: A", ".. code::", ":f: x", ":o:", ">>> x", "| x",
                "> x", "== ==", "=== ===", "+--+", "|  |",
                "--opt", "-o  x", "/V", "`a`_ *b*", "``c`` :d:`e`", "|s| x_", "\\", "\\*x", "...", "x. y", "'", '"',
            ]
        ),
    ),
    max_size=14,
)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _benchmarks():
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.syspath_prepend(str(BENCHMARKS))
        yield


def differences(text):
    from rst_pages import compare

    return compare(text).differences


@pytest.mark.parametrize("text", PAGES)
def test_pages_by_hand(text):
    assert differences(text) == []


@settings(derandomize=True)
@given(PIECES)
def test_pages_at_random(pieces):
    assert differences("\n".join(indent + line for indent, line in pieces)) == []


@pytest.mark.parametrize(
    ("name", "kind"), [("title", "titles"), ("describe", "objects"), ("run", "comments"), ("literal", "literals")]
)
def test_a_reader_that_errs_is_seen(monkeypatch, name, kind):
    """The comparison can fail."""
    from trove_git.sources import rst_blocks

    monkeypatch.setattr(rst_blocks._Reader, name, lambda _self, at, *_rest: at)
    text = "A\n=\n\n.. option:: -x\n\nx::\n\n   y\n\n.. _a: b\n   c\n\n.. c\n"
    if kind == "comments":
        monkeypatch.setattr(rst_blocks, "_NOTE", re.compile(""))
    assert kind in {found for found, _, _ in differences(text)}
