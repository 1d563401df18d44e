"""Drafts: built from nothing or from a published index, they answer alike."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from tests.support.indexes import CORPUS, put, source
from trove_git.errors import IndexCorrupt
from trove_git.index.build import Draft
from trove_git.index.manifest import read_manifest
from trove_git.index.published import PublishedIndex
from trove_git.index.search import Filter, Question
from trove_git.index.store import Layer


@pytest.fixture
def layer(tmp_path):
    return Layer(str(tmp_path / "trove"), "knowledge")


def answers(index: PublishedIndex) -> list[object]:
    """Everything that an index says, in an order that does not depend on how it was built."""
    question = Question(("alpha", "beta"), (1.0, 2.0), 1.0, 0.5)
    found = index.candidates(question, Filter(), 1000)
    return [
        index.manifest.kinds,
        index.manifest.lengths,
        [index.doc_freq(term) for term in ("alpha", "beta", "gamma", "delta", "new")],
        index.matches(["alpha", "new"], Filter()),
        sorted((record.path, record.line, record.data) for record in found.records),
    ]


@pytest.mark.parametrize(
    ("gone", "added"),
    [
        pytest.param([], [source("new.md", "new words")], id="added"),
        pytest.param(["b.md"], [], id="removed"),
        pytest.param(["a.md"], [source("a.md", "new alpha")], id="changed, two sections become one"),
        pytest.param(["none.md"], [source("new.md", "new")], id="removed what was not there"),
        pytest.param(["a.md", "b.md"], [], id="all docs but one removed"),
    ],
)
def test_an_update_answers_like_an_index_from_nothing(layer, gone, added):
    filler = [source(f"f{i}.md", f"alpha filler{i}") for i in range(30)]
    base = put(layer, "base", [*CORPUS, *filler])
    updated = put(layer, "updated", added, base, gone)
    fresh = put(layer, "fresh", [s for s in (*CORPUS, *filler) if s.path not in gone] + added)
    assert answers(updated) == answers(fresh)


def test_updates_in_a_row(layer):
    index = put(layer, "r0", [source(f"f{i}.md", f"alpha word{i}") for i in range(50)])
    for step in range(1, 9):
        index = put(layer, f"r{step}", [source(f"f{step}.md", f"beta step{step}")], index, [f"f{step}.md"])
    expected = [source(f"f{i}.md", f"beta step{i}" if 1 <= i < 9 else f"alpha word{i}") for i in range(50)]
    assert answers(index) == answers(put(layer, "fresh", expected))


def test_the_base_stays_as_it_was(layer):
    base = put(layer, "base")
    before = answers(base)
    put(layer, "next", [source("new.md", "alpha new")], base, ["a.md"])
    assert answers(layer.open("base")) == before


def test_files_are_shared_with_the_base(layer):
    base = put(layer, "base")
    put(layer, "next", [], base)
    store = next(name for name in os.listdir(base.directory) if name.endswith(".store"))
    assert os.stat(os.path.join(layer.path("next"), store)).st_nlink == 2


def test_a_file_system_without_hard_links(layer, monkeypatch):
    base = put(layer, "base")

    def refused(source, target):
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", refused)
    updated = put(layer, "next", [source("new.md", "new")], base)
    assert updated.doc_freq("new") == 1
    assert updated.doc_freq("alpha") == 2


def test_no_lock_file_is_published(layer):
    put(layer, "one").close()
    fresh = put(Layer(layer.folder, "other"), "two").directory
    Draft(layer_folder(layer, "draft")).finish({})
    assert not [name for name in os.listdir(layer_folder(layer, "draft", False)) if name.endswith(".lock")]
    assert os.path.exists(os.path.join(fresh, "manifest.json"))


def layer_folder(layer: Layer, name: str, make: bool = True) -> str:
    if make:
        os.makedirs(layer.path(name))
    return layer.path(name)


def test_statistics_of_the_engine(layer):
    """The bound on what was left out needs the counts that the engine's own scores use."""
    base = put(layer, "base", [*CORPUS, *(source(f"f{i}.md", "x y") for i in range(16))])
    assert (base.manifest.engine_docs, base.manifest.deleted) == (20, 0)
    # alpha beta beta + title alpha, beta, gamma + title beta, alpha delta: 4 + 1 + 2 + 2, and 16 times 2 = 41
    assert base.manifest.engine_mean_len == pytest.approx(41 / 20)
    updated = put(layer, "next", [], base, ["b.md"])
    assert updated.manifest.live == 19
    assert updated.manifest.engine_docs == 19 + updated.manifest.deleted
    assert updated.manifest.engine_mean_len > 0


def test_statistics_of_an_index_without_sources(layer):
    manifest = put(layer, "one", []).manifest
    assert (manifest.engine_docs, manifest.deleted, manifest.engine_mean_len) == (0, 0, 0.0)


def test_statistics_of_an_index_without_terms(layer):
    manifest = put(layer, "one", [source("a.md", "...")]).manifest
    assert (manifest.live, manifest.engine_mean_len) == (1, 0.0)


@pytest.mark.parametrize(("removed", "worn"), [(2, False), (3, True)])
def test_worn(layer, tmp_path, removed, worn):
    """More than a quarter removed: 2 of 8 is not, 3 of 8 is."""
    base = put(layer, "base", [source(f"f{i}.md", "x") for i in range(8)])
    (tmp_path / "draft").mkdir()
    draft = Draft(str(tmp_path / "draft"), base)
    draft.remove([f"f{i}.md" for i in range(removed)])
    assert draft.worn is worn
    draft.finish({})


def test_the_state_is_kept(layer):
    assert put(layer, "one").manifest.state == {"tree": "one"}
    assert read_manifest(layer.path("one")).state == {"tree": "one"}


@pytest.mark.parametrize("text", [None, "{", "[]", "{}", '{"segments": [{}]}', '{"segments": 3}'])
def test_a_base_without_a_usable_list_of_files(layer, tmp_path, text):
    base = put(layer, "base")
    meta = os.path.join(base.directory, "meta.json")
    os.unlink(meta)
    if text is not None:
        with open(meta, "w") as f:
            f.write(text)
    (tmp_path / "draft").mkdir()
    with pytest.raises(IndexCorrupt, match="index cannot be copied") as caught:
        Draft(str(tmp_path / "draft"), base)
    assert caught.value.where == base.directory


def test_only_files_of_the_index_are_taken_over(layer, tmp_path):
    base = put(layer, "base")
    for name in ("stray.txt", ".tantivy-writer.lock"):
        with open(os.path.join(base.directory, name), "w") as f:
            f.write("x")
    updated = put(layer, "next", [], base)
    assert "stray.txt" not in os.listdir(updated.directory)
    assert not os.path.exists(os.path.join(updated.directory, ".tantivy-writer.lock"))
    with open(os.path.join(updated.directory, "meta.json")) as f:
        assert len(json.load(f)["segments"]) == 1
    shutil.rmtree(base.directory)
    assert layer.open("next").doc_freq("alpha") == 2
