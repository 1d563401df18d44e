"""Sections of Jupyter notebooks, with the lines of the file."""

from __future__ import annotations

import json

import pytest

from trove_git.sources.docs import doc_sources
from trove_git.sources.notebook import read_notebook, text_of

CELLS: list[dict[str, object]] = [
    {"cell_type": "markdown", "metadata": {"zebra": 1}, "source": ["# The otter\n", "\n", "It swims.\n", "## Food"]},
    {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [{"text": ["zebra\n"]}],
     "source": ["# no heading\n", "feed(\"fish\")"]},
    {"cell_type": "markdown", "metadata": {}, "source": "Setext\n---\nlast \\ words"},
    {"cell_type": "raw", "metadata": {}, "source": ["zebra"]},
]  # fmt: skip
BOOK = {"cells": CELLS, "metadata": {"cells": []}, "nbformat": 4, "nbformat_minor": 5}


def written(book, **options):
    return json.dumps(book, **{"indent": 1, "ensure_ascii": False, **options})


def line_of(text, wanted):
    return next(n for n, line in enumerate(text.split("\n"), 1) if wanted in line)


def test_headings_and_text():
    text = written(BOOK)
    sources, notes = doc_sources("docs/a.ipynb", text.encode(), "")
    assert notes == []
    assert [(s.line, s.title) for s in sources] == [
        (line_of(text, "# The otter"), "The otter"),
        (line_of(text, "## Food"), "The otter > Food"),
        (line_of(text, "Setext"), "The otter > Setext"),
    ]
    body = "\n".join(s.body for s in sources)
    assert "zebra" not in body
    assert [word for word in ("It swims.", 'feed("fish")', "last \\ words") if word not in body] == []


def test_the_order_of_keys_and_the_layout_do_not_matter():
    cells = [dict(reversed(cell.items())) for cell in CELLS]
    for text in (
        written({**BOOK, "cells": cells}),
        written(BOOK, indent=None),
        written({"metadata": {}, **BOOK}, indent=4),
    ):
        sources = doc_sources("docs/a.ipynb", text.encode(), "")[0]
        assert "It swims." in "\n".join(s.body for s in sources)
        assert "zebra" not in "\n".join(s.body for s in sources)


def test_format_3():
    cells = [{"cell_type": "heading", "level": 2, "source": ["Otters"]}, {"cell_type": "code", "input": ["swim()"]}]
    text = written({"metadata": {}, "nbformat": 3, "worksheets": [{"cells": cells, "metadata": {}}]})
    page = read_notebook(text.split("\n"))
    assert [(s.level, s.title) for s in page.sections[1:]] == [(2, "Otters")]


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"cells": 3}', '{"cells": [{"source": [1]}]}', "[" * 100_000, '{"cells": [']
)
def test_what_is_no_notebook_is_noted(text):
    sources, notes = doc_sources("docs/a.ipynb", text.encode(), "")
    assert sources == []
    assert [note.text for note in notes] == ["not a notebook: its JSON does not parse"]


@pytest.mark.parametrize(
    ("line", "text"),
    [('    "a \\"b\\"\\n",', 'a "b"\n'), ('   "source": ["x"]', "x"), ('"k": 1,', ""), ("  ]", ""), ('"open', "")],
)
def test_a_line_of_the_file(line, text):
    assert text_of(line) == text
