"""What becomes of the entries of a bundle."""

from __future__ import annotations

import pytest

from trove_git.commands.import_entries import ADD, SAME, SECRET, SIMILAR, Imported, Planned
from trove_git.output.import_entries import import_object, import_summary, render_import


def done(*actions: str, written: bool = False, others: tuple[str, ...] = ()) -> Imported:
    planned = tuple(Planned(action, "a", "A", "t/a.md", others, "a.md", b"", 1) for action in actions)
    return Imported(planned, written, False)


def test_text():
    assert render_import(done(ADD)) == "add       t/a.md  A\n"
    assert render_import(done(SIMILAR, others=("b", "c\x1b")), terminal=True) == "similar   t/a.md  A  (b, c\ufffd)\n"


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (done(ADD), "1 entry would be written; --write does it"),
        (done(ADD, ADD, SAME), "2 entries would be written; --write does it"),
        (done(ADD, ADD, written=True), "2 entries written"),
        (done(SAME, written=True), "0 entries written"),
        (done(SAME), "nothing to add"),
        (done(ADD, SECRET), "nothing is written while an entry holds a secret"),
    ],
)
def test_summary(result, text):
    assert import_summary(result) == f"-- {text}\n"


def test_object():
    one = {"action": SAME, "slug": "a", "title": "A", "path": "t/a.md"}
    assert import_object(done(SAME)) == {"written": False, "entries": [one]}
    assert import_object(done(SAME, others=("b",))) == {"written": False, "entries": [one | {"others": ["b"]}]}
