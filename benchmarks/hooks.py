"""What the native hooks cost git: a rebase of 40 commits, and `git commit | cat`, with no hooks, empty ones, and ours.

  hooks.py [--runs N]

Prints the least and the median wall time, the CPU time of git and its hooks (not of the indexer, which nobody waits
for), and the ratios. The repositories are made in a temp folder; `git-trove` has to be on PATH.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

HOOKS = ("pre-commit", "pre-merge-commit", "pre-push", "post-commit", "post-merge", "post-checkout", "post-rewrite")
KINDS = ("none", "empty", "ours")
COMMITS = 40
INDEXER_SECONDS = 1.0
"""Pause behind a commit, so that its indexer is not measured with the next one."""


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path, name: str) -> None:
    (folder / name).write_text("x = 1\n", encoding="utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", name)


def make_base(folder: Path) -> None:
    """A branch of 40 commits beside one commit of main; a trove, so that hooks look for it."""
    (folder / ".claude" / "trove").mkdir(parents=True)
    (folder / ".claude" / "trove" / "INDEX.md").write_text("# Trove\n", encoding="utf-8")
    git(folder, "init", "-q", "-b", "main")
    commit(folder, "base.py")
    git(folder, "switch", "-q", "-c", "topic")
    for number in range(COMMITS):
        commit(folder, f"topic{number}.py")
    git(folder, "switch", "-q", "main")
    commit(folder, "main.py")
    git(folder, "switch", "-q", "topic")


def copy(base: Path, kind: str, folder: Path) -> Path:
    shutil.copytree(base, folder, symlinks=True)
    if kind == "empty":
        for name in HOOKS:
            hook = folder / ".git" / "hooks" / name
            hook.write_text("#!/bin/sh\n", encoding="utf-8")
            hook.chmod(0o755)
    if kind == "ours":
        subprocess.run(["git-trove", "install", "--native"], cwd=folder, check=True, capture_output=True)
    return folder


def measure(command: str, folder: Path) -> tuple[float, float]:
    """Return wall and CPU milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(command, shell=True, cwd=folder, check=True, capture_output=True)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall * 1000, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def report(label: str, measured: dict[str, list[tuple[float, float]]], against: str) -> None:
    def figures(kind: str) -> tuple[float, float, float]:
        wall, cpu = zip(*measured[kind], strict=True)
        return min(wall), statistics.median(wall), statistics.median(cpu)

    print(f"{label}, against {against}")
    for kind in KINDS:
        pairs = zip(("least", "median", "CPU"), figures(kind), figures(against), strict=True)
        print(f"  {kind:<6}" + "".join(f"  {name} {value:7.1f} ms {value / of:5.2f} x" for name, value, of in pairs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        top = Path(temporary)
        make_base(top / "base")
        rebases: dict[str, list[tuple[float, float]]] = {kind: [] for kind in KINDS}
        for number in range(runs):
            for kind in KINDS:
                folder = copy(top / "base", kind, top / f"rebase-{kind}-{number}")
                rebases[kind].append(measure("git rebase -q main", folder))
        report(f"rebase of {COMMITS} commits", rebases, "none")
        commits: dict[str, list[tuple[float, float]]] = {kind: [] for kind in KINDS}
        folders = {kind: copy(top / "base", kind, top / f"commit-{kind}") for kind in KINDS}
        for number in range(runs):
            for kind, folder in folders.items():
                (folder / f"more{number}.py").write_text("y = 1\n", encoding="utf-8")
                git(folder, "add", "-A")
                commits[kind].append(measure("git commit -q -m more | cat", folder))
                time.sleep(INDEXER_SECONDS if kind == "ours" else 0)
        report("git commit | cat", commits, "empty")


if __name__ == "__main__":
    main()
