"""Which files does a commit touch? Ask its subject at the commit before it was made, with and without the history.

    localize.py REPOSITORY... [--commits 100] [--recency 90d]

For each repository the newest commits that change one to three files of code, tests aside, are taken off: the index is
of the commit before the oldest of them, and each subject is a question whose right answers are the files it changed.
Printed are MRR over distinct files, tests aside, and the share of questions with a right file in the first 1, 5 and 10.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from trove_git.asking.dates import Dates
from trove_git.index.search import Filter
from trove_git.layers.code_build import build_code, read_code_tree
from trove_git.layers.history import open_history
from trove_git.ranking.asked import read_question
from trove_git.ranking.rank import Limits, rank
from trove_git.ranking.score import Recency
from trove_git.ranking.searched import CodeLayer, Searched
from trove_git.settings import resolve
from trove_git.terms import question_terms
from trove_git.workspace.workspace import find_workspace

TEST = re.compile(
    r"(^|/)(tests?|testing|testdata|spec|fixtures?|benchmarks?|examples?)(/|$)|(^|/)test_|[._-](test|spec)s?\.", re.I
)
CODE = re.compile(r"\.(py|js|ts|tsx|go|rs|java|c|h|cc|cpp|hpp|cs|rb|php|sh|kt|swift|scala|lua|ex|exs|hs|zig)$")
MOST_FILES = 3


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True).stdout


def mined(folder: Path, count: int) -> tuple[str, list[tuple[str, set[str]]]]:
    """Return the commit to ask, and subjects with the files that they changed and that exist there."""
    found: list[tuple[str, str, list[str]]] = []
    out = git(folder, "log", "--no-merges", "--no-renames", "--name-only", "--format=%x01%H%x02%s%x02", "-4000")
    for part in out.split("\x01")[1:]:
        oid, subject, names = part.split("\x02")
        files = [name for name in names.split("\n") if CODE.search(name) and not TEST.search(name)]
        if 1 <= len(files) <= MOST_FILES and len(question_terms(subject)) > 1:
            found.append((oid, subject, files))
        if len(found) == count:
            break
    base = git(folder, "rev-parse", f"{found[-1][0]}^").strip()
    there = set(git(folder, "ls-tree", "-r", "--name-only", base).split("\n"))
    return base, [(subject, set(files) & there) for _, subject, files in found if set(files) & there]


def answers(layer: Searched, subject: str, recency: Recency | None) -> Iterator[str]:
    """Yield the distinct files that a question finds, best first, tests aside."""
    terms = question_terms(subject)
    limits = Limits(40, 40, {})
    ranked = rank([layer], terms, Filter(("symbol", "module")), limits, read_question(subject), recency=recency)
    yield from (path for path in dict.fromkeys(item.record.path for item in ranked) if not TEST.search(path))


def measure(repository: Path, count: int, recency: str) -> None:
    base, questions = mined(repository, count)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", str(repository), folder], check=True)
        git(Path(folder), "checkout", "-q", "--detach", base)
        workspace = find_workspace(folder)
        commit = workspace.repository.head
        assert commit is not None
        built = build_code(workspace, read_code_tree(workspace, commit, sizes=True))
        history = open_history(workspace, commit)
        assert built is not None
        without = CodeLayer(built.reader)
        with_history = without._replace(history=history)
        span = resolve(flags={"recency": recency}, environment={}, git_config={}, repo_config={}).half_life_seconds
        dates = Dates(workspace, commit, (with_history,), deep=False)
        for label, layer, recent in (
            ("without history", without, None), ("with history", with_history, None),
            (f"with --recency {recency}", with_history, dates.recency(span)),
        ):  # fmt: skip
            ranks = []
            for subject, gold in questions:
                found = answers(layer, subject, recent)
                ranks.append(next((i for i, path in enumerate(found, 1) if path in gold), 0))
            mrr = statistics.mean(1 / r if r else 0 for r in ranks)
            within = [statistics.mean(0 < r <= k for r in ranks) for k in (1, 5, 10)]
            shares = " ".join(f"{share:.3f}" for share in within)
            print(f"| {repository.name} | {len(ranks)} | {label} | {mrr:.3f} | {shares} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--commits", type=int, default=100)
    parser.add_argument("--recency", default="90d")
    wanted = parser.parse_args()
    print("| repository | questions | | MRR | R@1 R@5 R@10 |\n| --- | --- | --- | --- | --- |")
    for repository in wanted.repositories:
        measure(repository, wanted.commits, wanted.recency)


if __name__ == "__main__":
    main()
