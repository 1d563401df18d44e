"""Names that a repository defines once, asked bare: is the definition the first hit, and among the first three?

    names.py --repos DIR --repo OWNER/NAME... [--commit COMMIT] [--names N] [--seed N] [--work DIR] [--misses]

DIR has bare repositories as owner+name/repo. What a name defines is what Universal Ctags says: classes, structs,
traits, interfaces, enums, functions and methods, at the line that it gives. A name is asked when one definition in the
whole repository has it, and that is in no test and no generated or foreign file. N names of each repository are drawn
with a seed, or all where there are fewer, and asked with the defaults of a user, without the tools of this machine. A
hit is right on exactly the file and the line.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from relevance import checkout, head

from trove_git.asking.ask import Request, answer, wanted_layers
from trove_git.asking.asking import Asking
from trove_git.code.guess import why_skipped
from trove_git.code.testfiles import is_test
from trove_git.commands.index import index
from trove_git.workspace.workspace import find_workspace

NAMES = 40
"""Names that are drawn of a repository."""
MIN_LETTERS = 3
KINDS = frozenset(
    "class struct trait interface enum func function method methodSpec singletonMethod module object".split()
)
"""Kinds of ctags that count, whatever the language calls them."""


class Defined(NamedTuple):
    """A definition."""

    name: str
    path: str
    line: int
    language: str
    """As ctags calls it."""


class Asked(NamedTuple):
    """A name that was asked."""

    repository: str
    defined: Defined
    place: int
    """Number of the right hit, from 1; 0 for none."""
    came: str
    """The first hit, as path:line."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repos", required=True)
    parser.add_argument("--repo", action="append", required=True, help="a repository (owner/name)")
    parser.add_argument("--commit", default="HEAD", help="what is checked out of each repository")
    parser.add_argument("--names", type=int, default=NAMES, help="names of each repository")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "trove-names"))
    parser.add_argument("--misses", action="store_true", help="list what was not first")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    asked: list[Asked] = []
    for repository in options.repo:
        bare = os.path.join(options.repos, repository.replace("/", "+"), "repo")
        commit = subprocess.run(
            ["git", "-C", bare, "rev-parse", f"{options.commit}^{{commit}}"], check=True, capture_output=True, text=True
        ).stdout.strip()
        folder = checkout(bare, commit, options.work)
        chosen = draw(defined_once(read_tags(folder)), options.names, options.seed)
        asked += ask(repository, folder, chosen)
    print(table(asked))
    for item in asked if options.misses else ():
        if item.place != 1:
            print(f"{item.defined.name}: {item.place}, {item.defined.path}:{item.defined.line}; came {item.came}")


def read_tags(folder: str) -> list[Defined]:
    """Return what ctags finds in the tracked files of a checkout."""
    listed = subprocess.run(["git", "-C", folder, "ls-files"], check=True, capture_output=True).stdout
    command = ["ctags", "--output-format=json", "--fields=+nKl", "--extras=-F", "-f", "-", "-L", "-"]
    output = subprocess.run(command, cwd=folder, input=listed, check=True, capture_output=True).stdout
    tags = (json.loads(row) for row in output.splitlines())
    return [
        Defined(tag["name"], tag["path"], tag["line"], tag["language"])
        for tag in tags
        if tag["_type"] == "tag" and tag["kind"] in KINDS and "__anon" not in tag["name"]
    ]


def defined_once(found: Sequence[Defined]) -> list[Defined]:
    """Return the definitions whose name no other has, in files that a user would be led to."""
    counts = Counter(item.name for item in found)
    return [
        item
        for item in found
        if counts[item.name] == 1
        and len(item.name) >= MIN_LETTERS
        and item.name.isidentifier()
        and not is_test(item.path)
        and not why_skipped(item.path, b"")
    ]


def draw(found: Sequence[Defined], count: int, seed: int) -> list[Defined]:
    """Return some of the definitions, the same ones for the same seed."""
    ordered = sorted(found)
    return sorted(random.Random(seed).sample(ordered, min(count, len(ordered))))


def ask(repository: str, folder: str, names: Sequence[Defined]) -> Iterator[Asked]:
    """Index a checkout, and ask each name."""
    workspace = find_workspace(folder)
    index(workspace)
    # A folder without programs: the tools of a machine are no part of a figure.
    no_programs = {"PATH": os.path.join(folder, ".git")}
    workspace = workspace._replace(environment={**workspace.environment, **no_programs})
    asking = Asking(workspace)
    opened = asking.open(wanted_layers(workspace, Request("?")))
    for item in names:
        places = [(hit.path, hit.line) for hit in answer(workspace, Request(item.name), opened, asking.reader).hits]
        right = (item.path, item.line)
        place = places.index(right) + 1 if right in places else 0
        yield Asked(repository, item, place, f"{places[0][0]}:{places[0][1]}" if places else "nothing")


def table(asked: Sequence[Asked]) -> str:
    """Return the shares of each repository and language, and of all."""
    rows = [head("repository, language", ["names", "first", "in three"])]
    for label in [*sorted({(item.repository, item.defined.language) for item in asked}), ("all", "")]:
        places = [
            item.place for item in asked if label == ("all", "") or (item.repository, item.defined.language) == label
        ]
        if places:
            first = sum(place == 1 for place in places) / len(places)
            three = sum(0 < place <= 3 for place in places) / len(places)
            rows.append(f"| {' '.join(label).strip()} | {len(places)} | {first:.2f} | {three:.2f} |")
    return "\n".join(rows)


if __name__ == "__main__":
    main()
