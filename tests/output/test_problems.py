"""Files that were skipped or have problems."""

from __future__ import annotations

from trove_git.output.problems import problem_objects, render_problems

SKIPPED = {"b.md": "too large", "a\n.md": "no UTF-8"}
PROBLEMS = {"c.md": [(3, "no title"), (4, "no slug")]}


def test_counts_or_the_list():
    assert render_problems({}, {}, verbose=True) == render_problems({}, {}, verbose=False) == ""
    assert render_problems(SKIPPED, PROBLEMS, verbose=False) == (
        "-- files: 2 skipped, 1 with problems; --verbose lists them\n"
    )
    assert render_problems(SKIPPED, PROBLEMS, verbose=True) == (
        '"a\\n.md": skipped: no UTF-8\nb.md: skipped: too large\nc.md:3: no title\nc.md:4: no slug\n'
    )


def test_objects():
    assert problem_objects(PROBLEMS)[0] == {"path": "c.md", "line": 3, "text": "no title"}
