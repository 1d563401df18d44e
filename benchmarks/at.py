"""`ask --at REV`: does it answer as an index of REV from nothing does, and what does it cost?

  at.py exact REPOSITORY [--revisions N] [--seed N] [--within N]
  at.py cost REPOSITORY [--back N ...]

`exact` asks random revisions one after the other in one clone, and each of them once more in a clone without any
index, and compares kind, citation, title, line and score of the first twelve hits of every question; they are
drawn from the whole history, or from its newest N commits, where most steps are updates. `cost` starts
from the index of HEAD alone each time and goes back further and further. Both print, for each revision, the files
that differ from the nearest published code layer, the files of its tree, and the CPU seconds (user and system, of
all processes) of one `ask`; of the second question to it, too, which finds everything there.

The repository is any that has a work tree or is bare; only clones of it in a temp folder are written.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HITS = 12
QUESTIONS = (
    "how are migrations rolled back",
    "where is the connection pool",
    "request parameters parsing",
    "ActiveRecord::Base.find",
    "how to run the tests",
    "cache expiration of fragments",
    "why was the router changed",
    "render a template with layout",
    "database adapter quoting of strings",
    "what depends on support",
    "fix deprecation warning",
    "conection adaptor quoteing",
)
BACK = (1, 10, 100, 1000, 10_000)


class Asked(NamedTuple):
    seconds: float
    again_seconds: float
    answers: list[list[tuple[str, str, str, str, float]]]


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def clone(repository: Path, folder: Path) -> Path:
    subprocess.run(["git", "clone", "-q", "--shared", "--bare", str(repository), str(folder)], check=True)
    return folder


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask_once(folder: Path, revision: str, question: str) -> float:
    """Return the CPU seconds of one question as a process of its own."""
    before = cpu_seconds()
    command = [sys.executable, "-m", "trove_git", "ask", "--no-tools", "--at", revision, question]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True)
    if done.returncode > 1:
        raise SystemExit(done.stderr.decode())
    return cpu_seconds() - before


def ask_all(folder: Path, revision: str) -> Asked:
    from trove_git.asking.ask import Request, ask
    from trove_git.workspace.workspace import find_workspace

    seconds = ask_once(folder, revision, QUESTIONS[0])
    again_seconds = ask_once(folder, revision, QUESTIONS[1])
    workspace = find_workspace(
        str(folder), {"limit": str(HITS), "perkind": str(HITS), "budget": "100000", "tools": "false"}
    )
    answers = []
    for question in QUESTIONS:
        for history in (False, True):
            result = ask(workspace, Request(question, revision, history=history))
            answers.append([(hit.kind, hit.cite, hit.title, hit.snippet, hit.score) for hit in result.hits])
    return Asked(seconds, again_seconds, answers)


def distance(folder: Path, revision: str) -> int | None:
    """Return how many files differ from the nearest published code layer."""
    counts = [
        len(git(folder, "diff-tree", "-r", "--name-only", "--no-renames", published.name, revision).splitlines())
        for published in folder.glob("trove/*/code-*/*")
        if published.is_dir() and len(published.name) >= 40
    ]
    return min(counts, default=None)


def files_of(folder: Path, revision: str) -> int:
    return len(git(folder, "ls-tree", "-r", "--name-only", revision).splitlines())


def size_mb(folder: Path) -> float:
    """Return what the indexes take, hard links counted once."""
    sizes = {(s.st_dev, s.st_ino): s.st_blocks * 512 for p in folder.rglob("*") if (s := p.lstat()) and p.is_file()}
    return sum(sizes.values()) / 1e6


def exact(repository: Path, top: Path, revisions: int, seed: int, within: int | None) -> bool:
    stepping, fresh = clone(repository, top / "stepping"), clone(repository, top / "fresh")
    every = git(stepping, "rev-list", "HEAD").split()[:within]
    chosen = random.Random(seed).sample(range(len(every)), revisions)
    print("| revision | commits back | files | changed | CPU s | from nothing | ratio | once more | MB kept | equal |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    right = True
    for back in chosen:
        revision = every[back]
        far = distance(stepping, revision)
        step = ask_all(stepping, revision)
        shutil.rmtree(fresh / "trove", ignore_errors=True)
        nothing = ask_all(fresh, revision)
        unequal = sum(a != b for a, b in zip(step.answers, nothing.answers, strict=True))
        right = right and not unequal
        print(
            f"| {revision[:10]} | {back} | {files_of(stepping, revision)} | {'-' if far is None else far}"
            f" | {step.seconds:.1f} | {nothing.seconds:.1f} | {step.seconds / nothing.seconds:.2f}"
            f" | {step.again_seconds:.2f} | {size_mb(stepping / 'trove'):.0f}"
            f" | {f'no: {unequal}' if unequal else 'yes'} |",
            flush=True,
        )
    return right


def cost(repository: Path, top: Path, back: list[int]) -> None:
    folder, kept = clone(repository, top / "clone"), top / "kept"
    every = git(folder, "rev-list", "--first-parent", "HEAD").split()
    nothing = ask_once(folder, "HEAD", QUESTIONS[0])
    print(f"HEAD from nothing: {nothing:.1f} s, {files_of(folder, 'HEAD')} files\n")
    print("| revision | files | files changed | CPU s | of HEAD from nothing | once more |")
    print("| --- | --- | --- | --- | --- | --- |")
    os.rename(folder / "trove", kept)
    for steps in back:
        if steps >= len(every):
            continue
        shutil.rmtree(folder / "trove", ignore_errors=True)
        shutil.copytree(kept, folder / "trove")
        revision = every[steps]
        far = distance(folder, revision)
        seconds = ask_once(folder, revision, QUESTIONS[0])
        again = ask_once(folder, revision, QUESTIONS[1])
        print(
            f"| HEAD~{steps} | {files_of(folder, revision)} | {far} | {seconds:.2f} | {seconds / nothing:.2f}"
            f" | {again:.2f} |",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("exact", "cost"))
    parser.add_argument("repository", type=Path)
    parser.add_argument("--revisions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", type=int)
    parser.add_argument("--back", type=int, nargs="+", default=list(BACK))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        top = Path(temporary)
        home = top / "home"
        home.mkdir()
        os.environ |= {"HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache")}
        if given.what == "cost":
            cost(given.repository.resolve(), top, given.back)
        elif not exact(given.repository.resolve(), top, given.revisions, given.seed, given.within):
            raise SystemExit(1)


if __name__ == "__main__":
    main()
