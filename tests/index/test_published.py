"""A published index: what it answers, and that every kind of damage is one error."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from pathlib import Path

import pytest

from tests.support.indexes import CORPUS, put, source
from trove_git.errors import IndexCorrupt
from trove_git.index import published
from trove_git.index.published import PublishedIndex
from trove_git.index.record import Prepared, defined_as, defined_like
from trove_git.index.search import Filter, MemoryIndex, Question
from trove_git.index.store import Layer


@pytest.fixture
def layer(tmp_path):
    return Layer(str(tmp_path / "trove"), "knowledge")


@pytest.fixture
def index(layer):
    return put(layer, "one")


def asked(*terms: str) -> Question:
    return Question(terms, (1.0,) * len(terms), 1.0, 0.5)


@pytest.mark.parametrize("removed", [False, True])
@pytest.mark.parametrize("term", ["alpha", "beta", "gamma", "none"])
def test_document_frequencies(layer, index, term, removed):
    sources = list(CORPUS)
    if removed:
        index = put(layer, "two", [], index, ["a.md"])
        sources = [s for s in sources if s.path != "a.md"]
    expected = MemoryIndex([Prepared(s) for s in sources])
    assert index.doc_freq(term) == expected.doc_freq(term)
    assert index.manifest.kinds == expected.manifest.kinds
    assert index.manifest.lengths == expected.manifest.lengths


@pytest.mark.parametrize(
    ("terms", "narrowing", "matches"),
    [
        (["alpha"], Filter(), 2),
        (["alpha", "gamma"], Filter(), 3),
        (["none"], Filter(), 0),
        (["alpha"], Filter(kinds=("project",)), 1),
        (["alpha"], Filter(kinds=("project", "doc")), 2),
        (["alpha"], Filter(types=("gotcha",)), 1),
        (["alpha"], Filter(types=("decision",)), 0),
        (["alpha"], Filter(tags=("http",)), 1),
        (["alpha"], Filter(tags=("y", "x")), 1),
        (["beta"], Filter(tags=("x",)), 0),
        (["alpha"], Filter(("doc",), ("gotcha",)), 0),
        (["alpha"], Filter(paths=frozenset(("a.md",))), 1),
        (["alpha", "gamma"], Filter(paths=frozenset(("a.md", "none"))), 1),
        (["alpha"], Filter(paths=frozenset()), 0),
        (["alpha"], Filter(("project",), paths=frozenset(("a.md",))), 0),
    ],
)
def test_matches(index, terms, narrowing, matches):
    assert index.matches(terms, narrowing) == matches
    assert MemoryIndex([Prepared(s) for s in CORPUS]).matches(terms, narrowing) == matches


def test_candidates_come_best_first_with_a_bound_on_the_rest(index):
    everything = index.candidates(asked("beta"), Filter(), 10)
    assert everything.rest is None
    assert {(r.path, r.line) for r in everything.records} == {("a.md", 1), ("a.md", 5), ("b.md", 1)}
    assert everything.records[0].path == "b.md"  # the only one with the term in its title
    first = index.candidates(asked("beta"), Filter(), 1)
    assert [r.path for r in first.records] == ["b.md"]
    assert first.rest > 1.0 + 0.5


def test_as_many_candidates_as_asked_may_be_all(index):
    assert index.candidates(asked("beta"), Filter(), 3).rest is not None
    assert index.candidates(asked("beta"), Filter(), 4).rest is None


def test_candidates_of_a_term_that_nothing_holds(index):
    assert index.candidates(asked("none"), Filter(), 5) == ([], None)
    assert len(index.candidates(asked("none", "gamma"), Filter(), 5).records) == 1


def test_candidates_pass_the_filter(index):
    found = index.candidates(asked("alpha"), Filter(kinds=("project",)), 5)
    assert [r.kind for r in found.records] == ["project"]


def test_lookup(index):
    assert [(r.path, r.line) for r in index.lookup(["a.md", "none"])] == [("a.md", 1), ("a.md", 5)]
    assert index.lookup([]) == []


def test_what_was_read_once_stays_read(index, monkeypatch):
    found = {(record.path, record.line): record for record in index.lookup(["a.md"])}
    again = {(record.path, record.line): record for record in index.lookup(["b.md", "a.md"])}
    assert len(found) == 2
    assert all(again[place] is record for place, record in found.items())
    monkeypatch.setattr(published, "MAX_KEPT_RECORDS", 1)
    assert {record.path for record in index.lookup([".claude/trove/entries/e.md", "a.md"])} == {
        ".claude/trove/entries/e.md", "a.md",
    }  # fmt: skip
    assert len(index._kept) == 1


def test_lookup_of_names_outside_utf8(layer):
    odd = os.fsdecode(b"caf\xe9.md")
    index = put(layer, "one", [source(odd, "x"), source("caf\ufffd.md", "x")])
    assert [r.path for r in index.lookup([odd])] == [odd]


DEFINED = (
    source("a.py", "x", kind="symbol", title="Pool.reap", symbol_kind="method"),
    source("b.py", "x", kind="symbol", title="Reap", symbol_kind="class"),
    source("c.py", "reap", kind="symbol", title="reap.other", symbol_kind="function"),
    source("d.py", "reap", kind="module", title="d.py", title_text="reap", names=("reap",)),
    source("e.md", "reap", title="reap"),
)


@pytest.mark.parametrize(
    ("names", "paths"),
    [
        pytest.param([], [], id="no name"),
        pytest.param([defined_as("reap")], ["a.py"], id="as it is written"),
        pytest.param([defined_as("Reap")], ["b.py"], id="with its capitals"),
        pytest.param([defined_like("reap")], ["a.py", "b.py"], id="in any case"),
        pytest.param([defined_as("REAP")], [], id="with other capitals"),
        pytest.param([defined_as("other"), defined_as("Reap")], ["b.py", "c.py"], id="several"),
        pytest.param([defined_as("Pool")], [], id="what a symbol lies in"),
        pytest.param(["reap"], ["d.py"], id="the words of a file's names are others"),
    ],
)
def test_definitions_of_names(layer, names, paths):
    index = put(layer, "one", DEFINED)
    assert sorted(record.path for record in index.definitions(names, 9)) == paths


def test_definitions_written_just_so_come_first(layer):
    index = put(layer, "one", DEFINED)
    for name, path in (("reap", "a.py"), ("Reap", "b.py")):
        assert [r.path for r in index.definitions([defined_like("reap"), defined_as(name)], 1)] == [path]


def test_names_of_symbols_are_no_names_of_files(layer):
    assert put(layer, "one", DEFINED).module_doc_freqs(["reap", defined_as("reap")]) == ([1, 0], [1, 1])


def test_an_empty_index(layer):
    index = put(layer, "one", [])
    assert (index.manifest.live, index.doc_freq("x"), index.matches(["x"], Filter())) == (0, 0, 0)
    assert index.lookup(["a.md"]) == []
    assert index.candidates(asked("x"), Filter(), 5) == ([], None)


def test_a_folder_that_cannot_be_written_is_read_through_links(index, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    before = sorted(os.listdir(index.directory))
    shadowed = PublishedIndex(index.directory)
    assert shadowed.doc_freq("alpha") == 2
    assert sorted(os.listdir(index.directory)) == before
    shadow = shadowed._shadow
    assert os.path.isdir(shadow)
    shadowed.close()
    shadowed.close()
    assert not os.path.exists(shadow)
    assert sorted(os.listdir(index.directory)) == before


def test_a_lock_file_that_comes_while_the_links_are_removed_is_removed_too(index, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    shadowed = PublishedIndex(index.directory)
    shadow = Path(shadowed._shadow)
    remove, calls = shutil.rmtree, []

    def interrupted(path, **options):
        remove(path, **options)
        calls.append(path)
        if len(calls) == 1:
            Path(path).mkdir(exist_ok=True)
            (Path(path) / ".tantivy-meta.lock").touch()

    monkeypatch.setattr(shutil, "rmtree", interrupted)
    shadowed.close()
    assert not shadow.exists()


def test_a_broken_index_leaves_no_links_behind(index, monkeypatch, tmp_path):
    made = []
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr("tempfile.mkdtemp", lambda **_: made.append(tmp_path / "shadow") or _made(tmp_path / "shadow"))
    os.unlink(os.path.join(index.directory, "meta.json"))
    with pytest.raises(IndexCorrupt):
        PublishedIndex(index.directory)
    assert made
    assert not made[0].exists()


def _made(folder):
    folder.mkdir()
    return str(folder)


def content(directory: str) -> dict[str, bytes]:
    return {name: Path(directory, name).read_bytes() for name in os.listdir(directory)}


def test_the_directory_stays_as_it_was(index):
    before = content(index.directory)
    again = PublishedIndex(index.directory)
    again.candidates(asked("alpha"), Filter(), 5)
    again.close()
    after = content(index.directory)
    assert {name for name in after if not name.endswith(".lock")} == {n for n in before if not n.endswith(".lock")}
    assert all(after[name] == before[name] for name in before)


def damage_missing(path):
    path.unlink()


def damage_empty(path):
    path.write_bytes(b"")


def damage_cut(path):
    os.truncate(path, os.path.getsize(path) // 2)


def damage_foreign(path):
    path.write_bytes(b"\x93something else" * 40)


def segment(index) -> str:
    with open(os.path.join(index.directory, "meta.json")) as f:
        return json.load(f)["segments"][0]["segment_id"].replace("-", "")


MATTERS = ("manifest.json", "meta.json", "idx", "term", "store", "fieldnorm")


@pytest.mark.parametrize("damage", [damage_missing, damage_empty, damage_cut, damage_foreign])
@pytest.mark.parametrize("suffix", ["manifest.json", "meta.json", "idx", "pos", "term", "store", "fast", "fieldnorm"])
def test_damage_is_an_error_of_ours_or_does_not_show(index, tmp_path, suffix, damage):
    name = suffix if suffix.endswith(".json") else f"{segment(index)}.{suffix}"
    copy = shutil.copytree(index.directory, tmp_path / "copy")
    damage(copy / name)
    if suffix in MATTERS:
        with pytest.raises(IndexCorrupt) as caught:
            use(str(copy))
        assert caught.value.where == str(copy)
    else:
        with contextlib.suppress(IndexCorrupt):
            use(str(copy))


def use(directory: str) -> None:
    """Do everything that a question does."""
    opened = PublishedIndex(directory)
    try:
        for term in ("alpha", "beta", "gamma", "delta"):
            opened.doc_freq(term)
        opened.matches(["alpha", "beta"], Filter())
        opened.candidates(asked("alpha", "beta"), Filter(), 2)
        opened.lookup(["a.md", "b.md"])
    finally:
        opened.close()


@pytest.mark.parametrize("name", ["idx", "pos", "term", "fast", "fieldnorm", "meta.json"])
def test_a_flipped_byte_never_shows_as_another_error(index, name, tmp_path):
    """The engine answers some damage with a panic, which is no Exception; it must not get past this room."""
    name = name if name.endswith(".json") else f"{segment(index)}.{name}"
    with open(os.path.join(index.directory, name), "rb") as f:
        whole = f.read()
    step = max(1, len(whole) // 60)
    broken = 0
    for at in range(0, len(whole), step):
        copy = str(tmp_path / f"copy{at}")
        shutil.copytree(index.directory, copy)
        data = bytearray(whole)
        data[at] ^= 0xFF
        with open(os.path.join(copy, name), "wb") as f:
            f.write(data)
        try:
            use(copy)
        except IndexCorrupt:
            broken += 1
    assert broken


def test_a_manifest_that_counts_otherwise(index):
    path = os.path.join(index.directory, "manifest.json")
    with open(path) as f:
        manifest = json.load(f)
    manifest["kinds"]["doc"] += 1
    with open(path, "w") as f:
        json.dump(manifest, f)
    with pytest.raises(IndexCorrupt, match="disagree"):
        PublishedIndex(index.directory)


def test_a_panic_becomes_our_error():
    class PanicException(BaseException):
        pass

    with pytest.raises(IndexCorrupt, match="index cannot be read: boom"):
        published._raise_corrupt(PanicException("boom"), "/x")


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError])
def test_what_is_none_of_our_business_passes(index, monkeypatch, error):
    def interrupted(self):
        raise error

    monkeypatch.setattr(PublishedIndex, "_open", interrupted)
    with pytest.raises(error):
        PublishedIndex(index.directory)
