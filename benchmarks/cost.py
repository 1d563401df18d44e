"""What a question costs as a whole process, against `python -c pass`, in turn: A B A B …

  cost.py REPOSITORY [--question TEXT] [--runs N] [--program git-trove]

Prints medians and the ratio pair by pair: the cold `ask` with the index present, what an agent's session starts
with, the first `ask` of a fresh clone, and the `ask` after a commit that touches three docs. The repository is cloned
(shared objects) into a temp folder; nothing of it is changed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable


def timed(command: list[str], cwd: str) -> float:
    """Run a command and return its wall time in milliseconds."""
    started = time.perf_counter()
    subprocess.run(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return (time.perf_counter() - started) * 1000


def pairs(label: str, runs: int, a: Callable[[], float], b: Callable[[], float]) -> None:
    """Measure two things in turn and print both medians and the median of the ratios."""
    a(), b()
    measured = [(a(), b()) for _ in range(runs)]
    ratio = statistics.median(x / y for x, y in measured)
    first, second = (statistics.median(column) for column in zip(*measured, strict=True))
    print(f"{label:<46} {first:8.1f} ms   {second:8.1f} ms   {ratio:6.2f} x")


def git(repo: str, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=repo, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def settle(repo: str) -> None:
    """Write git's index file anew a second after the checkout: until then git has to read files to know them clean."""
    time.sleep(1.1)
    git(repo, "reset", "-q", "--hard")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository")
    parser.add_argument("--question", default="how do I configure the cache")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--program", default="git-trove")
    parser.add_argument("--docs", help="more docs, as a trove.docs pattern")
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="trove-cost-")
    try:
        repo = os.path.join(work, "repo")
        subprocess.run(["git", "clone", "-q", "--shared", options.repository, repo], check=True)
        if options.docs:
            git(repo, "config", "trove.docs", options.docs)
        settle(repo)
        ask = [options.program, "ask", "--no-tools", options.question]
        nothing = [sys.executable, "-c", "pass"]
        index = os.path.join(repo, ".git", "trove")
        print(subprocess.run([options.program, "index"], cwd=repo, capture_output=True, text=True, check=True).stdout)
        pairs("cold ask | python -c pass", options.runs, lambda: timed(ask, repo), lambda: timed(nothing, repo))
        start = [options.program, "hook", "session-start"]
        pairs("session start | python -c pass", options.runs, lambda: timed(start, repo), lambda: timed(nothing, repo))

        def first() -> float:
            shutil.rmtree(index)
            return timed(ask, repo)

        pairs("first ask of a clone | cold ask", max(5, options.runs // 3), first, lambda: timed(ask, repo))
        paths = git(repo, "ls-files", "*.md").splitlines()
        pages = [path for path in paths if path.startswith(("docs/", "guides/", "website/")) and "README" not in path]
        docs = pages[:3] or paths[:3]

        def after_commit() -> float:
            for path in docs:
                with open(os.path.join(repo, path), "a", encoding="utf-8") as f:
                    f.write(f"\nedited {time.time()}\n")
            time.sleep(1.1)
            git(repo, "-c", "user.name=B", "-c", "user.email=b@example.org", "commit", "-qam", "edit")
            return timed(ask, repo)

        pairs("ask after a commit of three docs | cold ask", options.runs, after_commit, lambda: timed(ask, repo))
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
