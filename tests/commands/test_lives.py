"""Lives in random histories: every commit that changed an entry is told once, whatever it was called then."""

from __future__ import annotations

import random
import subprocess

import pytest

from tests.support.lives import ENTRIES, TROVE, workspace
from tests.support.repos import Repo
from trove_git.commands.log import log
from trove_git.commands.show_at import show_at

ENTRY_COUNT = 6
STEPS = 60


class History:
    """A history for `git fast-import`, and which commits changed which entry."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.stream: list[str] = []
        self.paths = {n: f"{ENTRIES}/e{n}.md" for n in range(ENTRY_COUNT)}
        self.lives: dict[int, list[str]] = {n: [] for n in range(ENTRY_COUNT)}
        self.head = 0
        self.marks = 0
        self.head = self.commit([self.file(n, 0) for n in self.paths], range(ENTRY_COUNT))
        for step in range(1, STEPS + 1):
            self.random.choice((self.edit, self.edit, self.rename, self.move, self.fork, self.elsewhere))(step)

    def commit(self, changes: list[str], changed=(), merge: int = 0) -> int:
        self.marks += 1
        subject = f"c{self.marks}"
        for n in changed:
            self.lives[n].append(subject)
        date = f"A Tester <tester@example.org> {1_700_000_000 + 60 * self.marks} +0000"
        parents = (f"from :{self.head}\n" if self.head else "") + (f"merge :{merge}\n" if merge else "")
        head = f"commit refs/heads/main\nmark :{self.marks}\ncommitter {date}\ndata {len(subject)}\n{subject}\n"
        self.stream.append(head + parents + "".join(changes) + "\n")
        return self.marks

    def file(self, n: int, step: int) -> str:
        body = "".join(f"word{n}x{line} told in entry {n}\n" for line in range(5))
        text = f"---\ntitle: Entry {n}\ntype: gotcha\n---\n{body}step {step}\n"
        return f"M 100644 inline {self.paths[n]}\ndata {len(text)}\n{text}\n"

    def pick(self) -> int:
        return self.random.randrange(ENTRY_COUNT)

    def edit(self, step: int) -> None:
        n = self.pick()
        self.head = self.commit([self.file(n, step)], [n])

    def elsewhere(self, step: int) -> None:
        self.head = self.commit([f"M 100644 inline src/x\ndata 3\n{step:03}\n"])

    def rename(self, step: int) -> None:
        n = self.pick()
        self.put_at(n, f"{self.paths[n].rpartition('/')[0]}/e{n}-{step}.md", step)

    def move(self, step: int) -> None:
        n = self.pick()
        section = self.random.choice((ENTRIES, f"{TROVE}/memory", f"{TROVE}/context/entries"))
        self.put_at(n, f"{section}/e{n}-{step}.md", step)

    def put_at(self, n: int, path: str, step: int) -> None:
        old, self.paths[n] = self.paths[n], path
        self.head = self.commit([f"D {old}\n", self.file(n, step)], [n])

    def fork(self, step: int) -> None:
        """Rename one entry on a side branch and change another on this one, then merge."""
        base, (one, other) = self.head, self.random.sample(range(ENTRY_COUNT), 2)
        old, new = self.paths[one], f"{ENTRIES}/e{one}-{step}.md"
        self.paths[one] = new
        renamed = [f"D {old}\n", self.file(one, step)] if old != new else [self.file(one, step)]
        side = self.commit(renamed, [one])
        self.head = base
        self.head = self.commit([self.file(other, step)], [other])
        self.head = self.commit(renamed, merge=side)


@pytest.mark.parametrize("seed", range(4))
def test_every_life_is_told_whole(repo: Repo, seed: int) -> None:
    history = History(seed)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=repo.path, input="".join(history.stream).encode(), check=True)
    repo.git("reset", "-q", "--hard", "main")
    there = workspace(repo)
    for n, path in history.paths.items():
        slug = path.rpartition("/")[2].removesuffix(".md")
        told = [logged.commit.subject for logged in log(there, slug).commits]
        assert sorted(told) == sorted(history.lives[n]), f"{slug} of seed {seed}"
        assert show_at(there, slug, "main~20").shown.entry.title == f"Entry {n}"
        assert log(there, f"e{n}").commits == log(there, slug).commits
