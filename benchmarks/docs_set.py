"""Questions about docs with known answers: what each part of the formula adds.

  docs_set.py DATA.jsonl --repos DIR [--work DIR]

DATA has one object a line: `repo` (owner/name), `commit`, `query`, `gold`: a list of `path` and `line` of
the headings of right sections. DIR holds bare repositories as owner+name/repo. A hit is right when it
is the gold section, its parent or its child ("strict": the section itself). Prints recall at 1, 5 and
12 and the mean reciprocal rank (MRR), with a 95% bootstrap interval, for the formula and with each
part switched off.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import contextmanager

from trove_git.commands.knowledge import open_commit
from trove_git.commands.place import find_place
from trove_git.index.search import Filter, Reader
from trove_git.markdown import TEXT, line_states
from trove_git.ranking import bm25, boosts
from trove_git.ranking.rank import Limits, rank
from trove_git.ranking.score import Searched
from trove_git.terms import question_terms

HITS = 12


class Sections:
    """The headings of the docs of one checkout."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.cache: dict[str, list[tuple[int, int]]] = {}

    def of(self, path: str) -> list[tuple[int, int]]:
        """Line (1-based) and level of each heading."""
        if path not in self.cache:
            with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as f:
                lines = f.read().split("\n")
            found = [(1, 0)]
            for number, state in line_states(lines):
                level = len(lines[number]) - len(lines[number].lstrip("#"))
                if state == TEXT and 1 <= level <= 6 and lines[number][level : level + 1] in (" ", "\t"):
                    found.append((number + 1, level))
            self.cache[path] = found
        return self.cache[path]

    def at(self, path: str, line: int) -> int:
        return max(i for i, (start, _) in enumerate(self.of(path)) if start <= line)

    def parent(self, path: str, section: int) -> int | None:
        found = self.of(path)
        return next((i for i in range(section - 1, -1, -1) if found[i][1] < found[section][1]), None)

    def match(self, gold: dict[str, object], path: str, line: int) -> int:
        """2 for the section itself, 1 for its parent or child, 0 otherwise."""
        if gold["path"] != path:
            return 0
        wanted, got = self.at(path, int(str(gold["line"]))), self.at(path, line)
        if wanted == got:
            return 2
        return int(self.parent(path, wanted) == got or self.parent(path, got) == wanted)


def checkout(bare: str, commit: str, work: str) -> str:
    folder = os.path.join(work, f"{os.path.basename(os.path.dirname(bare))}@{commit[:10]}")
    if not os.path.isdir(os.path.join(folder, ".git")):
        subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", bare, folder], check=True)
        subprocess.run(["git", "-C", folder, "checkout", "-q", "--detach", commit], check=False)
    return folder


def measure(items: list[dict[str, object]], opened: dict[str, tuple[Reader, Sections]]) -> list[tuple[int, int]]:
    """Return for each question the rank of the first right hit, and of the first strictly right one (0 for none)."""
    ranks = []
    for item in items:
        reader, sections = opened[str(item["repo"])]
        found = rank([Searched(reader)], question_terms(str(item["query"])), Filter(("doc",)), Limits(HITS, HITS, {}))
        gold = item["gold"]
        assert isinstance(gold, list)
        marks = [max(sections.match(g, r.record.path, r.record.line) for g in gold) for r in found]
        first = [next((i for i, mark in enumerate(marks, 1) if mark >= least), 0) for least in (1, 2)]
        ranks.append((first[0], first[1]))
    return ranks


def line(label: str, ranks: list[tuple[int, int]]) -> str:
    def recall(at: int) -> float:
        return statistics.mean(1.0 if 0 < r <= at else 0.0 for r, _ in ranks)

    mrr = [1 / r if r else 0.0 for r, _ in ranks]
    strict = [1 / s if s else 0.0 for _, s in ranks]
    rng = random.Random(1)
    boot = sorted(statistics.mean(rng.choices(mrr, k=len(mrr))) for _ in range(500))
    return (
        f"| {label} | {recall(1):.3f} | {recall(5):.3f} | {recall(12):.3f} | {statistics.mean(mrr):.3f}"
        f" [{boot[12]:.3f}, {boot[487]:.3f}] | {statistics.mean(strict):.3f} |"
    )


@contextmanager
def changed(owner: object, name: str, value: object):
    old = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, old)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data")
    parser.add_argument("--repos", required=True)
    parser.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "trove-docs-set"))
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    with open(options.data, encoding="utf-8") as f:
        items = [json.loads(row) for row in f if row.strip()]
    opened: dict[str, tuple[Reader, Sections]] = {}
    for item in items:
        if item["repo"] not in opened:
            bare = os.path.join(options.repos, item["repo"].replace("/", "+"), "repo")
            folder = checkout(bare, item["commit"], options.work)
            place = find_place(folder)
            assert place.repository.head is not None
            opened[item["repo"]] = (open_commit(place, place.repository.head).reader, Sections(folder))
    print(f"{len(items)} questions, {len(opened)} repositories\n")
    print("| | R@1 | R@5 | R@12 | MRR | strict MRR |\n| --- | --- | --- | --- | --- | --- |")
    print(line("the formula", measure(items, opened)))
    off: list[tuple[str, object, str, object]] = [
        ("without the title", boosts, "TITLE_WEIGHT", 0.0),
        ("without coverage", boosts, "COVERAGE_EXPONENT", 0.0),
        ("with the plain share as coverage", boosts, "COVERAGE_EXPONENT", 1.0),
        ("without pages that count less", boosts, "page_factor", lambda *_: 1.0),
        ("without length normalisation (b = 0)", bm25, "B", 0.0),
    ]
    for label, owner, name, value in off:
        with changed(owner, name, value):
            print(line(label, measure(items, opened)))
    everything: Callable[..., float] = lambda *_: 1.0  # noqa: E731
    with (
        changed(boosts, "TITLE_WEIGHT", 0.0),
        changed(boosts, "COVERAGE_EXPONENT", 0.0),
        changed(boosts, "page_factor", everything),
    ):
        print(line("BM25 alone", measure(items, opened)))


if __name__ == "__main__":
    main()
