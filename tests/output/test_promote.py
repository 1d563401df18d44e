"""What becomes of a personal entry."""

from __future__ import annotations

import pytest

from trove_git.commands.import_entries import ADD, SAME, Imported, Planned
from trove_git.output.promote import promote_next, promote_object, render_promote


def done(action: str, *, written: bool) -> Imported:
    return Imported((Planned(action, "a", "A", "my t/m/a.md", ("b",), "m/a.md", b"", 1),), written, False)


@pytest.mark.parametrize(
    ("result", "text", "step"),
    [
        (done(SAME, written=True), "the project has it already: b\n", ""),
        (done(ADD, written=False), "would be copied to my t/m/a.md\n", ""),
        (
            done(ADD, written=True),
            "copied to my t/m/a.md\n",
            "-- the personal entry stays; next: git add 'my t' && git commit\n",
        ),
    ],
)
def test_text(result, text, step):
    assert render_promote(result) == text
    assert promote_next(result, in_repository=True) == step


def test_without_a_repository_nothing_is_committed():
    text = promote_next(done(ADD, written=True), in_repository=False)
    assert text == "-- the personal entry stays; next: look at my t\n"


def test_object():
    assert promote_object(done(ADD, written=True)) == {
        "action": ADD, "slug": "a", "title": "A", "path": "my t/m/a.md", "written": True,
    }  # fmt: skip
