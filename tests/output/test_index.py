"""What was indexed."""

from __future__ import annotations

import pytest

from trove_git.commands.index import Indexed
from trove_git.output.index import index_object, progress_bar, render_index

NEW = Indexed("f" * 40, "from nothing", f"from {'e' * 40}", {"doc": 2}, {}, {}, (), {"python": 3, "go": 1}, ())
THERE = NEW._replace(built="", code_built="", languages={}, notes=("a note",), lost=("a.py",), skipped={"b": "large"})


def test_text():
    assert render_index(NEW, 1.234) == (
        "ffffffffff  2 doc\n3 python, 1 go files\n"
        "-- entries and docs: built from nothing\n-- code: built from eeeeeeeeee\n-- 1.23 s\n"
    )
    assert render_index(THERE, 0, verbose=True) == (
        "ffffffffff  2 doc\n"
        "-- entries and docs: was there already\n-- code: was there already\n-- 0.00 s\n"
        "-- a.py no longer parses and lost symbols\n-- a note\nb: skipped: large\n"
    )


@pytest.mark.parametrize(
    ("done", "total", "line"),
    [
        (0, 0, f"\rcode [{'.' * 30}] 0/0 files\n"),
        (1, 3, f"\rcode [{'#' * 10}{'.' * 20}] 1/3 files"),
        (3, 3, f"\rcode [{'#' * 30}] 3/3 files\n"),
    ],
)
def test_progress(done, total, line):
    assert progress_bar(done, total) == line


def test_object():
    value = index_object(THERE, 0.12345)
    assert (value["built"], value["code_built"], value["seconds"], value["lost"]) == (None, None, 0.123, ["a.py"])
    assert index_object(NEW, 0)["built"] == "from nothing"
