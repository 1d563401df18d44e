"""`--since` and `--author`: what the commit says that changed an entry or doc last, in every sort of history."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.repos import FIRST_COMMIT, Repo, entry
from tests.support.troves import run
from trove_git.asking.ask import Request, ask
from trove_git.asking.changed import Changed
from trove_git.errors import UsageError
from trove_git.layers import history_layer
from trove_git.records import AskResult
from trove_git.workspace.workspace import find_workspace

TROVE = ".claude/trove/entries"
BOB = "--author=Bob <bob@example.org>"


@pytest.fixture(autouse=True)
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def repo(repo: Repo) -> Repo:
    """An entry and a doc of a tester, an hour later an entry of Bob's and a change of his to the doc."""
    repo.commit("Old queue", {
        f"{TROVE}/old.md": entry("Old", "the queue is old", tags="a"), "docs/guide.md": "# Guide\n\nqueue\n",
        "docs/other.md": "# Other\n\nqueue\n", "src/queue.py": "def queue():\n    pass\n",
    })  # fmt: skip
    repo._commits += 59
    repo.write(f"{TROVE}/new.md", entry("New", "the queue is new"))
    repo.write("docs/guide.md", "# Guide\n\nqueue of Bob\n")
    repo.git("add", "-A")
    repo.tick("commit", "-q", BOB, "-m", "New queue")
    return repo


def at(minutes: int) -> str:
    """Return a date so many minutes after the tests' time begins: the first commit is of 1, Bob's of 61."""
    return str(FIRST_COMMIT + 60 * minutes)


def answer(repo: Repo, question: str = "queue", **wanted: Any) -> AskResult:
    changed = Changed(wanted.pop("since", None), wanted.pop("author", None))
    return ask(find_workspace(str(repo.path)), Request(question, changed=changed, **wanted))


def titles(repo: Repo, question: str = "queue", **wanted: Any) -> set[str]:
    return {hit.title for hit in answer(repo, question, **wanted).hits}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"since": at(0)}, {"Old", "New", "Old queue", "New queue"}),
        ({"since": at(61)}, {"New", "New queue"}),
        ({"since": at(62)}, set()),
        ({"since": "@99999999999999999"}, set()),
        ({"since": "never"}, {"Old", "New", "Old queue", "New queue"}),
        ({"author": "bob"}, {"New", "New queue"}),
        ({"author": "tester@"}, {"Old", "Old queue"}),
        ({"author": "nobody"}, set()),
        ({"since": at(30), "author": "tester"}, set()),
        ({"since": at(30), "author": "bob"}, {"New", "New queue"}),
        ({"since": at(30), "kinds": ("project",)}, {"New"}),
        ({"since": at(30), "kinds": ("commit",)}, {"New queue"}),
        ({"since": at(30), "kinds": ("doc",)}, {"Guide"}),
        ({"author": "tester", "kinds": ("doc", "project")}, {"Other", "Old"}),
        ({"since": at(0), "types": ("gotcha",)}, {"Old", "New"}),
        ({"since": at(0), "tags": ("a",)}, {"Old"}),
        ({"since": at(0), "revision": "HEAD~1"}, {"Old", "Old queue"}),
        ({"since": at(30), "revision": "HEAD~1"}, set()),
    ],
)
def test_what_is_found(repo: Repo, wanted: dict[str, Any], found: set[str]) -> None:
    assert titles(repo, **wanted) == found


def test_counts_and_what_the_footer_says(repo: Repo) -> None:
    result = answer(repo, since=at(30), author="bob")
    assert result.notes == ("only entries and commits since 2023-11-14 22:43 by bob",)
    assert (result.matches, result.searched) == (2, 4)
    assert answer(repo, author="bob", kinds=("doc",)).notes == ("only docs by bob",)


def test_an_edit_or_a_move_by_another(repo: Repo) -> None:
    """Who changed an entry last counts, and a move is no change."""
    repo.write(f"{TROVE}/old.md", entry("Old", "the queue is as good as new"))
    repo.git("add", "-A")
    repo.tick("commit", "-q", BOB, "-m", "Edit")
    repo.git("mv", f"{TROVE}/new.md", f"{TROVE}/newer.md")
    repo.commit("Move")
    assert titles(repo, author="bob", kinds=("project",)) == {"Old", "New"}
    assert titles(repo, author="tester", kinds=("project",)) == set()
    assert titles(repo, since=at(63), kinds=("project",)) == set()
    assert titles(repo, since=at(62), kinds=("project",)) == {"Old"}


def test_beyond_the_newest_commits(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries have their author at any depth; commits are the newest, which is said."""
    monkeypatch.setattr(history_layer, "NEWEST", 2)
    repo.commit("Third")
    repo.commit("Fourth queue")
    only = "of the commits the newest 2 were searched"
    result = answer(repo, author="bob")
    assert ({hit.title for hit in result.hits}, only in result.notes) == ({"New"}, True)
    assert only in answer(repo, since=at(0)).notes
    result = answer(repo, since=at(63))
    assert ({hit.title for hit in result.hits}, only in result.notes) == ({"Fourth queue"}, False)
    assert only not in answer(repo, author="bob", kinds=("project",)).notes


def test_uncommitted_entries_were_changed_now_and_by_nobody_yet(repo: Repo) -> None:
    repo.write(f"{TROVE}/new.md", entry("New", "the queue is edited"))
    repo.write(f"{TROVE}/newest.md", entry("Newest", "a queue"))
    assert titles(repo, since="1.hour", kinds=("project",)) == {"New", "Newest"}
    assert titles(repo, author="bob") == {"New queue"}
    assert titles(repo, since="1.hour", author="bob", kinds=("project",)) == set()
    assert titles(repo, since="2099-01-01", kinds=("project",)) == set()
    assert titles(repo, author="bob", revision="HEAD", kinds=("project",)) == {"New"}


def test_personal_entries_have_no_commits(repo: Repo, sealed_home: Path) -> None:
    trove = sealed_home / ".claude" / "trove" / "entries"
    trove.mkdir(parents=True)
    (trove / "mine.md").write_text(entry("Mine", "my queue"))
    assert "Mine" in titles(repo)
    assert "Mine" not in titles(repo, since=at(0))


@pytest.mark.parametrize("kind", ["personal", "symbol", "module", "arch", "subsystem", "tool"])
def test_kinds_that_no_commit_changes(repo: Repo, kind: str) -> None:
    with pytest.raises(UsageError, match=f"--kind {kind}") as caught:
        answer(repo, since=at(0), kinds=("project", kind))
    assert caught.value.hint


def test_without_a_commit_there_is_nothing_to_go_by(tmp_path: Path) -> None:
    (tmp_path / "plain" / "docs").mkdir(parents=True)
    unborn = Repo.init(tmp_path / "unborn")
    unborn.write(f"{TROVE}/x.md", entry("X", "queue"))
    for path in (tmp_path / "plain", unborn.path):
        with pytest.raises(UsageError, match="need commits"):
            answer(Repo(path), author="bob")


def test_a_folder_of_a_repository(repo: Repo) -> None:
    repo.commit("sub", {f"sub/{TROVE}/low.md": entry("Low", "a queue below"), "sub/.trove/config": ""})
    below = Repo(repo.path / "sub")
    assert titles(below, since=at(62), kinds=("project",)) == {"Low"}
    assert titles(below, since=at(63), kinds=("project",)) == set()


def test_a_shallow_clone(repo: Repo, tmp_path: Path) -> None:
    """Of what changed before it begins neither time nor author is known."""
    repo.commit("Third", {f"{TROVE}/third.md": entry("Third", "a third queue")})
    repo.git("clone", "-q", "--depth", "2", f"file://{repo.path}", str(tmp_path / "shallow"))
    result = answer(Repo(tmp_path / "shallow"), since=at(0))
    assert {hit.title for hit in result.hits} == {"Third", "New queue"}
    assert "2 left out that changed before this shallow clone begins" in result.notes
    assert answer(Repo(tmp_path / "shallow"), author="bob").hits[0].title == "New queue"


def test_a_partial_clone_fetches_nothing(repo: Repo, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = Repo(tmp_path / "clone")
    repo.git("clone", "-q", "--filter=blob:none", f"file://{repo.path}", str(clone.path))
    packs = sorted((clone.path / ".git" / "objects" / "pack").iterdir())
    assert titles(clone, author="bob") == {"New", "New queue"}
    assert titles(clone, since=at(0), revision="HEAD~1") == {"Old", "Old queue"}
    assert sorted((clone.path / ".git" / "objects" / "pack").iterdir()) == packs


def test_where_trees_are_missing_that_is_said(repo: Repo, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = Repo(tmp_path / "clone")
    repo.git("clone", "-q", "--filter=tree:0", f"file://{repo.path}", str(clone.path))
    shutil.move(repo.path, tmp_path / "gone")
    result = answer(clone, author="bob")
    assert result.hits == ()
    for left_out in ("entries and docs were left out", "commits were left out"):
        assert any(note.startswith(left_out) for note in result.notes)


def test_grafts(repo: Repo) -> None:
    """Behind a graft that leaves Bob's commit out, nothing is his."""
    repo.commit("Third", {"x.md": "x\n"})
    repo.commit("Fourth queue")
    assert titles(repo, author="bob") == {"New", "New queue"}
    repo.git("replace", "--graft", repo.oid("HEAD~1"), "HEAD~3")
    assert titles(repo, author="bob") == set()
    assert titles(repo, since=at(62), kinds=("project",)) == {"New"}


def test_a_replaced_commit_has_the_author_of_what_replaces_it(repo: Repo) -> None:
    first = repo.head
    assert titles(repo, author="bob", kinds=("commit",)) == {"New queue"}
    repo.tick("commit", "-q", "--amend", "--author=Carol <carol@example.org>", "-m", "Newer queue")
    repo.git("replace", first, repo.head)
    repo.git("reset", "-q", first)
    assert titles(repo, author="bob") == set()
    assert titles(repo, author="carol", kinds=("project",)) == {"New"}


def test_bare_and_worktree(repo: Repo, tmp_path: Path) -> None:
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare"))
    assert titles(Repo(tmp_path / "bare"), author="bob") == {"New", "New queue"}
    repo.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"), "HEAD~1")
    other = Repo(tmp_path / "other")
    assert titles(other, author="bob") == set()
    assert titles(other, author="bob", revision="main") == {"New", "New queue"}


def test_the_command(repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(repo.path)
    done = run(monkeypatch, capsys, "ask", "--json", "--since", "2023-11-14 22:43", "--author", "BOB", "queue")
    found = json.loads(done.out)
    assert {s["kind"]: s["changed_at"] for s in found["sources"]} == {
        "project": "2023-11-14T23:14:20Z", "commit": "2023-11-14T23:14:20Z",
    }  # fmt: skip
    assert found["notes"] == ["only entries and commits since 2023-11-14 22:43 by BOB"]
    assert run(monkeypatch, capsys, "ask", "--since", "2024-01-01", "queue").code == 1
    done = run(monkeypatch, capsys, "ask", "--since", "soon", "queue")
    assert (done.code, done.err.splitlines()[0]) == (2, "error: --since is no date; git knows no soon (soon)")
