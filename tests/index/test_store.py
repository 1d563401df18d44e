"""Where indexes are published."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.indexes import put
from trove_git.errors import IndexCorrupt
from trove_git.index.store import FORMAT_VERSION, Layer


@pytest.fixture
def layer(tmp_path):
    return Layer(str(tmp_path / "trove"), "knowledge-1")


def test_the_format_is_part_of_the_path(layer, tmp_path):
    assert layer.directory == str(tmp_path / "trove" / str(FORMAT_VERSION) / "knowledge-1")
    assert layer.path("abc") == os.path.join(layer.directory, "abc")


def test_nothing_is_published(layer):
    assert layer.list() == ([], False)
    assert layer.open("abc") is None


def test_a_file_in_the_place_of_a_revision_is_none(layer):
    os.makedirs(layer.directory)
    Path(layer.path("abc")).touch()
    assert layer.open("abc") is None


def test_revisions_come_latest_used_first(layer):
    for number, name in enumerate(["b", "a", "c"]):
        os.makedirs(layer.path(name))
        os.utime(layer.path(name), (1000 + number, 1000 + number))
    assert layer.list() == (["c", "a", "b"], False)


def test_what_a_build_left_behind_is_seen(layer):
    os.makedirs(layer.path("tmp-1"))
    assert layer.list() == ([], True)


def test_opening_marks_a_revision_as_used(layer):
    put(layer, "old")
    put(layer, "new")
    for number, name in enumerate(["old", "new"]):
        os.utime(layer.path(name), (1000 + number, 1000 + number))
    assert layer.list()[0] == ["new", "old"]
    assert layer.open("old").manifest.state == {"tree": "old"}
    assert layer.list()[0] == ["old", "new"]


def test_a_broken_revision(layer):
    os.makedirs(layer.path("abc"))
    with pytest.raises(IndexCorrupt):
        layer.open("abc")
