"""Every set of questions that is at hand, each figure beside that of the last committed run.

    quality.py [--sets DIR] [--repos DIR] [--work DIR] [--only SET]... [--repo OWNER/NAME]... [--save FILE]

What DIRs hold, and how questions are asked and judged, is told in `relevance.py`; without the options they are those of
TROVE_BENCH_SETS and TROVE_BENCH_REPOS. A set that is not at hand is named as skipped.

A run is a file `runs/DATE-MACHINE/quality.json`:

    {"commit": oid, "sets": {SET: {OWNER/NAME: {FIGURE: [mean, questions that count for it]}}}}

Runs may be of some sets and repositories only: for each set and repository the last committed run that has it counts,
and a figure is compared over the repositories that both have.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence

from relevance import FIGURES, SET_FILES, SETS, Row, prepare

HERE = os.path.dirname(os.path.abspath(__file__))
RUN_FILE = "quality.json"
DIGITS = 4
"""Of a saved mean: one question of the largest set is worth 0.0025."""
BY_REPOSITORY = {(figure.set, figure.name) for figure in FIGURES if figure.by_repository}

Measured = Mapping[str, Mapping[str, tuple[float, int]]]
"""Repository → figure → its mean, and the number of questions."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=os.environ.get("TROVE_BENCH_SETS", ""))
    parser.add_argument("--repos", default=os.environ.get("TROVE_BENCH_REPOS", ""))
    parser.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "trove-quality"))
    parser.add_argument("--only", action="append", choices=SETS, help="a set; without it, all")
    parser.add_argument("--repo", action="append", default=[], help="a repository (owner/name); without it, all")
    parser.add_argument("--save", help="write the run to this file")
    # Each set is asked for its own kinds.
    parser.set_defaults(defaults=False)
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    last = last_run()
    run: dict[str, Measured] = {}
    for name in options.only or SETS:
        lacking = why_skipped(name, options.sets, options.repos)
        rows = [] if lacking else [row for asking in prepare(name, options) for row in asking()]
        if rows:
            run[name] = measure(rows)
            print(compare(name, run[name], last.get(name, {})), flush=True)
        else:
            print(f"skipped: {name} ({lacking or 'no question about a repository at hand'})\n", flush=True)
    if options.save:
        os.makedirs(os.path.dirname(os.path.abspath(options.save)), exist_ok=True)
        with open(options.save, "w", encoding="utf-8") as f:
            json.dump({"commit": _git("rev-parse", "HEAD").strip(), "sets": run}, f, indent=1, sort_keys=True)
            f.write("\n")


def why_skipped(name: str, sets: str, repos: str) -> str:
    """Return what a set lacks; empty for nothing."""
    if not os.path.isdir(repos):
        return "no folder of repositories: --repos or TROVE_BENCH_REPOS"
    if name in SET_FILES and not os.path.isfile(os.path.join(sets, SET_FILES[name])):
        return f"no {SET_FILES[name]} in the folder of --sets or TROVE_BENCH_SETS"
    return ""


def measure(rows: Sequence[Row]) -> Measured:
    """Return the means of a set by repository."""
    values: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        for figure, value in row.values.items():
            values.setdefault(row.repository, {}).setdefault(figure, []).append(value)
    return {
        repository: {figure: (round(statistics.mean(each), DIGITS), len(each)) for figure, each in figures.items()}
        for repository, figures in values.items()
    }


def last_run() -> dict[str, dict[str, Mapping[str, tuple[float, int]]]]:
    """Return set → what the last committed run with it says of each repository."""
    found: dict[str, dict[str, Mapping[str, tuple[float, int]]]] = {}
    # Names of folders begin with the date, so that later runs replace earlier ones.
    for path in sorted(_git("ls-tree", "-r", "--name-only", "HEAD", "--", "runs").splitlines()):
        if path.endswith(f"/{RUN_FILE}"):
            for name, measured in json.loads(_git("show", f"HEAD:./{path}"))["sets"].items():
                found.setdefault(name, {}).update(measured)
    return found


def compare(name: str, now: Measured, before: Measured) -> str:
    """Return a table: each figure now, before, and the difference, over the repositories that both have."""
    new = sorted(now.keys() - before.keys())
    lines = [f"{name}, repositories: {len(now)}" + (f"; not in a committed run: {', '.join(new)}" if new else "")]
    lines += ["| figure | questions | now | compared | last | difference |", "| --- | --- | --- | --- | --- | --- |"]
    both = now.keys() & before.keys()
    for figure in dict.fromkeys(figure for figures in now.values() for figure in figures):
        per_repository = (name, figure) in BY_REPOSITORY
        value, questions = overall(now, now.keys(), figure, per_repository)
        shared = {r for r in both if figure in now[r] and figure in before[r]}
        cells = ["", "", ""]
        if shared:
            (after, _), (last, _) = (overall(run, shared, figure, per_repository) for run in (now, before))
            cells = [f"{after:.3f}", f"{last:.3f}", f"{after - last:+.3f}"]
        lines.append(f"| {figure} | {questions} | {value:.3f} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def overall(run: Measured, repositories: Iterable[str], figure: str, per_repository: bool) -> tuple[float, int]:
    """Return a figure over some repositories, each or each question counting the same, and its questions."""
    found = [run[repository][figure] for repository in sorted(repositories) if figure in run[repository]]
    counts = [count for _, count in found]
    weights = None if per_repository else counts
    return statistics.fmean([mean for mean, _ in found], weights), sum(counts)


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=HERE, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


if __name__ == "__main__":
    main()
