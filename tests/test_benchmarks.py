"""The measures of the benchmarks: which hits answer, and how two runs are compared."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))


GUIDE = {"path": "GUIDE.md", "start": 10, "end": 20, "file": False}
WHOLE = {"path": "core.rs", "start": 1, "end": 5, "file": True}


@pytest.mark.parametrize(
    ("kind", "path", "line", "right"),
    [
        ("howto", "GUIDE.md", 10, True),
        ("howto", "GUIDE.md", 20, True),
        ("howto", "GUIDE.md", 21, False),
        ("howto", "OTHER.md", 10, False),
        ("howto", "GUIDE.md", 0, False),
        ("howto", "core.rs", 0, True),
        ("code", "GUIDE.md", 0, True),
        ("code", "core.rs", 6, False),
    ],
)
def test_which_hit_answers_a_natural_question(benchmarks, kind, path, line, right):
    from measures import answers

    assert answers({"type": kind, "gold": [GUIDE, WHOLE]}, path, line) is right


@pytest.mark.parametrize(
    ("place", "values"), [(1, (1, 1, 1, 1)), (3, (0, 1, 1, 1 / 3)), (4, (0, 0, 1, 1 / 4)), (13, (0,) * 4)]
)
def test_figures_of_a_natural_question(benchmarks, place, values):
    from measures import natural_values

    from trove_git.records import Hit

    def hit(path: str) -> Hit:
        return Hit("doc", path, 12, "", "", 0.0, None, "")

    hits = [*(hit("a.md") for _ in range(place - 1)), hit("GUIDE.md")]
    found = natural_values({"type": "howto", "gold": [GUIDE]}, hits)
    names = ("first", "in three", "in twelve", "MRR")
    assert tuple(found[name] for name in names) == values
    assert tuple(found[f"howto: {name}"] for name in names) == values


def test_runs_are_compared_over_the_repositories_that_both_have(benchmarks):
    from quality import compare

    now = {"o/a": {"MRR": (0.5, 10)}, "o/b": {"MRR": (1.0, 30)}, "o/new": {"MRR": (0.0, 40)}}
    before = {"o/a": {"MRR": (0.4, 10)}, "o/b": {"MRR": (0.9, 30)}, "o/gone": {"MRR": (1.0, 5)}}
    # docs: each question counts the same, 35 of 80 now and 31 of 40 before, where 35 of 40 are now.
    assert "| MRR | 80 | 0.438 | 0.875 | 0.775 | +0.100 |" in compare("docs", now, before)
    # localize: each repository counts the same.
    assert "| MRR | 80 | 0.500 | 0.750 | 0.650 | +0.100 |" in compare("localize", now, before)
    assert "not in a committed run: o/new" in compare("docs", now, before)
    assert "| MRR | 80 | 0.438 |  |  |  |" in compare("docs", now, {})


def test_sets_that_are_not_at_hand_are_named(tmp_path):
    (tmp_path / "repos").mkdir()
    (tmp_path / "docs_dev.jsonl").write_text(
        json.dumps({"repo": "o/a", "commit": "0" * 40, "query": "q", "gold": [{"path": "a.md", "line": 1}]}) + "\n"
    )
    program = [sys.executable, str(BENCHMARKS / "quality.py"), "--work", str(tmp_path / "work"), "--repo", "o/a"]
    given = ["--sets", str(tmp_path), "--repos", str(tmp_path / "repos")]
    done = subprocess.run([*program, *given], capture_output=True, text=True, check=True)
    assert "skipped: code (no code_dev.jsonl in the folder of --sets or TROVE_BENCH_SETS)" in done.stdout
    assert "skipped: docs (no question about a repository at hand)" in done.stdout
    assert f"no {tmp_path / 'repos' / 'o+a' / 'repo'}" in done.stderr
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert done.stdout.count("(no folder of repositories: --repos or TROVE_BENCH_REPOS)") == 6


def test_committed_runs_can_be_read(benchmarks):
    from relevance import SETS

    runs = sorted(BENCHMARKS.glob("runs/*/quality.json"))
    assert runs
    for path in runs:
        run = json.loads(path.read_text(encoding="utf-8"))
        assert set(run["sets"]) <= set(SETS)
        for measured in run["sets"].values():
            for figures in measured.values():
                assert all(0 <= mean <= 1 and count > 0 for mean, count in figures.values())


def test_names_are_those_that_one_definition_has(benchmarks):
    from names import Asked, Defined, defined_once, draw, table

    found = [
        Defined("Cart", "src/cart.py", 3, "Python"),
        Defined("total", "src/cart.py", 5, "Python"),
        Defined("total", "tests/test_cart.py", 9, "Python"),
        Defined("helper", "tests/test_cart.py", 1, "Python"),
        Defined("foreign", "vendor/a.go", 1, "Go"),
        Defined("Row", "src/row.go", 2, "Go"),
    ]
    cart, row = defined_once(found)
    assert (cart.name, row.name) == ("Cart", "Row")
    assert draw(found, 3, 1) == draw(list(reversed(found)), 3, 1)
    assert len(draw(found, 40, 1)) == 6
    printed = table([Asked("o/a", cart, 1, ""), Asked("o/a", row, 3, ""), Asked("o/a", row, 0, "")])
    assert "| o/a Go | 2 | 0.00 | 0.50 |" in printed
    assert "| all | 3 | 0.33 | 0.67 |" in printed
