"""The code layer end to end: what is found and how it is cited, how it is built, brought up to date and repaired."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.repos import Repo, entry
from tests.support.troves import run
from trove_git.asking.ask import Request, ask
from trove_git.code import language_table
from trove_git.code.versions import FACTS_VERSION
from trove_git.commands.index import index
from trove_git.commands.status import status
from trove_git.index.published import PublishedIndex
from trove_git.index.record import source_key
from trove_git.layers import code_for_question, code_worker, facts_store, names
from trove_git.layers.code_build import build_code, find_base, read_code_tree
from trove_git.layers.code_for_question import Patience
from trove_git.layers.names import code_layer_in, folders_of
from trove_git.output.json import ask_object
from trove_git.records import CODE_KINDS, AskResult
from trove_git.workspace.workspace import Workspace, find_workspace

FILES = {
    "README.md": "# Shop\n\nSells things.\n",
    "pyproject.toml": '[project]\nname = "shop"\ndescription = "Sells things."\n',
    "shop/__init__.py": "",
    "shop/billing/__init__.py": '"""Billing of customers."""\n',
    "shop/billing/invoice.py": (
        '"""Invoices and their numbers."""\n\nfrom shop.billing.ledger import book_entry\n\n\n'
        "class InvoicePrinter:\n    def print_invoice(self):\n        return book_entry(1)\n"
    ),
    "shop/billing/ledger.py": '"""Keeps the ledger."""\n\n\ndef book_entry(amount):\n    return amount\n',
    "shop/cart.py": "from shop.billing.invoice import InvoicePrinter\n\n\ndef add_to_cart(item):\n    return item\n",
    "deploy.yml": "# rollout of the warehouse\nsteps: 3\n",
    # So many that a change of a few files leaves the index worth starting from.
    **{f"parts/part{i:02}.py": f"def gear_{i:02}():\n    return {i}\n" for i in range(44)},
}


def place_of(repo: Repo) -> Workspace:
    return find_workspace(str(repo.path))


def answer(repo: Repo, question: str, **options: Any) -> AskResult:
    return ask(place_of(repo), Request(question, **options))


def cites(result: AskResult, kind: str = "") -> list[str]:
    return [hit.cite for hit in result.hits if not kind or hit.kind == kind]


def code_content(reader: PublishedIndex) -> list[bytes]:
    """Return every record of a code layer."""
    paths = [*FILES, "shop", "shop/billing", "parts", "", "shop/extra.py", "shop/wholesale.py"]
    records = reader.lookup(paths)
    records += reader.lookup_keys(
        [source_key(kind, path) for kind in ("arch", "subsystem", "module") for path in paths]
    )
    assert len(records) == reader.manifest.live
    return sorted(record.data for record in records)


def open_layer(repo: Repo, number: int = 0) -> PublishedIndex:
    """Open the published code layer of HEAD."""
    workspace = place_of(repo)
    reader = code_layer_in(workspace, folders_of(workspace)[number]).open(repo.head)
    assert reader is not None
    return reader


def assert_as_from_nothing(repo: Repo) -> None:
    """The published layer of HEAD holds what a build from nothing gives."""
    found = code_content(open_layer(repo))
    index(place_of(repo), full=True)
    assert found == code_content(open_layer(repo))


@pytest.fixture
def shop(repo: Repo) -> Repo:
    repo.commit("shop", FILES)
    return repo


@pytest.mark.parametrize(
    ("question", "kind", "cite"),
    [
        pytest.param("book_entry", "symbol", "shop/billing/ledger.py:4", id="function"),
        pytest.param("InvoicePrinter", "symbol", "shop/billing/invoice.py:6", id="class"),
        pytest.param("print_invoice", "symbol", "shop/billing/invoice.py:7", id="method"),
        pytest.param("ledger", "module", "shop/billing/ledger.py", id="module"),
        pytest.param("rollout warehouse", "module", "deploy.yml", id="file without a grammar"),
        pytest.param("gear parts", "subsystem", "parts/", id="subsystem"),
        pytest.param("languages python", "arch", ".", id="architecture"),
    ],
)
def test_what_is_found_and_how_it_is_cited(shop: Repo, question: str, kind: str, cite: str) -> None:
    assert cites(answer(shop, question, kinds=(kind,)))[:1] == [cite]
    assert cite in cites(answer(shop, question))


def test_what_is_shown_of_code(shop: Repo) -> None:
    (symbol,) = [hit for hit in answer(shop, "book_entry").hits if hit.cite == "shop/billing/ledger.py:4"]
    assert (symbol.title, symbol.snippet, symbol.line) == ("book_entry", "def book_entry(amount):", 4)
    (whole,) = answer(shop, "languages python", kinds=("arch",)).hits
    assert "languages: Python" in whole.snippet
    made = ask_object(answer(shop, "languages python", kinds=("arch",)))
    assert [source["kind"] for source in made["sources"]] == ["architecture"]  # type: ignore[attr-defined]


def test_the_command(shop: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(shop.path)
    done = run(monkeypatch, capsys, "ask", "--kind", "symbol", "--json", "book_entry")
    assert done.code == 0
    found = json.loads(done.out)["sources"]
    assert (found[0]["kind"], found[0]["cite"]) == ("symbol", "shop/billing/ledger.py:4")
    assert {source["kind"] for source in found} == {"symbol"}
    done = run(monkeypatch, capsys, "index", "--full")
    assert "49 Python files\n" in done.out
    assert "-- code: built from nothing\n" in done.out
    assert "code index   of this revision (49 Python)\n" in run(monkeypatch, capsys, "status").out
    shop.commit("broken", {"shop/billing/invoice.py": "class (((\n  def ]]] print:\n ''' \n"})
    assert "code index   1 commit away (49 Python); " in run(monkeypatch, capsys, "status").out
    assert "-- shop/billing/invoice.py no longer parses and lost symbols\n" in run(monkeypatch, capsys, "index").out


@pytest.mark.parametrize("kind", CODE_KINDS)
def test_one_kind_alone(shop: Repo, kind: str) -> None:
    found = answer(shop, "shop billing ledger invoice languages python return", kinds=(kind,))
    assert {hit.kind for hit in found.hits} == {kind}
    assert found.counts.keys() == {kind}


def test_entries_alone_need_no_code(shop: Repo) -> None:
    assert answer(shop, "book_entry", types=("gotcha",)).hits == ()
    assert answer(shop, "ledger", kinds=("doc",)).hits == ()
    workspace = place_of(shop)
    assert code_layer_in(workspace, workspace.index_folder).list()[0] == []


def test_index_says_what_it_built(shop: Repo) -> None:
    progress: list[tuple[int, int]] = []
    made = index(place_of(shop), progress=lambda done, total: progress.append((done, total)))
    assert made.code_built == "from nothing"
    assert made.languages == {"Python": 49}
    assert made.counts["symbol"] == 48
    # pyproject.toml and deploy.yml are searched by their text.
    assert made.counts["module"] == 51
    assert made.counts["arch"] == 1
    assert progress == [(51, 51)]
    assert index(place_of(shop)).code_built == ""
    assert index(place_of(shop), full=True).code_built == "from nothing"


def test_a_commit_brings_the_layer_up_to_date(shop: Repo) -> None:
    old = shop.head
    index(place_of(shop))
    shop.git("rm", "-q", "shop/cart.py")
    shop.commit("more", {
        "shop/billing/ledger.py": "def balance_of():\n    return 2\n",
        "shop/wholesale.py": "from shop.billing.ledger import balance_of\n\n\ndef sell_pallets():\n    return 1\n",
    })  # fmt: skip
    made = index(place_of(shop))
    assert made.code_built == f"from {old}"
    assert made.lost == ()
    assert "shop/billing/ledger.py:1" in cites(answer(shop, "balance_of"))
    assert "shop/wholesale.py:4" in cites(answer(shop, "sell_pallets"))
    assert cites(answer(shop, "add_to_cart", kinds=CODE_KINDS)) == []
    assert all(":4" not in cite for cite in cites(answer(shop, "book_entry", kinds=("symbol",))))
    assert_as_from_nothing(shop)


def test_a_question_builds_what_is_quick(shop: Repo) -> None:
    index(place_of(shop))
    shop.commit("more", {"shop/extra.py": "def weigh_parcel():\n    return 1\n"})
    result = answer(shop, "weigh_parcel")
    assert cites(result)[0] == "shop/extra.py:1"
    assert result.notes == ()
    assert_as_from_nothing(shop)


def test_branches_have_layers_of_their_own(shop: Repo) -> None:
    shop.git("checkout", "-q", "-b", "other")
    shop.commit("other", {"shop/extra.py": "def weigh_parcel():\n    return 1\n"})
    assert "shop/extra.py:1" in cites(answer(shop, "weigh_parcel"))
    shop.git("checkout", "-q", "main")
    assert cites(answer(shop, "weigh_parcel")) == []
    shop.git("checkout", "-q", "other")
    assert "shop/extra.py:1" in cites(answer(shop, "weigh_parcel"))


def test_another_revision_is_asked(shop: Repo) -> None:
    old = shop.head
    shop.commit("renamed", {"shop/billing/ledger.py": "\ndef post_entry():\n    return 1\n"})
    assert cites(answer(shop, "book_entry", revision=old), "symbol")[0] == "shop/billing/ledger.py:4"
    assert cites(answer(shop, "post_entry", revision=old), "symbol")[0] == "shop/billing/ledger.py:4"
    assert cites(answer(shop, "post_entry", revision="HEAD"), "symbol")[0] == "shop/billing/ledger.py:2"


def test_a_broken_layer_is_built_again(shop: Repo) -> None:
    answer(shop, "book_entry")
    workspace = place_of(shop)
    layer = code_layer_in(workspace, workspace.index_folder)
    for path in Path(layer.path(shop.head)).glob("*.store"):
        path.unlink()
    assert "shop/billing/ledger.py:4" in cites(answer(shop, "book_entry"))
    assert_as_from_nothing(shop)


def test_a_broken_layer_is_no_base(shop: Repo) -> None:
    answer(shop, "book_entry")
    workspace = place_of(shop)
    layer = code_layer_in(workspace, workspace.index_folder)
    for path in Path(layer.path(shop.head)).glob("*.store"):
        path.unlink()
    shop.commit("more", {"shop/extra.py": "def weigh_parcel():\n    return 1\n"})
    assert "shop/extra.py:1" in cites(answer(shop, "weigh_parcel"))
    assert_as_from_nothing(shop)


@pytest.mark.parametrize("damage", ["", "{}", '{"summaries": 1}'])
def test_broken_notes_about_summaries_do_not_stop_a_question(shop: Repo, damage: str) -> None:
    index(place_of(shop))
    workspace = place_of(shop)
    (Path(code_layer_in(workspace, workspace.index_folder).path(shop.head)) / "derived.json").write_text(damage)
    shop.commit("more", {"shop/extra.py": "def weigh_parcel():\n    return 1\n"})
    assert "shop/extra.py:1" in cites(answer(shop, "weigh_parcel"))


def test_a_replacement_gives_a_commit_another_tree(shop: Repo) -> None:
    first = shop.head
    answer(shop, "book_entry")
    shop.commit("other", {"shop/billing/ledger.py": "def post_entry():\n    return 1\n"})
    other = shop.head
    shop.git("reset", "-q", "--hard", first)
    shop.git("replace", first, other)
    found = answer(shop, "post_entry", revision="HEAD")
    assert cites(found, "symbol")[0] == "shop/billing/ledger.py:1"


def test_a_file_that_no_longer_parses_and_lost_symbols_is_named(shop: Repo) -> None:
    index(place_of(shop))
    shop.commit("broken", {"shop/billing/invoice.py": "class (((\n  def ]]] print:\n ''' \n"})
    made = index(place_of(shop))
    assert made.lost == ("shop/billing/invoice.py",)
    assert "shop/billing/invoice.py" in made.skipped
    shop.commit("no symbols", {"shop/billing/ledger.py": "x = 1\n"})
    # It lost its symbols and parses.
    assert index(place_of(shop)).lost == ()


def test_other_processes_give_the_same(shop: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    index(place_of(shop))
    alone = code_content(open_layer(shop))
    shutil.rmtree(shop.path / ".git" / "trove")
    monkeypatch.setattr(code_worker, "WORKERS_ABOVE_BYTES", 0)
    monkeypatch.setattr(code_worker, "FILES_AT_ONCE", 20)
    monkeypatch.setattr(code_worker, "SOURCES_AT_ONCE", 20)
    progress: list[tuple[int, int]] = []
    assert index(place_of(shop), progress=lambda *at: progress.append(at)).code_built == "from nothing"
    assert progress == [(20, 51), (40, 51), (51, 51)]
    assert code_content(open_layer(shop)) == alone


def test_status(shop: Repo) -> None:
    found = status(place_of(shop))
    assert (found.code, found.languages) == ("missing", {})
    index(place_of(shop))
    found = status(place_of(shop))
    assert (found.code, found.code_behind, found.languages) == ("fresh", 0, {"Python": 49})
    assert found.counts["symbol"] == 48
    shop.commit("more", {"shop/extra.py": "x = 1\n"})
    found = status(place_of(shop))
    assert (found.code, found.code_behind) == ("behind", 1)


def test_a_bare_repository(shop: Repo, tmp_path: Path) -> None:
    shop.git("clone", "-q", "--bare", str(shop.path), str(tmp_path / "bare"))
    bare = Repo(tmp_path / "bare")
    found = answer(bare, "book_entry")
    assert cites(found)[0] == "shop/billing/ledger.py:4"
    assert found.hits[0].snippet == "def book_entry(amount):"
    assert index(place_of(bare)).languages == {"Python": 49}


def test_a_folder_of_a_repository(shop: Repo) -> None:
    workspace = find_workspace(str(shop.path / "shop"))
    found = ask(workspace, Request("book_entry"))
    assert cites(found)[0] == "billing/ledger.py:4"
    assert index(workspace).languages == {"Python": 5}
    assert cites(answer(shop, "gear_07"))[0] == "parts/part07.py:1"


def test_where_the_git_dir_cannot_be_written_the_users_cache_is(shop: Repo, sealed_home: Path) -> None:
    blocked = shop.path / ".git" / "trove"
    blocked.write_text("in the way")
    assert cites(answer(shop, "book_entry"))[0] == "shop/billing/ledger.py:4"
    assert blocked.read_text() == "in the way"
    code_content(open_layer(shop, 1))
    assert list((sealed_home / ".cache").rglob("facts-*.sqlite"))
    # The next question finds it there, and the next commit starts from it.
    workspace = place_of(shop)
    assert (
        code_for_question.open_or_build(
            workspace, workspace.repository.head, Patience(2, lambda _: lambda *_: None)
        ).reader
        is not None
    )
    shop.commit("more", {"shop/extra.py": "def weigh_parcel():\n    return 1\n"})
    assert "shop/extra.py:1" in cites(answer(shop, "weigh_parcel"))


def test_nowhere_to_write(shop: Repo, sealed_home: Path) -> None:
    (shop.path / ".git" / "trove").write_text("in the way")
    (sealed_home / ".cache").write_text("in the way too")
    workspace = place_of(shop)
    assert build_code(workspace, read_code_tree(workspace, workspace.repository.head, sizes=True)) is None
    assert cites(answer(shop, "sells things"), "doc") == ["README.md:3"]
    assert index(workspace).code_built == ""


def test_attributes_that_change_make_no_base(shop: Repo) -> None:
    index(place_of(shop))
    shop.commit("attributes", {".gitattributes": "shop/billing/** linguist-generated\n"})
    workspace = place_of(shop)
    tree = read_code_tree(workspace, workspace.repository.head, sizes=False)
    assert [file.path for file in tree.files if "billing" in file.path] == []
    assert tree.sizes == {}
    assert find_base(workspace, tree, code_layer_in(workspace, workspace.index_folder)) is None
    assert index(workspace).code_built == "from nothing"
    assert cites(answer(shop, "book_entry"), "symbol") == []


def test_facts_that_were_lost_are_made_again(shop: Repo) -> None:
    index(place_of(shop))
    for path in (shop.path / ".git" / "trove").glob("facts-*"):
        path.unlink()
    shop.commit("more", {"shop/extra.py": "def weigh_parcel():\n    return 1\n"})
    assert index(place_of(shop)).code_built.startswith("from ")
    assert_as_from_nothing(shop)


def test_a_repository_without_code(repo: Repo) -> None:
    repo.commit("docs", {"README.md": "# Readme\n\nqueue\n"})
    found = answer(repo, "queue")
    assert cites(found) == ["README.md:3"]
    assert found.notes == ()
    assert index(place_of(repo)).languages == {}


def test_a_question_about_the_architecture_is_answered_by_it(shop: Repo) -> None:
    index(place_of(shop))
    assert cites(answer(shop, "what is the architecture of this"))[0] == "."


def test_a_commit_of_docs_alone_needs_no_new_code_layer(shop: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    index(place_of(shop))
    shop.commit("docs", {"docs/new.md": "# New\n\nonly words\n", ".claude/trove/entries/x.md": entry("X", "a fact")})
    monkeypatch.setattr(code_for_question, "read_code_tree", lambda *_, **__: pytest.fail("looked at the code"))
    for _ in range(2):
        result = answer(shop, "book_entry")
        assert (cites(result)[0], result.notes) == ("shop/billing/ledger.py:4", ())
    monkeypatch.undo()
    shop.commit("readme and code", {"README.md": "# Shop\n", "shop/extra.py": "def weigh_parcel():\n    return 1\n"})
    assert cites(answer(shop, "weigh_parcel"))[0] == "shop/extra.py:1"
    assert_as_from_nothing(shop)


def test_what_a_killed_build_of_code_left_is_swept_by_the_next_question(shop: Repo) -> None:
    index(place_of(shop))
    workspace = place_of(shop)
    left = Path(code_layer_in(workspace, workspace.index_folder).directory) / "tmp-0123"
    left.mkdir()
    Path(f"{left}.lock").touch()
    answer(shop, "book_entry")
    assert not left.exists()
    assert not Path(f"{left}.lock").exists()


def test_a_language_that_is_new_is_found_at_the_next_index(repo, monkeypatch):
    """What an older version has indexed is kept under the number of its facts."""
    repo.commit(files={"lib/Cart.pm": "package Cart;\nsub weigh_parcel { 1 }\n1;\n", "a.py": "def other(): ...\n"})
    with monkeypatch.context() as older:
        older.setattr(facts_store, "FACTS_VERSION", FACTS_VERSION - 1)
        older.setattr(names, "FACTS_VERSION", FACTS_VERSION - 1)
        older.delitem(language_table._BY_SUFFIX, ".pm")
        index(place_of(repo))
        assert cites(answer(repo, "weigh_parcel"), "symbol") == []
    index(place_of(repo))
    assert cites(answer(repo, "weigh_parcel"), "symbol") == ["lib/Cart.pm:2"]
