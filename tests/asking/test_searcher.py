"""A searcher: it answers as `ask` does, starts nothing for a second question, and sees what has changed by itself."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.repos import Repo, entry
from tests.support.tools import FakeMachine
from trove_git.asking.ask import Request, ask
from trove_git.asking.searcher import Searcher
from trove_git.commands.index import index
from trove_git.errors import SettingError, UnknownRevision, UsageError
from trove_git.layers import code
from trove_git.workspace.workspace import find_workspace

FILES = {
    "README.md": "# Retry\n\nWait a second before a retry.\n",
    "docs/deploy.md": "# Deploy\n\nWe deploy on Fridays.\n",
    ".claude/trove/entries/wal.md": entry("WAL", "Bulk inserts need one transaction."),
    "src/retry.py": "def wait_a_second():\n    return 1\n",
}


@pytest.fixture
def asked(repo: Repo, monkeypatch) -> Repo:
    """A repository to ask, which is the current one, in no dotted folder."""
    repo.commit(files=FILES)
    monkeypatch.chdir(repo.path)
    return repo


@pytest.fixture
def git_calls(tmp_path, monkeypatch) -> Path:
    """A file that gets a line for each git process."""
    log, folder = tmp_path / "git-calls", tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\necho "$*" >>{log}\nexec "{shutil.which("git")}" "$@"\n')
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return log


def cites(searcher: Searcher, question: str) -> list[str]:
    return [hit.cite for hit in searcher.ask(question).hits]


def test_it_answers_as_ask_does(asked):
    asked.write("docs/deploy.md", "# Deploy\n\nWe deploy on Mondays.\n")
    with Searcher() as searcher:
        for question in ("when do we deploy", "retry", "wait a second", "bulk inserts", "zebra"):
            for explain in (False, True):
                expected = ask(find_workspace(None), Request(question, explain=explain, dated=True))
                assert searcher.ask(question, explain=explain, dated=True) == expected


def test_the_second_question_starts_no_process(asked, git_calls):
    with Searcher() as searcher:
        searcher.ask("when do we deploy")
        started = git_calls.read_text()
        assert cites(searcher, "retry")[0] == "README.md:3"
        assert cites(searcher, "bulk inserts") == [".claude/trove/entries/wal.md:9"]
        assert git_calls.read_text() == started


def test_it_counts_what_is_open(asked):
    with Searcher() as searcher:
        assert searcher.count() == {"project": 1, "doc": 2, "arch": 1, "subsystem": 1, "module": 1, "symbol": 1}


def commit(repo: Repo) -> None:
    repo.commit(files={"docs/zebra.md": "# Zebra\n\nA zebra.\n"})


def commit_to_packed_refs(repo: Repo) -> None:
    commit(repo)
    repo.git("pack-refs", "--all")


def switch(repo: Repo) -> None:
    repo.git("switch", "-q", "other")


def reset(repo: Repo) -> None:
    repo.git("reset", "-q", "--hard", "other")


def edit(repo: Repo) -> None:
    repo.write("docs/deploy.md", "# Deploy\n\nThe zebra deploys.\n")


def edit_a_deeper_readme(repo: Repo) -> None:
    repo.write("src/deep/down/README.md", "# Deep\n\nA zebra.\n")


def add_a_deeper_readme(repo: Repo) -> None:
    repo.write("src/new/README.md", "# New\n\nA zebra.\n")
    repo.git("add", "src/new/README.md")


def new_doc(repo: Repo) -> None:
    repo.write("docs/guide/new/zebra.md", "# Zebra\n\nA zebra.\n")


def new_doc_at_the_root(repo: Repo) -> None:
    repo.write("ZEBRA.md", "# Zebra\n\nA zebra.\n")


def new_entry(repo: Repo) -> None:
    repo.write(".claude/trove/memory/entries/zebra.md", entry("Zebra", "A zebra."))


def personal_entry(repo: Repo) -> None:
    folder = Path(os.environ["HOME"]) / ".claude" / "trove" / "entries"
    folder.mkdir(parents=True)
    (folder / "zebra.md").write_text(entry("Zebra", "A zebra."))


def pattern(repo: Repo) -> None:
    repo.git("config", "trove.docs", "src/*.txt")


@pytest.mark.parametrize(
    "change",
    [commit, commit_to_packed_refs, switch, reset, edit, edit_a_deeper_readme, add_a_deeper_readme, new_doc,
     new_doc_at_the_root, new_entry, personal_entry, pattern],
)  # fmt: skip
def test_what_comes_is_seen(asked, change):
    asked.commit(files={"src/deep/down/README.md": "# Deep\n\nNothing.\n", "src/a.txt": "A zebra.\n"})
    asked.git("switch", "-qc", "other")
    asked.commit(files={"docs/other.md": "# Other\n\nA zebra.\n"})
    asked.git("switch", "-q", "main")
    with Searcher() as searcher:
        assert searcher.ask("zebra").hits == ()
        change(asked)
        found = searcher.ask("zebra")
        assert len(found.hits) == 1
        assert found == ask(find_workspace(None), Request("zebra"))


def test_what_changes_twice_or_goes_is_seen(asked):
    with Searcher() as searcher:
        edit(asked)
        assert cites(searcher, "zebra") == ["docs/deploy.md:3"]
        asked.write("docs/deploy.md", "# Deploy\n\n\n\nA zebra again.\n")
        assert cites(searcher, "zebra") == ["docs/deploy.md:5"]
        (asked.path / "docs/deploy.md").unlink()
        assert cites(searcher, "zebra") == []
        asked.git("checkout", "-q", "docs/deploy.md")
        assert cites(searcher, "deploy") == ["docs/deploy.md:3"]


def test_a_file_that_only_a_pattern_of_the_commit_names(asked):
    asked.commit(files={".trove/config": "[trove]\n\tdocs = notes/**/*.txt\n", "notes/a.txt": "Nothing.\n"})
    with Searcher() as searcher:
        assert cites(searcher, "zebra") == []
        asked.write("notes/a.txt", "A zebra.\n")
        assert cites(searcher, "zebra") == ["notes/a.txt:1"]
        asked.write("notes/a.txt", "No such thing.\n")
        assert cites(searcher, "zebra") == []
        asked.write("notes/b/c.txt", "A zebra.\n")
        assert cites(searcher, "zebra") == ["notes/b/c.txt:1"]


def test_code_that_was_indexed_meanwhile(asked, monkeypatch):
    monkeypatch.setattr(code, "UNATTENDED_SECONDS", 0)
    with Searcher() as searcher:
        assert searcher.ask("wait").notes == ("the code is being indexed, about 1 s; the next question has it",)
        index(find_workspace(None))
        found = searcher.ask("wait a second")
        assert "src/retry.py:1" in [hit.cite for hit in found.hits]
        assert found.notes == ()


def test_indexes_that_were_taken_away(asked):
    with Searcher() as searcher:
        assert cites(searcher, "deploy") == ["docs/deploy.md:3"]
        shutil.rmtree(asked.path / ".git" / "trove")
        assert cites(searcher, "deploy") == ["docs/deploy.md:3"]
        assert "src/retry.py:1" in cites(searcher, "wait a second")


def test_a_worktree_of_its_own(asked, tmp_path, monkeypatch):
    asked.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    monkeypatch.chdir(tmp_path / "side")
    with Searcher() as searcher:
        assert cites(searcher, "zebra") == []
        commit(Repo(tmp_path / "side"))
        assert cites(searcher, "zebra") == ["docs/zebra.md:3"]


def test_a_folder_that_becomes_a_repository(tmp_path, monkeypatch):
    folder = tmp_path / "plain"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "a.md").write_text("# A\n\nA zebra.\n")
    monkeypatch.chdir(folder)
    with Searcher() as searcher:
        assert searcher.ask("zebra").revision == ""
        with pytest.raises(UsageError, match=":at needs a Git repository"):
            searcher.at("HEAD")
        assert searcher.at(None) == ""
        repo = Repo.init(folder)
        assert searcher.ask("zebra").hits[0].uncommitted
        head = repo.commit()
        assert searcher.ask("zebra").revision == head


def test_another_commit(asked):
    old = asked.head
    asked.commit(files={"docs/zebra.md": "# Zebra\n\nA zebra.\n"})
    asked.write("docs/deploy.md", "# Deploy\n\nThe zebra deploys.\n")
    with Searcher() as searcher:
        assert cites(searcher, "zebra") == ["docs/zebra.md:3", "docs/deploy.md:3"]
        assert searcher.at("HEAD~1") == old
        assert cites(searcher, "zebra") == []
        with pytest.raises(UnknownRevision):
            searcher.at("nonsense")
        assert searcher.revision == "HEAD~1"
        assert searcher.at("main") == asked.head
        assert cites(searcher, "zebra") == ["docs/zebra.md:3"]
        asked.commit()
        assert cites(searcher, "zebra") == ["docs/zebra.md:3", "docs/deploy.md:3"]
        assert searcher.at(None) == asked.head
        assert searcher.ask("deploy").revision == asked.head


def test_another_branch_that_moves(asked):
    asked.git("branch", "side")
    with Searcher() as searcher:
        searcher.at("side")
        assert cites(searcher, "zebra") == []
        commit(asked)
        assert cites(searcher, "zebra") == []
        asked.git("branch", "-f", "side", "main")
        assert cites(searcher, "zebra") == ["docs/zebra.md:3"]


def test_settings_of_the_session(asked):
    with Searcher() as searcher:
        searcher.flags["budget"] = 7
        assert searcher.ask("retry").budget == 7
        searcher.flags["budget"] = 8  # while everything stays open
        assert searcher.ask("retry").budget == 8
        asked.git("config", "trove.limit", "1")
        assert len(searcher.ask("wait deploy retry").hits) == 1
        asked.git("config", "trove.limit", "many")
        with pytest.raises(SettingError, match=r"trove\.limit"):
            searcher.ask("retry")
        asked.git("config", "--unset", "trove.limit")
        assert searcher.ask("retry").hits


def test_a_tool_that_was_installed_meanwhile(asked, tmp_path, monkeypatch):
    machine = FakeMachine(tmp_path / "machine")
    machine.use(monkeypatch)
    with Searcher() as searcher:
        assert cites(searcher, "merge pdf") == []
        tool = machine.described("pdfunite", "PDF page merger")
        assert cites(searcher, "pdf merger") == [str(tool)]


def test_an_empty_question(asked):
    with Searcher() as searcher, pytest.raises(UsageError, match="the question is empty"):
        searcher.ask(" ")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs the processes of Linux")
def test_a_git_that_somebody_ended_is_started_again(asked):
    def children() -> list[int]:
        found = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        return [int(pid) for pid in found if b"cat-file" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    with Searcher() as searcher:
        assert cites(searcher, "deploy") == ["docs/deploy.md:3"]
        for pid in children():
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        assert searcher.ask("deploy").hits[0].snippet == "We deploy on Fridays."
        searcher.interrupt()
        assert children() == []
        assert searcher.ask("deploy").hits[0].snippet == "We deploy on Fridays."
        searcher.close()
        assert children() == []
        assert searcher.ask("deploy").hits[0].snippet == "We deploy on Fridays."


def test_a_bare_repository(asked, tmp_path, monkeypatch):
    subprocess.run(["git", "clone", "-q", "--bare", str(asked.path), str(tmp_path / "bare.git")], check=True)
    monkeypatch.chdir(tmp_path / "bare.git")
    with Searcher() as searcher:
        assert cites(searcher, "deploy") == ["docs/deploy.md:3"]
        assert cites(searcher, "zebra") == []
        commit(asked)
        asked.git("push", "-q", str(tmp_path / "bare.git"), "main")
        assert cites(searcher, "zebra") == ["docs/zebra.md:3"]
