"""A repository with several roots: the top, a package with a `.trove/`, and one more inside it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tests.support.repos import Repo
from tests.support.secrets import Maker
from tests.support.sessions import context
from tests.support.troves import Run, run, write_entry
from trove_git.agents import session_start
from trove_git.agents.session import Session
from trove_git.commands import background
from trove_git.commands.background import index_now
from trove_git.commands.index import index
from trove_git.commands.status import status
from trove_git.entries.trove import INDEX_NAME
from trove_git.layers.indexer import LOCK_NAME
from trove_git.storage import locked
from trove_git.workspace import scopes
from trove_git.workspace.workspace import Workspace, find_workspace


def github_token(seed: int = 1) -> str:
    return "ghp" + "_" + Maker(seed).alnum(36)


API = "packages/api"
DEEP = "packages/api/plugins/x"


@pytest.fixture
def mono(repo: Repo) -> Repo:
    """The top, the scope `packages/api` and in it `plugins/x`, each with an entry; `packages/web` is no scope."""
    for prefix, name in (("", "top"), (API, "api"), (DEEP, "deep")):
        trove = repo.path / prefix / ".claude" / "trove"
        write_entry(trove, f"entries/{name}.md", name, f"Queues of {name} drain slowly.")
        (trove / INDEX_NAME).write_text(f"# Trove\n\n- [{name}](entries/{name}.md) - Queues of {name} drain slowly.\n")
    repo.commit("scopes", {
        f"{API}/.trove/config": "[trove]\n\tlimit = 3\n\tdocs = notes/*.txt\n",
        f"{DEEP}/.trove/config": "",
        f"{API}/notes/n.txt": "queues in the notes\n",
        f"{API}/docs/guide.md": "# Guide\n\nThe queues of the api.\n",
        f"{API}/src/queue.py": "def drain_queue():\n    '''Drain it.'''\n",
        "packages/web/queue.py": "def fill_queue():\n    '''Fill it.'''\n",
        "docs/guide.md": "# Guide\n\nThe queues of all.\n",
    })  # fmt: skip
    return repo


@pytest.fixture
def at(mono: Repo, monkeypatch, capsys):
    """Run the program in a folder of the repository."""

    def start(folder: str, *arguments: str, stdin: str = "") -> Run:
        monkeypatch.chdir(mono.path / folder)
        return run(monkeypatch, capsys, *arguments, stdin=stdin)

    yield start
    os.chdir("/")


def entries(at, folder: str, *options: str) -> list[str]:
    found = json.loads(at(folder, "ask", "--json", "--kind", "project", *options, "queues drain").out)
    return [source["title"] for source in found["sources"]]


SEEN = [
    # folder, the entry that its root has
    ("", "top"),
    ("docs", "top"),
    ("packages", "top"),
    ("packages/web", "top"),
    (API, "api"),
    (f"{API}/src", "api"),
    (f"{API}/plugins", "api"),
    (DEEP, "deep"),
    (f"{DEEP}/.claude/trove/entries", "deep"),
]


@pytest.mark.parametrize(("folder", "name"), SEEN)
def test_every_command_sees_the_trove_of_its_root_and_no_other(mono: Repo, at, folder: str, name: str) -> None:
    assert entries(at, folder) == [name]
    assert entries(at, folder, "--at", "HEAD") == [name]
    assert at(folder, "list").out.split()[-1] == name
    assert at(folder, "grep", "drain").out == f".claude/trove/entries/{name}.md:8: Queues of {name} drain slowly.\n"
    assert at(folder, "show", name).code == 0
    assert at(folder, "check")[::2] == (0, "1 entry checked: 0 errors, 0 notes\n")
    root = {"top": mono.path, "api": mono.path / API, "deep": mono.path / DEEP}[name]
    assert at(folder, "path").out == f"{root}/.claude/trove\n"
    query = json.loads(at(folder, "query", "--json", "queues drain").out)
    assert query["items"][0]["cite"] == f".claude/trove/entries/{name}.md:8"
    text = context(session_start.session_start(Session(str(mono.path / folder))).encode())
    assert f"Project notes, in {root}/.claude/trove:\n- [{name}]" in text
    assert text.count("drain slowly") == 1


def test_remember_and_init_write_the_trove_of_the_scope(mono: Repo, at) -> None:
    assert at(f"{API}/src", "remember", "New", "Something new.").out == "created .claude/trove/entries/new.md\n"
    assert (mono.path / API / ".claude/trove/entries/new.md").is_file()
    (mono.path / "packages/web/.trove").mkdir()
    assert at("packages/web", "init").code == 0
    assert (mono.path / "packages/web/.claude/trove" / INDEX_NAME).is_file()
    assert mono.git("status", "--short").split("\n") == [
        f"M {API}/.claude/trove/INDEX.md",
        f"?? {API}/.claude/trove/entries/new.md",
        "?? packages/web/.claude/",
    ]


def test_code_docs_and_settings_are_those_of_the_scope(mono: Repo, at) -> None:
    assert at(f"{API}/src", "index").code == 0
    found = json.loads(at(f"{API}/src", "ask", "--json", "drain queue").out)
    assert len(found["sources"]) == 3  # the limit of the scope
    assert {source["cite"].partition(":")[0] for source in found["sources"]} <= {
        "src/queue.py", ".claude/trove/entries/api.md", "docs/guide.md", "notes/n.txt",
    }  # fmt: skip
    assert json.loads(at(API, "ask", "--json", "notes").out)["sources"][0]["cite"] == "notes/n.txt:1"
    assert at("", "ask", "--kind", "symbol", "fill queue").out.startswith("1  symbol  packages/web/queue.py:1")
    assert at(API, "ask", "--kind", "symbol", "fill queue").out.startswith("1  symbol  src/queue.py:1")


def test_uncommitted_files_of_a_scope(mono: Repo, at) -> None:
    mono.write(f"{API}/.claude/trove/entries/fresh.md", "---\ntitle: fresh\n---\n\nQueues drain.\n")
    mono.write(".claude/trove/entries/upper.md", "---\ntitle: upper\n---\n\nQueues drain.\n")
    assert set(entries(at, API)) == {"api", "fresh"}
    assert set(entries(at, "")) == {"top", "upper"}
    assert status(find_workspace(str(mono.path / API))).uncommitted == (".claude/trove/entries/fresh.md",)


def test_before_the_scope_was_there_and_in_another_worktree(mono: Repo, at, tmp_path: Path) -> None:
    first = mono.git("rev-parse", "HEAD")
    mono.commit("none", {"packages/new/.trove/config": "", "packages/new/README.md": "# New\n\nqueues\n"})
    result = at("packages/new", "ask", "--at", first, "queues")
    assert (result.code, result.out.split("\n")[0]) == (1, 'no matches for "queues" in 0 sources')
    mono.git("worktree", "add", "-q", str(tmp_path / "tree"), first)
    assert entries(at, str(tmp_path / "tree" / API / "src")) == ["api"]
    # Without a folder of the name it is no scope there.
    (tmp_path / "tree" / "packages" / "new").mkdir()
    assert entries(at, str(tmp_path / "tree" / "packages" / "new")) == ["top"]


def test_what_makes_a_scope(mono: Repo, at, tmp_path: Path) -> None:
    web = mono.path / "packages" / "web"
    (web / ".trove").write_text("a file is none\n")
    assert at("packages/web", "path").out == f"{mono.path}/.claude/trove\n"
    (web / ".trove").unlink()
    (web / ".trove").symlink_to("nowhere")
    assert at("packages/web", "path").out == f"{mono.path}/.claude/trove\n"
    (web / ".trove").unlink()
    (web / ".trove").symlink_to(tmp_path)
    assert status(find_workspace(str(web))).root == str(web)
    assert entries(at, "packages/web") == []


class TestIndexer:
    def states(self, mono: Repo, folder: str) -> tuple[str, str]:
        found = status(find_workspace(str(mono.path / folder)))
        return found.state, found.code

    def test_a_commit_is_indexed_for_the_top_and_for_the_scopes_in_use(self, mono: Repo, at) -> None:
        at(f"{API}/src", "ask", "queues")
        mono.commit("more", {f"{API}/src/more.py": "def more(): pass\n"})
        os.chdir(mono.path)
        assert index_now(find_workspace(None)) == 1
        assert self.states(mono, "") == self.states(mono, API) == ("fresh", "fresh")
        # Nobody has asked there.
        assert self.states(mono, DEEP) == ("missing", "missing")

    def test_a_scope_that_cannot_be_indexed_does_not_keep_the_others_waiting(self, mono: Repo, at, monkeypatch) -> None:
        for folder in (API, DEEP):
            at(folder, "ask", "queues")
        bad = scopes.folders_in_use(find_workspace(str(mono.path)), time.time())[0]
        good = {str(mono.path / API): API, str(mono.path / DEEP): DEEP}
        del good[bad]
        mono.commit("more", {f"{API}/src/more.py": "def more(): pass\n"})
        monkeypatch.setattr(
            background, "find_workspace", lambda folder: find_workspace("/no/such/folder" if folder == bad else folder)
        )
        os.chdir(mono.path)
        assert index_now(find_workspace(None)) == 1
        assert [self.states(mono, folder) for folder in good.values()] == [("fresh", "fresh")]

    def test_head_may_move_meanwhile(self, mono: Repo, at, monkeypatch, tmp_path: Path) -> None:
        at(API, "ask", "queues")
        mono.commit("all", {})
        monkeypatch.chdir(mono.path)
        workspace = find_workspace(None)
        held, commits = [], ["z", "y"]

        def index_and_commit(workspace: Workspace) -> object:
            done = index(workspace)
            with locked(str(mono.path / ".git" / "trove" / LOCK_NAME), wait=False) as free:
                held.append(not free)
            if workspace.root.prefix and commits:
                mono.commit(commits[-1], {f"{API}/src/{commits.pop()}.py": "def more(): pass\n"})
                # Whatever folder the process is in by then.
                os.chdir(tmp_path)
            return done

        monkeypatch.setattr(background, "index", index_and_commit)
        assert index_now(workspace) == 3
        # Every round, of the top and of the scope, has the one lock of the work tree, and leaves nothing in it.
        assert held == [True] * 6
        assert mono.git("status", "--short") == ""
        assert self.states(mono, "") == self.states(mono, API) == ("fresh", "fresh")

    def test_what_was_indexed_by_hand_is_in_use_too(self, mono: Repo, at) -> None:
        at(DEEP, "index")
        mono.commit("more", {f"{DEEP}/more.py": "def more(): pass\n"})
        os.chdir(mono.path)
        index_now(find_workspace(None))
        assert self.states(mono, DEEP) == ("fresh", "fresh")

    def test_a_scope_that_is_gone_or_out_of_use_is_left_alone(self, mono: Repo, at) -> None:
        at(API, "ask", "queues")
        at(DEEP, "ask", "queues")
        workspace, now = find_workspace(str(mono.path)), time.time()
        assert set(scopes.folders_in_use(workspace, now)) == {str(mono.path / API), str(mono.path / DEEP)}
        mono.git("rm", "-q", "-r", f"{DEEP}/.trove")
        assert scopes.folders_in_use(workspace, now) == [str(mono.path / API)]
        # A scope does not index itself a second time.
        assert scopes.folders_in_use(find_workspace(str(mono.path / API)), now) == []
        later = now + scopes.IN_USE_SECONDS + 60
        assert scopes.folders_in_use(workspace, later) == []
        assert list((mono.path / ".git" / "trove" / scopes.FOLDER).iterdir()) == []

    def test_a_question_renews_the_note_and_the_indexer_does_not(self, mono: Repo, at) -> None:
        at(API, "ask", "queues")
        (note,) = (mono.path / ".git" / "trove" / scopes.FOLDER).iterdir()
        os.utime(note, (1000, 1000))
        scopes.note_scope(find_workspace(str(mono.path / API)), asked=False)
        assert note.stat().st_mtime == 1000
        at(API, "ask", "queues")
        assert note.stat().st_mtime > 1000

    def test_a_folder_that_was_only_named_is_no_scope(self, mono: Repo, at) -> None:
        at("", "ask", "--repo", "packages/web", "queues")
        at("", "ask", "queues")
        assert not (mono.path / ".git" / "trove" / scopes.FOLDER).exists()


class TestGate:
    @pytest.mark.parametrize("folder", ["", "packages", API, f"{API}/src"])
    def test_docs_of_a_scope_are_looked_at_from_everywhere(self, mono: Repo, at, folder: str) -> None:
        mono.write(f"{API}/docs/keys.md", f"# Keys\n\ntoken = {github_token()}\n")
        mono.write(f"{API}/notes/keys.txt", f"token = {github_token(2)}\n")
        mono.write("packages/web/docs/keys.md", f"# No doc: no scope\n\ntoken = {github_token(3)}\n")
        mono.git("add", "-A")
        result = at(folder, "secrets", "--staged")
        assert result.code == 1
        assert [line.partition(":")[0] for line in result.out.splitlines()] == [
            f"{API}/docs/keys.md", f"{API}/notes/keys.txt"
        ]  # fmt: skip

    def test_a_scope_that_the_same_commit_adds(self, repo: Repo, monkeypatch, capsys) -> None:
        repo.commit("first", {"README.md": "# R\n"})
        repo.write("pkg/.trove/config", "")
        repo.write("pkg/docs/keys.md", f"token = {github_token()}\n")
        repo.git("add", "-A")
        monkeypatch.chdir(repo.path)
        assert run(monkeypatch, capsys, "secrets", "--staged").code == 1
        repo.git("rm", "-q", "-r", "--cached", "pkg/.trove")
        assert run(monkeypatch, capsys, "secrets", "--staged").code == 0

    def test_patterns_begin_at_the_root_that_they_are_set_for(self, mono: Repo, at) -> None:
        text = "[trove]\n\tsecrets = !docs/fixture.md\n"
        mono.commit("leave out", {f"{API}/.trove/config": text})
        for prefix in ("", f"{API}/"):
            mono.write(f"{prefix}docs/fixture.md", f"token = {github_token()}\n")
        mono.git("add", "-A")
        for folder in ("", API):
            result = at(folder, "secrets", "--staged")
            assert [line.partition(":")[0] for line in result.out.splitlines()] == ["docs/fixture.md"]

    def test_the_trove_of_a_scope(self, mono: Repo, at) -> None:
        write_entry(mono.path / API / ".claude" / "trove", "entries/k.md", "K", f"token = {github_token()}")
        mono.git("add", "-A")
        for folder in ("", API, "packages/web"):
            result = at(folder, "secrets", "--staged")
            assert result.out.startswith(f"{API}/.claude/trove/entries/k.md:8: ")
