"""What one question adds to each figure of `relevance.py`: right sections, files and places of the hits.

A hit for docs is right when it is the section itself, its parent or its child ("strict": the section itself). Code is
scored by distinct files, commits ("localize") by distinct files that are no tests. A natural question is answered by a
hit on a line of a right place, or by the summary of a file where the file as a whole answers.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trove_git.markdown_lines import TEXT, line_states
from trove_git.ranking.score import Ranked
from trove_git.records import Hit

DOCS_HITS = 12
"""Hits that a right section must be among."""
NDCG_FILES = 10
NATURAL_HITS = 12


def docs_values(item: Mapping[str, Any], found: Sequence[Ranked], sections: Sections) -> dict[str, float]:
    marks = [
        max(sections.match(gold["path"], gold["line"], hit.record.path, hit.record.line) for gold in item["gold"])
        for hit in found[:DOCS_HITS]
    ]
    near, same = first(mark >= 1 for mark in marks), first(mark == 2 for mark in marks)
    return {"R@12": float(near > 0), "MRR": reciprocal(near), "strict MRR": reciprocal(same)}


def code_values(item: Mapping[str, Any], found: Sequence[Ranked], _: Sections) -> dict[str, float]:
    gold = {place["path"] for place in item["gold"]}
    root = (item.get("root") or "").rstrip("/")
    files = distinct(found)
    tree = ndcg(files, gold)
    below = [path for path in files if not root or path.startswith(f"{root}/")]
    values = {"NDCG@10 tree": tree, "NDCG@10 root": ndcg(below, gold)}
    stems = [os.path.splitext(os.path.basename(path))[0] for path in gold]
    if all(beginnings(item["query"]).isdisjoint(beginnings(stem)) for stem in stems):
        values["NDCG@10 no name in common"] = tree
    return values


def localize_values(item: Mapping[str, Any], found: Sequence[Ranked], _: Sections) -> dict[str, float]:
    gold = {place["path"] for place in item["gold"]}
    return {"MRR": reciprocal(first(path in gold for path in distinct(found) if not is_test(path)))}


def natural_values(item: Mapping[str, Any], hits: Sequence[Hit]) -> dict[str, float]:
    """Return the figures of a natural question, for all of them and once more for its type."""
    place = first(answers(item, hit.path, hit.line) for hit in hits[:NATURAL_HITS])
    values = {f"in {word}": float(0 < place <= most) for word, most in (("three", 3), ("twelve", NATURAL_HITS))}
    values = {"first": float(place == 1), **values, "MRR": reciprocal(place)}
    return values | {f"{item['type']}: {name}": value for name, value in values.items()}


def answers(item: Mapping[str, Any], path: str, line: int) -> bool:
    """Whether a hit answers; its line is 0 where a file as a whole is cited."""
    for gold in item["gold"]:
        whole = gold.get("file", False) or item["type"] == "code"
        if gold["path"] == path and (gold["start"] <= line <= gold["end"] if line else whole):
            return True
    return False


def first(right: Iterable[bool]) -> int:
    """Return the number of the first that is right, from 1; 0 for none."""
    return next((number for number, is_it in enumerate(right, 1) if is_it), 0)


def reciprocal(rank: int) -> float:
    return 1 / rank if rank else 0.0


def distinct(found: Sequence[Ranked]) -> list[str]:
    return list(dict.fromkeys(hit.record.path for hit in found))


def ndcg(files: Sequence[str], gold: set[str]) -> float:
    """Return the normalised discounted cumulative gain of the first ten files, with a gain of 1 for each right one.

    Source: Järvelin & Kekäläinen 2002, with the logarithm of base 2 of the place plus 1.
    """
    gain = sum(1 / math.log2(place + 1) for place, path in enumerate(files[:NDCG_FILES], 1) if path in gold)
    return gain / sum(1 / math.log2(place + 1) for place in range(1, min(NDCG_FILES, len(gold)) + 1))


_WORD_BORDER = re.compile(
    r"[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])"
)
_TEST_FOLDERS = frozenset(
    "test tests testing testdata __tests__ spec fixture fixtures benches benchmark benchmarks example examples".split()
)
_TEST_NAME = re.compile(r"test_|.*[._-](?:test|spec)s?\.[a-z]+$", re.IGNORECASE)


def beginnings(text: str) -> set[str]:
    """Return the first four letters of each word of three or more, in small letters; `HTTPServer` is two words."""
    return {word[:4].lower() for word in _WORD_BORDER.split(text) if len(word) > 2}


def is_test(path: str) -> bool:
    """Whether a file is one of a test, a benchmark or an example, by its path."""
    parts = path.lower().split("/")
    return not _TEST_FOLDERS.isdisjoint(parts) or _TEST_NAME.match(parts[-1]) is not None


class Sections:
    """The headings of the docs of one checkout."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._known: dict[str, list[tuple[int, int]]] = {}

    def match(self, gold: str, gold_line: int, path: str, line: int) -> int:
        """Return 2 for the section itself, 1 for its parent or its child, 0 otherwise."""
        if gold != path:
            return 0
        wanted, got = self._at(path, gold_line), self._at(path, line)
        if wanted == got:
            return 2
        return int(self._parent(path, wanted) == got or self._parent(path, got) == wanted)

    def _of(self, path: str) -> list[tuple[int, int]]:
        """Return line (1-based) and level of each heading."""
        if path not in self._known:
            with open(os.path.join(self._root, path), encoding="utf-8", errors="replace") as f:
                lines = f.read().split("\n")
            found = [(1, 0)]
            for number, state in line_states(lines):
                level = len(lines[number]) - len(lines[number].lstrip("#"))
                if state == TEXT and 1 <= level <= 6 and lines[number][level : level + 1] in (" ", "\t"):
                    found.append((number + 1, level))
            self._known[path] = found
        return self._known[path]

    def _at(self, path: str, line: int) -> int:
        return max(number for number, (start, _) in enumerate(self._of(path)) if start <= line)

    def _parent(self, path: str, section: int) -> int | None:
        found = self._of(path)
        return next((number for number in range(section - 1, -1, -1) if found[number][1] < found[section][1]), None)
