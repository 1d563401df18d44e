"""Which facts about an old revision became false? Ask `git trove review`, and compare with judgements made by hand.

    facts.py REPOS_FOLDER [--facts FOLDER] [--set dev|test] [--verbose]

REPOS_FOLDER holds clones of the repositories that the files of `benchmarks/facts/` name, as `NAME`, `NAME.git` or
`OWNER/NAME`. For each, a bare clone gets the facts as entries of a trove committed on top of the old revision, that
commit is merged with the newest revision, and the review there is compared with what the files say: `false_now`.
Printed are a row a fact, then recall and precision of the mark `doubtful` for each repository, each set, and in all.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
DAY_SECONDS = 86400


class Row(NamedTuple):
    """One fact, what was judged by hand, and what the review says."""

    repository: str
    set: str
    slug: str
    false_now: bool
    marked: bool
    score: float
    why: str


def find_clone(folder: Path, repository: str) -> Path | None:
    name = repository.partition("/")[2]
    places = (folder / name, folder / f"{name}.git", folder / repository, folder / f"{repository}.git")
    return next((place for place in places if place.exists()), None)


def render(fact: Mapping[str, object], created: str) -> str:
    paths = f"paths: {json.dumps(fact['paths'])}\n" if fact["paths"] else ""
    head = f"title: {json.dumps(fact['title'])}\nslug: {fact['slug']}\ntype: {fact['type']}\ncreated: {created}\n"
    return f"---\n{head}{paths}---\n\n{fact['body']}\n"


def build(source: Path, target: Path, data: Mapping[str, object]) -> None:
    """Make a bare clone whose HEAD is the newest revision with a trove that was committed on top of the old one."""
    subprocess.run(["git", "clone", "-q", "--bare", "--shared", str(source), str(target)], check=True)
    names = {f"GIT_{who}_{what}": "facts@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}

    def git(*arguments: str, text: str = "", **variables: str) -> str:
        environment = {**os.environ, **names, "GIT_INDEX_FILE": str(target / "facts-index"), **variables}
        done = subprocess.run(
            ["git", "-C", str(target), *arguments],
            input=text.encode(),
            check=True,
            capture_output=True,
            env=environment,
        )
        return done.stdout.decode().strip()

    old, new = str(data["old"]), str(data["new"])
    facts = [fact for fact in data["facts"] if fact["false_now"] is not None]  # type: ignore[attr-defined]
    blobs = []
    for fact in facts:
        blob = git("hash-object", "-w", "--stdin", text=render(fact, git("log", "-1", "--format=%cs", old)))
        blobs.append(f"100644 {blob}\t.claude/trove/entries/{fact['slug']}.md\n")

    def commit(base: str, parents: Sequence[str], seconds: int) -> str:
        git("read-tree", base)
        git("update-index", "--index-info", text="".join(blobs))
        date = f"{seconds} +0000"
        options = [option for parent in parents for option in ("-p", parent)]
        tree = git("write-tree")
        return git("commit-tree", tree, *options, "-m", "facts", GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)

    then = int(git("log", "-1", "--format=%ct", old)) + DAY_SECONDS
    now = int(git("log", "-1", "--format=%ct", new)) + DAY_SECONDS
    trove = commit(old, [old], then)
    git("update-ref", "refs/heads/reviewed", commit(new, [new, trove], now))
    git("symbolic-ref", "HEAD", "refs/heads/reviewed")


def review(folder: Path) -> tuple[Mapping[str, Mapping[str, object]], float]:
    """Run the review as a user does; return slug → what it says, and the CPU seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "trove_git", "review", "--json", "--all", "--limit", "0", "--repo", str(folder)]
    done = subprocess.run(command, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 1:
        raise SystemExit(done.stderr.decode())
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {entry["slug"]: entry for entry in json.loads(done.stdout)["entries"]}, seconds


def measure(folder: Path, data: Mapping[str, object]) -> list[Row]:
    source = find_clone(folder, str(data["repository"]))
    if source is None:
        print(f"-- no clone of {data['repository']} in {folder}", file=sys.stderr)
        return []
    with tempfile.TemporaryDirectory() as temporary:
        target = Path(temporary) / "clone.git"
        build(source, target, data)
        said, seconds = review(target)
    print(f"-- {data['repository']}: {seconds:.2f} s of CPU", file=sys.stderr)
    rows = []
    for fact in data["facts"]:  # type: ignore[attr-defined]
        if fact["false_now"] is None:
            continue
        entry = said.get(fact["slug"], {"level": "holds", "score": 0.0, "reasons": []})
        marked = entry["level"] in ("doubtful", "dangling")
        why = "; ".join(str(reason["text"]) for reason in entry["reasons"])  # type: ignore[attr-defined]
        score = float(entry["score"])  # type: ignore[arg-type]
        rows.append(Row(str(data["repository"]), str(data["set"]), fact["slug"], fact["false_now"], marked, score, why))
    return rows


def summary(name: str, rows: Sequence[Row]) -> str:
    right = sum(row.false_now and row.marked for row in rows)
    false, marked = sum(row.false_now for row in rows), sum(row.marked for row in rows)
    recall = right / false if false else 1.0
    precision = right / marked if marked else 1.0
    return f"| {name} | {len(rows)} | {false} | {marked} | {right} | {recall:.2f} | {precision:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--facts", type=Path, default=HERE / "facts")
    parser.add_argument("--set", choices=("dev", "test"))
    parser.add_argument("--only", help="one repository, OWNER/NAME")
    arguments = parser.parse_args()
    rows: list[Row] = []
    for file in sorted(arguments.facts.glob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        if arguments.set in (None, data["set"]) and arguments.only in (None, data["repository"]):
            rows += measure(arguments.folder, data)
    print("| repository | fact | false now | marked | score | why |\n|---|---|---|---|---|---|")
    for row in rows:
        false, marked = ("yes" if value else "" for value in (row.false_now, row.marked))
        why = row.why.replace("|", "\\|")
        print(f"| {row.repository} | {row.slug} | {false} | {marked} | {row.score:.2f} | {why} |")
    print("\n| facts of | facts | false now | marked | of these false | recall | precision |")
    print("|---|---|---|---|---|---|---|")
    for repository in dict.fromkeys(row.repository for row in rows):
        print(summary(repository, [row for row in rows if row.repository == repository]))
    for name in sorted({row.set for row in rows}):
        print(summary(f"set {name}", [row for row in rows if row.set == name]))
    print(summary("all", rows))


if __name__ == "__main__":
    main()
