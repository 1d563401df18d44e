"""Facts that are kept: packing, damage, forgetting."""

from __future__ import annotations

import sqlite3
import time
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trove_git.code.facts import SYMBOL_KINDS, FileFacts, Import, Symbol
from trove_git.layers import facts_store
from trove_git.layers.facts_store import FactsStore, facts_key, pack_facts, unpack_facts

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NUMBER = st.integers(0, 10**6)
SYMBOLS = st.builds(
    Symbol, TEXT, st.sampled_from(SYMBOL_KINDS), TEXT, TEXT, TEXT, NUMBER, NUMBER, st.booleans(), NUMBER
)
IMPORTS = st.builds(Import, TEXT, st.lists(TEXT, max_size=4).map(tuple), NUMBER, TEXT)
FACTS = st.builds(
    FileFacts, TEXT, st.lists(SYMBOLS, max_size=4).map(tuple), st.lists(IMPORTS, max_size=4).map(tuple),
    TEXT, TEXT, NUMBER, TEXT, NUMBER, TEXT, NUMBER,
)  # fmt: skip


def some(language: str = "Python", **fields: Any) -> FileFacts:
    return FileFacts(language, (), (), "", "", 0, "", 1)._replace(**fields)


@given(FACTS)
def test_facts_come_back_as_they_were(facts):
    made = unpack_facts(pack_facts(facts))
    assert made == facts
    assert [type(s) for s in made.symbols] == [Symbol] * len(facts.symbols)
    assert [type(i) for i in made.imports] == [Import] * len(facts.imports)


def test_what_utf8_cannot_say_is_replaced():
    assert unpack_facts(pack_facts(some(doc="a\udc80b"))).doc == "a?b"


def test_write_and_read(tmp_path: Path):
    folder = str(tmp_path / "made" / "for it")
    store = FactsStore(folder)
    store.write({"a": pack_facts(some("Go")), "b": pack_facts(some("Rust"))})
    store.write({"b": pack_facts(some("Zig"))})
    store.close()
    again = FactsStore(folder)
    assert {key: facts.language for key, facts in again.read(["a", "b", "none", "a"]).items()} == {
        "a": "Go",
        "b": "Zig",
    }
    assert again.read([]) == {}
    again.close()


def test_without_a_folder_facts_live_as_long_as_the_store(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store = FactsStore(None)
    store.write({"a": pack_facts(some())})
    assert store.read(["a"]) == {"a": some()}
    store.close()
    assert list(tmp_path.iterdir()) == []


def test_more_keys_than_a_statement_can_have():
    store = FactsStore(None)
    wanted = {f"key{i}": some(line_count=i) for i in range(1203)}
    store.write({key: pack_facts(facts) for key, facts in wanted.items()})
    assert store.read(wanted) == wanted
    store.close()


@pytest.mark.parametrize("damage", [b"not a database, but long enough to look at " * 50, b"\0" * 4096])
def test_a_broken_database_is_replaced(tmp_path: Path, damage):
    Path(FactsStore(str(tmp_path)).path).write_bytes(damage)
    for name in ("-wal", "-shm"):
        Path(FactsStore(str(tmp_path)).path + name).unlink(missing_ok=True)
    store = FactsStore(str(tmp_path))
    assert store.read(["a"]) == {}
    store.write({"a": pack_facts(some())})
    assert store.read(["a"]) == {"a": some()}
    store.close()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"noise", id="not compressed"),
        pytest.param(zlib.compress(b"{"), id="no JSON"),
        pytest.param(zlib.compress(b'["Go",[["x"]],[],"","",0,"",1]'), id="a symbol of another version"),
        pytest.param(zlib.compress(b'["Go",[],[["x"]],"","",0,"",1]'), id="an import of another version"),
        pytest.param(zlib.compress(b"7"), id="something else"),
    ],
)
def test_broken_facts_are_as_good_as_none(data):
    store = FactsStore(None)
    store.write({"bad": data, "good": pack_facts(some())})
    assert store.read(["bad", "good"]) == {"good": some()}
    store.close()


@pytest.mark.parametrize(
    ("others", "gone"),
    [
        pytest.param(0, 0, id="nothing else"),
        pytest.param(3, 0, id="as many as are kept"),
        pytest.param(4, 4, id="more"),
    ],
)
def test_others_are_forgotten_once_they_are_more(tmp_path: Path, others, gone):
    store = FactsStore(str(tmp_path))
    keep, other = [f"k{i}" for i in range(3)], [f"o{i}" for i in range(others)]
    store.write(dict.fromkeys([*keep, *other], pack_facts(some())))
    assert store.forget_others(keep) == gone
    assert set(store.read([*keep, *other])) == {*keep, *([] if gone else other)}
    store.close()
    with sqlite3.connect(store.path) as database:
        assert database.execute("SELECT count(*) FROM facts").fetchone() == (3 + others - gone,)
    database.close()


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("a/b/queue.py", "1:py"),
        ("other.PY", "1:py"),
        ("a.b/Makefile", "1:Makefile"),
        ("a/queue.d.ts", "1:ts"),
    ],
)
def test_key_of_a_file(path, key):
    assert facts_key(path, "1") == key


def test_a_database_in_use_is_waited_for_and_never_removed(tmp_path: Path, monkeypatch):
    FactsStore(str(tmp_path)).close()
    (path,) = tmp_path.glob("*.sqlite")
    for name in ("-wal", "-shm"):
        Path(f"{path}{name}").unlink(missing_ok=True)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("PRAGMA journal_mode=DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    waited = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            holder.execute("COMMIT")

    monkeypatch.setattr(time, "sleep", wait)
    monkeypatch.setattr(facts_store, "BUSY_SECONDS", 0)
    inode = path.stat().st_ino
    store = FactsStore(str(tmp_path))
    assert len(waited) == 2
    assert path.stat().st_ino == inode
    store.close()
    holder.close()


def test_a_change_that_cannot_be_made_changes_nothing(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(facts_store, "BUSY_SECONDS", 0)
    store = FactsStore(str(tmp_path))
    store.write({"a": pack_facts(some())})
    holder = sqlite3.connect(store.path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    store.write({"b": pack_facts(some())})
    assert store.forget_others([]) == 0
    holder.execute("ROLLBACK")
    assert set(store.read(["a", "b"])) == {"a"}
    assert store.forget_others([]) == 1
    holder.close()
    store.close()


def test_a_database_that_breaks_while_it_is_open_has_no_facts(tmp_path: Path):
    store = FactsStore(str(tmp_path))
    store.write({f"key{i}": pack_facts(some(doc="word" * 50)) for i in range(200)})
    store._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store._database.execute("PRAGMA shrink_memory")
    with open(store.path, "r+b") as f:
        f.seek(4096)
        f.write(b"\xff" * 8192)
    assert store.read(["key7"]) in ({}, {"key7": some(doc="word" * 50)})
    store.write({"a": pack_facts(some())})
    store.forget_others(["a"])
    store.close()
