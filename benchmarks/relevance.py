"""Questions with known answers: how many the formula answers, and what each part of it adds.

    relevance.py --sets DIR --repos DIR [--work DIR] [--only SET]... [--repo OWNER/NAME]... [--defaults] [--parts]
                 [--by-repository]

DIR of sets has the files of SET_FILES (those that are there), one object a line: `repo` (owner/name), `commit`,
`query`, `gold` (a list of `path`, for docs with the `line` of a right section's heading, for natural with `start`,
`end` and `file`, whether the file as a whole answers), for code also `root`, the folder of the sources, for natural
`type`. DIR of repositories has bare ones as owner+name/repo. The
set `mixed` is the half for tuning of `mixed/`; it and natural are asked with the defaults of a user, natural without
the tools of this machine; the others are asked for the kinds of
their set, with room for 40 hits; with --defaults in one list of all kinds but tools, with the room that a user has.
Every repository is opened once.

`measures.py` says which hits are right. Figures of code and of commits ("localize") are means of the means of
repositories. The intervals hold 95 % of the means of 500 samples of the questions; a figure of a part has a star where
that of the differences, question by question, leaves out 0.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple
from unittest import mock

from measures import Sections, code_values, docs_values, first, localize_values, natural_values
from mixed import half_of, is_right, prepare_all

from trove_git.asking.ask import Request, answer, wanted_layers
from trove_git.asking.asking import Asking
from trove_git.commands.index import index
from trove_git.gitrepo.objects import BlobReader
from trove_git.index.search import Filter
from trove_git.layers.opening import EVERYTHING, Opened
from trove_git.ranking import asked, bm25, boosts, facts, rank, related, wanted
from trove_git.ranking.score import Ranked
from trove_git.ranking.searched import CodeLayer, Searched
from trove_git.settings import DEFAULT_LIMIT, DEFAULT_PER_KIND
from trove_git.terms import question_terms
from trove_git.workspace.workspace import Workspace, find_workspace

HITS = 40
"""Room for hits, of a kind and in all."""
SAMPLES = 500


class Figure(NamedTuple):
    """A column of the table."""

    set: str
    name: str
    by_repository: bool
    """Whether it is the mean of the means of repositories, and not of all questions."""


FIGURES = (
    Figure("code", "NDCG@10 tree", True),
    Figure("code", "NDCG@10 root", True),
    Figure("code", "NDCG@10 no name in common", False),
    Figure("docs", "R@12", False),
    Figure("docs", "MRR", False),
    Figure("docs", "strict MRR", False),
    Figure("localize", "MRR", True),
    Figure("mixed", "first", False),
    Figure("mixed", "first three", False),
    Figure("natural", "first", False),
    Figure("natural", "in three", False),
    Figure("natural", "in twelve", False),
    Figure("natural", "MRR", False),
    Figure("code_fresh", "NDCG@10 tree", True),
    Figure("code_fresh", "NDCG@10 root", True),
    Figure("code_fresh", "NDCG@10 no name in common", False),
)
SETS = tuple(dict.fromkeys(figure.set for figure in FIGURES))
SET_FILES = {
    "code": "code_dev.jsonl",
    "docs": "docs_dev.jsonl",
    "localize": "localize_dev.jsonl",
    "natural": "natural_dev.jsonl",
    "code_fresh": "code_fresh.jsonl",
}
"""Set → its file; `mixed` has a folder here. `code_fresh` was never tuned on."""
CODE = ("symbol", "module")
KINDS = {"code": CODE, "code_fresh": CODE, "localize": CODE, "docs": ("doc",)}


class Row(NamedTuple):
    """One question with what it scored."""

    set: str
    repository: str
    values: Mapping[str, float]
    """Name of a figure → what the question adds to it; without those that it does not count for."""


AskSet = Callable[[], Iterable[Row]]
"""Asks all questions of a set about a repository."""

Change = tuple[object, str, object]
"""What is set to what else: its owner, its name, its value."""


def constants(**values: object) -> tuple[Change, ...]:
    """Return changes of the numbers in `ranking/boosts.py`."""
    return tuple((boosts, name, value) for name, value in values.items())


COMPOUNDS: tuple[Change, ...] = (
    (related, "split_compound", lambda *_: ()),
    (related, "correct", lambda *_: ()),
    (related, "pairwise", lambda _: ()),
)
ANCHOR = constants(ANCHOR_WEIGHT=0.0, ANCHOR_COVERAGE=0.0)
SIMILAR = constants(SIMILAR_WEIGHT=0.0)
PARTS: dict[str, tuple[Change, ...]] = {
    "title": constants(TITLE_WEIGHT=0.0, SYMBOL_TITLE_WEIGHT=0.0),
    "coverage of words": constants(COVERAGE_EXPONENT=0.0),
    "coverage of code": constants(CODE_COVERAGE_EXPONENT=0.0),
    "pages and files that count less": ((boosts, "page_factor", lambda *_, **__: 1.0),),
    "related words": ((rank, "find_related", lambda *_, **__: ()),),
    "related words: forms": ((related, "word_forms", lambda _: []),),
    "related words: compounds, typing errors": COMPOUNDS,
    "what a question asks for": ((asked, "read_wanted", lambda _: wanted.NOTHING),),
    "code beside words by wording (all 0.6)": constants(
        CODE_OF_USER=boosts.CODE_UNSURE, CODE_ASKED=boosts.CODE_UNSURE, CODE_NAMED=boosts.CODE_UNSURE
    ),
    "code beside words by strength": ((rank, "balanced", lambda found, *_: list(found)),),
    "path": constants(PATH_WEIGHT=0.0),
    "names": constants(NAMES_WEIGHT=0.0),
    "stem": constants(STEM_WEIGHT=0.0),
    "named file": constants(NAMED_FILE_WEIGHT=0.0),
    "several units of a file": constants(GOOD_UNITS=1),
    "used by": constants(USED_WEIGHT=0.0),
    "definitions of names": constants(NAME_ASKED=0.0, NAME_IDENTIFIER=0.0, NAME_CAPITALISED=0.0, NAME_ADJACENT=0.0),
    "anchor text of commits": ANCHOR,
    "similar commits": SIMILAR,
    "anchor text and similar commits": (*ANCHOR, *SIMILAR),
    "facts take one place": ((facts.Told, "is_news", lambda *_: True),),
    # The engine keeps its own b, so its order is no bound any more: let it give all that holds a word.
    "length normalisation (b = 0)": ((bm25, "B", 0.0), (rank, "FIRST_CANDIDATES", 20_000)),
    "prior of entries and docs": constants(
        PRIOR_BY_KIND=boosts.PRIOR_BY_KIND | {"personal": 1.0, "project": 1.0, "doc": 1.0}
    ),
}
"""Each part with what switches it off."""
KEPT = "length normalisation (b = 0)"
VARIANTS: dict[str, tuple[Change, ...]] = {
    **{f"without {part}": changes for part, changes in PARTS.items()},
    "with the plain share as coverage of words": constants(COVERAGE_EXPONENT=1.0),
    "BM25 alone": tuple(change for part, changes in PARTS.items() if part != KEPT for change in changes),
}
FORMULA = "the formula"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", required=True)
    parser.add_argument("--repos", required=True)
    parser.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "trove-relevance"))
    parser.add_argument("--only", action="append", choices=SETS, help="a set; without it, all")
    parser.add_argument("--repo", action="append", default=[], help="a repository (owner/name); without it, all")
    parser.add_argument("--defaults", action="store_true", help="all kinds in one list")
    parser.add_argument("--parts", action="store_true", help="switch off each part in turn")
    parser.add_argument("--by-repository", action="store_true", help="a second table, with a row a repository")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    askings = [asking for name in options.only or SETS for asking in prepare(name, options)]
    measured: dict[str, list[Row]] = {}
    for label, changes in {FORMULA: (), **(VARIANTS if options.parts else {})}.items():
        with ExitStack() as stack:
            for owner, name, value in changes:
                stack.enter_context(mock.patch.object(owner, name, value))
            rows = measured[label] = [row for asking in askings for row in asking()]
        if label == FORMULA:
            counts = [f"{name} {sum(row.set == name for row in rows)}" for name in SETS]
            print(f"questions: {', '.join(counts)}\n\n{head('', [f'{f.set} {f.name}' for f in FIGURES])}")
        print(line(label, rows, measured[FORMULA]), flush=True)
    if options.by_repository:
        print(f"\n{by_repository(measured)}")


def prepare(name: str, options: argparse.Namespace) -> Iterator[AskSet]:
    """Open what a set asks, and yield for each repository what asks it."""
    if name == "mixed":
        for data, workspace in prepare_all(options.repos, options.work, options.repo):
            asking = Asking(workspace)
            opened = asking.open(wanted_layers(workspace, Request("?")))
            yield partial(ask_mixed, data, workspace, opened, asking.reader)
        return
    path = os.path.join(options.sets, SET_FILES[name])
    if not os.path.exists(path):
        print(f"no {path}", file=sys.stderr)
        return
    items: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    with open(path, encoding="utf-8") as f:
        for item in map(json.loads, f):
            if not options.repo or item["repo"] in options.repo:
                items.setdefault((item["repo"], item["commit"]), []).append(item)
    for (repository, commit), asked_of in items.items():
        bare = os.path.join(options.repos, repository.replace("/", "+"), "repo")
        if not os.path.isdir(bare):
            print(f"no {bare}", file=sys.stderr)
            continue
        folder = checkout(bare, commit, options.work)
        workspace = find_workspace(folder)
        index(workspace)
        if name == "natural":
            # A folder without programs: the tools of a machine are no part of a figure.
            no_programs = {"PATH": os.path.join(folder, ".git")}
            workspace = workspace._replace(environment={**workspace.environment, **no_programs})
            asking = Asking(workspace)
            opened = asking.open(wanted_layers(workspace, Request("?")))
            yield partial(ask_natural, asked_of, workspace, opened, asking.reader)
            continue
        layers = Asking(workspace).open(EVERYTHING).searched
        if name == "docs" and not options.defaults:
            layers = tuple(layer for layer in layers if not isinstance(layer, CodeLayer))
        kinds = () if options.defaults else KINDS[name]
        yield partial(ask_set, name, asked_of, partial(best, layers, kinds), Sections(folder))


def ask_mixed(
    data: Mapping[str, Any], workspace: Workspace, opened: Opened, reader: BlobReader | None
) -> Iterator[Row]:
    """Ask the questions that have an answer, of the half for tuning."""
    for question in data["questions"]:
        if question["answers"] and half_of(question["id"]) == "tune":
            hits = answer(workspace, Request(question["question"]), opened, reader).hits
            place_of = first(is_right(hit, question["answers"]) for hit in hits)
            values = {"first": float(place_of == 1), "first three": float(0 < place_of <= 3)}
            yield Row("mixed", data["repository"], values)


def ask_natural(
    items: Iterable[Mapping[str, Any]], workspace: Workspace, opened: Opened, reader: BlobReader | None
) -> Iterator[Row]:
    """Ask the natural questions about one repository."""
    for item in items:
        hits = answer(workspace, Request(item["query"]), opened, reader).hits
        yield Row("natural", item["repo"], natural_values(item, hits))


def ask_set(
    name: str, items: Iterable[Mapping[str, Any]], find: Callable[[str], list[Ranked]], sections: Sections
) -> Iterator[Row]:
    """Ask the questions of another set about one repository."""
    scores = {"code": code_values, "code_fresh": code_values, "docs": docs_values, "localize": localize_values}
    score = scores[name]
    for item in items:
        yield Row(name, item["repo"], score(item, find(item["query"]), sections))


def checkout(bare: str, commit: str, work: str) -> str:
    """Return a clone at a commit, made where it is not there."""
    folder = os.path.join(work, f"{os.path.basename(os.path.dirname(bare))}@{commit[:10]}")
    if not os.path.isdir(os.path.join(folder, ".git")):
        subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", bare, folder], check=True)
        subprocess.run(["git", "-C", folder, "checkout", "-q", "--detach", commit], check=True)
    return folder


def best(layers: Sequence[Searched], kinds: tuple[str, ...], question: str) -> list[Ranked]:
    """Return the hits of some kinds, or of all with the room that a user has, as `git trove ask` finds them."""
    terms = question_terms(question)
    if not terms:
        return []
    room = (HITS, HITS) if kinds else (DEFAULT_LIMIT, DEFAULT_PER_KIND)
    limits = rank.Limits(*room, {}, modules_apart="module" in kinds)
    others = rank.expand(question, layers)
    return rank.rank(layers, terms, Filter(kinds), limits, asked.read_question(question), related=others)


def groups(rows: Sequence[Row], figure: Figure) -> list[list[float]]:
    """Return what questions add to a figure, a list for each group whose mean counts the same."""
    found: dict[str, list[float]] = {}
    for row in rows:
        if row.set == figure.set and figure.name in row.values:
            found.setdefault(row.repository if figure.by_repository else "", []).append(row.values[figure.name])
    return list(found.values())


def mean(values: Sequence[Sequence[float]]) -> float:
    return statistics.mean(statistics.mean(group) for group in values)


def interval(values: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return the bounds of the middle 95 % of means over questions that are drawn anew, from the same groups."""
    rng = random.Random(1)
    means = sorted(mean([rng.choices(group, k=len(group)) for group in values]) for _ in range(SAMPLES))
    return means[SAMPLES // 40], means[SAMPLES - SAMPLES // 40 - 1]


def head(label: str, columns: Sequence[str]) -> str:
    return f"| {label} | {' | '.join(columns)} |\n|{' --- |' * (1 + len(columns))}"


def line(label: str, rows: Sequence[Row], formula: Sequence[Row]) -> str:
    """Return a row of the table: the formula with its intervals, all else with marks where it differs for certain."""
    cells = []
    for figure in FIGURES:
        values, before = groups(rows, figure), groups(formula, figure)
        cell = f"{mean(values):.3f}" if values else ""
        if values and rows is formula:
            low, high = interval(values)
            cell += f" [{low:.3f}, {high:.3f}]"
        elif values and differs(before, values):
            cell += " *"
        cells.append(cell)
    return f"| {label} | {' | '.join(cells)} |"


def differs(before: Sequence[Sequence[float]], after: Sequence[Sequence[float]]) -> bool:
    """Whether the interval of the differences, question by question, leaves out 0."""
    pairs = zip(before, after, strict=True)
    low, high = interval([[y - x for x, y in zip(*pair, strict=True)] for pair in pairs])
    return low > 0 or high < 0


def by_repository(measured: Mapping[str, Sequence[Row]]) -> str:
    """Return the table that has a row for each figure of each repository, and a column for each run."""
    lines = [head("set, repository, questions", ["", *measured])]
    for figure in FIGURES:
        of_set = [row for row in measured[FORMULA] if row.set == figure.set]
        for repository in sorted({row.repository for row in of_set}):
            values = [
                groups([row for row in rows if row.repository == repository], figure) for rows in measured.values()
            ]
            if values[0]:
                cells = " | ".join(f"{mean(value):.3f}" for value in values)
                lines.append(f"| {figure.set} {repository} {len(values[0][0])} | {figure.name} | {cells} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
