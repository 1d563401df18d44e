"""The first question knows the code: it builds the layer, or has it built, and says how far that is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.repos import Repo
from trove_git.agents.session import Session
from trove_git.agents.session_start import session_start
from trove_git.asking.ask import Request, ask, ask_begun
from trove_git.asking.asking import Asking
from trove_git.cli.main import main
from trove_git.commands.index import index
from trove_git.errors import TroveError
from trove_git.layers import code, code_for_question, code_postponed, code_started, indexer
from trove_git.layers.code_postponed import Later, read_later, write_later
from trove_git.layers.code_started import NOT_STARTED, note_of, start_build
from trove_git.layers.indexer import turn
from trove_git.layers.names import code_layer_in
from trove_git.records import AskResult, TreeOid
from trove_git.workspace.workspace import Workspace, find_workspace

STARTED = "the code is being indexed, about 1 s; the next question has it"
TREE = TreeOid("0" * 40)
FAILED = "the code could not be indexed; git trove index says why"


@pytest.fixture
def shop(repo: Repo) -> Repo:
    files = {f"shop/part{i}.py": f"def part_{i}():\n    return {i}\n" for i in range(8)}
    repo.commit("shop", {"docs/guide.md": "# Guide\n\nThe ledger.\n", "shop/ledger.py": LEDGER} | files)
    return repo


LEDGER = "def book_entry():\n    return 'parsed'\n"


def place_of(repo: Repo) -> Workspace:
    return find_workspace(str(repo.path))


def answer(repo: Repo, question: str, seconds: float = 0, **wanted: object) -> AskResult:
    building = wanted.pop("building", None)
    with pytest.MonkeyPatch.context() as limits:
        limits.setattr(code, "UNATTENDED_SECONDS", seconds)
        limits.setattr(code, "ATTENDED_SECONDS", seconds)
        with Asking(place_of(repo), None, building) as asking:  # type: ignore[arg-type]
            return ask_begun(asking, Request(question, None, **wanted))  # type: ignore[arg-type]


def tree_of(repo: Repo, revision: str) -> TreeOid:
    return TreeOid(repo.git("rev-parse", f"{revision}^{{tree}}"))


def cites(result: AskResult) -> list[str]:
    return [hit.cite for hit in result.hits if hit.kind == "symbol"]


def pass_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + seconds)


def test_what_fits_the_patience_is_built_first_and_told(shop: Repo, started: list[str], monkeypatch) -> None:
    monkeypatch.setattr(code_for_question, "QUICK_SECONDS", 0)
    told: list[object] = []

    def building(oid: str) -> Callable[[int, int], None]:
        told.append(oid)
        return lambda done, total: told.append((done, total))

    result = answer(shop, "book_entry", 60, building=building)
    assert (cites(result), result.notes) == (["shop/ledger.py:1"], ())
    assert told == [shop.head, (9, 9)]
    assert started == []


def test_a_repository_of_code_alone_has_something_to_search(repo: Repo, started: list[str], monkeypatch) -> None:
    pass_time(monkeypatch, 0)
    repo.commit(files={"shop/ledger.py": "def book_entry():\n    return 1\n"})
    assert answer(repo, "book_entry").notes == (STARTED,)


def test_what_does_not_is_started_once_and_said(shop: Repo, started: list[str], monkeypatch) -> None:
    pass_time(monkeypatch, 0)
    for _ in range(3):
        result = answer(shop, "the ledger book_entry")
        assert ([hit.cite for hit in result.hits], STARTED in result.notes) == (["docs/guide.md:3"], True)
    assert started == [str(shop.path)]
    # What the process that was started does.
    index(place_of(shop))
    result = answer(shop, "book_entry")
    assert (cites(result), result.notes) == (["shop/ledger.py:1"], ())
    shop.commit("more", {"shop/extra.py": "def weigh_parcel():\n    return 1\n"})
    result = answer(shop, "book_entry")
    assert cites(result) == ["shop/ledger.py:1"]
    assert result.notes == ("code index 1 commit behind; it is being brought up to date, about 1 s",)
    assert len(started) == 2


def test_a_word_is_in_no_source_only_where_the_code_was_searched(shop: Repo) -> None:
    notes = answer(shop, "ledger parsed").notes
    assert (STARTED in notes, [note for note in notes if note.startswith("in no source")]) == (True, [])
    assert "in no source: zebra" in answer(shop, "ledger zebra", 60, kinds=("doc",)).notes
    index(place_of(shop))
    assert "in no source: zebra" in answer(shop, "ledger parsed zebra").notes


def test_a_build_that_failed_is_tried_again_after_a_change_or_an_hour(
    shop: Repo, started: list[str], monkeypatch
) -> None:
    answer(shop, "ledger")
    pass_time(monkeypatch, code_started.STARTING_SECONDS + 1)
    for _ in range(2):
        assert answer(shop, "ledger").notes == (FAILED,)
    assert len(started) == 1
    shop.commit("more", {"shop/extra.py": "x = 1\n"})
    assert answer(shop, "ledger").notes == (STARTED,)
    assert len(started) == 2
    pass_time(monkeypatch, 2 * code_started.RETRY_SECONDS)
    assert answer(shop, "ledger").notes == (STARTED,)
    assert len(started) == 3


def test_a_build_at_work_is_waited_for_where_it_is_nearly_done(shop: Repo, started: list[str], monkeypatch) -> None:
    answer(shop, "ledger")
    # The other process publishes while the question sleeps.
    monkeypatch.setattr(time, "sleep", lambda _: index(place_of(shop)))
    result = answer(shop, "book_entry", 60)
    assert (cites(result), result.notes, len(started)) == (["shop/ledger.py:1"], (), 1)


def test_a_decision_holds_for_its_tree_and_its_bases_alone(shop: Repo, started: list[str]) -> None:
    first = shop.head
    files = {f"other/part{i}.go": f"package other\n\nfunc Part{i}() {{}}\n" for i in range(9)}
    for path in (shop.path / "shop").iterdir():
        path.unlink()
    other = shop.commit("all of it is other code", files)
    shop.git("checkout", "-q", first)
    index(place_of(shop))
    assert answer(shop, "book_entry").notes == ()
    shop.git("checkout", "-q", "main")
    assert answer(shop, "book_entry").notes[-1] == STARTED
    workspace = place_of(shop)
    layer = code_layer_in(workspace, workspace.index_folder)
    assert read_later(layer, tree_of(shop, first)) is None
    assert read_later(layer, tree_of(shop, "main")) is not None
    shop.git("checkout", "-q", first)
    result = answer(shop, "book_entry")
    assert (cites(result), result.notes) == (["shop/ledger.py:1"], ())
    shop.git("checkout", "-q", "main")
    # Something else to start from is there now.
    ask(workspace, Request("book_entry", f"{first}"))
    ask(place_of(shop), Request("part", other))
    assert read_later(layer, tree_of(shop, "main")) is None


def test_settings_of_docs_do_not_touch_code(shop: Repo, monkeypatch) -> None:
    index(place_of(shop))
    shop.git("config", "trove.docs", "notes/**/*.md")
    monkeypatch.setattr(code_for_question, "read_code_tree", lambda *_, **__: pytest.fail("code was looked at"))
    assert cites(answer(shop, "book_entry", 60)) == ["shop/ledger.py:1"]


def test_a_second_question_waits_for_the_first_and_does_not_build(shop: Repo, monkeypatch) -> None:
    monkeypatch.setattr(code_for_question, "QUICK_SECONDS", 0)
    workspace = place_of(shop)
    with turn(workspace.repository) as mine:
        assert mine
        monkeypatch.setattr(code_for_question, "build_code", lambda *_, **__: pytest.fail("built twice"))
        # Not done in time: it answers from what there is.
        assert answer(shop, "ledger", 0.3).notes == (STARTED,)
        code_postponed.forget_later(code_layer_in(workspace, workspace.index_folder))
        monkeypatch.setattr(time, "sleep", lambda _: index(place_of(shop)))
        assert cites(answer(shop, "book_entry", 60)) == ["shop/ledger.py:1"]


def test_a_build_that_takes_longer_than_it_should_is_left_to_another_process(
    shop: Repo, started: list[str], monkeypatch
) -> None:
    monkeypatch.setattr("trove_git.layers.code_worker.FILES_AT_ONCE", 2)
    monkeypatch.setattr(code_for_question, "OVERTIME", 0)
    told: list[tuple[int, int]] = []
    result = answer(shop, "ledger", 60, building=lambda _: lambda done, total: told.append((done, total)))
    assert (result.notes, started) == ((STARTED,), [str(shop.path)])
    # The line on the terminal is taken away.
    assert told == [(2, 9), (9, 9)]
    assert not list((shop.path / ".git" / "trove").rglob("tmp-*"))


def test_the_note_names_the_command_where_no_build_can_be_started(shop: Repo, monkeypatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise TroveError("no process can be started")

    monkeypatch.setattr(indexer, "start", refuse)
    for _ in range(2):
        assert answer(shop, "ledger").notes == (NOT_STARTED,)
    monkeypatch.setattr(indexer, "start", lambda *_, **__: pytest.fail("its decision could not be kept"))
    (shop.path / ".git" / "trove").rename(shop.path / "aside")
    (shop.path / ".git" / "trove").write_text("in the way")
    workspace = place_of(shop)
    assert not start_build(workspace, code_layer_in(workspace, workspace.index_folder), Later(TREE))


@pytest.mark.parametrize(
    ("later", "under_way", "note"),
    [
        (Later(TREE, "b"), False, ""),
        (Later(TREE, started=100, seconds=40), True, "the code is being indexed, about 30 s; the next question has it"),
        (Later(TREE, started=100, seconds=99), True, "the code is being indexed, about 89 s; the next question has it"),
        (
            Later(TREE, started=50, seconds=40), True,
            "the code is being indexed, longer than expected",
        ),
        (Later(TREE, started=100, seconds=40), False, FAILED),
        (
            Later(TREE, "b", "code index 2 commits behind", 100, 400), True,
            "code index 2 commits behind; it is being brought up to date, about 6 min",
        ),
        (
            Later(TREE, "b", "code index 2 commits behind", 100, 40), False,
            "code index 2 commits behind, and could not be brought up to date; git trove index says why",
        ),
    ],
)  # fmt: skip
def test_notes(later: Later, under_way: bool, note: str) -> None:
    assert note_of(later, under_way=under_way, now=110) == note


@pytest.mark.parametrize("text", ["", "one line", "a\nb\nc\nd\ne\nf\n"])
def test_a_decision_that_does_not_parse_is_none(shop: Repo, text: str) -> None:
    workspace = place_of(shop)
    layer = code_layer_in(workspace, workspace.index_folder)
    assert write_later(layer, Later(TREE))
    assert read_later(layer, TREE) == Later(TREE)
    Path(f"{layer.directory}.later").write_text(text)
    assert read_later(layer, TREE) is None


def test_a_session_and_a_fact_have_the_code_indexed_and_wait_for_nothing(
    shop: Repo, started: list[str], monkeypatch, capfd
) -> None:
    monkeypatch.chdir(shop.path)
    assert main(["init"]) == 0
    capfd.readouterr()
    assert started == []
    assert session_start(Session(str(shop.path), "one"))
    assert started == [str(shop.path)]
    assert main(["remember", "A fact", "It holds.", "--type", "gotcha", "--project"]) == 0
    out, err = capfd.readouterr()
    assert (len(out.splitlines()), err, len(started)) == (1, "", 2)
    # Once a build was begun, questions see to the next one.
    assert STARTED in answer(shop, "ledger").notes
    session_start(Session(str(shop.path), "two"))
    assert main(["remember", "Ships", "Tuesday is the day.", "--type", "gotcha", "--project"]) == 0
    assert len(started) == 3


def test_no_build_is_started_where_nothing_can_be_kept_or_nothing_is_committed(
    shop: Repo, started: list[str], tmp_path: Path, monkeypatch
) -> None:
    indexer.start_first(find_workspace(str(Repo.init(tmp_path / "empty").path)))
    (tmp_path / "plain").mkdir()
    indexer.start_first(find_workspace(str(tmp_path / "plain")))
    monkeypatch.setattr(os, "access", lambda *_: False)
    indexer.start_first(place_of(shop))
    assert started == []
