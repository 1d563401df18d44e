"""What a question costs to an open searcher, as the prompt has one: `python benchmarks/prompt.py REPOSITORY`.

The repository should be indexed (`git trove index`). Questions are the subjects of its newest commits, each asked once:
text that people wrote, twice as long as what they ask. A second round asks the first five words of other subjects.
"""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import time

from trove_git.asking.searcher import Searcher
from trove_git.terms import question_terms

QUESTIONS = 100
WORDS = 5
"""Words of a short question."""


def subjects(count: int) -> list[str]:
    """Return different subjects of three words or more, newest first."""
    out = subprocess.run(
        ["git", "log", "--no-merges", f"-{20 * count}", "--format=%s"], capture_output=True, text=True, check=True
    ).stdout
    return [line for line in dict.fromkeys(out.splitlines()) if len(line.split()) >= 3][:count]


def measure(searcher: Searcher, name: str, questions: list[str]) -> None:
    wall, cpu = [], []
    for question in questions:
        started, used = time.perf_counter(), time.process_time()
        searcher.ask(question)
        wall.append((time.perf_counter() - started) * 1e3)
        cpu.append((time.process_time() - used) * 1e3)
    terms = statistics.median(len(question_terms(question)) for question in questions)
    print(
        f"{name}: {len(questions)} different questions, {terms:g} terms | wall ms median {statistics.median(wall):.1f}"
        f" p90 {sorted(wall)[len(wall) * 9 // 10]:.1f} | cpu ms median {statistics.median(cpu):.1f}"
    )


def main() -> None:
    os.chdir(sys.argv[1])
    found = subjects(2 * QUESTIONS)
    started = time.perf_counter()
    with Searcher() as searcher:
        counts = searcher.count()
        print(f"open: {(time.perf_counter() - started) * 1e3:.0f} ms, {counts}")
        started = time.perf_counter()
        searcher.ask("a first question")
        print(f"first question: {(time.perf_counter() - started) * 1e3:.1f} ms")
        gc.collect()
        measure(searcher, "subjects", found[:QUESTIONS])
        short = list(dict.fromkeys(" ".join(line.split()[:WORDS]) for line in found[QUESTIONS:]))
        measure(searcher, "short", short)
        watch = searcher._watch
        started = time.perf_counter()
        for _ in range(100):
            watch.changed()
        print(f"look for changes: {(time.perf_counter() - started) * 10:.2f} ms, {len(watch)} paths")
        started = time.perf_counter()
        searcher.close()
        searcher.count()
        print(f"open again: {(time.perf_counter() - started) * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
