"""Questions over all kinds: is the right kind and place first, and are questions without an answer known as such?

  mixed.py --repos DIR [--work DIR] [--half tune|last|all] [--misses]

DIR holds bare repositories as owner+name/repo. For each file of `mixed/` a clone at its revision gets the
entries as a commit and a PATH of its own with the tools; then every question is asked as a user would,
with nothing but the defaults. A hit is right when its kind, its path and its line are those of an answer.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from trove_git.asking.ask import Request, ask
from trove_git.commands.index import index
from trove_git.records import AskResult, Hit
from trove_git.workspace.workspace import Workspace, find_workspace

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mixed")
IDENTITY = ("-c", "user.name=Team", "-c", "user.email=team@example.org", "-c", "commit.gpgsign=false")
WEAK = "weak evidence"


class Asked(NamedTuple):
    """One question with what came of it."""

    repository: str
    question: Mapping[str, Any]
    result: AskResult
    rank: int
    """Of the first right hit, from 1; 0 for none."""

    @property
    def weak(self) -> bool:
        """Whether the footer says that the evidence is weak, or there is no hit."""
        return not self.result.hits or any(WEAK in note for note in self.result.notes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repos", required=True)
    parser.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "trove-mixed"))
    parser.add_argument("--half", default="tune", choices=("tune", "last", "all"))
    parser.add_argument("--misses", action="store_true")
    arguments = parser.parse_args()
    asked = list(ask_all(prepare_all(arguments.repos, arguments.work), arguments.half))
    print(report(asked))
    if arguments.misses:
        for one in asked:
            print(miss(one), end="")


def prepare_all(repos: str, work: str, only: Sequence[str] = ()) -> list[tuple[Mapping[str, Any], Workspace]]:
    """Return each set with the place to ask, or those about some repositories (owner/name)."""
    prepared = []
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith(".json"):
            with open(os.path.join(FOLDER, name), encoding="utf-8") as f:
                data = json.load(f)
            if not only or data["repository"] in only:
                prepared.append((data, prepare(data, repos, work)))
    return prepared


def prepare(data: Mapping[str, Any], repos: str, work: str) -> Workspace:
    """Make the clone of a set, with its entries committed, and index it."""
    label = data["repository"].replace("/", "+")
    content = hashlib.sha256(json.dumps([data["revision"], data["entries"], data.get("tools")]).encode()).hexdigest()
    folder = os.path.join(work, f"{label}@{content[:10]}")
    if not os.path.isdir(folder):
        made = tempfile.mkdtemp(dir=_made(work))
        _git(made, "clone", "-q", "--shared", "--no-checkout", os.path.join(repos, label, "repo"), "clone")
        clone = os.path.join(made, "clone")
        _git(clone, "checkout", "-q", "--detach", data["revision"])
        for entry in data["entries"]:
            _write(os.path.join(clone, ".claude", "trove", entry["path"]), entry["text"])
        _git(clone, "add", "-f", ".claude/trove")
        _git(clone, *IDENTITY, "commit", "-q", "--no-verify", "-m", "Add the team's notes")
        for tool in data.get("tools", ()):
            path = os.path.join(made, "bin", tool["name"])
            _write(path, "#!/bin/sh\n")
            os.chmod(path, 0o755)
            page = f".TH {tool['name']} 1\n.SH NAME\n{tool['name']} \\- {tool['description']}\n"
            _write(os.path.join(made, "share", "man", "man1", f"{tool['name']}.1"), page)
        os.rename(made, folder)
    environment = {"PATH": os.path.join(folder, "bin"), "XDG_CACHE_HOME": os.path.join(work, "cache")}
    workspace = find_workspace(os.path.join(folder, "clone"), {})
    workspace = workspace._replace(environment={**workspace.environment, **environment})
    index(workspace)
    return workspace


def ask_all(prepared: list[tuple[Mapping[str, Any], Workspace]], half: str) -> Iterator[Asked]:
    """Ask the questions of a half."""
    for data, workspace in prepared:
        for question in data["questions"]:
            if half in ("all", half_of(question["id"])):
                result = ask(workspace, Request(question["question"]))
                right = (i for i, hit in enumerate(result.hits, 1) if is_right(hit, question["answers"]))
                yield Asked(data["repository"], question, result, next(right, 0))


def half_of(name: str) -> str:
    """Return the half that a question belongs to."""
    return "last" if hashlib.sha256(name.encode()).digest()[0] % 2 else "tune"


def is_right(hit: Hit, answers: list[Mapping[str, Any]]) -> bool:
    """Whether a hit is one of the answers."""
    path = {"tool": os.path.basename(hit.path), "subsystem": hit.path.rstrip("/") + "/", "arch": "."}.get(
        hit.kind, hit.path
    )
    for answer in answers:
        lines = answer["lines"]
        inside = lines is None or hit.line == 0 or lines[0] <= hit.line <= lines[1]
        if hit.kind == answer["kind"] and path == answer["path"] and inside:
            return True
    return False


def report(asked: list[Asked]) -> str:
    """Return the figures of a half as a table, by repository and by form."""
    rows = ["| | questions | first | in the first three | in the list | MRR |", "| --- | --- | --- | --- | --- | --- |"]
    answerable = [one for one in asked if one.question["answers"]]
    rows.append(_row("all", answerable))
    groups: list[Callable[[Asked], str]] = [
        lambda one: one.repository,
        lambda one: str(one.question["form"]),
        lambda one: f"answer: {one.question['answers'][0]['kind']}",
    ]
    for group in groups:
        for key in sorted(set(map(group, answerable))):
            rows.append(_row(key, [one for one in answerable if group(one) == key]))  # noqa: PERF401
    without = [one for one in asked if not one.question["answers"]]
    marked = sum(one.weak for one in without)
    wrongly = sum(one.weak for one in answerable)
    rows.append(
        f"\nweak evidence: {marked} of {len(without)} without an answer, {wrongly} of {len(answerable)} with one"
    )
    return "\n".join(rows)


def _row(label: str, asked: list[Asked]) -> str:
    ranks = [one.rank for one in asked]
    first, three, found = (statistics.mean(0 < rank <= most for rank in ranks) for most in (1, 3, 99))
    mrr = statistics.mean(1 / rank if rank else 0.0 for rank in ranks)
    return f"| {label} | {len(ranks)} | {first:.2f} | {three:.2f} | {found:.2f} | {mrr:.3f} |"


def miss(one: Asked) -> str:
    """Return what came instead of the answer; empty where that came first."""
    question = one.question
    if one.rank == 1 or (not question["answers"] and one.weak):
        return ""
    lines = [f"{one.rank} {question['id']} [{question['form']}] {question['question']!r}"]
    lines += [f"     want {a['kind']} {a['path']} {a['lines']} {a['title']}" for a in question["answers"]]
    lines += [f"     got {h.kind} {h.cite} {h.title} {h.score:.2f}" for h in one.result.hits[:4]]
    return "\n".join(lines) + "\n"


def _made(folder: str) -> str:
    os.makedirs(folder, exist_ok=True)
    return folder


def _write(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(text)


def _git(folder: str, *arguments: str) -> None:
    subprocess.run(["git", "-C", folder, *arguments], check=True)


if __name__ == "__main__":
    main()
