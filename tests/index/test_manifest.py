"""What an index says about itself."""

from __future__ import annotations

import pytest

from trove_git.index.manifest import NAME, Manifest, read_manifest, write_manifest


def test_counts():
    manifest = Manifest()
    manifest.count("doc", 1, 10)
    manifest.count("doc", 1, 5)
    manifest.count("project", 1, 7)
    assert (manifest.kinds, manifest.lengths, manifest.live) == ({"doc": 2, "project": 1}, {"doc": 15, "project": 7}, 3)
    manifest.count("project", -1, -7)
    assert (manifest.kinds, manifest.lengths, manifest.live) == ({"doc": 2}, {"doc": 15}, 2)


def test_a_manifest_survives(tmp_path):
    manifest = Manifest({"doc": 2}, {"doc": 15}, 3, 5, 7.5, {"tree": "abc", "notes": {"ü\udce9": [[1, "x"]]}})
    write_manifest(manifest, str(tmp_path))
    again = read_manifest(str(tmp_path))
    assert [getattr(again, name) for name in Manifest.__slots__] == [
        getattr(manifest, name) for name in Manifest.__slots__
    ]


def test_two_manifests_share_nothing():
    Manifest().count("doc", 1, 1)
    Manifest().state["x"] = 1
    assert (Manifest().kinds, Manifest().state) == ({}, {})


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param(None, OSError, id="missing"),
        pytest.param("", ValueError, id="empty"),
        pytest.param('{"kinds": {"doc"', ValueError, id="cut"),
        pytest.param("ü", ValueError, id="outside ASCII"),
        pytest.param("[1]", TypeError, id="a list"),
        pytest.param('{"foreign": 1}', TypeError, id="foreign"),
    ],
)
def test_what_is_no_manifest(tmp_path, text, error):
    if text is not None:
        (tmp_path / NAME).write_text(text, encoding="utf-8")
    with pytest.raises(error):
        read_manifest(str(tmp_path))
