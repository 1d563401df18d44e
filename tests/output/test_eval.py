"""How questions were answered, as text and as JSON."""

from __future__ import annotations

from trove_git.commands.evaluate import EvalResult, Judged
from trove_git.commands.questions import Added, EvalQuestion, Place
from trove_git.output.eval import added_object, eval_object, render_added, render_eval

PLACES = (Place("a.md", 3, 3), Place("b.py", 4, 9))
RESULT = EvalResult(
    "q.jsonl",
    (
        Judged(EvalQuestion("one", PLACES, "", 1), 1, "a.md:3", "a.md:3", "A"),
        Judged(EvalQuestion("two\x1b[2J\nlines", PLACES, "why", 2), 3, "b.py:4", "c.md:1", "C\x1b"),
        Judged(EvalQuestion("three", PLACES, "", 4), 0, "", "src/c.py", "", (PLACES[0],)),
        Judged(EvalQuestion("four", (Place("\udcff"),), "", 5), 0, "", "", ""),
    ),
    "0" * 40,
    ("code is not indexed",),
)


def test_text():
    assert render_eval(RESULT, ["first 0.250 is below 0.6"]) == (
        "4 questions of q.jsonl\n"
        "   first            1  0.250\n"
        "   in three         2  0.500\n"
        "   in the list      2  0.500\n"
        "   MRR                 0.333\n"
        "q.jsonl:2  two\ufffd[2J lines\n"
        "   right: hit 3, b.py:4\n"
        "   first: c.md:1  C\ufffd\n"
        "q.jsonl:4  three\n"
        "   right: not found, a.md:3, b.py:4-9\n"
        "   not in the tree: a.md\n"
        "   first: src/c.py\n"
        "q.jsonl:5  four\n"
        "   right: not found, \ufffd\n"
        "   first: no hit\n"
        "-- first 0.250 is below 0.6\n"
        "-- code is not indexed\n"
    )


def test_object():
    value = eval_object(RESULT._replace(judged=RESULT.judged[:2]), ["MRR 0.667 is below 0.9"])
    assert value == {
        "file": "q.jsonl", "revision": "0" * 40, "questions": 2, "first": 1, "in_three": 2, "in_list": 2,
        "first_share": 0.5, "mrr": 0.667, "below": ["MRR 0.667 is below 0.9"], "notes": ["code is not indexed"],
        "misses": [
            {
                "question": "two\x1b[2J\nlines", "line": 2, "note": "why", "places": ["a.md:3", "b.py:4-9"],
                "not_in_tree": [], "rank": 3, "right": "b.py:4", "first": "c.md:1",
            }
        ],
    }  # fmt: skip
    value = eval_object(RESULT._replace(judged=RESULT.judged[2:3], revision=""))
    assert value["revision"] is None
    assert value["misses"] == [
        {
            "question": "three", "line": 4, "note": None, "places": ["a.md:3", "b.py:4-9"], "not_in_tree": ["a.md:3"],
            "rank": None, "right": None, "first": "src/c.py",
        }
    ]  # fmt: skip


def test_added():
    added = Added("q.jsonl", 7, PLACES, True)
    assert render_added(added) == "added to q.jsonl:7  a.md:3, b.py:4-9\n"
    assert render_added(added._replace(added=False)) == "already in q.jsonl:7  a.md:3, b.py:4-9\n"
    assert added_object(added) == {"file": "q.jsonl", "line": 7, "places": ["a.md:3", "b.py:4-9"], "added": True}
