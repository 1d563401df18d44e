"""A golden of our own questions: what is found for them in this repository, at a fixed commit, with the defaults.

`answers.txt` has the first five hits of each question of `questions.txt`, the right ones marked, and a summary. A
change of the ranking is reviewed as its diff; `TROVE_UPDATE_GOLDEN=1 pytest tests/golden` writes it anew.
"""

from __future__ import annotations

import difflib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.golden.entries import ENTRIES
from tests.support.repos import Repo
from trove_git.asking.ask import WEAK_EVIDENCE, Request, ask
from trove_git.commands.index import index
from trove_git.records import AskResult, Hit
from trove_git.workspace.workspace import find_workspace

FOLDER = Path(__file__).parent
QUESTIONS, ANSWERS = FOLDER / "questions.txt", FOLDER / "answers.txt"
COMMIT = "af062c1b6ebdaa0dab8426ace504c9d2927f91b7"
"""An ancestor of main with every room in it; that HEAD moves changes nothing."""
SHOWN = 5
UPDATE = bool(os.environ.get("TROVE_UPDATE_GOLDEN"))
"""Read when the tests are collected: a test itself has none of these variables."""


class Asked(NamedTuple):
    """A question of the list."""

    question: str
    right: tuple[tuple[str, str], ...]
    """Path and title of each right place; an empty title for any in that file or folder."""

    @property
    def has_answer(self) -> bool:
        return self.right != (("nothing", ""),)

    def is_answered_by(self, hit: Hit) -> bool:
        path = hit.path.rstrip("/") or "."
        return any(path == right and title in ("", hit.title) for right, title in self.right)


def read_questions(text: str) -> Iterator[tuple[str, list[Asked]]]:
    """Yield each sort of questions with its questions."""
    for part in text.split("\n# ")[2:]:
        sort, *lines = part.splitlines()
        found: list[Asked] = []
        for line in filter(None, lines):
            if line.startswith("    "):
                path, _, title = line.strip().partition("  ")
                found[-1] = found[-1]._replace(right=(*found[-1].right, (path, title)))
            else:
                found.append(Asked(line, ()))
        yield sort, found


def source_of_the_commit() -> str:
    """Return the repository of this checkout; skip where it has not the whole history of the fixed commit."""

    def git(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", "-C", str(FOLDER), *arguments], capture_output=True, text=True)

    found = git("cat-file", "-e", f"{COMMIT}^{{commit}}")
    if found.returncode:
        pytest.skip(f"commit {COMMIT[:10]} is not here: {found.stderr.strip()}")
    if git("rev-parse", "--is-shallow-repository").stdout.strip() == "true":
        pytest.skip(f"the commits before {COMMIT[:10]} are not all here: the clone is shallow")
    if git("config", "--get-regexp", r"^remote\..*\.promisor$").stdout:
        pytest.skip(f"the objects of {COMMIT[:10]} may not be here: the clone is partial")
    return git("rev-parse", "--path-format=absolute", "--git-common-dir").stdout.strip()


@pytest.fixture
def project(tmp_path: Path) -> Repo:
    """A clone of this repository at the fixed commit, with the entries on top, indexed."""
    cloned = Repo(tmp_path / "project")
    source = source_of_the_commit()
    Repo(tmp_path).git("clone", "-q", "--shared", "--no-checkout", source, str(cloned.path))
    cloned.git("checkout", "-q", "-B", "golden", COMMIT)
    slugs = [text.partition("slug: ")[2].partition("\n")[0] for text in ENTRIES]
    named = dict(zip(slugs, ENTRIES, strict=True))
    cloned.commit("trove: more facts", {f".claude/trove/entries/{slug}.md": text for slug, text in named.items()})
    index(find_workspace(str(cloned.path)))
    return cloned


def render(asked: Asked, result: AskResult) -> str:
    """Return a question with its first hits; what a score is exactly is for other tests."""
    lines = [asked.question]
    for place, hit in enumerate(result.hits[:SHOWN], 1):
        mark = "*" if asked.is_answered_by(hit) else " "
        title = "" if hit.title == hit.cite else f"  {hit.title}"
        lines.append(f"  {mark} {place}  {hit.kind}  {hit.cite}{title}")
    return "\n".join((*lines, *(f"    -- {note}" for note in result.notes)))


def summarise(results: list[tuple[Asked, AskResult]]) -> str:
    """Return in which place the right answers are, and how often it is said that there is none."""
    places = []
    for asked, result in results:
        if asked.has_answer:
            right = (place for place, hit in enumerate(result.hits, 1) if asked.is_answered_by(hit))
            places.append(next(right, 0))
    weak = [asked.has_answer for asked, result in results if not result.hits or WEAK_EVIDENCE in result.notes]
    within = {most: sum(0 < place <= most for place in places) for most in (1, 3, SHOWN)}
    without = sum(not asked.has_answer for asked, _ in results)
    mean = sum(1 / place for place in places if place) / len(places)
    return (
        f"Of {len(places)} questions a right place is first for {within[1]}, among the first three for {within[3]},"
        f" among the first {SHOWN} for {within[SHOWN]}.\nMean reciprocal rank: {mean:.3f}. Called weak: {sum(weak)} of"
        f" these, {len(weak) - sum(weak)} of {without} without an answer."
    )


def test_the_answers_are_those_of_the_golden(project: Repo) -> None:
    workspace = find_workspace(str(project.path), {"tools": "false"})
    parts, results = [], []
    for sort, questions in read_questions(QUESTIONS.read_text(encoding="utf-8")):
        parts.append(f"# {sort}")
        for asked in questions:
            assert asked.right, f"nothing is named as right: {asked.question}"
            gone = [path for path, _ in asked.right if asked.has_answer and not (project.path / path).exists()]
            assert not gone, f"not in the commit: {gone}"
            result = ask(workspace, Request(asked.question))
            results.append((asked, result))
            parts.append(render(asked, result))
    found = "\n\n".join((summarise(results), *parts)) + "\n"
    assert str(project.path) not in found
    if UPDATE:
        ANSWERS.write_text(found, encoding="utf-8", newline="\n")
    golden = ANSWERS.read_text(encoding="utf-8")
    if found != golden:
        changes = difflib.unified_diff(golden.splitlines(), found.splitlines(), "answers.txt", "now", n=8, lineterm="")
        hint = "other hits than before; TROVE_UPDATE_GOLDEN=1 pytest tests/golden writes them down"
        pytest.fail("\n".join((hint, *changes)), pytrace=False)
