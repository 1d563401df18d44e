"""Commits as hits: on request only, by their short name, right after every step."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.repos import FIRST_COMMIT, Repo
from trove_git.asking.ask import Request, ask
from trove_git.commands.index import index
from trove_git.layers import commits as room
from trove_git.layers import history_layer
from trove_git.records import Hit
from trove_git.sources.commits import commit_source
from trove_git.workspace.workspace import find_workspace


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.init(tmp_path / "repo")
    made.commit("Start", {"docs/a.md": "# Retry\n\nThe budget of retries.\n"})
    made.commit("Halve the budget\n\nThe retry storm of March took the database down.", {"src/net.py": "BUDGET = 5\n"})
    return made


def hits(repo: Repo, question: str, **wanted: Any) -> list[Hit]:
    return list(ask(find_workspace(str(repo.path)), Request(question, dated=True, **wanted)).hits)


def test_why_something_was_changed_finds_the_message(repo: Repo) -> None:
    assert "commit" not in {hit.kind for hit in hits(repo, "why was the budget halved")}
    first = hits(repo, "why was the budget halved", history=True)[0]
    assert (first.kind, first.cite, first.title) == (
        "commit",
        repo.git("rev-parse", "--short", "HEAD"),
        "Halve the budget",
    )
    assert first.snippet == "The retry storm of March took the database down."
    assert first.changed_at == FIRST_COMMIT + 120
    assert first.location == ""


def test_only_commits(repo: Repo) -> None:
    assert {hit.kind for hit in hits(repo, "retry", kinds=("commit",))} == {"commit"}
    assert hits(repo, "retry", kinds=("doc",), history=True)[0].kind == "doc"
    assert not hits(repo, "retry", types=("gotcha",), history=True)


def test_commits_of_an_old_revision(repo: Repo) -> None:
    assert not hits(repo, "storm", kinds=("commit",), revision="HEAD~1")
    assert hits(repo, "storm", kinds=("commit",), revision="HEAD")


def test_new_commits_are_found_and_those_of_another_branch_are_not(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    assert hits(repo, "storm", kinds=("commit",))
    read = []
    monkeypatch.setattr(room, "commit_source", lambda *a: (read.append(a[0].subject), commit_source(*a))[1])
    for i in range(4):
        repo.commit(f"Calm {i}")
        assert len(hits(repo, "calm", kinds=("commit",))) == i + 1
    assert read == [f"Calm {i}" for i in range(4)]
    repo.git("checkout", "-q", "-b", "other", "HEAD~5")
    repo.commit("Other")
    assert not hits(repo, "calm", kinds=("commit",))
    assert not hits(repo, "storm", kinds=("commit",))
    assert hits(repo, "other", kinds=("commit",))


def test_commits_that_leave_the_window_leave_the_index(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_layer, "NEWEST", 5)
    for i in range(12):
        repo.commit(f"Calm {i}")
        assert len(hits(repo, "calm", kinds=("commit",))) == min(i + 1, 5)


def test_a_broken_index_is_made_again(repo: Repo) -> None:
    assert hits(repo, "storm", kinds=("commit",))
    (layer,) = (repo.path / ".git" / "trove" / "1").glob("commits-*")
    (revision,) = layer.iterdir()
    (revision / "manifest.json").write_text("{")
    assert hits(repo, "storm", kinds=("commit",))
    assert hits(repo, "storm", kinds=("commit",))
    shutil.rmtree(layer)
    assert hits(repo, "storm", kinds=("commit",))


@pytest.mark.parametrize("broken", ["", "{}", "[1]", "[[1, 2]]"])
def test_a_broken_list_of_commits_is_read_again(repo: Repo, broken: str) -> None:
    index(find_workspace(str(repo.path)))
    folder = repo.path / ".git" / "trove" / "1"
    (file,) = folder.glob("history-*/*/commits.json")
    whole = file.read_text()
    file.write_text(broken)
    assert hits(repo, "storm", kinds=("commit",))
    (commits,) = folder.glob("commits-*")
    shutil.rmtree(commits)
    assert hits(repo, "storm", kinds=("commit",))
    (file,) = folder.glob("history-*/*/commits.json")
    assert file.read_text() == whole


def test_an_index_that_does_not_say_what_it_holds_is_no_base(repo: Repo) -> None:
    assert hits(repo, "storm", kinds=("commit",))
    (file,) = (repo.path / ".git" / "trove" / "1").glob("commits-*/*/manifest.json")
    file.write_text("{}")
    repo.commit("Next")
    assert hits(repo, "storm", kinds=("commit",))


def test_commits_where_no_place_can_be_written(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("file", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(repo.path / "file" / "below"))
    (repo.path / ".git" / "trove").write_text("a file is in the way")
    assert [hit.title for hit in hits(repo, "storm", kinds=("commit",))] == ["Halve the budget"]


def test_commits_that_say_the_same_take_one_place(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("Count the pages of a report twice", {"a.py": "A = 1\n"})
    repo.git("checkout", "-q", "main")
    repo.tick("merge", "-q", "--no-ff", "-m", "Count the pages of a report twice (#12)", "side")
    repo.commit("Count the pages of a report", {"b.py": "B = 1\n"})
    repo.commit("Count pages", {"c.py": "C = 1\n"})
    repo.commit("Count pages", {"d.py": "D = 1\n"})
    titles = [hit.title.removesuffix(" (#12)") for hit in hits(repo, "count pages", kinds=("commit",))]
    assert sorted(titles) == [
        "Count pages", "Count pages", "Count the pages of a report", "Count the pages of a report twice",
    ]  # fmt: skip


def test_what_is_said_again_costs_no_other_commit_its_place(repo: Repo) -> None:
    for i in range(8):
        repo.commit(f"Count the pages of a report (#{i})", {f"{i}.py": "A = 1\n"})
    repo.commit("Count other pages of a long report, chapter by chapter")
    repo.git("config", "trove.limit", "2")
    titles = [hit.title for hit in hits(repo, "count pages of a report", kinds=("commit",))]
    assert [title.partition(" (#")[0] for title in titles] == [
        "Count the pages of a report", "Count other pages of a long report, chapter by chapter",
    ]  # fmt: skip
