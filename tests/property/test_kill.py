"""A killed build damages nothing and leaves nothing behind; builders at the same time do not disturb each other."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.support.repos import Repo
from tests.support.scale import scaled

PROGRAM = [sys.executable, "-m", "trove_git"]


def ask(folder: Path, question: str) -> dict[str, object]:
    done = subprocess.run([*PROGRAM, "ask", "--json", question], cwd=folder, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    result = json.loads(done.stdout)
    assert isinstance(result, dict)
    return result


def cites(result: dict[str, object]) -> list[str]:
    sources = result["sources"]
    assert isinstance(sources, list)
    return [source["cite"] for source in sources]


def left_behind(repo: Repo) -> list[str]:
    return [
        name
        for _, folders, files in os.walk(repo.path / ".git" / "trove")
        for name in (*folders, *files)
        if name.startswith("tmp-")
    ]


def test_kill_at_random_moments(tmp_path: Path) -> None:
    rng = random.Random(20)
    repo = Repo.init(tmp_path / "repo")
    repo.commit("first", {f"docs/{i}.md": f"# Page {i}\n\nsubject{i} cache\n\n## More\n\nretry\n" for i in range(400)})
    for step in range(scaled(12, 200)):
        word = f"fresh{step}"
        repo.commit("edit", {f"docs/{step % 400}.md": f"# Page\n\n{word} deploy\n"})
        full = ["--full"] if step % 2 else []
        running = subprocess.Popen(
            [*PROGRAM, "index", *full], cwd=repo.path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(rng.uniform(0.02, 0.45))
        running.send_signal(signal.SIGKILL)
        running.wait()
        assert cites(ask(repo.path, word)) == [f"docs/{step % 400}.md:3"]
        assert not left_behind(repo)


def test_two_worktrees_commit_and_ask_at_once(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "one")
    repo.commit("first", {"docs/a.md": "# Cache\n\nshared\n"})
    repo.git("worktree", "add", "-q", str(tmp_path / "two"), "-b", "two")
    places = [repo, Repo(tmp_path / "two")]
    for step in range(scaled(6, 50)):
        for number, work_tree in enumerate(places):
            work_tree.commit("edit", {f"docs/{number}.md": f"# Page\n\nround{step} place{number}\n"})
        running = [
            subprocess.Popen(
                [*PROGRAM, "ask", "--json", f"round{step}"],
                cwd=places[number].path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
            for number in (0, 1, 0, 1)
        ]  # fmt: skip
        for number, process in zip((0, 1, 0, 1), running, strict=True):
            out, err = process.communicate()
            assert process.returncode == 0, err.decode()
            assert cites(json.loads(out)) == [f"docs/{number}.md:3"]
    assert not left_behind(repo)
