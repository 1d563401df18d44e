"""Revisions that are named: answered from their own code, in any history, and no burden on HEAD or the disk."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.repos import Repo, entry
from trove_git.asking.ask import Request, ask, ask_begun
from trove_git.asking.asking import Asking
from trove_git.asking.searcher import Searcher
from trove_git.commands.index import index
from trove_git.errors import UnknownRevision
from trove_git.gitrepo.objects import BlobReader
from trove_git.index.publish import KEPT_REVISIONS
from trove_git.index.store import Layer
from trove_git.layers import code, code_for_question
from trove_git.layers.code_for_question import NOT_KEPT
from trove_git.layers.facts_store import FactsStore
from trove_git.layers.names import code_layer_in
from trove_git.layers.retention import KEPT_NAMED, tidy
from trove_git.records import AskResult
from trove_git.workspace.workspace import Workspace, find_workspace

WHEELS = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett")
INDEXED = "the code is being indexed, about 1 s; the next question has it"
KINDS = ("knowledge", "code", "history", "commits", "ages")


@pytest.fixture
def grown(repo: Repo) -> Repo:
    """Ten commits, each with a function more in a file of its own and in one that all share."""
    parts = {f"parts/part{i:02}.py": f"def gear_{i:02}():\n    return {i}\n" for i in range(30)}
    repo.commit("parts", parts | {"docs/guide.md": "# Guide\n\nGears.\n"})
    for i in range(10):
        functions = "".join(f"def {word}():\n    return {word!r}\n\n\n" for word in WHEELS[: i + 1])
        repo.commit(f"wheel {i}", {"wheels.py": functions, f"more/m{i}.py": f"def axle_{i}():\n    return {i}\n"})
    return repo


def place_of(repo: Repo) -> Workspace:
    return find_workspace(str(repo.path))


def answer(repo: Repo, question: str, revision: str | None = None, **wanted: Any) -> AskResult:
    building = wanted.pop("building", None)
    with Asking(place_of(repo), revision, building) as asking:
        return ask_begun(asking, Request(question, revision, **wanted))


def cites(result: AskResult, kind: str = "symbol") -> list[str]:
    return [hit.cite for hit in result.hits if hit.kind == kind]


def published(repo: Repo, kind: str) -> set[str]:
    return {p.name for p in (repo.path / ".git" / "trove").glob(f"*/{kind}-*/*") if not p.name.startswith("tmp-")}


def compared(result: AskResult) -> list[tuple[str, str, str, str, float]]:
    return [(hit.kind, hit.cite, hit.title, hit.snippet, hit.score) for hit in result.hits]


def test_code_of_a_named_revision_is_built_however_long_it_takes(grown: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "UNATTENDED_SECONDS", 0)
    assert answer(grown, "delta").notes == (INDEXED,)
    told: list[tuple[object, ...]] = []

    def building(oid: str):
        told.append((oid,))
        return lambda done, total: told.append((done, total))

    old = grown.oid("HEAD~5")
    result = answer(grown, "delta", "HEAD~5", building=building)
    assert (cites(result)[0], result.notes) == ("wheels.py:13", ())
    assert told == [(old,), (36, 36)]
    assert cites(answer(grown, "hotel", "HEAD~5")) == []
    # From the one that is there now only the difference is built.
    told.clear()
    assert cites(answer(grown, "hotel", "HEAD~1", building=building))[0] == "wheels.py:29"
    assert told == [(grown.oid("HEAD~1"),), (5, 5)]
    told.clear()
    assert cites(answer(grown, "delta", "HEAD~5", building=building))[0] == "wheels.py:13"
    assert told == []


def test_where_no_code_is_wanted_none_is_built(grown: Repo) -> None:
    assert answer(grown, "gears", "HEAD~2", kinds=("doc",)).hits
    assert published(grown, "code") == set()


def test_revisions_in_any_order_answer_as_from_nothing(grown: Repo, tmp_path: Path) -> None:
    questions = ("delta", "gear 07 axle", "architecture of wheels")
    other = Repo(tmp_path / "other")
    grown.git("clone", "-q", "--bare", str(grown.path), str(other.path))
    for back in (7, 2, 10):
        shutil.rmtree(other.path / "trove", ignore_errors=True)
        for question in questions:
            made = answer(grown, question, f"HEAD~{back}", history=True)
            fresh = answer(other, question, f"HEAD~{back}", history=True)
            assert compared(made) == compared(fresh)
            assert made.counts == fresh.counts


def test_a_commit_of_docs_alone_needs_no_code_layer_and_decides_nothing_for_head(grown: Repo) -> None:
    index(place_of(grown))
    grown.commit("docs", {"docs/new.md": "# New\n"})
    grown.commit("more docs", {"docs/new.md": "# Newer\n"})
    assert cites(answer(grown, "delta", "HEAD~1"))[0] == "wheels.py:13"
    assert len(published(grown, "code")) == 1
    assert not list((grown.path / ".git" / "trove").rglob("*.later"))


def test_many_named_revisions_keep_the_disk_bounded_and_head_where_it_was(
    grown: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = grown.head
    index(place_of(grown))
    answer(grown, "wheel", history=True)
    before = {kind: published(grown, kind) for kind in KINDS[:4]}
    assert all(head in found for found in before.values())
    for back in range(1, 8):
        ask(find_workspace(str(grown.path), {"recency": "90d"}), Request("wheel", f"HEAD~{back}", history=True))
        for kind in KINDS:
            assert len(published(grown, kind)) <= KEPT_NAMED + 1
    for kind, found in before.items():
        assert found <= published(grown, kind)
    monkeypatch.setattr(code_for_question, "read_code_tree", lambda *_, **__: pytest.fail("HEAD was built again"))
    assert cites(answer(grown, "juliett"))[0] == "wheels.py:37"


def test_the_layer_that_head_answers_from_is_not_pushed_out(grown: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    index(place_of(grown))
    base = grown.head
    monkeypatch.setattr(code, "UNATTENDED_SECONDS", 0)
    grown.commit("another wheel", {"wheels.py": "def wheel_99():\n    return 1\n"})
    behind = ("code index 1 commit behind; it is being brought up to date, about 1 s",)
    assert answer(grown, "axle_3").notes == behind
    for back in range(2, 7):
        answer(grown, "axle_3", f"HEAD~{back}")
    assert base in published(grown, "code")
    result = answer(grown, "axle_3")
    assert result.notes == behind
    assert cites(result)[0] == "more/m3.py:1"


def test_branches_that_were_stood_on_keep_their_places(grown: Repo) -> None:
    stood_on = []
    for i in range(3):
        grown.git("checkout", "-q", "-b", f"branch{i}", f"HEAD~{i}")
        stood_on.append(grown.head)
        answer(grown, "delta")
    for back in range(3, 8):
        answer(grown, "delta", f"main~{back}")
    assert set(stood_on) <= published(grown, "code")


def test_facts_that_head_needs_stay(grown: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a small old revision HEAD's facts are many others."""
    index(place_of(grown))
    grown.git("checkout", "-q", "--orphan", "small")
    grown.git("rm", "-rfq", ".")
    grown.commit("small", {"one.py": "def one():\n    pass\n"})
    grown.git("checkout", "-q", "main")
    for _ in range(3):
        assert cites(answer(grown, "one", "small"))[0] == "one.py:1"
    workspace = place_of(grown)
    store = FactsStore(os.path.join(workspace.index_folder, "1"))
    kept = store.count()
    store.close()
    assert kept >= 42
    # A build of everything parses nothing again.
    monkeypatch.setattr("trove_git.layers.code_worker.extract_facts", lambda *_: pytest.fail("parsed again"))
    shutil.rmtree(code_layer_in(workspace, workspace.index_folder).directory)
    index(workspace)


def test_facts_of_revisions_that_are_gone_go_once_they_are_many(grown: Repo) -> None:
    index(place_of(grown))
    for i in range(3):
        grown.git("checkout", "-q", "--orphan", f"other{i}")
        grown.commit("other", {f"parts/part{n:02}.py": f"def other_{i}_{n}():\n    pass\n" for n in range(30)})
        grown.git("checkout", "-q", "main")
        answer(grown, "other", f"other{i}")
    workspace = place_of(grown)
    store = FactsStore(os.path.join(workspace.index_folder, "1"))
    kept = store.count()
    store.close()
    assert 42 <= kept <= 2 * 72


def test_a_count_of_facts_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    store = FactsStore(str(tmp_path))
    store.write({"a": b"x"})
    assert store.count() == 1
    store.close()
    (tmp_path / os.path.basename(store.path)).write_bytes(b"")
    store._database = sqlite3.connect(":memory:")
    assert store.count() == 0
    store.close()


def test_a_code_layer_of_another_project_does_not_stand_in_for_head(
    grown: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    grown.git("checkout", "-q", "--orphan", "pages")
    grown.git("rm", "-rfq", ".")
    grown.commit("site", {"site.js": "function wheelOfFortune() {}\n"})
    grown.git("checkout", "-q", "main")
    assert cites(answer(grown, "wheel fortune", "pages")) == ["site.js:1"]
    monkeypatch.setattr(code, "UNATTENDED_SECONDS", 0)
    result = answer(grown, "wheel fortune")
    assert (cites(result), INDEXED in result.notes) == ([], True)


@pytest.mark.parametrize(
    ("files", "question", "found"),
    [
        pytest.param({"README.md": "# Old\n\nqueue\n"}, "queue", "README.md:3", id="no code and no trove"),
        pytest.param({"a.py": "def queue():\n    pass\n"}, "queue", "a.py:1", id="no docs"),
        pytest.param({"LICENSE": "queue\n"}, "queue", "", id="nothing"),
    ],
)
def test_revisions_of_another_root(repo: Repo, files: dict[str, str], question: str, found: str) -> None:
    repo.commit("other", files)
    repo.git("branch", "-M", "old")
    repo.git("checkout", "-q", "--orphan", "main")
    repo.git("rm", "-rfq", ".")
    repo.commit("now", {".claude/trove/entries/x.md": entry("X", "a queue"), "b.py": "def b():\n    pass\n"})
    assert [hit.cite for hit in answer(repo, question, "old", history=True).hits][:1] == ([found] if found else [])
    assert answer(repo, "queue").hits[0].cite == ".claude/trove/entries/x.md:9"


def test_names_of_revisions(grown: Repo) -> None:
    grown.git("tag", "-a", "v1", "-m", "one", "HEAD~4")
    grown.git("branch", "side", "HEAD~4")
    grown.git("checkout", "-q", "-b", "topic", "--track", "side")
    grown.git("checkout", "-q", "main")
    wanted = grown.oid("HEAD~4")
    names = ("v1", "v1^{}", "v1^{commit}", "side", "topic@{upstream}", "HEAD~4", wanted, wanted[:9], ":/wheel 5")
    for name in (*names, "HEAD^{/wheel 5}"):
        assert answer(grown, "delta", name, kinds=("doc",)).revision == wanted, name
    assert answer(grown, "x", "main@{1 year ago}", kinds=("doc",)).revision


def test_nowhere_to_write_is_said(grown: Repo, sealed_home: Path) -> None:
    (grown.path / ".git" / "trove").write_text("in the way")
    (sealed_home / ".cache").write_text("in the way too")
    assert NOT_KEPT in answer(grown, "delta", "HEAD~1").notes


def test_a_shallow_clone(grown: Repo, tmp_path: Path) -> None:
    grown.git("clone", "-q", "--depth", "3", f"file://{grown.path}", str(tmp_path / "shallow"))
    shallow = Repo(tmp_path / "shallow")
    assert cites(answer(shallow, "india", "HEAD~1", history=True))[0] == "wheels.py:33"
    with pytest.raises(UnknownRevision, match="no such commit"):
        answer(shallow, "india", "HEAD~3")


def test_a_partial_clone(grown: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git dies for each object that it may not fetch, so it is asked for none; what comes later is read then."""
    grown.git("config", "uploadpack.allowFilter", "true")
    clone = Repo(tmp_path / "clone")
    grown.git("clone", "-q", "--filter=blob:none", f"file://{grown.path}", str(clone.path))
    packs = sorted((clone.path / ".git" / "objects" / "pack").iterdir())
    monkeypatch.setattr(BlobReader, "_failure", lambda _: pytest.fail("git died"))
    missing = "1 file of code could not be read: not in this clone"
    for _ in range(2):
        result = answer(clone, "delta", "HEAD~3")
        assert (cites(result), missing in result.notes) == ([], True)
        assert cites(answer(clone, "axle", "HEAD~3"))
    assert sorted((clone.path / ".git" / "objects" / "pack").iterdir()) == packs
    # A layer with a hole is no answer for a commit of docs, and the hole is not handed on.
    base = clone.oid("HEAD~3")
    clone.git("checkout", "-q", base)
    docs = clone.commit("docs", {"docs/more.md": "# More\n"})
    for revision in (docs, base):
        result = answer(clone, "delta", revision)
        assert (cites(result)[0], result.notes) == ("wheels.py:13", ())
    clone.git("checkout", "-q", "main")
    assert cites(answer(clone, "juliett"))[0] == "wheels.py:37"


def test_a_worktree_and_its_repository_share_what_is_built(grown: Repo, tmp_path: Path) -> None:
    grown.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"), "HEAD~6")
    other = Repo(tmp_path / "other")
    assert cites(answer(other, "delta"))[0] == "wheels.py:13"
    assert cites(answer(other, "india", "main"))[0] == "wheels.py:33"
    for back in range(1, 6):
        answer(grown, "delta", f"main~{back}")
    assert other.head in published(grown, "code")
    assert cites(answer(grown, "india", "HEAD"))[0] == "wheels.py:33"


def test_grafts(grown: Repo) -> None:
    """HEAD gets another parent: its tree stays, what HEAD~1 means and the history do not."""
    grown.git("replace", "--graft", grown.head, "HEAD~6")
    assert cites(answer(grown, "india", "HEAD"))[0] == "wheels.py:33"
    assert cites(answer(grown, "india", "HEAD~1")) == []
    found = [hit.title for hit in answer(grown, "wheel", "HEAD", kinds=("commit",)).hits]
    assert "wheel 9" in found
    assert "wheel 8" not in found


def test_a_replaced_blob_is_read_as_what_replaces_it(grown: Repo) -> None:
    """Neither the commit nor its tree shows it."""
    grown.commit("entry", {".claude/trove/entries/x.md": entry("X", "the old queue")})
    grown.commit("later", {"later.py": "x = 1\n"})
    for revision in ("HEAD~1", None):
        assert cites(answer(grown, "india", revision))[0] == "wheels.py:33"
        assert cites(answer(grown, "old queue", revision), "project")
    for path, text in {
        "wheels.py": "def spoke():\n    return 1\n", ".claude/trove/entries/x.md": entry("X", "the new stack")
    }.items():  # fmt: skip
        grown.write("new", text)
        grown.git("replace", grown.oid(f"HEAD:{path}"), grown.git("hash-object", "-w", "new"))
        (grown.path / "new").unlink()
    grown.git("checkout", "-q", "--", ".")
    for revision in ("HEAD~1", "HEAD"):
        assert cites(answer(grown, "india", revision)) == []
        assert cites(answer(grown, "spoke", revision)) == ["wheels.py:1"]
        assert cites(answer(grown, "new stack", revision), "project")
    grown.git("pack-refs", "--all")
    assert cites(answer(grown, "spoke", "HEAD")) == ["wheels.py:1"]
    for name in grown.git("replace", "-l").split():
        grown.git("replace", "-d", name)
    assert cites(answer(grown, "india", "HEAD"))[0] == "wheels.py:33"
    assert cites(answer(grown, "spoke", "HEAD")) == []


def test_a_searcher_says_what_takes_long(grown: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    with Searcher(str(grown.path), building=lambda oid: (told.append(oid), lambda *_: None)[1]) as searcher:
        searcher.at("HEAD~3")
        assert cites(searcher.ask("delta"))[0] == "wheels.py:13"
    assert told == [grown.oid("HEAD~3")]


def test_a_list_that_cannot_be_written_stops_nothing(grown: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("read-only")

    workspace = place_of(grown)
    index(workspace)
    layer = Layer(workspace.index_folder, os.path.basename(code_layer_in(workspace, workspace.index_folder).directory))
    for name in "abcdefghijkl":
        os.mkdir(layer.path(name))
    monkeypatch.setattr("trove_git.storage.os.replace", refuse)
    tidy(workspace, layer, "a")
    # HEAD, the one that was named, and those that count as branches.
    assert len(layer.list()[0]) == KEPT_REVISIONS + 2
    assert not list(Path(layer.directory).parent.glob("*.named*"))


@pytest.mark.parametrize("arguments", [["--at", "HEAD~1"], []], ids=["named", "HEAD"])
def test_ctrl_c_while_code_is_built_leaves_nothing_half_written(
    grown: Repo, tmp_path: Path, arguments: list[str]
) -> None:
    wait = tmp_path / "waiting"
    program = (
        "import pathlib, time, sys\n"
        "from trove_git.layers import code_worker\n"
        "from trove_git.cli.main import main\n"
        "def slow(*a):\n"
        f"    pathlib.Path({str(wait)!r}).touch()\n"
        "    time.sleep(20)\n"
        "code_worker.extract_facts = slow\n"
        f"sys.exit(main({['ask', *arguments, 'delta']!r}))\n"
    )
    running = subprocess.Popen([sys.executable, "-c", program], cwd=grown.path, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 30
    while not wait.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=30)
    assert (running.returncode, said.strip()) == (130, b"")
    assert published(grown, "code") == set()
    assert not list((grown.path / ".git" / "trove").rglob("tmp-*"))
    assert cites(answer(grown, "delta", "HEAD~1"))[0] == "wheels.py:13"
