"""What differs, as lines and as objects."""

from __future__ import annotations

import pytest

from trove_git.code.facts import Symbol
from trove_git.commands.code_diff import CodeDiff, SymbolDiff
from trove_git.commands.diff import Diffed, EntryDiff
from trove_git.entries.body_diff import GIVEN, REWRITTEN, TAKEN, BodyChange, FieldChange
from trove_git.lives.trove_history import ADDED, CHANGED, MOVED, RENAMED, RESTORED, RETIRED
from trove_git.output.diff import diff_asides, diff_object, differs, field_words, render_diff

NOTHING = Diffed("o" * 40, "", (), ())
SYMBOL = Symbol("wait", "function", "Net", "def wait(n)", "", 3, 4, True)


def diffed(action: str, path: str, old_path: str = "", **fields) -> Diffed:
    return NOTHING._replace(entries=(EntryDiff(action, path, old_path or path, None, None, **fields),))


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (diffed(ADDED, "e/a.md"), "+ a  (e/a.md)\n"),
        (diffed(RENAMED, "e/b.md", "e/a.md"), "~ b  (e/b.md, renamed from a)\n"),
        (diffed(MOVED, "m/a.md", "a.md"), "~ a  (m/a.md, moved from .)\n"),
        (diffed(RETIRED, "x/a.md", ".claude/trove/e/a.md"), "- a  (x/a.md, retired from e)\n"),
        (diffed(RESTORED, "e/a.md", "x/a.md"), "+ a  (e/a.md, restored)\n"),
        (
            diffed(
                CHANGED,
                "e/a.md",
                fields=(FieldChange("type", "gotcha", "decision"),),
                body=(
                    BodyChange(REWRITTEN, 9, (("", "Wait "), (TAKEN, "30"), (GIVEN, "60"), ("", " s"))),
                    BodyChange(GIVEN, 10, ((GIVEN, "New."),)),
                ),
            ),
            "~ a  (e/a.md)\n    type gotcha -> decision\n    9: Wait [-30-]{+60+} s\n    10 + New.\n",
        ),
    ],
)
def test_entries(found, text):
    assert render_diff(found) == text


@pytest.mark.parametrize(
    ("field", "words"),
    [
        (FieldChange("tags", ("a", "b"), ("b", "c")), "tags +c -a"),
        (FieldChange("tags", ("a", "b"), ("b", "a")), "tags in another order"),
        (FieldChange("summary", "", "s"), "summary +s"),
        (FieldChange("summary", "s", ""), "summary -s"),
        (FieldChange("summary", "s", "t"), "summary s -> t"),
    ],
)
def test_fields(field, words):
    assert field_words(field) == words


@pytest.mark.parametrize(
    ("symbol", "text"),
    [
        (SymbolDiff(ADDED, "n.py", "n.py", SYMBOL, None), "+ function Net.wait  n.py:3\n      def wait(n)\n"),
        (
            SymbolDiff(CHANGED, "n.py", "n.py", SYMBOL, SYMBOL._replace(signature="def wait()")),
            "~ function Net.wait  n.py:3\n    - def wait()\n    + def wait(n)\n",
        ),
        (SymbolDiff(MOVED, "n.py", "o.py", SYMBOL, None), "~ function Net.wait  n.py:3  moved from o.py\n"),
    ],
)
def test_symbols(symbol, text):
    assert render_diff(NOTHING, CodeDiff((symbol,), 1, {})) == text


@pytest.mark.parametrize(
    ("found", "code", "text"),
    [
        (NOTHING, None, "nothing differs\n"),
        (diffed(ADDED, "a.md"), None, ""),
        (
            NOTHING._replace(notes=("n",)),
            CodeDiff((), 2, {"a.py": "no"}),
            "-- 1 file of code not parsed, or not wholly; --json names them\n-- n\nnothing differs\n",
        ),
    ],
)
def test_asides(found, code, text):
    assert diff_asides(found, code) == text
    assert differs(found, code) is ("nothing" not in text)


def test_object():
    found = diffed(RENAMED, "e/b.md", "e/a.md", fields=(FieldChange("tags", (), ("x",)),),
                   body=(BodyChange(TAKEN, 9, ((TAKEN, "Old."),)),))  # fmt: skip
    code = CodeDiff((SymbolDiff(MOVED, "n.py", "o.py", SYMBOL, SYMBOL),), 1, {"a.py": "no"})
    assert diff_object(found, code) == {
        "old": "o" * 40, "new": None,
        "entries": [
            {"action": RENAMED, "slug": "b", "title": "b", "path": "e/b.md", "old_path": "e/a.md",
             "fields": {"tags": {"old": [], "new": ["x"]}}, "body": [{"line": 9, "old": "Old."}]},
        ],
        "symbols": [
            {"action": MOVED, "kind": "function", "name": "Net.wait", "path": "n.py", "line": 3,
             "signature": "def wait(n)", "old_signature": "def wait(n)", "old_path": "o.py"},
        ],
        "skipped": {"a.py": "no"},
    }  # fmt: skip
