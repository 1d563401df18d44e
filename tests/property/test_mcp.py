"""A server that stays open answers as a fresh one does, whatever is cancelled and changed in between."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.support.mcp import fill, talk
from tests.support.repos import Repo, entry
from tests.support.scale import FULL, scaled

pytest.importorskip("mcp")

QUESTIONS = scaled(500, 10_000)
CANCELLED = 50
"""One of so many calls is cancelled while it is answered, or before its turn."""
CHANGES = 25
"""The repository changes before one of so many questions."""
WORDS = (
    "pause retry part parts upload uploads limit send_part pause_before_retry Upload src docs minute sent again once "
    "quokka numbat zyxwv how why retry.py retried 8 doubles"
).split()
MEMORY_BYTES = 10_000_000
"""What a server may grow by over the last nine tenths of its questions."""


def draw(rng: random.Random) -> tuple[str, dict[str, object]]:
    """Draw a call."""
    words = " ".join(rng.choices(WORDS, k=rng.randint(1, 5)))
    tool = rng.choices(("ask", "read_first", "list_entries", "show_entry"), (12, 3, 1, 1))[0]
    if tool == "list_entries":
        return tool, dict(rng.choice(([], [("type", "gotcha")], [("tag", "none")])))
    if tool == "show_entry":
        return tool, {"slug": rng.choice(("pause-before-retry", "fact-1", "no-such"))}
    given: dict[str, object] = {"question" if tool == "ask" else "task": words}
    if rng.random() < 0.3:
        given["path"] = rng.choice(("src", "docs/limits.md", "no/such", "../.."))
    if rng.random() < 0.2:
        given["budget"] = rng.choice((200, 500, 4000))
    if tool == "ask":
        if rng.random() < 0.4:
            given["kinds"] = rng.sample(("entry", "doc", "code", "commit"), rng.randint(1, 3))
        if rng.random() < 0.2:
            given["at"] = rng.choice(("HEAD", "HEAD~1", "main~2", "no-such"))
        if rng.random() < 0.2:
            given["limit"] = rng.randint(1, 30)
    return tool, given


def change(repo: Repo, rng: random.Random, number: int) -> None:
    """Change something that answers depend on."""
    what = rng.choice(("doc", "entry", "code", "commit", "checkout", "remove"))
    words = " ".join(rng.choices(WORDS, k=8))
    if what == "doc":
        repo.write(f"docs/page-{number % 7}.md", f"# Page {number}\n\n{words}\n")
    elif what == "entry":
        repo.write(f".claude/trove/entries/fact-{number % 3}.md", entry(f"Fact {number % 3}", words))
    elif what == "code":
        repo.commit(f"code {words}", {f"src/made_{number % 5}.py": f'def made_{number}():\n    """{words}"""\n'})
    elif what == "commit":
        repo.commit(words)
    elif what == "checkout":
        repo.git("stash", "-q", "-u", check=False)
        repo.git("checkout", "-q", rng.choice(("main", "main~1")))
    else:
        (repo.path / "docs" / f"page-{number % 7}.md").unlink(missing_ok=True)


def fresh(repo: Repo, tool: str, given: dict[str, object]) -> str:
    """Answer a call with an engine that was never asked before."""
    from trove_git.errors import TroveError
    from trove_git.mcp.arguments import check
    from trove_git.mcp.engine import Engine, Failed, Options
    from trove_git.mcp.render import error_text
    from trove_git.mcp.tools import tools_for

    engine = Engine(Options(str(repo.path)))
    try:
        return engine.call(tool, check(tool, tools_for()[tool].arguments, given))
    except Failed as failed:
        return failed.text
    except TroveError as error:
        return error_text(error)
    finally:
        engine.close()


def memory_of_child() -> int:
    """Return the resident bytes of the one process that this one has started; 0 where that is not known."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    for pid in children.read_text().split() if children.exists() else ():
        if b"mcp" in Path(f"/proc/{pid}/cmdline").read_bytes():
            return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def test_answers_are_those_of_a_fresh_server(repo: Repo) -> None:
    import anyio

    fill(repo)
    repo.commit("second uploads")
    repo.commit("third retries")
    rng = random.Random(19)
    known: dict[str, str] = {}
    memory: list[int] = []

    async def use(client):
        for number in range(QUESTIONS):
            if rng.randrange(CHANGES) == 0:
                change(repo, rng, number)
                known.clear()
            tool, given = draw(rng)
            if rng.randrange(CANCELLED) == 0:
                with anyio.move_on_after(rng.choice((0, 0.001, 0.01))):
                    await client.call_tool(tool, given)
                continue
            text = (await client.call_tool(tool, given)).content[0].text
            key = f"{tool} {sorted(given.items())}"
            if key not in known:
                known[key] = fresh(repo, tool, given)
            assert text == known[key], (number, tool, given)
            if number in (QUESTIONS // 10, QUESTIONS - CANCELLED):
                memory.append(memory_of_child())

    talk(repo.path, use, "--repo", str(repo.path))
    if FULL and len(memory) == 2:
        assert memory[1] - memory[0] < MEMORY_BYTES
